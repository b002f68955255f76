/* rensa-waiting-private.h: data waiting to be written to the database.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-sql-private.h"

G_BEGIN_DECLS

/* Called within a transaction; may be called again for the same @data if that fails. */
typedef gboolean (*RensaWriteFunc) (sqlite3 *db, gpointer data, GError **error);
typedef gboolean (*RensaWaitingFunc) (gpointer data);

/**
 * RensaEdit: data to be written.
 * @write: writes to the database
 * @spill: (nullable): writes to a spill file, see rensa-spill-private.h
 * @collect: called before each commit: collects new data; FALSE if there is nothing to write
 * @settle: called after the commit: TRUE when there will be no more
 *
 * An edit by the user is written once; a source, which can have more data repeatedly, also sets the
 * last two.
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
