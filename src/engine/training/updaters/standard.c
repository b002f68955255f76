/* standard.c: StandardUpdater, one batch for all optimizers.
 * SPDX-License-Identifier: MIT */

#include "rensa-links.h"
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

typedef struct
{
  RensaVariable *batch[RENSA_MAX_FIELDS];
  int n_fields;
  RensaVariable *losses[RENSA_MAX_OUTPUTS];
  int n_losses;
} Iteration;

static gboolean
learn_from (RensaUpdater *updater, guint i, Iteration *iteration, GError **error)
{
  RensaLink *target = rensa_updater_get_target (updater, RENSA_MAIN);
  RensaOptimizer *optimizer = get_optimizer (updater, i);

  if (rensa_step_is_fresh (target, (int) i))
    iteration->losses[i] = rensa_step_call_fresh (target, (int) i, iteration->batch, iteration->n_fields, error);
  if (iteration->losses[i] == NULL)
    return FALSE;
  if (i > 0)
    rensa_link_cleargrads (rensa_optimizer_get_target (optimizer));
  return rensa_optimizer_backward (optimizer, iteration->losses[i], error) && rensa_optimizer_update (optimizer, error);
}

/* Runs the optimizers in order after one forward pass, each with its own loss. As in Chainer,
 * the gradients for a later optimizer are then computed with parameters that earlier optimizers
 * have already changed, unless it has its own forward pass. */
static gboolean
learn (RensaUpdater *updater, Iteration *iteration, GError **error)
{
  for (guint i = 0; get_optimizer (updater, i) != NULL && (int) i < iteration->n_losses; i++)
    if (rensa_updater_is_due (updater, i) && !learn_from (updater, i, iteration, error))
      return FALSE;
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
call_target (RensaUpdater *updater, Iteration *iteration, GError **error)
{
  clear_grads (updater);
  return rensa_step_call (rensa_updater_get_target (updater, RENSA_MAIN), iteration->batch, iteration->n_fields,
                          iteration->losses, error);
}

static gboolean
update_core (RensaUpdater *updater, GError **error)
{
  Iteration iteration = { .n_losses = -1 };
  gboolean ok;

  iteration.n_fields = rensa_updater_next_batch (updater, RENSA_MAIN, iteration.batch, error);
  if (iteration.n_fields > 0)
    iteration.n_losses = call_target (updater, &iteration, error);
  ok = iteration.n_losses > 0 && learn (updater, &iteration, error);

  rensa_variables_clear (iteration.losses, iteration.n_losses);
  rensa_variables_clear (iteration.batch, iteration.n_fields);
  if (ok && rensa_updater_get_place (updater)->is_new_epoch)
    begin_epoch (updater);
  return ok;
}

const RensaUpdaterClass rensa_standard_updater_class = {
  .name = "StandardUpdater",
  .title = N_ ("Standard"),
  .summary = N_ ("Processes one batch at a time and minimizes each loss with its optimizer"),
  .inputs = RENSA_INPUTS ("iterator:main", "target:main"),
  .update_core = update_core,
  RENSA_FORMS ({ "chainer", "training.updaters.StandardUpdater(train_iter, optimizer)" }, { "torch", "1" }),
};
