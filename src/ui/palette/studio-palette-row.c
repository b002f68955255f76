/* studio-palette-row.c: rows of the palette.
 * SPDX-License-Identifier: MIT */

#include "studio-palette-row.h"
#include "studio-drag.h"
#include "studio-glyph.h"

#include <glib/gi18n.h>

struct _StudioPaletteRow
{
  GtkListBoxRow parent_instance;

  const RensaComponent *component;
  StudioPaletteRow *heading; /* borrowed: rows of one list live together */
  GtkWidget *arrow;
  gboolean is_open;
};

G_DEFINE_FINAL_TYPE (StudioPaletteRow, studio_palette_row, GTK_TYPE_LIST_BOX_ROW)

static GtkWidget *
new_label (const char *text, const char *style)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (label, TRUE);
  if (style != NULL)
    gtk_widget_add_css_class (label, style);
  return label;
}

GtkWidget *
studio_palette_row_new_heading (const char *title, gboolean is_open)
{
  StudioPaletteRow *self = g_object_new (STUDIO_TYPE_PALETTE_ROW, "selectable", FALSE, NULL);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->arrow = gtk_image_new ();
  gtk_box_append (GTK_BOX (box), self->arrow);
  gtk_box_append (GTK_BOX (box), new_label (title, "caption-heading"));
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (self), box);
  gtk_widget_add_css_class (GTK_WIDGET (self), "palette-heading");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  studio_palette_row_set_open (self, is_open);
  return GTK_WIDGET (self);
}

static GdkContentProvider *
on_drag_prepare (StudioPaletteRow *self)
{
  g_autofree char *text = g_strconcat (STUDIO_CANVAS_DRAG_PREFIX, self->component->name, NULL);

  return gdk_content_provider_new_typed (G_TYPE_STRING, text);
}

static void
on_drag_begin (StudioPaletteRow *self, GdkDrag *drag)
{
  GtkWidget *label = gtk_label_new (self->component->name);

  gtk_widget_add_css_class (label, "palette-drag");
  gtk_drag_icon_set_child (GTK_DRAG_ICON (gtk_drag_icon_get_for_drag (drag)), label);
}

static void
add_drag_source (StudioPaletteRow *self)
{
  GtkDragSource *source = gtk_drag_source_new ();

  gtk_drag_source_set_actions (source, GDK_ACTION_COPY);
  g_signal_connect_swapped (source, "prepare", G_CALLBACK (on_drag_prepare), self);
  g_signal_connect_swapped (source, "drag-begin", G_CALLBACK (on_drag_begin), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (source));
}

static char *
describe (const RensaComponent *component)
{
  const char *summary = component->summary != NULL ? _ (component->summary) : "";

  return component->formula != NULL ? g_strdup_printf ("%s\n%s", summary, component->formula) : g_strdup (summary);
}

GtkWidget *
studio_palette_row_new (const RensaComponent *component, StudioPaletteRow *heading)
{
  StudioPaletteRow *self = g_object_new (STUDIO_TYPE_PALETTE_ROW, NULL);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  g_autofree char *description = describe (component);

  self->component = component;
  self->heading = heading;
  gtk_box_append (GTK_BOX (box), new_label (component->name, NULL));
  gtk_box_append (GTK_BOX (box), studio_glyph_new (component));
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (self), box);
  gtk_widget_add_css_class (GTK_WIDGET (self), "palette-row");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), description);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, component->name,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description, -1);
  add_drag_source (self);
  return GTK_WIDGET (self);
}

const RensaComponent *
studio_palette_row_get_component (StudioPaletteRow *self)
{
  return self->component;
}

gboolean
studio_palette_row_is_open (StudioPaletteRow *self)
{
  return self->heading != NULL ? self->heading->is_open : self->is_open;
}

void
studio_palette_row_set_open (StudioPaletteRow *self, gboolean is_open)
{
  self->is_open = is_open;
  gtk_image_set_from_icon_name (GTK_IMAGE (self->arrow), is_open ? "pan-down-symbolic" : "pan-end-symbolic");
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_EXPANDED, is_open, -1);
}

static void
studio_palette_row_class_init (StudioPaletteRowClass *class)
{
}

static void
studio_palette_row_init (StudioPaletteRow *self)
{
}
