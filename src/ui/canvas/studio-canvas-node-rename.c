/* studio-canvas-node-rename.c: renames a node on its card.
 * SPDX-License-Identifier: MIT */

#include "studio-canvas-node-private.h"

#include <glib/gi18n.h>

#include "studio-focus.h"

static void
finish_rename (StudioCanvasNode *self, gboolean is_accepted)
{
  GtkWidget *entry = g_steal_pointer (&self->entry);
  g_autofree char *name = NULL;

  if (entry == NULL)
    return;

  name = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (entry))));
  gtk_widget_set_visible (self->name_label, TRUE);
  if (gtk_widget_is_focus (entry))
    gtk_widget_grab_focus (GTK_WIDGET (self));
  gtk_box_remove (GTK_BOX (self->header), entry);
  if (is_accepted && name[0] != '\0' && strcmp (name, self->node->name) != 0)
    g_signal_emit_by_name (self, "renamed", name);
}

static void
rename_left (gpointer node)
{
  finish_rename (node, TRUE);
}

static gboolean
rename_key_pressed (GtkEventControllerKey *keys, guint keyval, guint keycode, GdkModifierType state, gpointer data)
{
  if (keyval != GDK_KEY_Escape)
    return GDK_EVENT_PROPAGATE;
  finish_rename (data, FALSE);
  return GDK_EVENT_STOP;
}

gboolean
studio_canvas_node_is_renaming (StudioCanvasNode *self)
{
  return self->entry != NULL;
}

void
studio_canvas_node_start_rename (StudioCanvasNode *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  finish_rename (self, FALSE);
  self->entry = gtk_text_new ();
  gtk_editable_set_text (GTK_EDITABLE (self->entry), self->node->name);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (self->entry), 12);
  gtk_widget_set_hexpand (self->entry, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Name"), -1);
  g_signal_connect_swapped (self->entry, "activate", G_CALLBACK (studio_canvas_node_accept_rename), self);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (rename_key_pressed), self);
  gtk_widget_add_controller (self->entry, keys);
  studio_on_leave (self->entry, rename_left, GTK_WIDGET (self));

  gtk_widget_set_visible (self->name_label, FALSE);
  gtk_box_insert_child_after (GTK_BOX (self->header), self->entry, self->name_label);
  gtk_widget_grab_focus (self->entry);
}

void
studio_canvas_node_accept_rename (StudioCanvasNode *self)
{
  finish_rename (self, TRUE);
}
