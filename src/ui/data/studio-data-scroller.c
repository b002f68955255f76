/* studio-data-scroller.c: scrolled area inside a scrolled page.
 * SPDX-License-Identifier: MIT */

#include "studio-data-scroller.h"

#include <math.h>

/* Same distances as in GTK for a wheel step and for a touchpad. */
static double
get_distance (GtkEventControllerScroll *controller, GtkAdjustment *adjustment, double dy)
{
  if (gtk_event_controller_scroll_get_unit (controller) == GDK_SCROLL_UNIT_SURFACE)
    return dy;
  return dy * pow (gtk_adjustment_get_page_size (adjustment), 2.0 / 3.0);
}

static gboolean
scrolled (GtkEventControllerScroll *controller, double dx, double dy, GtkWidget *scroller)
{
  GtkWidget *page = gtk_widget_get_ancestor (gtk_widget_get_parent (scroller), GTK_TYPE_SCROLLED_WINDOW);
  GtkAdjustment *adjustment;

  if (page == NULL || dy == 0 || gtk_widget_get_focus_child (scroller) != NULL)
    return GDK_EVENT_PROPAGATE;

  adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (page));
  gtk_adjustment_set_value (adjustment,
                            gtk_adjustment_get_value (adjustment) + get_distance (controller, adjustment, dy));
  return GDK_EVENT_STOP;
}

void
studio_data_scroller_let_wheel_pass (GtkWidget *scroller)
{
  GtkEventController *controller = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);

  gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_CAPTURE);
  g_signal_connect (controller, "scroll", G_CALLBACK (scrolled), scroller);
  gtk_widget_add_controller (scroller, controller);
}
