/* studio-leave.h: what is to be done when the focus leaves a widget.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef void (*StudioLeaveFunc) (gpointer owner);

/**
 * studio_on_leave:
 * @widget: loses the focus
 * @owner: (type GtkWidget): is kept until @func was called
 *
 * Calls @func once the focus has left @widget, and before the next event. Within the change of the focus itself, GTK
 * walks up from the widget that had it; it never comes to an end where a handler takes that widget out of the window.
 * So nothing else in the studio listens to the focus. Nothing is called where @owner has gone out of the window.
 */
void studio_on_leave (GtkWidget *widget, StudioLeaveFunc func, GtkWidget *owner);

G_END_DECLS
