/* studio-recent.h: the projects that were open last.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The desktop's list of recent files. Where it cannot be kept, because the home folder is read-only say, there is none. */
void studio_recent_add (const char *path);
/* What is not there any more need not be offered again. */
void studio_recent_forget_missing (GFile *file);
/* GtkRecentInfo, at most @most of those that are there, the latest first. */
GPtrArray *studio_recent_list (guint most);

G_END_DECLS
