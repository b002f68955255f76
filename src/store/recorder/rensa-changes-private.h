/* rensa-changes-private.h: changes that other programs make to the database, and news about them.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-run-private.h"
#include "rensa-sql-private.h"

G_BEGIN_DECLS

/* News about runs for the main thread. */
typedef enum
{
  RENSA_NEWS_ROW,      /* the row of a run that may have changed; @serial: of the last edit it contains */
  RENSA_NEWS_PROGRESS, /* progress reported by a recorder */
  RENSA_NEWS_RELEASED, /* the recorder has ended; from now on, rows are newer */
  RENSA_NEWS_GONE,     /* run.uuid no longer exists */
  RENSA_NEWS_SIZE,     /* size of run.uuid, or of the whole store if NULL */
  RENSA_NEWS_TROUBLE,  /* run.message, NULL when the problem is resolved */
} RensaNewsKind;

typedef struct
{
  RensaNewsKind kind;
  guint64 serial;
  gint64 size;
  gint64 number; /* number of a row */
  RensaRunRecord run;
} RensaNews;

RensaNews *rensa_news_new (RensaNewsKind kind);
void rensa_news_free (gpointer news);

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
