/* studio-recent.h: recently used projects.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The desktop's list of recent files. Empty if it cannot be stored, for example in a read-only home
 * folder. */
void studio_recent_add (const char *path);
/* Removes @file if it no longer exists, so that it is not offered again. */
void studio_recent_forget_missing (GFile *file);
/* Returns GtkRecentInfo items of at most @most existing files, newest first. */
GPtrArray *studio_recent_list (guint most);

G_END_DECLS
