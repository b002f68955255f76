/* rensa-recorder-private.h: passes the reports of a run to the database.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-chunk-private.h"
#include "rensa-store.h"
#include "rensa-writer-private.h"

#include <pthread.h>

G_BEGIN_DECLS

/* A value as reported; @series is its index among the keys of the run. */
typedef struct
{
  guint series;
  RensaPoint point;
} RensaReport;

/* A row of the tables log, events or artifacts. */
typedef struct
{
  enum
  {
    RENSA_ENTRY_LOG,
    RENSA_ENTRY_EVENT,
    RENSA_ENTRY_ARTIFACT,
  } kind;
  gint64 number; /* number of the log entry, or µs since 1970 */
  gint64 position;
  RensaPoint point;
  char *name;
  char *text;
} RensaEntry;

/* A series in the writer: the points of the chunk being filled, saved or not. */
typedef struct
{
  RensaReportKey *report;
  gint64 id;
  gboolean stands; /* is in the database, with this id */
  gint64 start;    /* index of the first point */
  GArray *points;
  guint n_saved;
} RensaTail;

RensaTail *rensa_tail_new (const RensaReportKey *report);
void rensa_tail_free (RensaTail *tail);
gboolean rensa_tail_save (RensaTail *tail, sqlite3 *db, gint64 run, GError **error);
/* Saves into another database, which does not contain the series. */
gboolean rensa_tail_spill (const RensaTail *tail, sqlite3 *db, gint64 run, GError **error);
/* Called after everything has been saved; drops points that no later chunk needs. */
void rensa_tail_settle (RensaTail *tail);
/* Drops the points of the database after @iteration, and loads the points that the next chunk
 * needs. */
gboolean rensa_tail_truncate (RensaTail *tail, sqlite3 *db, gint64 iteration, GError **error);

struct _RensaRecorder
{
  int ref_count;
  RensaWriter *writer;
  RensaRun *run;
  char *folder;
  int lock_fd;

  pthread_mutex_t lock;
  RensaRunRecord record; /* progress of the run; the fields edited by the user are those of its start */
  gboolean is_dirty;
  GHashTable *indices;   /* key -> number + 1 */
  GPtrArray *series;     /* RensaReportKey */
  GHashTable *described; /* RensaReportKey by key: descriptions of future series */
  int metric;            /* index of the series shown in the record, -1 for none */
  int loss;
  GByteArray *not_finite; /* TRUE for each series whose last value is a loss that is not finite */
  guint n_not_finite;
  GArray *reports;
  gsize n_behind; /* points that were collected but could not be saved */
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
  gboolean is_gone; /* the row was removed by another program */
};

/* @folder: folder of the run; takes ownership of @lock_fd. */
RensaRecorder *rensa_recorder_new (RensaWriter *writer, RensaRun *run, const char *folder, int lock_fd);
RensaRecorder *rensa_recorder_ref (RensaRecorder *recorder);
void rensa_recorder_unref (RensaRecorder *recorder);
/* Releases the lock of the run's folder. */
void rensa_recorder_unlock (RensaRecorder *recorder);

/* Returns the index of the series, adding one for a new key; call with the lock held. */
int rensa_recorder_get_index (RensaRecorder *recorder, const char *key);
/* Adds a series of which only the database's description is known; call with the lock held. */
int rensa_recorder_add_series (RensaRecorder *recorder, const RensaReportKey *report);
/* Updates best and last values if the series determines them; call with the lock held. */
void rensa_recorder_judge (RensaRecorder *recorder, int index, double value);

/* Returns a source for the writer, on whose thread its functions run; holds a reference. */
RensaEdit rensa_recorder_get_source (RensaRecorder *recorder);
/* RensaWriteFunc that prepares the database and the recorder @data to continue after record.iteration. */
gboolean rensa_recorder_rewind (sqlite3 *db, gpointer data, GError **error);

G_END_DECLS
