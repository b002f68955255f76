/* rensa-changes-private.h: what other programs do with the database.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-news-private.h"
#include "rensa-sql-private.h"

G_BEGIN_DECLS

typedef struct
{
  gint64 revision;     /* up to which it is known */
  gint64 data_version; /* SQLite's count of commits of others */
  gboolean is_stale;   /* something has changed that was not yet read */
} RensaChanges;

/* Rows that others have changed, and runs that they removed, since the last call: cheap where there are none. Runs whose
 * program has died become interrupted. News are appended to @news. */
gboolean rensa_changes_look (RensaChanges *changes, sqlite3 *db, const char *folder, GPtrArray *news, GError **error);

/* Removes runs that were deleted before that time, rows and folders, for good. */
gboolean rensa_changes_purge (sqlite3 *db, const char *folder, gint64 before, GError **error);
/* One run, if it is still deleted. */
gboolean rensa_changes_purge_run (sqlite3 *db, const char *folder, const char *uuid, GError **error);

G_END_DECLS
