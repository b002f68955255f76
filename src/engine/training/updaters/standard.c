/* standard.c: StandardUpdater, one batch for all optimizers.
 * SPDX-License-Identifier: MIT */

#include "rensa-updaters.h"

static RensaOptimizer *
get_optimizer (RensaUpdater *updater, guint i)
{
  const char *name = rensa_updater_get_optimizer_name (updater, i);

  return name != NULL ? rensa_updater_get_optimizer (updater, name) : NULL;
}

static void
clear_grads (RensaUpdater *updater)
{
  RensaOptimizer *optimizer;

  for (guint i = 0; (optimizer = get_optimizer (updater, i)) != NULL; i++)
    rensa_link_cleargrads (rensa_optimizer_get_target (optimizer));
}

/* After one pass forward one optimizer after the other, each with the loss at its place: the gradients of a later one are those of
 * parameters that the earlier have changed, as in Chainer. */
static gboolean
learn (RensaUpdater *updater, RensaVariable *const *losses, int n_losses, GError **error)
{
  RensaOptimizer *optimizer;

  for (guint i = 0; (optimizer = get_optimizer (updater, i)) != NULL && (int) i < n_losses; i++)
    {
      if (!rensa_updater_is_due (updater, i))
        continue;
      if (i > 0)
        rensa_link_cleargrads (rensa_optimizer_get_target (optimizer));
      if (!rensa_optimizer_backward (optimizer, losses[i], error) || !rensa_optimizer_update (optimizer, error))
        return FALSE;
    }
  return TRUE;
}

static void
begin_epoch (RensaUpdater *updater)
{
  RensaOptimizer *optimizer;

  for (guint i = 0; (optimizer = get_optimizer (updater, i)) != NULL; i++)
    rensa_optimizer_new_epoch (optimizer);
}

static int
call_target (RensaUpdater *updater, RensaVariable *const *batch, int n, RensaVariable **losses, GError **error)
{
  clear_grads (updater);
  return rensa_link_call_n (rensa_updater_get_target (updater, RENSA_MAIN), batch, n, losses, RENSA_MAX_OUTPUTS, error);
}

static gboolean
update_core (RensaUpdater *updater, GError **error)
{
  RensaVariable *batch[RENSA_MAX_FIELDS];
  RensaVariable *losses[RENSA_MAX_OUTPUTS] = { NULL };
  const int n = rensa_updater_next_batch (updater, RENSA_MAIN, batch, error);
  const int n_losses = n > 0 ? call_target (updater, batch, n, losses, error) : -1;
  const gboolean ok = n_losses > 0 && learn (updater, losses, n_losses, error);

  rensa_variables_clear (losses, n_losses);
  rensa_variables_clear (batch, n);
  if (ok && rensa_updater_get_place (updater)->is_new_epoch)
    begin_epoch (updater);
  return ok;
}

const RensaUpdaterClass rensa_standard_updater_class = {
  .name = "StandardUpdater",
  .title = N_ ("Standard"),
  .summary = N_ ("One batch at a time, and each loss through its optimizer"),
  .inputs = RENSA_INPUTS ("iterator:main", "target:main"),
  .update_core = update_core,
  RENSA_FORMS ({ "chainer", "training.updaters.StandardUpdater(train_iter, optimizer)" }),
};
