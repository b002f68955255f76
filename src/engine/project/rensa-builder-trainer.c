/* rensa-builder-trainer.c: the model of a document and what trains it.
 * SPDX-License-Identifier: MIT */

#include "rensa-builder-private.h"
#include "rensa-modes.h"
#include "rensa-primitives.h"
#include "rensa-random.h"

/* What dropout and the like draw from; the streams of parameters are hashes of their paths. */
#define STREAM_OF_RUN 0

static gboolean
is_shaped (const char *path, RensaVariable *param, gpointer data, GError **error)
{
  return rensa_variable_get_array (param) != NULL;
}

static gboolean
is_filled (const char *path, RensaLink *owner, int index, gpointer data, GError **error)
{
  return rensa_link_persistent_is_int (owner, index) || rensa_link_get_persistent (owner, index) != NULL;
}

/* Links that take their sizes from the first batch get them from one of zeros. */
static gboolean
call_with_zeros (RensaBuilder *builder, RensaLink *predictor, GError **error)
{
  g_auto (RensaModesScope) scope = rensa_modes_enter ();
  RensaType types[RENSA_MAX_FIELDS];
  const int n = rensa_project_get_batch_types (builder->bundle.train, builder->batch_size, types, error) - 1;
  RensaVariable *inputs[RENSA_MAX_FIELDS] = { NULL };
  RensaVariable *outputs[RENSA_MAX_OUTPUTS] = { NULL };
  gboolean ok = n > 0;
  int n_outputs = 0;

  rensa_modes_get ()->train = FALSE;
  rensa_modes_get ()->enable_backprop = FALSE;
  for (int i = 0; ok && i < n; i++)
    {
      g_autoptr (RensaArray) zeros = rensa_array_zeros (types[i].dtype, &types[i].shape, error);

      inputs[i] = rensa_variable_new_constant (zeros);
      ok = inputs[i] != NULL;
    }
  if (ok)
    n_outputs = rensa_link_call_n (predictor, inputs, n, outputs, RENSA_MAX_OUTPUTS, error);
  for (int i = 0; i < n_outputs; i++)
    rensa_variable_unref (outputs[i]);
  for (int i = 0; i < n; i++)
    g_clear_pointer (&inputs[i], rensa_variable_unref);
  return ok && n_outputs > 0;
}

static RensaLink *
make_predictor (RensaBuilder *builder, GError **error)
{
  g_autoptr (RensaLink) predictor = rensa_model_build (builder->project->model, FALSE, error);

  if (predictor == NULL)
    return NULL;
  if ((!rensa_link_foreach_param (predictor, is_shaped, NULL, NULL)
       || !rensa_link_foreach_persistent (predictor, is_filled, NULL, NULL))
      && !call_with_zeros (builder, predictor, error))
    return NULL;
  return g_steal_pointer (&predictor);
}

static gboolean
set_function (RensaAttrs *attrs, const char *name, RensaAttrs *function, GError **error)
{
  g_autoptr (RensaJson) json = function != NULL ? rensa_attrs_to_json (function) : NULL;

  return rensa_attrs_set_json (attrs, name, json, error);
}

static RensaLink *
make_classifier (RensaBuilder *builder, GError **error)
{
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_text (RENSA_COMPONENT_LINK, "Classifier", error);
  g_autoptr (RensaLink) classifier = NULL;

  if (attrs == NULL || !set_function (attrs, "lossfun", builder->project->loss, error)
      || !set_function (attrs, "accfun", builder->project->accuracy, error))
    return NULL;

  classifier = rensa_link_new (attrs, error);
  if (classifier == NULL || !rensa_link_take_child (classifier, "predictor", make_predictor (builder, error), error)
      || !rensa_link_draw_params (classifier, rensa_builder_get_seed (builder), error))
    return NULL;
  return g_steal_pointer (&classifier);
}

RensaLink *
rensa_builder_make_model (RensaBuilder *builder, GError **error)
{
  RensaLink *classifier;

  if (!rensa_builder_prepare (builder, error))
    return NULL;

  classifier = make_classifier (builder, error);
  if (classifier == NULL)
    rensa_builder_fail (builder, error);
  return classifier;
}

static RensaOptimizer *
make_optimizer (RensaBuilder *builder, GError **error)
{
  g_autoptr (RensaLink) model = make_classifier (builder, error);
  g_autoptr (RensaOptimizer) optimizer =
      model != NULL ? rensa_optimizer_new (builder->project->optimizer, error) : NULL;

  if (optimizer == NULL)
    return NULL;

  rensa_optimizer_setup (optimizer, model);
  for (guint i = 0; i < builder->project->hooks->len; i++)
    if (!rensa_optimizer_add_hook (optimizer, builder->project->hooks->pdata[i], error))
      return NULL;
  return g_steal_pointer (&optimizer);
}

static RensaUpdater *
make_updater (RensaBuilder *builder, GError **error)
{
  RensaOptimizer *optimizer = make_optimizer (builder, error);
  RensaSerialIterator *iterator =
      optimizer != NULL ? rensa_project_make_iterator (builder->project, builder->bundle.train, error) : NULL;

  if (iterator == NULL)
    {
      g_clear_pointer (&optimizer, rensa_optimizer_free);
      return NULL;
    }
  return rensa_updater_new (builder->project->updater, iterator, optimizer, NULL, error);
}

static gboolean
extend (RensaTrainer *trainer, const RensaExtensionPlan *plan, GError **error)
{
  RensaTrigger *trigger = plan->trigger != NULL ? rensa_trigger_new (plan->trigger, error) : NULL;

  return (plan->trigger == NULL || trigger != NULL)
         && rensa_trainer_extend (trainer, plan->attrs, plan->name, trigger, error);
}

static gboolean
check_trainable (RensaBuilder *builder, GError **error)
{
  g_ptr_array_set_size (builder->project->mistakes, 0);
  rensa_project_check_trainable (builder->project, builder->batch_size);
  return rensa_mistakes_check (builder->project->mistakes, error);
}

static RensaTrainer *
make_trainer (RensaBuilder *builder, const char *out, GError **error)
{
  RensaProject *project = builder->project;
  g_autoptr (RensaTrigger) stop = check_trainable (builder, error) ? rensa_trigger_new (project->stop, error) : NULL;
  RensaUpdater *updater = stop != NULL ? make_updater (builder, error) : NULL;
  g_autoptr (RensaTrainer) trainer = NULL;

  if (updater == NULL)
    return NULL;

  trainer = rensa_trainer_new (updater, g_steal_pointer (&stop), out);
  if (builder->bundle.test != NULL)
    rensa_trainer_set_validation (trainer, builder->bundle.test, builder->batch_size);
  for (guint i = 0; i < project->extensions->len; i++)
    if (!extend (trainer, project->extensions->pdata[i], error))
      {
        g_prefix_error (error, "extensions.%u: ", i);
        return NULL;
      }
  return g_steal_pointer (&trainer);
}

RensaTrainer *
rensa_builder_make_trainer (RensaBuilder *builder, const char *out, GError **error)
{
  RensaTrainer *trainer;

  if (!rensa_builder_prepare (builder, error))
    return NULL;

  trainer = make_trainer (builder, out, error);
  *rensa_random_get_default () = rensa_random_init (rensa_builder_get_seed (builder), STREAM_OF_RUN);
  if (trainer == NULL)
    rensa_builder_fail (builder, error);
  return trainer;
}
