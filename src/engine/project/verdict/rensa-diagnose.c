/* rensa-diagnose.c: repeats an iteration while observing every function.
 * SPDX-License-Identifier: MIT */

#include "rensa-diagnose-private.h"

#include <math.h>
#include <string.h>

#include "rensa-builder-parts.h"
#include "rensa-fault.h"
#include "rensa-function-hook.h"
#include "rensa-links.h"
#include "rensa-modes.h"
#include "rensa-not-finite.h"
#include "rensa-snapshot.h"

/* Time limit for repeating a run, however often. */
#define MOST_TIME (10 * G_USEC_PER_SEC)
/* Weights that have grown by this factor, or a loss that has, have diverged. */
#define MUCH_GROWTH 10
/* Number of first updates that are considered too large if the loss becomes NaN during them
 * without having grown before. */
#define FIRST_UPDATES 3

/**
 * Search:
 * @usual: numbers of the calls that produced such values in the previous iteration
 * @depth: number of active calls of backward
 * @gradient: (nullable): the first function with finite incoming gradients whose own gradients are
 *   not finite
 * @function: (nullable): the first function with finite inputs whose output is not finite
 * @row: row of the batch; -1 if unknown
 */
typedef struct
{
  RensaFunctionHook hook;
  RensaIterator *iterator;
  gboolean is_rehearsal;
  GHashTable *usual;
  guint n_calls;
  guint depth;
  gboolean has_finite_grads;
  const char *gradient;
  const char *function;
  double input;
  double output;
  gint64 row;
} Search;

static gboolean
are_finite (RensaArray *array)
{
  const gint64 n = array != NULL ? rensa_array_get_count (array) : 0;
  g_autofree double *numbers = array != NULL ? rensa_preview_dup_numbers (array, NULL) : NULL;

  for (gint64 i = 0; numbers != NULL && i < n; i++)
    if (!isfinite (numbers[i]))
      return FALSE;
  return TRUE;
}

static gboolean
are_inputs_finite (const RensaHookedCall *call)
{
  for (int i = 0; i < call->n_inputs; i++)
    if (!are_finite (call->inputs[i]))
      return FALSE;
  return TRUE;
}

/* Returns the number of elements of @array per example of the batch; 0 if its first axis is not the batch. */
static gint64
count_each (RensaArray *array, gint64 n_batch)
{
  const RensaShape *shape = rensa_array_get_shape (array);

  return shape->ndim > 0 && shape->dims[0] == n_batch && n_batch > 0 ? rensa_array_get_count (array) / n_batch : 0;
}

/* Finds the input element at the same position; if the sizes differ, the largest one of the same
 * example, or of all. */
static void
find_input (Search *self, const RensaHookedCall *call, RensaArray *output, gint64 place, gint64 n_batch)
{
  RensaArray *first = call->n_inputs > 0 ? call->inputs[0] : NULL;
  g_autofree double *numbers = first != NULL ? rensa_preview_dup_numbers (first, NULL) : NULL;
  const gint64 n = first != NULL ? rensa_array_get_count (first) : 0;
  const gint64 n_each = first != NULL ? count_each (first, n_batch) : 0;
  const gboolean has_row = self->row >= 0 && n_each > 0;
  const gint64 begin = has_row ? self->row * n_each : 0;
  gint64 found = begin;

  if (numbers == NULL || n == 0)
    return;
  for (gint64 i = begin; i < (has_row ? begin + n_each : n); i++)
    if (fabs (numbers[i]) > fabs (numbers[found]))
      found = i;
  if (n == rensa_array_get_count (output))
    found = place;
  self->input = numbers[found];
  if (self->row < 0 && n_each > 0)
    self->row = found / n_each;
}

static void
take_output (Search *self, const RensaHookedCall *call, RensaArray *output)
{
  const gint64 n = output != NULL ? rensa_array_get_count (output) : 0;
  g_autofree double *numbers = output != NULL ? rensa_preview_dup_numbers (output, NULL) : NULL;
  const gint64 n_batch = self->iterator != NULL ? rensa_iterator_get_batch (self->iterator)->n : 0;
  gint64 place = 0;

  while (numbers != NULL && place < n && isfinite (numbers[place]))
    place++;
  if (numbers == NULL || place == n || !are_inputs_finite (call))
    return;
  if (self->is_rehearsal)
    {
      g_hash_table_add (self->usual, GUINT_TO_POINTER (self->n_calls));
      return;
    }
  self->function = call->klass->name;
  self->output = numbers[place];
  self->row = count_each (output, n_batch) > 0 ? place / count_each (output, n_batch) : -1;
  find_input (self, call, output, place, n_batch);
  *call->refused = TRUE;
}

static void
begin_call (RensaFunctionHook *hook, const RensaHookedCall *call)
{
  Search *self = (Search *) hook;

  if (!call->is_backward || self->depth++ > 0)
    return;
  self->has_finite_grads = TRUE;
  for (int i = 0; i < call->n_grads; i++)
    self->has_finite_grads = self->has_finite_grads && are_finite (call->grads[i]);
}

static void
end_backward (Search *self, const RensaHookedCall *call)
{
  if (--self->depth > 0 || !self->has_finite_grads || self->gradient != NULL)
    return;
  for (int i = 0; i < call->n_grad_inputs && self->gradient == NULL; i++)
    if (!are_finite (call->grad_inputs[i]))
      self->gradient = call->klass->name;
}

/* Gradients are computed by functions, too, so this tracks the depth of backward calls. */
static void
end_call (RensaFunctionHook *hook, const RensaHookedCall *call)
{
  Search *self = (Search *) hook;

  if (call->is_backward)
    end_backward (self, call);
  if (call->is_backward || self->depth > 0)
    return;
  self->n_calls++;
  if (g_hash_table_contains (self->usual, GUINT_TO_POINTER (self->n_calls)))
    return;
  for (int i = 0; i < call->n_outputs && self->function == NULL; i++)
    take_output (self, call, call->outputs[i]);
}

/* Runs one iteration under observation. */
static gboolean
watch (Search *self, RensaUpdater *updater, gboolean is_rehearsal, GError **error)
{
  gboolean ok;

  self->is_rehearsal = is_rehearsal;
  self->n_calls = 0;
  self->depth = 0;
  rensa_modes_get ()->debug = TRUE;
  rensa_function_hook_push (&self->hook);
  ok = rensa_updater_update (updater, error);
  rensa_function_hook_pop (&self->hook);
  rensa_modes_get ()->debug = FALSE;
  return ok;
}

static gboolean
go_to (RensaUpdater *updater, gint64 iteration, gint64 until)
{
  g_autoptr (GError) error = NULL;

  while (rensa_updater_get_iteration (updater) < iteration)
    if (g_get_monotonic_time () > until || !rensa_updater_update (updater, &error))
      return FALSE;
  return TRUE;
}

static gboolean
add_squares (const char *path, RensaVariable *param, gpointer sum, GError **error)
{
  RensaArray *array = rensa_variable_get_array (param);
  const gint64 n = array != NULL ? rensa_array_get_count (array) : 0;
  g_autofree double *numbers = array != NULL ? rensa_preview_dup_numbers (array, NULL) : NULL;

  for (gint64 i = 0; numbers != NULL && i < n; i++)
    *(double *) sum += numbers[i] * numbers[i];
  return TRUE;
}

/* Returns the norm of all parameters as one vector. */
static double
measure_weights (RensaLink *target)
{
  double sum = 0;

  rensa_link_foreach_param (target, add_squares, &sum, NULL);
  return sqrt (sum);
}

/* Returns the only node of a type, since a gradient does not identify its node. */
static char *
find_only_node (RensaBuilder *builder, const char *type)
{
  g_autoptr (GPtrArray) nodes = rensa_network_list_nodes (builder->project->network);
  const char *found = NULL;

  for (guint i = 0; i < nodes->len; i++)
    {
      const RensaModelNode *node = g_ptr_array_index (nodes, i);

      if (g_strcmp0 (node->type, type) != 0)
        continue;
      if (found != NULL)
        return NULL;
      found = node->path;
    }
  return g_strdup (found);
}

/* Returns "block.log0" for "predictor/block/log0"; NULL outside of the model, as for the loss. */
static char *
find_node (const GError *error)
{
  const char *link = rensa_error_get_fault (error)->link;

  if (link == NULL || link[0] == '\0' || g_str_equal (link, "predictor"))
    return NULL;
  return g_strdelimit (g_strdup (g_str_has_prefix (link, "predictor/") ? link + strlen ("predictor/") : link), "/",
                       '.');
}

static void
tell_function (RensaDiagnosis *diagnosis, const Search *search, const GError *error)
{
  const RensaBatch *batch = search->iterator != NULL ? rensa_iterator_get_batch (search->iterator) : NULL;

  diagnosis->cause = RENSA_CAUSE_FUNCTION;
  diagnosis->function = g_strdup (search->function);
  diagnosis->node = find_node (error);
  diagnosis->input = search->input;
  diagnosis->output = search->output;
  if (batch != NULL && search->row >= 0 && search->row < batch->n)
    diagnosis->example = rensa_dataset_get_origin (batch->dataset, batch->indices[search->row]) + 1;
}

static void
tell_gradient (RensaDiagnosis *diagnosis, const Search *search, RensaBuilder *builder)
{
  diagnosis->cause = RENSA_CAUSE_GRADIENT;
  diagnosis->function = g_strdup (search->gradient);
  diagnosis->node = find_only_node (builder, search->gradient);
}

/* Returns a trainer that has completed @iteration iterations, starting at @snapshot; NULL if that
 * takes too long. */
static RensaTrainer *
repeat_until (RensaBuilder *builder, const char *snapshot, gint64 iteration, gint64 until, double *first_length)
{
  g_autoptr (RensaTrainer) trainer = rensa_builder_make_trainer (builder, ".", NULL);
  RensaUpdater *updater = trainer != NULL ? rensa_trainer_get_updater (trainer) : NULL;
  RensaLink *target = updater != NULL ? rensa_updater_get_target (updater, RENSA_MAIN) : NULL;

  if (target == NULL)
    return NULL;
  *first_length = measure_weights (target);
  if ((snapshot != NULL && !rensa_snapshot_load (trainer, snapshot, NULL)) || !go_to (updater, iteration, until))
    return NULL;
  return g_steal_pointer (&trainer);
}

/* Returns FALSE if the value cannot be reproduced, for example because settings were changed during
 * the run, or not before the time @until. */
static gboolean
replay (RensaDiagnosis *diagnosis, RensaBuilder *builder, const char *snapshot, gint64 iteration, gint64 until)
{
  double first = NAN;
  g_autoptr (RensaTrainer) trainer = repeat_until (builder, snapshot, MAX (iteration - 2, 0), until, &first);
  RensaUpdater *updater = trainer != NULL ? rensa_trainer_get_updater (trainer) : NULL;
  g_autoptr (GHashTable) usual = g_hash_table_new (NULL, NULL);
  Search search = { .hook = { .before = begin_call, .after = end_call }, .usual = usual, .input = NAN, .row = -1 };
  g_autoptr (GError) error = NULL;

  if (trainer == NULL || rensa_updater_get_iteration (updater) >= iteration || g_get_monotonic_time () > until)
    return FALSE;
  search.iterator = rensa_updater_get_iterator (updater, RENSA_MAIN);
  if (rensa_updater_get_iteration (updater) < iteration - 1 && !watch (&search, updater, TRUE, &error))
    {
      /* A value that is harmless in the forward pass may not be in the gradients. */
      if (g_hash_table_size (usual) > 0)
        return replay (diagnosis, builder, snapshot, iteration - 1, until);
      if (search.gradient != NULL)
        tell_gradient (diagnosis, &search, builder);
      return search.gradient != NULL;
    }
  diagnosis->growth = first > 0 ? measure_weights (rensa_updater_get_target (updater, RENSA_MAIN)) / first : NAN;
  if (!watch (&search, updater, FALSE, &error) && search.function != NULL)
    tell_function (diagnosis, &search, error);
  else if (search.gradient != NULL)
    tell_gradient (diagnosis, &search, builder);
  if (diagnosis->growth > MUCH_GROWTH)
    diagnosis->cause = RENSA_CAUSE_RATE;
  return diagnosis->cause != RENSA_CAUSE_UNKNOWN;
}

static gboolean
find_in_data (RensaDiagnosis *diagnosis, RensaBuilder *builder)
{
  RensaDataset *train = rensa_builder_get_train (builder);
  RensaBadColumn bad;

  if (!rensa_dataset_find_bad_column (train, (const char *const *) builder->bundle.feature_names, &bad))
    return FALSE;
  diagnosis->cause = RENSA_CAUSE_DATA;
  diagnosis->column = bad.name;
  diagnosis->n_bad = bad.n;
  diagnosis->n_examples = bad.n_examples;
  diagnosis->example = rensa_dataset_get_origin (train, bad.first) + 1;
  return TRUE;
}

void
rensa_diagnose (RensaDiagnosis *diagnosis, RensaBuilder *builder, const char *snapshot)
{
  g_auto (RensaModesScope) scope = rensa_modes_enter ();
  const gint64 until = g_get_monotonic_time () + MOST_TIME;
  const gboolean has_grown = fabs (diagnosis->last) > MUCH_GROWTH * fabs (diagnosis->first);

  rensa_modes_get ()->train = TRUE;
  rensa_modes_get ()->enable_backprop = TRUE;
  if (find_in_data (diagnosis, builder))
    return;
  if (diagnosis->iteration > 0 && replay (diagnosis, builder, snapshot, diagnosis->iteration, until))
    return;
  if (has_grown || (isfinite (diagnosis->first) && diagnosis->iteration <= FIRST_UPDATES + 1))
    diagnosis->cause = RENSA_CAUSE_RATE;
}
