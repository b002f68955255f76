/* rensa-worker-report.c: reports from a worker to the main thread and the store.
 * SPDX-License-Identifier: MIT */

#include "rensa-extensions.h"
#include "rensa-worker-private.h"

static const RensaRunState run_states[] = {
  [RENSA_WORKER_PREPARING] = RENSA_RUN_RUNNING, [RENSA_WORKER_RUNNING] = RENSA_RUN_RUNNING,
  [RENSA_WORKER_PAUSED] = RENSA_RUN_PAUSED,     [RENSA_WORKER_FINISHED] = RENSA_RUN_FINISHED,
  [RENSA_WORKER_STOPPED] = RENSA_RUN_STOPPED,
};

void
rensa_worker_set_state (RensaWorker *worker, RensaWorkerState state)
{
  worker->now.state = state;
  if (worker->recorder != NULL && state == RENSA_WORKER_FAILED)
    rensa_recorder_fail (worker->recorder, worker->error, worker->error_record);
  else if (worker->recorder != NULL)
    rensa_recorder_set_state (worker->recorder, run_states[state]);
  rensa_status_box_write (&worker->status, &worker->now);
}

/* Returns the examples per second since the oldest remaining sample. */
static double
measure_rate (RensaWorker *worker, double elapsed, gint64 n_examples)
{
  const RensaRateSample *oldest =
      &worker->rates[worker->n_rates > RENSA_RATE_SAMPLES ? worker->n_rates % RENSA_RATE_SAMPLES : 0];
  const RensaRateSample *newest = &worker->rates[(worker->n_rates + RENSA_RATE_SAMPLES - 1) % RENSA_RATE_SAMPLES];
  double rate = 0;

  if (worker->n_rates > 0 && elapsed > oldest->elapsed)
    rate = (double) (n_examples - oldest->n_examples) / (elapsed - oldest->elapsed);
  if (worker->n_rates == 0 || elapsed - newest->elapsed >= RENSA_RATE_INTERVAL)
    worker->rates[worker->n_rates++ % RENSA_RATE_SAMPLES] = (RensaRateSample){ elapsed, n_examples };
  return rate;
}

void
rensa_worker_watch_device (RensaWorker *worker, const RensaDevice *device)
{
  g_auto (RensaDeviceFacts) facts = { NULL };
  g_autofree char *text = NULL;

  worker->device = device;
  rensa_pool_reset_use (device);
  if (device->use == NULL || !device->klass->describe (device->klass, device->number, &facts, NULL))
    return;

  worker->now.device_bytes = facts.n_bytes;
  text = g_strdup_printf ("%s (%s)", facts.model, device->name);
  if (worker->recorder != NULL)
    rensa_recorder_set_device (worker->recorder, text);
}

void
rensa_worker_publish (RensaWorker *worker)
{
  RensaTrainer *trainer = worker->trainer;
  RensaUpdater *updater = rensa_trainer_get_updater (trainer);
  RensaWorkerStatus *now = &worker->now;
  const char *unit;

  now->iteration = rensa_updater_get_iteration (updater);
  now->epoch = rensa_updater_get_epoch_detail (updater);
  now->elapsed = rensa_trainer_get_elapsed_time (trainer);
  now->rate = measure_rate (worker, now->elapsed, rensa_updater_get_place (updater)->n_seen);
  if (!rensa_trainer_get_progress (trainer, &now->fraction, &now->seconds_left))
    now->seconds_left = -1;
  if (rensa_trigger_get_training_length (rensa_trainer_get_stop_trigger (trainer), &now->length, &unit))
    g_strlcpy (now->length_unit, unit, sizeof now->length_unit);
  rensa_pool_get_use (worker->device, &now->use);
  rensa_status_box_write (&worker->status, now);
}

static RensaMessage
make_message (RensaWorker *worker, RensaMessageKind kind, const char *key)
{
  return (RensaMessage){
    .kind = kind,
    .key = key,
    .iteration = worker->now.iteration,
    .epoch = worker->now.epoch,
    .elapsed = worker->now.elapsed,
  };
}

static void
tell_text_of (RensaWorker *worker, RensaMessageKind kind, const char *key, const char *text, gint64 iteration)
{
  RensaMessage message = make_message (worker, kind, g_intern_string (key));

  message.text = g_utf8_make_valid (text, -1);
  message.iteration = iteration;
  rensa_queue_push (worker->queue, &message);
}

static void
tell_text (RensaWorker *worker, RensaMessageKind kind, const char *key, const char *text)
{
  tell_text_of (worker, kind, key, text, worker->now.iteration);
}

void
rensa_worker_tell_event (RensaWorker *worker, const char *path, const char *text)
{
  const RensaWorkerStatus *now = &worker->now;

  tell_text (worker, RENSA_MESSAGE_EVENT, path, text);
  if (worker->recorder != NULL)
    rensa_recorder_add_event (worker->recorder, now->iteration, now->epoch, now->elapsed, path, text);
}

void
rensa_worker_tell_artifact (RensaWorker *worker, const char *kind, const char *path, gint64 iteration)
{
  rensa_worker_tell_held (worker);
  tell_text_of (worker, RENSA_MESSAGE_ARTIFACT, kind, path, iteration);
  if (worker->recorder != NULL)
    rensa_recorder_add_artifact (worker->recorder, kind, path, iteration);
}

void
rensa_worker_tell_trouble (RensaWorker *worker, const char *trouble, const char *sentence)
{
  if (g_hash_table_add (worker->told, g_strdup (trouble)))
    tell_text (worker, RENSA_MESSAGE_NOTICE, NULL, sentence);
}

void
rensa_worker_end_trouble (RensaWorker *worker, const char *trouble)
{
  g_hash_table_remove (worker->told, trouble);
}

/* Describes a series before its first value. */
static void
tell_series (RensaWorker *worker, const char *key)
{
  RensaMessage message = make_message (worker, RENSA_MESSAGE_SERIES, key);
  RensaReportKey *report;

  if (g_hash_table_contains (worker->reports, key))
    return;

  report = rensa_trainer_describe_report (worker->trainer, key);
  g_hash_table_insert (worker->reports, (gpointer) key, report);
  message.report = report;
  rensa_queue_push (worker->queue, &message);
  if (worker->recorder != NULL)
    rensa_recorder_describe (worker->recorder, report);
}

static void
tell_value (RensaWorker *worker, const RensaMessage *value)
{
  rensa_queue_push (worker->queue, value);
  if (worker->recorder != NULL)
    rensa_recorder_add_value (worker->recorder, value->key, value->iteration, value->epoch, value->elapsed,
                              value->value);
}

/* @number: (nullable): provides the value later */
typedef struct
{
  RensaMessage message;
  RensaLateNumber *number;
} Held;

static void
held_clear (gpointer held)
{
  g_clear_pointer (&((Held *) held)->number, rensa_late_number_unref);
}

GArray *
rensa_worker_held_new (void)
{
  GArray *values = g_array_new (FALSE, FALSE, sizeof (Held));

  g_array_set_clear_func (values, held_clear);
  return values;
}

/* Empties it. */
static void
tell_all (RensaWorker *worker, GArray *values)
{
  for (guint i = 0; i < values->len; i++)
    {
      Held *held = &g_array_index (values, Held, i);

      if (held->number != NULL)
        held->message.value = rensa_late_number_get (held->number);
      tell_value (worker, &held->message);
    }
  g_array_set_size (values, 0);
}

void
rensa_worker_tell_held (RensaWorker *worker)
{
  tell_all (worker, worker->held);
}

/* Adds value @i to the held values; returns TRUE if a device has yet to compute it. */
static gboolean
hold (RensaWorker *worker, RensaObservation *observation, guint i)
{
  Held held = { make_message (worker, RENSA_MESSAGE_VALUE, rensa_observation_get_key (observation, i)),
                rensa_observation_get_late (observation, i) };

  tell_series (worker, held.message.key);
  if (held.number == NULL)
    held.message.value = rensa_observation_get_value (observation, i);
  g_array_append_val (worker->held, held);
  return held.number != NULL;
}

/* After iterations longer than this, reports the values immediately instead of after the next one;
 * waiting for them is short in comparison. */
#define LONG_ITERATION 0.1

/* Requests all numbers of this iteration before waiting for those of the last one. */
static void
tell_observation (RensaWorker *worker)
{
  RensaObservation *observation = rensa_trainer_get_observation (worker->trainer);
  const gboolean is_long = worker->now.elapsed - worker->told_at > LONG_ITERATION;
  GArray *last = worker->held;
  gboolean is_late = FALSE;

  worker->held = worker->spare;
  worker->spare = last;
  for (guint i = 0; i < rensa_observation_get_n (observation); i++)
    is_late |= hold (worker, observation, i);
  tell_all (worker, last);
  if (!is_late || is_long)
    rensa_worker_tell_held (worker);
  worker->told_at = worker->now.elapsed;
}

static void
tell_log_entry (RensaWorker *worker, RensaLog *log, guint entry)
{
  const guint n = rensa_log_get_n_values (log, entry);
  g_autofree const char **keys = g_new (const char *, n);
  g_autofree double *values = g_new (double, n);
  RensaMessage message = make_message (worker, RENSA_MESSAGE_LOG, NULL);

  message.iteration = entry;
  message.value = n;
  rensa_queue_push (worker->queue, &message);
  for (guint i = 0; i < n; i++)
    {
      message = make_message (worker, RENSA_MESSAGE_VALUE, rensa_log_get_key (log, entry, i));
      message.is_log = TRUE;
      rensa_log_lookup (log, entry, message.key, &message.value, NULL);
      rensa_queue_push (worker->queue, &message);
      keys[i] = message.key;
      values[i] = message.value;
    }
  if (worker->recorder != NULL)
    rensa_recorder_add_log (worker->recorder, entry, keys, values, n);
}

static void
tell_log (RensaWorker *worker)
{
  RensaLog *log = rensa_trainer_get_log (worker->trainer, NULL);

  if (log == NULL || worker->n_log_entries == rensa_log_get_n_entries (log))
    return;

  rensa_worker_tell_held (worker);
  for (; worker->n_log_entries < rensa_log_get_n_entries (log); worker->n_log_entries++)
    tell_log_entry (worker, log, worker->n_log_entries);
}

gboolean
rensa_worker_is_abandoned (RensaWorker *worker)
{
  return g_atomic_int_get (&worker->is_abandoned) != 0;
}

void
rensa_worker_tell_values (RensaWorker *worker)
{
  tell_observation (worker);
  tell_log (worker);
}
