/* rensa-changes-private.h: changes that other programs make to the database.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-news-private.h"
#include "rensa-sql-private.h"

G_BEGIN_DECLS

typedef struct
{
  gint64 revision;     /* last revision that was read */
  gint64 data_version; /* SQLite's count of commits by other connections */
  gboolean is_stale;   /* something has changed that was not yet read */
} RensaChanges;

/* Reads rows that others have changed, and runs that they have removed, since the last call; cheap
 * if there are none. Marks runs whose program has died as interrupted. Appends the news to @news. */
gboolean rensa_changes_look (RensaChanges *changes, sqlite3 *db, const char *folder, GPtrArray *news, GError **error);

/* Permanently removes the rows and folders of runs that were deleted before @before. */
gboolean rensa_changes_purge (sqlite3 *db, const char *folder, gint64 before, GError **error);
/* Permanently removes one run, if it is still deleted. */
gboolean rensa_changes_purge_run (sqlite3 *db, const char *folder, const char *uuid, GError **error);

G_END_DECLS
