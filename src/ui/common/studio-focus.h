/* studio-focus.h: keeps the focus on visible widgets, and calls back when it leaves a widget.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* After this call, a widget of @window that gets the focus on a hidden page loses it: GtkPaned
 * moves the focus back (F6, F8) to the widget that last had it, even if that is now hidden, and
 * the user would type into it unseen. */
void studio_focus_keep_seen (GtkWindow *window);

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
