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
  sqlite3 *reader;
  RensaWriter *writer;
  RensaRunList *runs;
  GHashTable *by_uuid; /* every run, deleted ones included */
  GHashTable *deleted; /* those that this store has deleted, to be removed when it closes */
};

/* A RensaNewsFunc of the store @data. */
void rensa_store_take_news (GPtrArray *news, gpointer data);
/* Puts the run where its uuid finds it; not into the list. */
RensaRun *rensa_store_keep (RensaStore *store, RensaRunRecord *record);
void rensa_store_show (RensaStore *store, RensaRun *run);
void rensa_store_hide (RensaStore *store, RensaRun *run);

G_END_DECLS
