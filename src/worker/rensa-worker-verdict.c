/* rensa-worker-verdict.c: what a worker says of its run in the end, and the model that was best before.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "rensa-judge.h"
#include "rensa-not-finite.h"
#include "rensa-npz.h"
#include "rensa-worker-private.h"

/* Larger models are not kept. If packing takes over LITTLE_COST microseconds, it takes at most a COST_FACTORth of the time. */
#define MOST_PARAMS (16 << 20)
#define COST_FACTOR 20
#define LITTLE_COST 50000

static double
find_validation_loss (RensaWorker *worker)
{
  RensaObservation *observation = rensa_trainer_get_observation (worker->trainer);

  for (guint i = 0; i < rensa_observation_get_n (observation); i++)
    {
      const RensaReportKey *report = g_hash_table_lookup (worker->reports, rensa_observation_get_key (observation, i));

      if (report != NULL && report->measure == RENSA_MEASURE_LOSS && report->prefix > 0)
        return rensa_observation_get_value (observation, i);
    }
  return NAN;
}

void
rensa_worker_note_best (RensaWorker *worker)
{
  const double loss = worker->recorder != NULL && worker->n_params <= MOST_PARAMS ? find_validation_loss (worker) : NAN;
  RensaBestModel *best = &worker->best;
  RensaUpdater *updater = rensa_trainer_get_updater (worker->trainer);
  const gint64 now = g_get_monotonic_time ();

  if (!isfinite (loss) || (best->bytes != NULL && loss >= best->loss)
      || (best->cost > LITTLE_COST && now - best->packed_at < COST_FACTOR * best->cost)
      || !rensa_trainer_settle (worker->trainer))
    return;
  g_clear_pointer (&best->bytes, g_bytes_unref);
  best->loss = loss;
  best->iteration = rensa_updater_get_iteration (updater);
  best->epoch = rensa_updater_get_epoch (updater);
  best->bytes = rensa_pack_npz (RENSA_WORKER_BEST_NAME, rensa_link_serialize,
                                rensa_updater_get_target (updater, RENSA_MAIN), FALSE, NULL);
  best->packed_at = g_get_monotonic_time ();
  best->cost = best->packed_at - now;
}

/* FALSE if it is not the model that the verdict names, as after a resume. */
static gboolean
write_best (RensaWorker *worker, const RensaVerdict *verdict)
{
  const RensaBestModel *best = &worker->best;
  g_autofree char *path = g_build_filename (worker->folder, RENSA_WORKER_BEST_NAME, NULL);
  gsize n;
  const char *bytes = best->bytes != NULL ? g_bytes_get_data (best->bytes, &n) : NULL;

  return bytes != NULL && (verdict->place == (double) best->epoch || verdict->place == (double) best->iteration)
         && g_file_set_contents (path, bytes, (gssize) n, NULL);
}

/* The newest one of before a number was not finite. */
static const char *
find_snapshot (RensaWorker *worker)
{
  const RensaNotFinite *found = rensa_trainer_get_not_finite (worker->trainer);

  for (guint i = worker->kept->len; found != NULL && i > 0; i--)
    {
      const RensaKeptSnapshot *kept = &g_array_index (worker->kept, RensaKeptSnapshot, i - 1);

      if (kept->iteration < found->iteration)
        return kept->path;
    }
  return worker->snapshot;
}

void
rensa_worker_judge (RensaWorker *worker, gboolean is_not_finite)
{
  g_autoptr (RensaVerdict) verdict = NULL;
  RensaAdvice advice;

  if (worker->recorder == NULL || rensa_worker_is_abandoned (worker))
    return;
  verdict = rensa_builder_judge (worker->builder, worker->trainer, is_not_finite, find_snapshot (worker));
  advice = verdict->advice;
  if (advice == RENSA_ADVICE_USE_BEST && !write_best (worker, verdict))
    advice = RENSA_ADVICE_NONE;
  if (verdict->record != NULL)
    rensa_recorder_set_verdict (worker->recorder, verdict->record, rensa_advice_get_name (advice));
}
