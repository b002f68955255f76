/* studio-focus.h: keeps the focus on visible widgets.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* After this call, a widget of @window that gets the focus on a hidden page loses it: GtkPaned
 * moves the focus back (F6, F8) to the widget that last had it, even if that is now hidden, and
 * the user would type into it unseen. */
void studio_focus_keep_seen (GtkWindow *window);

G_END_DECLS
