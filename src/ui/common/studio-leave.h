/* studio-leave.h: callback when the focus leaves a widget.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef void (*StudioLeaveFunc) (gpointer owner);

/**
 * studio_on_leave:
 * @widget: loses the focus
 * @owner: (type GtkWidget): kept alive until @func was called
 *
 * Calls @func after the focus has left @widget, and before the next event. During the change of the
 * focus itself, GTK walks up from the widget that had it, and never finishes if a handler removes
 * that widget from the window. So no other code in the studio listens to the focus. @func is not
 * called if @owner has been removed from the window.
 */
void studio_on_leave (GtkWidget *widget, StudioLeaveFunc func, GtkWidget *owner);

G_END_DECLS
