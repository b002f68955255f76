/* parallel.c: ParallelUpdater, a batch dealt out to copies of the model.
 * SPDX-License-Identifier: MIT */

#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-primitives.h"
#include "rensa-updaters.h"
#include "rensa-wire-call.h"

typedef struct
{
  gint64 n_models;
} Parallel;

/* Copies of the main model, which have its parameters and running statistics before each batch. */
typedef struct
{
  GPtrArray *copies; /* RensaLink */
} State;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (Parallel, n_models, .initial = 2, .min = 1, .max = 64, .title = N_ ("Models"),
                  .hint = N_ ("How many share a batch; their gradients are added")),
};

static void
unref_link (gpointer link)
{
  rensa_link_unref (link);
}

static gboolean
make_copies (RensaUpdater *updater, State *state, GError **error)
{
  const Parallel *self = rensa_updater_get_values (updater);
  RensaReporter *reporter = rensa_updater_get_reporter (updater);
  g_autoptr (GPtrArray) copies = g_ptr_array_new_with_free_func (unref_link);

  for (int i = 1; i < self->n_models; i++)
    {
      RensaLink *copy = rensa_link_copy (rensa_updater_get_target (updater, RENSA_MAIN), RENSA_COPY_COPY, error);

      if (copy == NULL)
        return FALSE;
      g_ptr_array_add (copies, copy);
    }
  for (guint i = 0; reporter != NULL && i < copies->len; i++)
    {
      g_autofree char *name = g_strdup_printf ("copy%u", i + 1);

      rensa_reporter_add_link (reporter, name, copies->pdata[i]);
    }
  state->copies = g_steal_pointer (&copies);
  return TRUE;
}

/* Rows, or sequences, @first, @first + @step, … */
static RensaVariable *
deal_out (RensaVariable *field, int first, gint64 step, GError **error)
{
  if (rensa_variable_get_type (field).n_sequences > 0)
    return rensa_sequences_deal_out (field, first, (int) step, error);

  const RensaSlice slice = { .start = first, .stop = RENSA_SLICE_NONE, .step = step };
  g_autoptr (RensaArray) rows = rensa_array_view_slice (rensa_variable_get_array (field), &slice, 1, error);
  g_autoptr (RensaArray) dense = rows != NULL ? rensa_array_copy (rows, error) : NULL;

  return rensa_variable_new_constant (dense);
}

/* What model @i makes of its part of the batch. */
static gboolean
learn (RensaUpdater *updater, RensaLink *model, int i, RensaVariable *const *batch, int n, GError **error)
{
  const Parallel *self = rensa_updater_get_values (updater);
  RensaVariable *part[RENSA_MAX_FIELDS] = { NULL };
  gboolean ok = TRUE;

  for (int field = 0; ok && field < n; field++)
    {
      part[field] = deal_out (batch[field], i, self->n_models, error);
      ok = part[field] != NULL;
    }
  rensa_link_cleargrads (model);
  ok = ok && rensa_optimizer_backward_loss (rensa_updater_get_optimizer (updater, RENSA_MAIN), model, part, n, error);
  for (int field = 0; field < n; field++)
    g_clear_pointer (&part[field], rensa_variable_unref);
  return ok;
}

/* One model after the other, so that the sum of gradients does not depend on the number of threads, which all work for each. */
static gboolean
update_models (RensaUpdater *updater, RensaVariable *const *batch, int n, GError **error)
{
  RensaOptimizer *optimizer = rensa_updater_get_optimizer (updater, RENSA_MAIN);
  RensaLink *main = rensa_optimizer_get_target (optimizer);
  GPtrArray *copies = ((State *) rensa_updater_get_state (updater))->copies;

  if (!learn (updater, main, 0, batch, n, error))
    return FALSE;
  for (guint i = 0; i < copies->len; i++)
    if (!learn (updater, copies->pdata[i], (int) i + 1, batch, n, error)
        || !rensa_link_add_grads (main, copies->pdata[i], error))
      return FALSE;
  if (!rensa_optimizer_update (optimizer, error))
    return FALSE;
  for (guint i = 0; i < copies->len; i++)
    if (!rensa_link_copy_params (copies->pdata[i], main, error))
      return FALSE;
  return TRUE;
}

static gboolean
check_size (RensaUpdater *updater, RensaVariable *const *batch, GError **error)
{
  const Parallel *self = rensa_updater_get_values (updater);
  const gint64 n = rensa_array_count_examples (rensa_variable_get_array (batch[0]));

  if (n >= self->n_models)
    return TRUE;
  rensa_set_words (error, RENSA_ERROR_INVALID,
                   N_ ("%s expects batches of at least %lld examples, one for each model, but found one of %lld"),
                   "ParallelUpdater", (long long) self->n_models, (long long) n);
  return FALSE;
}

/* Copies are made at the first batch, after a snapshot was read. */
static gboolean
update_core (RensaUpdater *updater, GError **error)
{
  State *state = rensa_updater_get_state (updater);
  RensaVariable *batch[RENSA_MAX_FIELDS];
  gboolean ok = state->copies != NULL || make_copies (updater, state, error);
  const int n = ok ? rensa_updater_next_batch (updater, RENSA_MAIN, batch, error) : -1;

  ok = n > 0 && check_size (updater, batch, error) && update_models (updater, batch, n, error);
  rensa_variables_clear (batch, n);
  if (ok && rensa_updater_get_place (updater)->is_new_epoch)
    rensa_optimizer_new_epoch (rensa_updater_get_optimizer (updater, RENSA_MAIN));
  return ok;
}

static void
finalize (RensaUpdater *updater)
{
  g_clear_pointer (&((State *) rensa_updater_get_state (updater))->copies, g_ptr_array_unref);
}

const RensaUpdaterClass rensa_parallel_updater_class = {
  .name = "ParallelUpdater",
  .title = N_ ("Parallel"),
  .summary = N_ ("Deals each batch out to copies of the model and adds their gradients"),
  .words = N_ ("data parallel;replica;distributed;several models"),
  RENSA_ATTRS (Parallel, attrs),
  .inputs = RENSA_INPUTS ("iterator:main", "optimizer:main"),
  .state_size = sizeof (State),
  .update_core = update_core,
  .finalize = finalize,
  RENSA_FORMS ({ "chainer", "training.updaters.ParallelUpdater(train_iter, optimizer, devices=dict([('main', "
                            "'@numpy')] + [('copy%d' % i, '@numpy') for i in range(1, {n_models})]))" }),
};
