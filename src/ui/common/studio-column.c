/* studio-column.c: column titles.
 * SPDX-License-Identifier: MIT */

#include "studio-column.h"

/* Finds the label in the button of a header. */
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
  /* After the sort indicator. */
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

/* In GTK 4.8, only the indicator in the title shows which column the rows are sorted by. */
static gboolean
has_sign (GtkWidget *widget)
{
  if (gtk_widget_get_visible (widget)
      && (gtk_widget_has_css_class (widget, "ascending") || gtk_widget_has_css_class (widget, "descending")))
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (has_sign (child))
      return TRUE;
  return FALSE;
}

/* GTK's own click handler, which runs after this one, would sort the smallest first. */
static void
title_clicked (GtkGestureClick *click, int n_press, double x, double y, GtkColumnViewColumn *column)
{
  GtkWidget *title = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (click));

  if (has_sign (title) || !gtk_widget_contains (title, x, y))
    return;
  gtk_gesture_set_state (GTK_GESTURE (click), GTK_EVENT_SEQUENCE_CLAIMED);
  gtk_column_view_sort_by_column (gtk_column_view_column_get_column_view (column), column, GTK_SORT_DESCENDING);
}

void
studio_column_let_fall (GtkColumnViewColumn *column)
{
  GtkWidget *label;
  GtkWidget *title = find_title (column, &label);
  GtkGesture *click = title != NULL ? gtk_gesture_click_new () : NULL;

  if (click == NULL)
    return;
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (click), GTK_PHASE_CAPTURE);
  g_signal_connect_object (click, "released", G_CALLBACK (title_clicked), column, 0);
  gtk_widget_add_controller (title, GTK_EVENT_CONTROLLER (click));
}
