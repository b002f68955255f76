/* rensa-recorder-private.h: what a run reports, on its way into the database.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-chunk-private.h"
#include "rensa-store.h"
#include "rensa-writer-private.h"

#include <pthread.h>

G_BEGIN_DECLS

/* A value as it came; @series counts the keys of the run. */
typedef struct
{
  guint series;
  RensaPoint point;
} RensaReport;

/* A row of log, events or artifacts. */
typedef struct
{
  enum
  {
    RENSA_ENTRY_LOG,
    RENSA_ENTRY_EVENT,
    RENSA_ENTRY_ARTIFACT,
  } kind;
  gint64 number; /* of the log's entry, or µs since 1970 */
  gint64 position;
  RensaPoint point;
  char *name;
  char *text;
} RensaEntry;

/* A series as the writer has it: the points of the chunk that is filling, saved or not. */
typedef struct
{
  RensaReportKey *report;
  gint64 id;
  gboolean stands; /* in the database, with this id */
  gint64 start;    /* number of the first point */
  GArray *points;
  guint n_saved;
} RensaTail;

RensaTail *rensa_tail_new (const RensaReportKey *report);
void rensa_tail_free (RensaTail *tail);
gboolean rensa_tail_save (RensaTail *tail, sqlite3 *db, gint64 run, GError **error);
/* Into another database, which knows nothing of the series. */
gboolean rensa_tail_spill (const RensaTail *tail, sqlite3 *db, gint64 run, GError **error);
/* All has been saved: drops what no later chunk needs. */
void rensa_tail_settle (RensaTail *tail);
/* Drops the points of the database that are later than @iteration, and loads what the next chunk needs. */
gboolean rensa_tail_truncate (RensaTail *tail, sqlite3 *db, gint64 iteration, GError **error);

struct _RensaRecorder
{
  int ref_count;
  RensaWriter *writer;
  RensaRun *run;
  char *folder;
  int lock_fd;

  pthread_mutex_t lock;
  RensaRunRecord record; /* how it goes; the person's fields are those of its beginning */
  gboolean is_dirty;
  GHashTable *indices;   /* key -> number + 1 */
  GPtrArray *series;     /* RensaReportKey */
  GHashTable *described; /* RensaReportKey by key: what a series will be */
  int metric;            /* the series that stand in the record, -1 for none */
  int loss;
  GByteArray *not_finite; /* of each series: whether its last value is a loss that is not */
  guint n_not_finite;
  GArray *reports;
  gsize n_behind; /* points that were collected, but could not be saved */
  GPtrArray *entries;

  /* The writer's own. */
  gint64 id;
  gboolean stands;
  char *document;
  RensaRunRecord saving;
  GPtrArray *tails;
  GPtrArray *saving_entries;
  GArray *spare_reports;
  gboolean is_pending;
  gboolean is_gone; /* somebody has removed the row */
};

/* @folder: of the run; takes @lock_fd over. */
RensaRecorder *rensa_recorder_new (RensaWriter *writer, RensaRun *run, const char *folder, int lock_fd);
RensaRecorder *rensa_recorder_ref (RensaRecorder *recorder);
void rensa_recorder_unref (RensaRecorder *recorder);
/* Gives the lock of the run's folder back. */
void rensa_recorder_unlock (RensaRecorder *recorder);

/* With the lock held: the number of the series, which is new where the key is. */
int rensa_recorder_get_index (RensaRecorder *recorder, const char *key);
/* Likewise of one that nothing else is known of but what the database holds. */
int rensa_recorder_add_series (RensaRecorder *recorder, const RensaReportKey *report);
/* With the lock held: best and last, where the series has to do with them. */
void rensa_recorder_judge (RensaRecorder *recorder, int index, double value);

/* For the writer, on whose thread its functions run; holds a reference. */
RensaEdit rensa_recorder_get_source (RensaRecorder *recorder);
/* A RensaWriteFunc that prepares the database and the recorder @data for going on after record.iteration. */
gboolean rensa_recorder_rewind (sqlite3 *db, gpointer data, GError **error);

G_END_DECLS
