/* rensa-builder-trainer.c: the model of a document and its trainer.
 * SPDX-License-Identifier: MIT */

#include "rensa-builder-parts.h"
#include "rensa-budget.h"
#include "rensa-device-find.h"
#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-link-hooks.h"
#include "rensa-links.h"
#include "rensa-modes.h"
#include "rensa-primitives.h"
#include "rensa-random.h"
#include "rensa-shipped.h"
#include "rensa-weights.h"

/* Random stream of dropout and the like; the streams of parameters are hashes of their paths. */
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

gboolean
rensa_builder_call_with_zeros (RensaBuilder *builder, RensaLink *link, int n_left_out, gint64 limit, GError **error)
{
  g_auto (RensaModesScope) scope = rensa_modes_enter ();
  g_auto (RensaBudget) budget = { .limit = limit, .grace = RENSA_BUDGET_TRIAL / 100 };
  RensaType types[RENSA_MAX_FIELDS];
  const int n_types =
      rensa_project_get_batch_types (builder->project, builder->bundle.train, builder->batch_size, types, error);
  const int n = n_types - n_left_out;
  RensaVariable *inputs[RENSA_MAX_FIELDS] = { NULL };
  RensaVariable *outputs[RENSA_MAX_OUTPUTS] = { NULL };
  gboolean ok = n > 0;
  int n_outputs = 0;

  rensa_budget_enter (&budget);
  rensa_modes_get ()->train = FALSE;
  rensa_modes_get ()->enable_backprop = FALSE;
  for (int i = 0; ok && i < n; i++)
    {
      g_autoptr (RensaArray) zeros = rensa_array_new_of_type (&types[i], error);

      inputs[i] = zeros != NULL && rensa_array_fill (zeros, 0, error) ? rensa_variable_new_constant (zeros) : NULL;
      ok = inputs[i] != NULL;
    }
  if (ok)
    n_outputs = rensa_link_call_n (link, inputs, n, outputs, RENSA_MAX_OUTPUTS, error);
  for (int i = 0; i < n_outputs; i++)
    rensa_variable_unref (outputs[i]);
  for (int i = 0; i < n; i++)
    g_clear_pointer (&inputs[i], rensa_variable_unref);
  rensa_link_reset_state (link);
  return ok && n_outputs > 0;
}

/* Fails at the first link that carries state from one call to the next. */
static gboolean
carries_nothing (const char *path, RensaLink *link, gpointer data, GError **error)
{
  return rensa_link_get_class (link)->n_carries == 0;
}

/* Resets the state for each batch, because its examples are independent of the previous ones,
 * unless the updater treats them as the continuation of a sequence. */
static gboolean
begin_anew (RensaBuilder *builder, RensaLink *model, GError **error)
{
  const RensaUpdaterClass *updater = (const RensaUpdaterClass *) rensa_attrs_get_component (builder->project->updater);
  g_autoptr (RensaLinkHook) hook = NULL;

  if (updater->keeps_state || rensa_link_foreach_link (model, carries_nothing, NULL, NULL))
    return TRUE;
  hook = rensa_reset_state_hook_new ();
  return rensa_link_add_hook (model, hook, error);
}

static gboolean
make_ready (RensaBuilder *builder, RensaLink *model, int n_left_out, GError **error)
{
  if (!begin_anew (builder, model, error))
    return FALSE;
  return (rensa_link_foreach_param (model, is_shaped, NULL, NULL)
          && rensa_link_foreach_persistent (model, is_filled, NULL, NULL))
         || rensa_builder_call_with_zeros (builder, model, n_left_out, RENSA_BUDGET_CALL, error);
}

static RensaLink *
make_classifier (RensaBuilder *builder, GError **error)
{
  RensaProject *project = builder->project;
  g_autoptr (RensaLink) predictor = rensa_model_build (project->model, project->facts, error);

  if (predictor == NULL || !make_ready (builder, predictor, 1, error))
    return NULL;
  return rensa_classifier_new (g_steal_pointer (&predictor), project->loss, project->accuracy, error);
}

static GPtrArray *
find_devices (RensaBuilder *builder, GError **error)
{
  return rensa_devices_find (rensa_project_get_settings (builder->project)->device, error);
}

RensaLink *
rensa_builder_make_target (RensaBuilder *builder, GError **error)
{
  g_autoptr (RensaLink) step = NULL;

  if (!rensa_project_has_step (builder->project))
    return make_classifier (builder, error);
  step = rensa_builder_make_step (builder, error);
  return step != NULL && make_ready (builder, step, 0, error) ? g_steal_pointer (&step) : NULL;
}

/* The host draws the initial values, so that they are the same on every device. */
static RensaLink *
make_target (RensaBuilder *builder, GError **error)
{
  g_autoptr (GPtrArray) devices = find_devices (builder, error);
  g_autoptr (RensaLink) target = devices != NULL ? rensa_builder_make_target (builder, error) : NULL;

  if (target == NULL || !rensa_link_draw_params (target, rensa_builder_get_seed (builder), error)
      || !rensa_link_to_device (target, devices->pdata[0], error))
    return NULL;
  rensa_link_take_companion (target, RENSA_PREPROCESSING, rensa_preprocessing_serialize,
                             rensa_preprocessing_ref (builder->bundle.preprocessing),
                             (GDestroyNotify) rensa_preprocessing_unref);
  return g_steal_pointer (&target);
}

RensaLink *
rensa_builder_make_model (RensaBuilder *builder, GError **error)
{
  RensaLink *target;

  if (!rensa_builder_prepare (builder, error))
    return NULL;

  target = make_target (builder, error);
  if (target == NULL)
    rensa_builder_fail (builder, error);
  return target;
}

/* Skips them if a snapshot follows, which holds all of them. */
static gboolean
load_first_weights (RensaBuilder *builder, RensaLink *model, GError **error)
{
  const char *path = rensa_project_get_settings (builder->project)->weights;
  g_autoptr (GHashTable) map = NULL;
  g_autofree char *full = NULL;

  g_clear_pointer (&builder->weights, g_ptr_array_unref);
  if (path == NULL || builder->resumes)
    return TRUE;
  if (!rensa_document_read_weights_map (builder->document, &map, error))
    return FALSE;

  full = rensa_document_find_file (builder->document, path);
  if (rensa_shipped_check (path, error))
    builder->weights = rensa_weights_load_what_fits (model, full, map, error);
  return builder->weights != NULL || rensa_prefix_place (error, "weights");
}

GPtrArray *
rensa_builder_get_weights (RensaBuilder *builder)
{
  return builder->weights;
}

GPtrArray *
rensa_builder_compare_weights (RensaBuilder *builder, const char *path, GError **error)
{
  g_autoptr (RensaLink) model = rensa_builder_prepare_for (builder, TRUE, error) ? make_target (builder, error) : NULL;
  g_autofree char *full = rensa_document_find_file (builder->document, path);

  return model != NULL ? rensa_weights_compare (model, full, error) : NULL;
}

RensaOptimizer *
rensa_builder_make_optimizer (RensaLink *target, RensaAttrs *attrs, GPtrArray *hooks, GError **error)
{
  g_autoptr (RensaOptimizer) optimizer = rensa_optimizer_new (attrs, error);

  if (optimizer == NULL)
    return NULL;
  rensa_optimizer_setup (optimizer, target);
  for (guint i = 0; i < hooks->len; i++)
    if (!rensa_optimizer_add_hook (optimizer, hooks->pdata[i], error))
      return NULL;
  return g_steal_pointer (&optimizer);
}

static gboolean
add_optimizers (RensaBuilder *builder, RensaUpdater *updater, RensaLink *target, GError **error)
{
  RensaProject *project = builder->project;
  RensaOptimizer *optimizer;

  if (rensa_project_has_step (project))
    return rensa_builder_add_losses (builder, updater, target, error);
  optimizer = rensa_builder_make_optimizer (target, project->optimizer, project->hooks, error);
  if (optimizer != NULL)
    rensa_updater_take_optimizer (updater, RENSA_MAIN, optimizer);
  return optimizer != NULL;
}

RensaUpdater *
rensa_builder_make_updater (RensaBuilder *builder, RensaLink *target, GPtrArray *devices, GError **error)
{
  g_autoptr (RensaIterator) iterator = rensa_project_make_iterator (builder->project, builder->bundle.train, error);
  g_autoptr (RensaUpdater) updater = iterator != NULL ? rensa_updater_new (builder->project->updater, error) : NULL;

  if (updater == NULL || !add_optimizers (builder, updater, target, error))
    return NULL;
  if (devices != NULL && devices->len > 1)
    rensa_updater_set_devices (updater, devices);
  rensa_updater_take_iterator (updater, RENSA_MAIN, g_steal_pointer (&iterator));
  return g_steal_pointer (&updater);
}

static RensaUpdater *
make_updater (RensaBuilder *builder, GError **error)
{
  g_autoptr (RensaLink) target = make_target (builder, error);
  g_autoptr (GPtrArray) devices =
      target != NULL && load_first_weights (builder, target, error) ? find_devices (builder, error) : NULL;

  return devices != NULL ? rensa_builder_make_updater (builder, target, devices, error) : NULL;
}

const RensaPicture *
rensa_builder_get_picture (RensaBuilder *builder)
{
  RensaPreprocessing *preprocessing = builder->bundle.preprocessing;

  return &rensa_preprocessing_get_form (preprocessing, rensa_preprocessing_get_n_steps (preprocessing))->picture;
}

gboolean
rensa_builder_supply (RensaBuilder *builder, RensaExtension *extension, GError **error)
{
  RensaIterator *iterator;

  rensa_extension_set_label_names (extension, (const char *const *) builder->bundle.label_names);
  rensa_extension_set_tokens (extension, (const char *const *) builder->bundle.tokens);
  rensa_extension_set_picture (extension, rensa_builder_get_picture (builder));
  if (builder->bundle.test == NULL || !rensa_extension_takes (extension, "iterator:" RENSA_VALIDATION))
    return TRUE;

  iterator = rensa_iterator_new_once (builder->project->iterator, builder->bundle.test, error);
  if (iterator != NULL)
    rensa_extension_take_iterator (extension, RENSA_VALIDATION, iterator);
  return iterator != NULL;
}

RensaExtension *
rensa_builder_make_extension (RensaBuilder *builder, const RensaExtensionPlan *plan, GError **error)
{
  RensaTrigger *trigger = plan->trigger != NULL ? rensa_trigger_new (plan->trigger, error) : NULL;
  g_autoptr (RensaExtension) extension =
      plan->trigger == NULL || trigger != NULL ? rensa_extension_new (plan->attrs, plan->name, trigger, error) : NULL;

  if (extension == NULL)
    return NULL;
  if (plan->priority != RENSA_INT_NONE)
    rensa_extension_set_priority (extension, (int) plan->priority);
  rensa_extension_set_call_before_training (extension, plan->before_training);
  return rensa_builder_supply (builder, extension, error) ? g_steal_pointer (&extension) : NULL;
}

static gboolean
extend (RensaBuilder *builder, RensaTrainer *trainer, const RensaExtensionPlan *plan, GError **error)
{
  RensaExtension *extension = rensa_builder_make_extension (builder, plan, error);

  return extension != NULL && rensa_trainer_take_extension (trainer, extension, error);
}

static gboolean
check_trainable (RensaBuilder *builder, GError **error)
{
  g_ptr_array_set_size (builder->project->mistakes, 0);
  rensa_project_check_trainable (builder->project, builder->batch_size);
  return rensa_project_check (builder->project, error);
}

static RensaTrainer *
make_trainer (RensaBuilder *builder, const char *out, GError **error)
{
  RensaProject *project = builder->project;
  g_autoptr (RensaTrigger) stop = check_trainable (builder, error) ? rensa_trigger_new (project->stop, error) : NULL;
  RensaUpdater *updater = stop != NULL ? make_updater (builder, error) : NULL;
  g_autoptr (RensaTrainer) trainer = NULL;

  if (updater == NULL || !rensa_preprocessing_fit (builder->bundle.preprocessing, NULL, error))
    {
      g_clear_pointer (&updater, rensa_updater_free);
      return NULL;
    }

  trainer = rensa_trainer_new (updater, g_steal_pointer (&stop), out);
  rensa_trainer_set_stops_at_nan (trainer, rensa_project_get_settings (project)->stop_at_nan,
                                  (const char *const *) builder->bundle.feature_names);
  for (guint i = 0; i < project->extensions->len; i++)
    if (!extend (builder, trainer, project->extensions->pdata[i], error))
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
