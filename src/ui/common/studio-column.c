/* studio-column.c: titles of columns.
 * SPDX-License-Identifier: MIT */

#include "studio-column.h"

/* The label in the button of a header. */
static GtkWidget *
find_label (GtkWidget *widget)
{
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *label = GTK_IS_LABEL (child) ? child : find_label (child);

      if (label != NULL)
        return label;
    }
  return NULL;
}

static GtkWidget *
find_title (GtkColumnViewColumn *column, GtkWidget **label)
{
  GtkColumnView *view = gtk_column_view_column_get_column_view (column);
  GtkWidget *header = view != NULL ? gtk_widget_get_first_child (GTK_WIDGET (view)) : NULL;
  const char *text = gtk_column_view_column_get_title (column);
  GtkWidget *title = header != NULL ? gtk_widget_get_first_child (header) : NULL;

  for (; title != NULL; title = gtk_widget_get_next_sibling (title))
    {
      *label = find_label (title);
      if (*label != NULL && g_strcmp0 (gtk_label_get_label (GTK_LABEL (*label)), text) == 0)
        return title;
    }
  return NULL;
}

void
studio_column_align_title (GtkColumnViewColumn *column)
{
  GtkWidget *label;
  GtkWidget *parent;

  if (find_title (column, &label) == NULL)
    return;
  gtk_widget_set_hexpand (label, TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 1);
  /* Behind the sign for sorting. */
  parent = gtk_widget_get_parent (label);
  gtk_widget_insert_before (label, parent, NULL);
}

int
studio_column_measure_title (GtkColumnViewColumn *column)
{
  GtkWidget *label;
  GtkWidget *title = find_title (column, &label);
  GtkBorder padding;
  int natural;

  if (title == NULL)
    return 0;
  gtk_style_context_get_padding (gtk_widget_get_style_context (title), &padding);
  gtk_widget_measure (gtk_widget_get_first_child (title), GTK_ORIENTATION_HORIZONTAL, -1, NULL, &natural, NULL, NULL);
  return natural + padding.left + padding.right;
}
