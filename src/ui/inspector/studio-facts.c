/* studio-facts.c: list of names and values.
 * SPDX-License-Identifier: MIT */

#include "studio-facts.h"

#include <glib/gi18n.h>

struct _StudioFacts
{
  AdwBin parent_instance;

  GtkWidget *list;
};

G_DEFINE_FINAL_TYPE (StudioFacts, studio_facts, ADW_TYPE_BIN)

void
studio_facts_clear (StudioFacts *self)
{
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (self->list)) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (self->list), row);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

static GtkWidget *
new_label (const char *text, double xalign, const char *style)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), (float) xalign);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (label, style);
  return label;
}

void
studio_facts_add (StudioFacts *self, const char *name, const char *value)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *value_label = new_label (value, 1, "numeric");
  g_autofree char *label = g_strdup_printf ("%s: %s", name, value);

  gtk_label_set_selectable (GTK_LABEL (value_label), TRUE);
  gtk_widget_set_focusable (value_label, FALSE);
  gtk_widget_set_hexpand (value_label, TRUE);
  gtk_box_append (GTK_BOX (box), new_label (name, 0, "dim-label"));
  gtk_box_append (GTK_BOX (box), value_label);
  gtk_widget_add_css_class (box, "inspector-fact");
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_widget_set_focusable (row, FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_list_box_append (GTK_LIST_BOX (self->list), row);
  gtk_widget_set_visible (GTK_WIDGET (self), TRUE);
}

static void
studio_facts_class_init (StudioFactsClass *klass)
{
}

static void
studio_facts_init (StudioFacts *self)
{
  self->list = gtk_list_box_new ();
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Information"), -1);
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (self->list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (self->list, "boxed-list");
  adw_bin_set_child (ADW_BIN (self), self->list);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}
