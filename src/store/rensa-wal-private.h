/* rensa-wal-private.h: detects damage of a write-ahead log.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Returns TRUE if the log @path of a database contains committed transactions that will be ignored
 * because something before them is damaged: SQLite silently drops what follows the first bad frame. */
gboolean rensa_wal_is_damaged (const char *path);

G_END_DECLS
