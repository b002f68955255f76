/* rensa-store-private.h: declarations shared by the parts of the store.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-run-list-private.h"
#include "rensa-store.h"
#include "rensa-writer-private.h"

G_BEGIN_DECLS

struct _RensaStore
{
  GObject parent_instance;
  char *folder;
  char *notice;
  gboolean is_temporary;
  char *source; /* read-only folder of which @folder is a copy; NULL otherwise */
  sqlite3 *reader;
  RensaWriter *writer;
  RensaRunList *runs;
  GHashTable *by_uuid; /* every run, including deleted ones */
  gint64 size;
  gint64 last_number;  /* number of the last run */
  GThread *counting;   /* NULL while nothing is being counted */
  int counting_ends;   /* atomic: TRUE if it should end */
  GHashTable *deleted; /* runs that this store has deleted, to be removed when it closes */
};

/* RensaNewsFunc of the store @data. */
void rensa_store_take_news (GPtrArray *news, gpointer data);
/* Adds the run to by_uuid, but not to the list. */
RensaRun *rensa_store_keep (RensaStore *store, RensaRunRecord *record);
void rensa_store_number (RensaStore *store, RensaRun *run, gint64 number);
void rensa_store_show (RensaStore *store, RensaRun *run);
void rensa_store_hide (RensaStore *store, RensaRun *run);

/* Receives the result of rensa_store_measure () for a run, or for all if @run is NULL. */
void rensa_store_take_size (RensaStore *store, RensaRun *run, gint64 size);
void rensa_store_stop_counting (RensaStore *store);
/* Checks that @run can be changed; RENSA_ERROR_IO if the store is read-only. */
gboolean rensa_store_check_writable (RensaStore *store, RensaRun *run, GError **error);

G_END_DECLS
