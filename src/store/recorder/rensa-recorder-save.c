/* rensa-recorder-save.c: writes the reports of a run to the database.
 *
 * Nothing is dropped before it is committed, so that saving can be retried: collect, save (which
 * changes nothing but the ids it was given), then settle.
 * SPDX-License-Identifier: MIT */

#include "rensa-language.h"
#include "rensa-recorder-private.h"

#include "rensa-fault.h"

#include <math.h>

static void
distribute (RensaRecorder *self, GArray *reports)
{
  for (guint i = 0; i < reports->len; i++)
    {
      const RensaReport *report = &g_array_index (reports, RensaReport, i);
      RensaTail *tail = self->tails->pdata[report->series];

      g_array_append_val (tail->points, report->point);
    }
  g_array_set_size (reports, 0);
}

static gsize
count_unsaved (RensaRecorder *self)
{
  gsize n = 0;

  for (guint i = 0; i < self->tails->len; i++)
    {
      const RensaTail *tail = self->tails->pdata[i];

      n += tail->points->len - tail->n_saved;
    }
  return n;
}

static void
move_all (GPtrArray *to, GPtrArray *from)
{
  gsize n;
  g_autofree gpointer *items = g_ptr_array_steal (from, &n);

  for (gsize i = 0; i < n; i++)
    g_ptr_array_add (to, items[i]);
}

static void
tell_progress (RensaRecorder *self, RensaNewsKind kind)
{
  RensaNews *news = rensa_news_new (kind);

  rensa_run_record_copy (&news->run, &self->saving, 0, RENSA_N_RUN_FIELDS);
  rensa_writer_tell (self->writer, news);
}

static gboolean
collect (gpointer data)
{
  RensaRecorder *self = data;
  GArray *reports;
  gboolean is_dirty;

  pthread_mutex_lock (&self->lock);
  self->n_behind = count_unsaved (self) + self->reports->len;
  reports = self->reports;
  self->reports = self->spare_reports;
  self->spare_reports = reports;
  for (guint i = self->tails->len; i < self->series->len; i++)
    g_ptr_array_add (self->tails, rensa_tail_new (self->series->pdata[i]));
  self->is_pending = self->is_pending || self->entries->len > 0;
  move_all (self->saving_entries, self->entries);
  is_dirty = self->is_dirty;
  /* Increases even if the clock is set back, since it determines which row is newer. */
  if (is_dirty)
    {
      self->record.updated = MAX (g_get_real_time (), self->record.updated + 1);
      rensa_run_record_copy (&self->saving, &self->record, 0, RENSA_N_RUN_FIELDS);
    }
  self->is_dirty = FALSE;
  pthread_mutex_unlock (&self->lock);

  distribute (self, reports);
  if (is_dirty)
    tell_progress (self, RENSA_NEWS_PROGRESS);
  self->is_pending = self->is_pending || is_dirty;
  return self->is_pending;
}

static gboolean
find_id (RensaRecorder *self, sqlite3 *db, GError **error)
{
  g_autoptr (sqlite3_stmt) stmt =
      rensa_sql_prepare (db, error, "SELECT id FROM runs WHERE uuid = ?1", "t", self->record.uuid);
  const int step = stmt != NULL ? rensa_sql_step (stmt, error) : -1;

  if (step == 0)
    rensa_set_words (error, RENSA_ERROR_NOT_FOUND, N_ ("%s: this run has been removed from storage."),
                     self->record.name);
  if (step == 1)
    self->id = sqlite3_column_int64 (stmt, 0);
  return step == 1;
}

static gboolean
update_run (RensaRecorder *self, sqlite3 *db, GError **error)
{
  return rensa_run_record_update (&self->saving, db, RENSA_N_EDITED_FIELDS, RENSA_N_RUN_FIELDS, error);
}

/* The row may exist: another program may have imported our spilled data. */
static gboolean
insert_run (RensaRecorder *self, sqlite3 *db, GError **error)
{
  if (!rensa_run_record_insert (&self->saving, db, error) || !find_id (self, db, error))
    return FALSE;

  return rensa_sql_run (db, error, "INSERT OR IGNORE INTO documents VALUES (?1, ?2)", "it", self->id, self->document)
         && update_run (self, db, error);
}

static gboolean
save_run (RensaRecorder *self, sqlite3 *db, GError **error)
{
  if (!self->stands)
    return insert_run (self, db, error);
  if (!update_run (self, db, error))
    return FALSE;

  self->is_gone = sqlite3_changes (db) == 0;
  return TRUE;
}

static gboolean
save_entry (gint64 run, const RensaEntry *entry, sqlite3 *db, GError **error)
{
  const RensaPoint *point = &entry->point;

  switch (entry->kind)
    {
    case RENSA_ENTRY_LOG:
      return rensa_sql_run (db, error, "INSERT OR REPLACE INTO log VALUES (?1, ?2, ?3, ?4, ?5, ?6)", "iiiitd", run,
                            entry->number, entry->position, point->iteration, entry->name, point->value);
    case RENSA_ENTRY_EVENT:
      /* A spilled event that is imported twice is stored once; another change at the same time is a
       * separate event. */
      return rensa_sql_run (db, error,
                            "INSERT INTO events (run, time, iteration, epoch, elapsed, what, text)"
                            " SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7 WHERE NOT EXISTS"
                            " (SELECT 1 FROM events WHERE run = ?1 AND time = ?2 AND elapsed IS ?5 AND what = ?6"
                            "  AND text = ?7)",
                            "iiiddtt", run, entry->number, point->iteration, point->epoch, point->elapsed, entry->name,
                            entry->text);
    default:
      return rensa_sql_run (db, error,
                            "INSERT OR REPLACE INTO artifacts (run, path, kind, iteration, time)"
                            " VALUES (?1, ?2, ?3, ?4, ?5)",
                            "ittii", run, entry->name, entry->text, point->iteration, entry->number);
    }
}

static gboolean
save (sqlite3 *db, gpointer data, GError **error)
{
  RensaRecorder *self = data;

  if (!self->is_pending)
    return TRUE;
  if (!save_run (self, db, error))
    return FALSE;
  if (self->is_gone)
    return TRUE;

  for (guint i = 0; i < self->tails->len; i++)
    if (!rensa_tail_save (self->tails->pdata[i], db, self->id, error))
      return FALSE;
  for (guint i = 0; i < self->saving_entries->len; i++)
    if (!save_entry (self->id, self->saving_entries->pdata[i], db, error))
      return FALSE;

  return TRUE;
}

static gboolean
spill (sqlite3 *db, gpointer data, GError **error)
{
  RensaRecorder *self = data;
  gint64 id;

  if (!self->is_pending || self->is_gone)
    return TRUE;
  if (!rensa_run_record_insert (&self->saving, db, error))
    return FALSE;
  id = sqlite3_last_insert_rowid (db);
  if (self->document != NULL
      && !rensa_sql_run (db, error, "INSERT INTO documents VALUES (?1, ?2)", "it", id, self->document))
    return FALSE;

  for (guint i = 0; i < self->tails->len; i++)
    if (!rensa_tail_spill (self->tails->pdata[i], db, id, error))
      return FALSE;
  for (guint i = 0; i < self->saving_entries->len; i++)
    if (!save_entry (id, self->saving_entries->pdata[i], db, error))
      return FALSE;

  return TRUE;
}

static gboolean
settle (gpointer data)
{
  RensaRecorder *self = data;

  if (!self->is_pending)
    return FALSE;

  g_ptr_array_foreach (self->tails, (GFunc) (void (*) (void)) rensa_tail_settle, NULL);
  g_ptr_array_set_size (self->saving_entries, 0);
  g_clear_pointer (&self->document, g_free);
  self->stands = TRUE;
  self->is_pending = FALSE;
  pthread_mutex_lock (&self->lock);
  self->n_behind = 0;
  pthread_mutex_unlock (&self->lock);
  if (self->saving.state == RENSA_RUN_RUNNING || self->saving.state == RENSA_RUN_PAUSED)
    return FALSE;

  rensa_recorder_unlock (self);
  tell_progress (self, RENSA_NEWS_RELEASED);
  return TRUE;
}

RensaEdit
rensa_recorder_get_source (RensaRecorder *self)
{
  return (RensaEdit){
    .write = save,
    .spill = spill,
    .collect = collect,
    .settle = settle,
    .data = rensa_recorder_ref (self),
    .destroy = (GDestroyNotify) rensa_recorder_unref,
  };
}

/* Continuing a run */

static gboolean
drop_later_rows (RensaRecorder *self, sqlite3 *db, GError **error)
{
  static const char *const statements[] = {
    "DELETE FROM log WHERE run = ?1 AND iteration > ?2",
    "DELETE FROM events WHERE run = ?1 AND iteration > ?2",
    "DELETE FROM artifacts WHERE run = ?1 AND iteration > ?2",
  };

  for (guint i = 0; i < G_N_ELEMENTS (statements); i++)
    if (!rensa_sql_run (db, error, statements[i], "ii", self->id, self->record.iteration))
      return FALSE;

  return TRUE;
}

static void
forget_progress (RensaRecorder *self)
{
  RensaRunRecord *record = &self->record;

  record->epoch = record->elapsed = 0;
  record->not_finite = FALSE;
  record->best_metric = record->last_metric = record->best_loss = record->last_loss = NAN;
  g_clear_pointer (&record->metric_name, g_free);
  g_clear_pointer (&record->loss_name, g_free);
}

/* Recomputes best and last from the remaining points. */
static gboolean
judge_series (RensaRecorder *self, int index, sqlite3 *db, gint64 id, GError **error)
{
  g_autoptr (sqlite3_stmt) stmt =
      rensa_sql_prepare (db, error, "SELECT n, data FROM chunks WHERE series = ?1 ORDER BY start", "i", id);
  g_autofree RensaPoint *points = g_new (RensaPoint, RENSA_CHUNK_MAX);
  int step = -1;

  while (stmt != NULL && (step = rensa_sql_step (stmt, error)) == 1)
    {
      const guint n = CLAMP (sqlite3_column_int64 (stmt, 0), 0, RENSA_CHUNK_MAX);

      if (!rensa_chunk_unpack (sqlite3_column_blob (stmt, 1), sqlite3_column_bytes (stmt, 1), points, n))
        continue;
      for (guint i = 0; i < n; i++)
        rensa_recorder_judge (self, index, points[i].value);
      if (n > 0)
        {
          self->record.epoch = MAX (self->record.epoch, points[n - 1].epoch);
          self->record.elapsed = MAX (self->record.elapsed, points[n - 1].elapsed);
        }
    }

  return step == 0;
}

static gboolean
rewind_series (RensaRecorder *self, sqlite3 *db, gint64 id, const RensaReportKey *report, GError **error)
{
  RensaTail *tail = rensa_tail_new (report);

  tail->id = id;
  tail->stands = TRUE;
  if (!rensa_tail_truncate (tail, db, self->record.iteration, error) || !rensa_tail_save (tail, db, self->id, error))
    {
      rensa_tail_free (tail);
      return FALSE;
    }
  if (tail->start == 0 && tail->points->len == 0)
    {
      rensa_tail_free (tail);
      return rensa_sql_run (db, error, "DELETE FROM series WHERE id = ?1", "i", id);
    }

  g_ptr_array_add (self->tails, tail);
  return judge_series (self, rensa_recorder_add_series (self, report), db, id, error);
}

gboolean
rensa_recorder_rewind (sqlite3 *db, gpointer data, GError **error)
{
  RensaRecorder *self = data;
  g_autoptr (sqlite3_stmt) stmt = NULL;
  int step = -1;

  if (!find_id (self, db, error) || !drop_later_rows (self, db, error))
    return FALSE;

  self->stands = TRUE;
  forget_progress (self);
  stmt = rensa_sql_prepare (
      db, error, "SELECT id, key, prefix, observer, measure FROM series WHERE run = ?1 ORDER BY id", "i", self->id);
  while (stmt != NULL && (step = rensa_sql_step (stmt, error)) == 1)
    {
      g_autoptr (RensaReportKey) report = rensa_sql_column_report (stmt, 1);

      if (report != NULL && !g_hash_table_contains (self->indices, report->key)
          && !rewind_series (self, db, sqlite3_column_int64 (stmt, 0), report, error))
        return FALSE;
    }

  return step == 0 && rensa_run_record_update (&self->record, db, RENSA_N_EDITED_FIELDS, RENSA_N_RUN_FIELDS, error);
}

typedef struct
{
  RensaRecorder *recorder;
  const char *document;
} Replacement;

static gboolean
replace_document (sqlite3 *db, gpointer data, GError **error)
{
  const Replacement *replacement = data;

  return rensa_sql_run (db, error, "UPDATE documents SET text = ?1 WHERE run = ?2", "ti", replacement->document,
                        replacement->recorder->id);
}

gboolean
rensa_recorder_set_document (RensaRecorder *self, const char *document, GError **error)
{
  Replacement replacement = { self, document };

  return rensa_writer_call (self->writer, replace_document, &replacement, error);
}
