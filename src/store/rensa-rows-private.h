/* rensa-rows-private.h: reads the rows of a run, on any thread.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-run.h"
#include "rensa-sql-private.h"

G_BEGIN_DECLS

/**
 * RensaRowsOfRun:
 * @db: a connection that no other thread uses
 * @folder: folder of the store, which is marked if it turns out to be damaged
 * @uuid: uuid of the run
 * @name: name of the run, for messages
 */
typedef struct
{
  sqlite3 *db;
  const char *folder;
  const char *uuid;
  const char *name;
} RensaRowsOfRun;

/* Same as the functions of rensa-store.h. */
char *rensa_rows_load_document (const RensaRowsOfRun *rows, GError **error);
GPtrArray *rensa_rows_list_series (const RensaRowsOfRun *rows, GError **error);
RensaRunSeries *rensa_rows_load_series (const RensaRowsOfRun *rows, const char *key, GError **error);
GPtrArray *rensa_rows_load_events (const RensaRowsOfRun *rows, GError **error);

G_END_DECLS
