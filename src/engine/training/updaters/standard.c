/* standard.c: StandardUpdater, one batch and one optimizer.
 * SPDX-License-Identifier: MIT */

#include "rensa-error.h"
#include "rensa-trainer.h"

static gboolean
update_core (RensaUpdater *updater, GError **error)
{
  RensaSerialIterator *iterator = rensa_updater_get_iterator (updater);
  RensaOptimizer *optimizer = rensa_updater_get_optimizer (updater);
  RensaArray *fields[RENSA_MAX_FIELDS] = { NULL };
  RensaVariable *batch[RENSA_MAX_FIELDS] = { NULL };
  const int n = rensa_dataset_get_n_fields (rensa_serial_iterator_get_dataset (iterator));
  gboolean is_over = FALSE;
  gboolean ok;

  if (!rensa_serial_iterator_next (iterator, fields, &is_over, error))
    return FALSE;
  if (is_over)
    {
      g_set_error_literal (error, RENSA_ERROR, RENSA_ERROR_INVALID,
                           "The iterator for training has no more batches; it must repeat");
      return FALSE;
    }

  for (int i = 0; i < n; i++)
    batch[i] = rensa_variable_new_constant (fields[i]);
  ok = rensa_optimizer_update_loss (optimizer, rensa_updater_get_loss_link (updater), batch, n, error);
  for (int i = 0; i < n; i++)
    {
      rensa_variable_unref (batch[i]);
      rensa_array_unref (fields[i]);
    }

  if (ok && rensa_serial_iterator_is_new_epoch (iterator))
    rensa_optimizer_new_epoch (optimizer);
  return ok;
}

const RensaUpdaterClass rensa_standard_updater_class = {
  .name = "StandardUpdater",
  .group = "updater",
  .title = N_ ("Standard"),
  .summary = N_ ("One batch at a time through one optimizer"),
  .update_core = update_core,
  .chainer = "training.updaters.StandardUpdater(train_iter, optimizer)",
};
