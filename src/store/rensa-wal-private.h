/* rensa-wal-private.h: whether a write-ahead log has been damaged.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Whether the log @path of a database holds transactions that had been committed and are going to be passed over,
 * because something before them is damaged: SQLite drops what follows the first bad frame, and says nothing. */
gboolean rensa_wal_is_damaged (const char *path);

G_END_DECLS
