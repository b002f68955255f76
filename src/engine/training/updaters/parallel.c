/* parallel.c: ParallelUpdater, distributes a batch over copies of the model.
 * SPDX-License-Identifier: MIT */

#include "parallel.py.inc"
#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-link-replicas.h"
#include "rensa-primitives.h"
#include "rensa-updaters.h"
#include "rensa-wire-call.h"

typedef struct
{
  gint64 n_models;
} Parallel;

/* The main model and its copies, each on its device; before each batch, the copies have the main
 * model's parameters and running statistics. */
typedef struct
{
  GPtrArray *models; /* RensaLink; NULL before the first batch */
} State;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (Parallel, n_models, .initial = 2, .min = 1, .max = 64, .title = N_ ("Models"),
                  .hint = N_ ("Number of model replicas that share a batch; their gradients are summed")),
};

static void
unref_link (gpointer link)
{
  rensa_link_unref (link);
}

static gboolean
check_devices (RensaUpdater *updater, GError **error)
{
  const Parallel *self = rensa_updater_get_values (updater);
  const guint n_devices = rensa_updater_get_n_devices (updater);

  if (self->n_models >= n_devices)
    return TRUE;
  rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s expects at least %u models, one per device, but found %lld"),
                   "ParallelUpdater", n_devices, (long long) self->n_models);
  return FALSE;
}

/* Makes model @i, on its device. */
static RensaLink *
make_copy (RensaUpdater *updater, guint i, GError **error)
{
  g_autoptr (RensaLink) copy = rensa_link_copy (rensa_updater_get_target (updater, RENSA_MAIN), RENSA_COPY_COPY, error);

  if (copy == NULL || !rensa_link_to_device (copy, rensa_updater_get_device (updater, i), error))
    return NULL;
  return g_steal_pointer (&copy);
}

static gboolean
make_models (RensaUpdater *updater, State *state, GError **error)
{
  const Parallel *self = rensa_updater_get_values (updater);
  RensaReporter *reporter = rensa_updater_get_reporter (updater);
  g_autoptr (GPtrArray) models = g_ptr_array_new_with_free_func (unref_link);

  if (!check_devices (updater, error))
    return FALSE;
  g_ptr_array_add (models, rensa_link_ref (rensa_updater_get_target (updater, RENSA_MAIN)));
  while (models->len < self->n_models)
    {
      RensaLink *copy = make_copy (updater, models->len, error);

      if (copy == NULL)
        return FALSE;
      g_ptr_array_add (models, copy);
    }
  for (guint i = 1; reporter != NULL && i < models->len; i++)
    {
      g_autofree char *name = g_strdup_printf ("copy%u", i);

      rensa_reporter_add_link (reporter, name, models->pdata[i]);
    }
  state->models = g_steal_pointer (&models);
  return TRUE;
}

/* Returns rows, or sequences, @first, @first + @step, … */
static RensaArray *
deal_out (RensaVariable *field, guint first, gint64 step, GError **error)
{
  if (rensa_variable_get_type (field).n_sequences > 0)
    {
      g_autoptr (RensaVariable) dealt = rensa_sequences_deal_out (field, (int) first, (int) step, error);

      return dealt != NULL ? rensa_array_ref (rensa_variable_get_array (dealt)) : NULL;
    }

  const RensaSlice slice = { .start = first, .stop = RENSA_SLICE_NONE, .step = step };
  g_autoptr (RensaArray) rows = rensa_array_view_slice (rensa_variable_get_array (field), &slice, 1, error);

  return rensa_array_copy (rows, error);
}

/* Computes the gradients of model @i for its part of the batch. */
static gboolean
learn (RensaUpdater *updater, guint i, RensaVariable *const *batch, int n, GError **error)
{
  GPtrArray *models = ((State *) rensa_updater_get_state (updater))->models;
  RensaLink *model = models->pdata[i];
  RensaVariable *part[RENSA_MAX_FIELDS] = { NULL };
  gboolean ok = TRUE;

  for (int field = 0; ok && field < n; field++)
    {
      g_autoptr (RensaArray) share = deal_out (batch[field], i, models->len, error);
      g_autoptr (RensaArray) there = rensa_array_to_device (share, rensa_link_get_device (model), error);

      part[field] = rensa_variable_new_constant (there);
      ok = there != NULL;
    }
  rensa_link_cleargrads (model);
  ok = ok && rensa_optimizer_backward_loss (rensa_updater_get_optimizer (updater, RENSA_MAIN), model, part, n, error);
  for (int field = 0; field < n; field++)
    g_clear_pointer (&part[field], rensa_variable_unref);
  return ok;
}

/* Models run one after another, so the order of sums does not depend on threads. On the host, all
 * threads work on each model; other devices work in parallel, since nothing waits for them. */
static gboolean
update_models (RensaUpdater *updater, RensaVariable *const *batch, int n, GError **error)
{
  GPtrArray *models = ((State *) rensa_updater_get_state (updater))->models;
  RensaLink *const *replicas = (RensaLink *const *) models->pdata;

  for (guint i = 0; i < models->len; i++)
    if (!learn (updater, i, batch, n, error))
      return FALSE;
  return rensa_replicas_reduce_grads (replicas, models->len, error)
         && rensa_optimizer_update (rensa_updater_get_optimizer (updater, RENSA_MAIN), error)
         && rensa_replicas_broadcast_params (replicas, models->len, error);
}

static gboolean
check_size (RensaUpdater *updater, RensaVariable *const *batch, GError **error)
{
  const Parallel *self = rensa_updater_get_values (updater);
  const gint64 n = rensa_array_count_examples (rensa_variable_get_array (batch[0]));

  if (n >= self->n_models)
    return TRUE;
  rensa_set_words (error, RENSA_ERROR_INVALID,
                   N_ ("%s expects batches of at least %lld examples, one per model, but found a batch of %lld"),
                   "ParallelUpdater", (long long) self->n_models, (long long) n);
  return FALSE;
}

/* Copies are made at the first batch, after a snapshot was read. The host splits the batch, so that
 * each device is sent only its part. */
static gboolean
update_core (RensaUpdater *updater, GError **error)
{
  State *state = rensa_updater_get_state (updater);
  RensaVariable *batch[RENSA_MAX_FIELDS];
  gboolean ok = state->models != NULL || make_models (updater, state, error);
  const int n = ok ? rensa_updater_next_batch_on (updater, RENSA_MAIN, rensa_device_get_host (), batch, error) : -1;

  ok = n > 0 && check_size (updater, batch, error) && update_models (updater, batch, n, error);
  rensa_variables_clear (batch, n);
  if (ok && rensa_updater_get_place (updater)->is_new_epoch)
    rensa_optimizer_new_epoch (rensa_updater_get_optimizer (updater, RENSA_MAIN));
  return ok;
}

static void
finalize (RensaUpdater *updater)
{
  g_clear_pointer (&((State *) rensa_updater_get_state (updater))->models, g_ptr_array_unref);
}

const RensaUpdaterClass rensa_parallel_updater_class = {
  .name = "ParallelUpdater",
  .title = N_ ("Parallel"),
  .summary = N_ ("Splits each batch among replicas of the model and sums their gradients"),
  .words = N_ ("data parallel;replica;distributed;several models"),
  RENSA_ATTRS (Parallel, attrs),
  .inputs = RENSA_INPUTS ("iterator:main", "optimizer:main"),
  .is_parallel = TRUE,
  .state_size = sizeof (State),
  .update_core = update_core,
  .finalize = finalize,
  RENSA_FORMS ({ "chainer", "training.updaters.ParallelUpdater(train_iter, optimizer, devices=dict([('main', "
                            "'@numpy')] + [('copy%d' % i, '@numpy') for i in range(1, {n_models})]))" },
               { "torch", "learn_in_parts(model, {batch}, {n_models})" }, { "torch_class", torch_class }),
};
