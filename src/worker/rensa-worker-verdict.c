/* rensa-worker-verdict.c: the verdict of a worker at the end of its run.
 * SPDX-License-Identifier: MIT */

#include "rensa-judge.h"
#include "rensa-not-finite.h"
#include "rensa-worker-private.h"

/* Returns the newest snapshot from before a number was not finite. */
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
  gboolean is_saved;

  if (worker->recorder == NULL || rensa_worker_is_abandoned (worker))
    return;
  verdict = rensa_builder_judge (worker->builder, worker->trainer, is_not_finite, find_snapshot (worker));
  advice = verdict->advice;
  is_saved = rensa_best_model_save (worker->best, worker->trainer, worker->folder);
  if (advice == RENSA_ADVICE_USE_BEST && !(is_saved && rensa_best_model_is_meant (worker->best, verdict)))
    advice = RENSA_ADVICE_NONE;
  if (verdict->record != NULL)
    rensa_recorder_set_verdict (worker->recorder, verdict->record, rensa_advice_get_name (advice));
}
