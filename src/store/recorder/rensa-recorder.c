/* rensa-recorder.c: receives the reports of a run from the worker.
 * SPDX-License-Identifier: MIT */

#include "rensa-recorder-private.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

static void
entry_free (gpointer data)
{
  RensaEntry *entry = data;

  g_free (entry->name);
  g_free (entry->text);
  g_free (entry);
}

RensaRecorder *
rensa_recorder_new (RensaWriter *writer, RensaRun *run, const char *folder, int lock_fd)
{
  RensaRecorder *self = g_new0 (RensaRecorder, 1);

  self->ref_count = 1;
  self->writer = rensa_writer_ref (writer);
  self->run = g_object_ref (run);
  self->folder = g_strdup (folder);
  self->lock_fd = lock_fd;
  pthread_mutex_init (&self->lock, NULL);
  rensa_run_record_copy (&self->record, &run->record, 0, RENSA_N_RUN_FIELDS);
  self->is_dirty = TRUE;
  self->indices = g_hash_table_new (g_str_hash, g_str_equal);
  self->series = g_ptr_array_new_with_free_func ((GDestroyNotify) rensa_report_key_free);
  self->described = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) rensa_report_key_free);
  self->metric = -1;
  self->loss = -1;
  self->not_finite = g_byte_array_new ();
  self->reports = g_array_new (FALSE, FALSE, sizeof (RensaReport));
  self->spare_reports = g_array_new (FALSE, FALSE, sizeof (RensaReport));
  self->entries = g_ptr_array_new_with_free_func (entry_free);
  self->saving_entries = g_ptr_array_new_with_free_func (entry_free);
  self->tails = g_ptr_array_new_with_free_func ((GDestroyNotify) rensa_tail_free);
  return self;
}

RensaRecorder *
rensa_recorder_ref (RensaRecorder *self)
{
  g_atomic_int_inc (&self->ref_count);
  return self;
}

void
rensa_recorder_unref (RensaRecorder *self)
{
  if (!g_atomic_int_dec_and_test (&self->ref_count))
    return;

  rensa_recorder_unlock (self);
  rensa_run_record_clear (&self->record);
  rensa_run_record_clear (&self->saving);
  g_hash_table_unref (self->indices);
  g_hash_table_unref (self->described);
  g_ptr_array_unref (self->series);
  g_byte_array_unref (self->not_finite);
  g_array_unref (self->reports);
  g_array_unref (self->spare_reports);
  g_ptr_array_unref (self->entries);
  g_ptr_array_unref (self->saving_entries);
  g_ptr_array_unref (self->tails);
  g_free (self->document);
  g_free (self->folder);
  pthread_mutex_destroy (&self->lock);
  rensa_writer_unref (self->writer);
  g_object_unref (self->run);
  g_free (self);
}

void
rensa_recorder_unlock (RensaRecorder *self)
{
  if (self->lock_fd >= 0)
    close (self->lock_fd);
  self->lock_fd = -1;
}

void
rensa_recorder_free (RensaRecorder *self)
{
  gboolean is_active;

  pthread_mutex_lock (&self->lock);
  is_active = self->record.state == RENSA_RUN_RUNNING || self->record.state == RENSA_RUN_PAUSED;
  pthread_mutex_unlock (&self->lock);
  if (is_active)
    rensa_recorder_set_state (self, RENSA_RUN_INTERRUPTED);
  rensa_recorder_unref (self);
}

RensaRun *
rensa_recorder_get_run (RensaRecorder *self)
{
  return self->run;
}

const char *
rensa_recorder_get_folder (RensaRecorder *self)
{
  return self->folder;
}

/* Best and last */

/* Returns TRUE if the series replaces the present one of its measure: values that are not learned
 * from take precedence. */
static gboolean
is_preferred (RensaRecorder *self, const RensaReportKey *report, int present)
{
  return present < 0 || (report->prefix > 0 && ((RensaReportKey *) self->series->pdata[present])->prefix == 0);
}

static void
choose (RensaRecorder *self, int index, const RensaReportKey *report)
{
  RensaRunRecord *record = &self->record;

  if (report->measure == RENSA_MEASURE_SCORE && is_preferred (self, report, self->metric))
    {
      self->metric = index;
      g_free (record->metric_name);
      record->metric_name = g_strdup (report->key);
      record->best_metric = record->last_metric = NAN;
    }
  if (report->measure == RENSA_MEASURE_LOSS && is_preferred (self, report, self->loss))
    {
      self->loss = index;
      g_free (record->loss_name);
      record->loss_name = g_strdup (report->key);
      record->best_loss = record->last_loss = NAN;
    }
}

int
rensa_recorder_add_series (RensaRecorder *self, const RensaReportKey *report)
{
  const int index = (int) self->series->len;
  const guint8 is_finite_so_far = FALSE;
  RensaReportKey *copy = rensa_report_key_copy (report);

  g_byte_array_append (self->not_finite, &is_finite_so_far, 1);
  g_ptr_array_add (self->series, copy);
  g_hash_table_insert (self->indices, copy->key, GINT_TO_POINTER (index + 1));
  choose (self, index, copy);
  return index;
}

int
rensa_recorder_get_index (RensaRecorder *self, const char *key)
{
  const int known = GPOINTER_TO_INT (g_hash_table_lookup (self->indices, key));
  const RensaReportKey *described = known == 0 ? g_hash_table_lookup (self->described, key) : NULL;
  const RensaReportKey plain = { .key = (char *) key };

  if (known > 0)
    return known - 1;
  return rensa_recorder_add_series (self, described != NULL ? described : &plain);
}

void
rensa_recorder_describe (RensaRecorder *self, const RensaReportKey *report)
{
  RensaReportKey *copy = rensa_report_key_copy (report);

  pthread_mutex_lock (&self->lock);
  g_hash_table_replace (self->described, copy->key, copy);
  pthread_mutex_unlock (&self->lock);
}

static void
judge_finite (RensaRecorder *self, int index, double value)
{
  const RensaReportKey *report = self->series->pdata[index];
  guint8 *not_finite = &self->not_finite->data[index];

  if (report->measure != RENSA_MEASURE_LOSS || *not_finite == (isfinite (value) == 0))
    return;

  *not_finite = !*not_finite;
  self->n_not_finite = *not_finite ? self->n_not_finite + 1 : self->n_not_finite - 1;
  self->record.not_finite = self->n_not_finite > 0;
}

void
rensa_recorder_judge (RensaRecorder *self, int index, double value)
{
  RensaRunRecord *record = &self->record;

  judge_finite (self, index, value);
  if (index == self->metric)
    {
      record->last_metric = value;
      record->best_metric = fmax (record->best_metric, value);
    }
  else if (index == self->loss)
    {
      record->last_loss = value;
      record->best_loss = fmin (record->best_loss, value);
    }
}

/* Reports */

/* While the database cannot be written, everything waits in memory, 40 bytes a value; above this
 * limit the reporting thread is slowed down, so that the run outlasts the problem without running
 * out of memory. */
#define MOST_WAITING (4 << 20)
#define SLOW_DOWN (G_USEC_PER_SEC / 20)

void
rensa_recorder_add_value (RensaRecorder *self, const char *key, gint64 iteration, double epoch, double elapsed,
                          double value)
{
  RensaReport report = { .point = { iteration, epoch, elapsed, value } };
  gboolean is_too_much;

  pthread_mutex_lock (&self->lock);
  report.series = rensa_recorder_get_index (self, key);
  g_array_append_val (self->reports, report);
  rensa_recorder_judge (self, report.series, value);
  self->record.iteration = iteration;
  self->record.epoch = epoch;
  self->record.elapsed = elapsed;
  self->is_dirty = TRUE;
  is_too_much = self->n_behind + self->reports->len > MOST_WAITING;
  pthread_mutex_unlock (&self->lock);
  if (is_too_much)
    g_usleep (SLOW_DOWN);
}

static void
add_entry (RensaRecorder *self, RensaEntry entry)
{
  RensaEntry *copy = g_new (RensaEntry, 1);

  *copy = entry;
  copy->name = g_strdup (entry.name);
  copy->text = g_strdup (entry.text);
  pthread_mutex_lock (&self->lock);
  g_ptr_array_add (self->entries, copy);
  pthread_mutex_unlock (&self->lock);
}

/* Returns the iteration of a log entry, as reported by LogReport. */
static gint64
find_iteration (RensaRecorder *self, const char *const *keys, const double *values, guint n)
{
  gint64 iteration;

  for (guint i = 0; i < n; i++)
    if (strcmp (keys[i], "iteration") == 0 && fabs (values[i]) < 9e15)
      return (gint64) values[i];

  pthread_mutex_lock (&self->lock);
  iteration = self->record.iteration;
  pthread_mutex_unlock (&self->lock);
  return iteration;
}

void
rensa_recorder_add_log (RensaRecorder *self, gint64 entry, const char *const *keys, const double *values, guint n)
{
  const gint64 iteration = find_iteration (self, keys, values, n);

  for (guint i = 0; i < n; i++)
    add_entry (self, (RensaEntry){ .kind = RENSA_ENTRY_LOG,
                                   .number = entry,
                                   .position = i,
                                   .point = { .iteration = iteration, .value = values[i] },
                                   .name = (char *) keys[i] });
}

void
rensa_recorder_add_event (RensaRecorder *self, gint64 iteration, double epoch, double elapsed, const char *what,
                          const char *text)
{
  add_entry (self, (RensaEntry){ .kind = RENSA_ENTRY_EVENT,
                                 .number = g_get_real_time (),
                                 .point = { .iteration = iteration, .epoch = epoch, .elapsed = elapsed },
                                 .name = (char *) what,
                                 .text = (char *) text });
}

void
rensa_recorder_add_artifact (RensaRecorder *self, const char *kind, const char *path, gint64 iteration)
{
  const gsize length = strlen (self->folder);

  if (strncmp (path, self->folder, length) == 0 && path[length] == '/')
    path += length + 1;
  add_entry (self, (RensaEntry){ .kind = RENSA_ENTRY_ARTIFACT,
                                 .number = g_get_real_time (),
                                 .point = { .iteration = iteration },
                                 .name = (char *) path,
                                 .text = (char *) kind });
}

double
rensa_recorder_get_score (RensaRecorder *self)
{
  double score;

  pthread_mutex_lock (&self->lock);
  score = self->record.loss_name != NULL ? self->record.last_loss : -self->record.last_metric;
  pthread_mutex_unlock (&self->lock);
  return isfinite (score) ? score : NAN;
}

void
rensa_recorder_set_params (RensaRecorder *self, gint64 n_links, gint64 n_params)
{
  pthread_mutex_lock (&self->lock);
  self->record.n_links = n_links;
  self->record.n_params = n_params;
  self->is_dirty = TRUE;
  pthread_mutex_unlock (&self->lock);
}

void
rensa_recorder_set_device (RensaRecorder *self, const char *device)
{
  pthread_mutex_lock (&self->lock);
  g_free (self->record.device);
  self->record.device = g_utf8_make_valid (device, -1);
  self->is_dirty = TRUE;
  pthread_mutex_unlock (&self->lock);
}

void
rensa_recorder_set_verdict (RensaRecorder *self, const char *record, const char *advice)
{
  pthread_mutex_lock (&self->lock);
  g_clear_pointer (&self->record.verdict, g_free);
  g_free (self->record.verdict_record);
  g_free (self->record.advice);
  self->record.verdict_record = g_strdup (record);
  self->record.advice = g_strdup (advice);
  self->is_dirty = TRUE;
  pthread_mutex_unlock (&self->lock);
}

static void
set_state (RensaRecorder *self, RensaRunState state, const char *message, const char *record)
{
  RensaNews *news = rensa_news_new (RENSA_NEWS_PROGRESS);
  const gboolean has_ended = state != RENSA_RUN_RUNNING && state != RENSA_RUN_PAUSED;

  pthread_mutex_lock (&self->lock);
  self->record.state = state;
  self->record.ended = has_ended ? MAX (g_get_real_time (), self->record.started) : 0;
  g_free (self->record.message);
  self->record.message = message != NULL ? g_utf8_make_valid (message, -1) : NULL;
  g_free (self->record.message_record);
  self->record.message_record = g_strdup (record);
  self->is_dirty = TRUE;
  rensa_run_record_copy (&news->run, &self->record, 0, RENSA_N_RUN_FIELDS);
  pthread_mutex_unlock (&self->lock);

  rensa_writer_tell (self->writer, news);
  if (has_ended)
    rensa_writer_hurry (self->writer);
}

void
rensa_recorder_set_state (RensaRecorder *self, RensaRunState state)
{
  set_state (self, state, NULL, NULL);
}

void
rensa_recorder_fail (RensaRecorder *self, const char *message, const char *record)
{
  set_state (self, RENSA_RUN_FAILED, message, record);
}
