/* studio-canvas-trail.c: where in nested Chains the canvas is, and the way back.
 * SPDX-License-Identifier: MIT */

#include "studio-canvas-private.h"

#include <glib/gi18n.h>

char *
studio_canvas_get_parent_scope (const char *path)
{
  const char *dot = strrchr (path, '.');

  return dot != NULL ? g_strndup (path, dot - path) : g_strdup ("");
}

static void
clear_trail (GtkBox *trail)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (trail))) != NULL)
    gtk_box_remove (trail, child);
}

static void
append_step (GtkBox *trail, const char *name, const char *scope)
{
  GtkWidget *button = gtk_button_new_with_label (name);

  gtk_widget_add_css_class (button, "flat");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "canvas.open-scope");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", scope);
  gtk_box_append (trail, button);
  gtk_box_append (trail, gtk_image_new_from_icon_name ("go-next-symbolic"));
}

void
studio_canvas_update_trail (StudioCanvas *self)
{
  GtkBox *trail = GTK_BOX (self->trail);
  g_auto (GStrv) names = g_strsplit (self->scope, ".", -1);
  g_autoptr (GString) scope = g_string_new (NULL);
  const guint n = g_strv_length (names);
  GtkWidget *here;

  clear_trail (trail);
  gtk_widget_set_visible (self->trail, n > 0);
  if (n == 0)
    return;

  append_step (trail, _ ("Model"), "");
  for (guint i = 0; i + 1 < n; i++)
    {
      g_string_append_printf (scope, "%s%s", i > 0 ? "." : "", names[i]);
      append_step (trail, names[i], scope->str);
    }
  here = gtk_label_new (names[n - 1]);
  gtk_widget_add_css_class (here, "heading");
  gtk_box_append (trail, here);
}
