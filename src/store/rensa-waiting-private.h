/* rensa-waiting-private.h: what waits to be written into the database.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-sql-private.h"

G_BEGIN_DECLS

/* Within a transaction; may be called again for the same @data where that fails. */
typedef gboolean (*RensaWriteFunc) (sqlite3 *db, gpointer data, GError **error);
typedef gboolean (*RensaWaitingFunc) (gpointer data);

/**
 * RensaEdit: what is to be written.
 * @write: into the database
 * @spill: (nullable): into a file that waits, see rensa-spill-private.h
 * @collect: before each commit: takes what has come; FALSE where there is nothing to write
 * @settle: after the commit: TRUE when there will be no more
 *
 * What a person changes is written once; a source, of which there may be more again and again, has the last two as well.
 */
typedef struct
{
  RensaWriteFunc write;
  RensaWriteFunc spill;
  RensaWaitingFunc collect;
  RensaWaitingFunc settle;
  gpointer data;
  GDestroyNotify destroy;
} RensaEdit;

G_END_DECLS
