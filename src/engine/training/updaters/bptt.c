/* bptt.c: BPTTUpdater, truncated backpropagation through time.
 * SPDX-License-Identifier: MIT */

#include "bptt.py.inc"
#include "rensa-functions.h"
#include "rensa-updaters.h"

typedef struct
{
  gint64 bprop_len;
} Bptt;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (Bptt, bprop_len, .initial = 35, .min = 1, .max = 1e6, .title = N_ ("Steps"),
                  .hint = N_ ("Number of batches through which to backpropagate in each update")),
};

/* Returns the loss of the next batch. */
static RensaVariable *
call_target (RensaUpdater *updater, GError **error)
{
  RensaVariable *batch[RENSA_MAX_FIELDS];
  RensaVariable *losses[RENSA_MAX_OUTPUTS] = { NULL };
  const int n = rensa_updater_next_batch (updater, RENSA_MAIN, batch, error);
  const int n_losses = n > 0 ? rensa_link_call_n (rensa_updater_get_target (updater, RENSA_MAIN), batch, n, losses,
                                                  RENSA_MAX_OUTPUTS, error)
                             : -1;

  rensa_variables_clear (batch, n);
  for (int i = 1; i < n_losses; i++)
    rensa_variable_unref (losses[i]);
  return n_losses > 0 ? losses[0] : NULL;
}

/* Returns the sum of the losses of all steps; sets *@is_new_epoch if one of them completed an epoch. */
static RensaVariable *
unroll (RensaUpdater *updater, gboolean *is_new_epoch, GError **error)
{
  const Bptt *self = rensa_updater_get_values (updater);
  g_autoptr (RensaVariable) sum = NULL;

  for (gint64 i = 0; i < self->bprop_len; i++)
    {
      g_autoptr (RensaVariable) loss = call_target (updater, error);
      RensaVariable *more = loss == NULL  ? NULL
                            : sum == NULL ? rensa_variable_ref (loss)
                                          : rensa_add (sum, loss, error);

      if (more == NULL)
        return NULL;
      g_clear_pointer (&sum, rensa_variable_unref);
      sum = more;
      *is_new_epoch |= rensa_updater_get_place (updater)->is_new_epoch;
    }
  return g_steal_pointer (&sum);
}

/* The graph is cut after the update, so that the next one starts with values only. */
static gboolean
update_core (RensaUpdater *updater, GError **error)
{
  RensaOptimizer *optimizer = rensa_updater_get_optimizer (updater, RENSA_MAIN);
  gboolean is_new_epoch = FALSE;
  g_autoptr (RensaVariable) loss = unroll (updater, &is_new_epoch, error);

  if (loss == NULL)
    return FALSE;
  rensa_link_cleargrads (rensa_optimizer_get_target (optimizer));
  if (!rensa_variable_backward (loss, NULL, error))
    return FALSE;
  rensa_variable_unchain_backward (loss);
  if (!rensa_optimizer_update (optimizer, error))
    return FALSE;
  if (is_new_epoch)
    rensa_optimizer_new_epoch (optimizer);
  return TRUE;
}

const RensaUpdaterClass rensa_bptt_updater_class = {
  .name = "BPTTUpdater",
  .title = N_ ("Backpropagation Through Time"),
  .summary = N_ ("Backpropagates through several consecutive batches of a sequence and keeps the network state "
                 "between updates"),
  .words = N_ ("truncated backpropagation through time;recurrent;sequence;language model;lstm"),
  .reference =
      "Williams and Peng, \"An Efficient Gradient-Based Algorithm for On-Line Training of Recurrent Network Trajectories\", "
      "Neural Computation 2(4), 1990",
  RENSA_ATTRS (Bptt, attrs),
  .inputs = RENSA_INPUTS ("iterator:main", "optimizer:main"),
  .keeps_state = TRUE,
  .update_core = update_core,
  RENSA_FORMS ({ "chainer", "BPTTUpdater(train_iter, optimizer, {bprop_len})" }, { "chainer_class", chainer_class },
               { "torch", "{bprop_len}" }),
};
