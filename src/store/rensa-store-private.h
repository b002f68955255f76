/* rensa-store-private.h: what the parts of the store share.
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
  char *source; /* the folder that can only be read, of which @folder has a copy; else NULL */
  sqlite3 *reader;
  RensaWriter *writer;
  RensaRunList *runs;
  GHashTable *by_uuid; /* every run, deleted ones included */
  gint64 size;
  gint64 last_number;  /* of a run */
  GThread *counting;   /* NULL while nothing is counted */
  int counting_ends;   /* atomic: whether it is to */
  GHashTable *deleted; /* those that this store has deleted, to be removed when it closes */
};

/* A RensaNewsFunc of the store @data. */
void rensa_store_take_news (GPtrArray *news, gpointer data);
/* Puts the run where its uuid finds it; not into the list. */
RensaRun *rensa_store_keep (RensaStore *store, RensaRunRecord *record);
void rensa_store_number (RensaStore *store, RensaRun *run, gint64 number);
void rensa_store_show (RensaStore *store, RensaRun *run);
void rensa_store_hide (RensaStore *store, RensaRun *run);

/* What rensa_store_measure () has found: of a run, or of all where @run is NULL. */
void rensa_store_take_size (RensaStore *store, RensaRun *run, gint64 size);
void rensa_store_stop_counting (RensaStore *store);
/* Whether @run can be changed; RENSA_ERROR_IO where the store can only be read. */
gboolean rensa_store_check_writable (RensaStore *store, RensaRun *run, GError **error);

G_END_DECLS
