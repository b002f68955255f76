/* standard.c: StandardUpdater, one batch and one optimizer.
 * SPDX-License-Identifier: MIT */

#include "rensa-updaters.h"

static gboolean
update_core (RensaUpdater *updater, GError **error)
{
  RensaOptimizer *optimizer = rensa_updater_get_optimizer (updater, RENSA_MAIN);
  RensaVariable *batch[RENSA_MAX_FIELDS];
  const int n = rensa_updater_next_batch (updater, RENSA_MAIN, batch, error);
  const gboolean ok =
      n > 0 && rensa_optimizer_update_loss (optimizer, rensa_optimizer_get_target (optimizer), batch, n, error);

  rensa_variables_clear (batch, n);
  if (ok && rensa_updater_get_place (updater)->is_new_epoch)
    rensa_optimizer_new_epoch (optimizer);
  return ok;
}

const RensaUpdaterClass rensa_standard_updater_class = {
  .name = "StandardUpdater",
  .title = N_ ("Standard"),
  .summary = N_ ("One batch at a time through one optimizer"),
  .inputs = RENSA_INPUTS ("iterator:main", "optimizer:main"),
  .update_core = update_core,
  RENSA_FORMS ({ "chainer", "training.updaters.StandardUpdater(train_iter, optimizer)" }),
};
