/* studio-canvas-badge.c: badge of a node with a problem.
 * SPDX-License-Identifier: MIT */

#include "studio-canvas-badge.h"

#include <glib/gi18n.h>

static GtkWidget *
make_sentence (const char *sentence)
{
  GtkWidget *label = gtk_label_new (sentence);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_width_chars (GTK_LABEL (label), 32);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 44);
  return label;
}

static GtkWidget *
make_repair (const char *repair)
{
  GtkWidget *button = gtk_button_new_with_label (repair);

  gtk_widget_add_css_class (button, "suggested-action");
  gtk_widget_set_halign (button, GTK_ALIGN_START);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "node.repair");
  return button;
}

GtkWidget *
studio_canvas_badge_new (void)
{
  GtkWidget *badge = gtk_menu_button_new ();

  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (badge), "dialog-warning-symbolic");
  gtk_widget_set_valign (badge, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (badge, "flat");
  gtk_widget_add_css_class (badge, "canvas-badge");
  gtk_accessible_update_property (GTK_ACCESSIBLE (badge), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Problem"), -1);
  return badge;
}

void
studio_canvas_badge_set_problem (GtkWidget *badge, const char *sentence, const char *repair)
{
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);

  gtk_widget_add_css_class (box, "canvas-problem");
  gtk_box_append (GTK_BOX (box), make_sentence (sentence));
  if (repair != NULL)
    gtk_box_append (GTK_BOX (box), make_repair (repair));
  gtk_popover_set_child (GTK_POPOVER (popover), box);
  gtk_accessible_update_property (GTK_ACCESSIBLE (popover), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Problem"), -1);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (badge), popover);
  gtk_widget_set_tooltip_text (badge, sentence);
  /* The tooltip has the same text as the popover. */
  g_object_bind_property (popover, "visible", badge, "has-tooltip", G_BINDING_INVERT_BOOLEAN);
}
