/* studio-reveal.c: scrolls to a child of a view.
 * SPDX-License-Identifier: MIT */

#include "studio-reveal.h"

/* The surrounding widgets, which may have margins, may not have been laid out yet. */
static gboolean
reveal (GtkWidget *child, GdkFrameClock *clock, gpointer data)
{
  GtkWidget *view = gtk_widget_get_ancestor (child, GTK_TYPE_VIEWPORT);
  GtkAdjustment *adjustment = view != NULL ? gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (view)) : NULL;
  graphene_rect_t bounds;
  double start;

  if (adjustment == NULL)
    return G_SOURCE_REMOVE;
  if (!gtk_widget_compute_bounds (child, view, &bounds) || bounds.size.height == 0
      || gtk_adjustment_get_page_size (adjustment) == 0)
    return G_SOURCE_CONTINUE;

  start = gtk_adjustment_get_value (adjustment) + bounds.origin.y;
  gtk_adjustment_clamp_page (adjustment, start, start + bounds.size.height);
  return G_SOURCE_REMOVE;
}

void
studio_reveal (GtkWidget *child)
{
  gtk_widget_add_tick_callback (child, reveal, NULL, NULL);
}
