/* studio-reveal.c: rows of lists that are longer than what is seen of them.
 * SPDX-License-Identifier: MIT */

#include "studio-reveal.h"

/* The list, which may have a margin, may not have been laid out yet. */
static gboolean
reveal (GtkWidget *row, GdkFrameClock *clock, gpointer data)
{
  GtkWidget *list = gtk_widget_get_ancestor (row, GTK_TYPE_LIST_BOX);
  GtkAdjustment *adjustment = list != NULL ? gtk_list_box_get_adjustment (GTK_LIST_BOX (list)) : NULL;
  graphene_rect_t bounds;
  double start;

  if (adjustment == NULL)
    return G_SOURCE_REMOVE;
  if (!gtk_widget_compute_bounds (row, gtk_widget_get_parent (list), &bounds) || bounds.size.height == 0
      || gtk_adjustment_get_page_size (adjustment) == 0)
    return G_SOURCE_CONTINUE;

  start = gtk_adjustment_get_value (adjustment) + bounds.origin.y;
  gtk_adjustment_clamp_page (adjustment, start, start + bounds.size.height);
  return G_SOURCE_REMOVE;
}

void
studio_reveal_row (GtkListBoxRow *row)
{
  gtk_widget_add_tick_callback (GTK_WIDGET (row), reveal, NULL, NULL);
}
