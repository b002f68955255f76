/* studio-focus.h: the focus stays where it can be seen.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* From now on a widget of @window that gets the focus on a hidden page loses it: GtkPaned leads the focus back (F6, F8) to
 * what had it last, wherever that is by now, and the person would type and press unseen. */
void studio_focus_keep_seen (GtkWindow *window);

G_END_DECLS
