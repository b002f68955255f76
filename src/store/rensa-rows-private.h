/* rensa-rows-private.h: what the rows of a run hold, for any thread.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-run.h"
#include "rensa-sql-private.h"

G_BEGIN_DECLS

/**
 * RensaRowsOfRun:
 * @db: a connection that no other thread uses
 * @folder: of the store, which is marked where it turns out to be damaged
 * @uuid: of the run
 * @name: of the run, for messages
 */
typedef struct
{
  sqlite3 *db;
  const char *folder;
  const char *uuid;
  const char *name;
} RensaRowsOfRun;

/* As the functions of rensa-store.h. */
char *rensa_rows_load_document (const RensaRowsOfRun *rows, GError **error);
GPtrArray *rensa_rows_list_series (const RensaRowsOfRun *rows, GError **error);
RensaRunSeries *rensa_rows_load_series (const RensaRowsOfRun *rows, const char *key, GError **error);
GPtrArray *rensa_rows_load_events (const RensaRowsOfRun *rows, GError **error);

G_END_DECLS
