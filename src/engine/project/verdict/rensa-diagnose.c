/* rensa-diagnose.c: an iteration once more, with an eye on every function.
 * SPDX-License-Identifier: MIT */

#include "rensa-diagnose-private.h"

#include <math.h>
#include <string.h>

#include "rensa-builder-private.h"
#include "rensa-fault.h"
#include "rensa-function-hook.h"
#include "rensa-links.h"
#include "rensa-modes.h"
#include "rensa-not-finite.h"
#include "rensa-snapshot.h"

/* How long a run is repeated. */
#define MOST_TIME (10 * G_USEC_PER_SEC)
/* Weights that are so many times as large as the first ones have run away, as has a loss. */
#define MUCH_GROWTH 10
/* The first updates, in which a loss that has not grown before becomes NaN because they are too large. */
#define FIRST_UPDATES 3

/* The function that made a number that is not finite of finite ones. @row: of the batch; -1 if it cannot be told */
typedef struct
{
  RensaFunctionHook hook;
  RensaIterator *iterator;
  gboolean is_rehearsal;
  GHashTable *harmless; /* numbers of calls that gave such numbers in an iteration that went well */
  guint n_calls;
  const char *function;
  const char *last_backward;
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

/* How many numbers @array has for each example of the batch; 0 if its first axis is another one. */
static gint64
count_each (RensaArray *array, gint64 n_batch)
{
  const RensaShape *shape = rensa_array_get_shape (array);

  return shape->ndim > 0 && shape->dims[0] == n_batch && n_batch > 0 ? rensa_array_get_count (array) / n_batch : 0;
}

/* The number at the same place or, where there is none, the largest of the same example, or of all. */
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
      g_hash_table_add (self->harmless, GUINT_TO_POINTER (self->n_calls));
      return;
    }
  self->function = call->klass->name;
  self->output = numbers[place];
  self->row = count_each (output, n_batch) > 0 ? place / count_each (output, n_batch) : -1;
  find_input (self, call, output, place, n_batch);
  *call->refused = TRUE;
}

static void
look_at_call (RensaFunctionHook *hook, const RensaHookedCall *call)
{
  Search *self = (Search *) hook;

  if (call->is_backward)
    {
      self->last_backward = call->klass->name;
      return;
    }
  self->n_calls++;
  if (g_hash_table_contains (self->harmless, GUINT_TO_POINTER (self->n_calls)))
    return;
  for (int i = 0; i < call->n_outputs && self->function == NULL; i++)
    take_output (self, call, call->outputs[i]);
}

/* One iteration under observation. */
static gboolean
watch (Search *self, RensaUpdater *updater, gboolean is_rehearsal, GError **error)
{
  gboolean ok;

  self->is_rehearsal = is_rehearsal;
  self->n_calls = 0;
  rensa_modes_get ()->debug = TRUE;
  rensa_function_hook_push (&self->hook);
  ok = rensa_updater_update (updater, error);
  rensa_function_hook_pop (&self->hook);
  rensa_modes_get ()->debug = FALSE;
  return ok;
}

static gboolean
go_to (RensaUpdater *updater, gint64 iteration)
{
  const gint64 until = g_get_monotonic_time () + MOST_TIME;
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

/* The length of all parameters as one vector. */
static double
measure_weights (RensaLink *target)
{
  double sum = 0;

  rensa_link_foreach_param (target, add_squares, &sum, NULL);
  return sqrt (sum);
}

/* The only node of a type, since a gradient does not say of which node it is. */
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

/* "block.log0" of "predictor/block/log0"; NULL outside of the model, as for the loss. */
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
tell (RensaDiagnosis *diagnosis, const Search *search, RensaBuilder *builder, const GError *error)
{
  const gboolean is_gradient = search->function == NULL;
  const RensaBatch *batch = search->iterator != NULL ? rensa_iterator_get_batch (search->iterator) : NULL;

  diagnosis->function = g_strdup (is_gradient ? search->last_backward : search->function);
  diagnosis->input = search->input;
  diagnosis->output = is_gradient ? NAN : search->output;
  diagnosis->node = is_gradient ? find_only_node (builder, diagnosis->function) : find_node (error);
  diagnosis->cause = is_gradient ? RENSA_CAUSE_GRADIENT : RENSA_CAUSE_FUNCTION;
  if (!is_gradient && batch != NULL && search->row >= 0 && search->row < batch->n)
    diagnosis->example = rensa_dataset_get_origin (batch->dataset, batch->indices[search->row]) + 1;
  if (diagnosis->growth > MUCH_GROWTH)
    diagnosis->cause = RENSA_CAUSE_RATE;
}

/* FALSE if it does not come to the same end, as where settings were changed while it ran, or where that takes too long. */
static gboolean
replay (RensaDiagnosis *diagnosis, RensaBuilder *builder, const char *snapshot)
{
  g_autoptr (RensaTrainer) trainer = rensa_builder_make_trainer (builder, ".", NULL);
  RensaUpdater *updater = trainer != NULL ? rensa_trainer_get_updater (trainer) : NULL;
  RensaLink *target = updater != NULL ? rensa_updater_get_target (updater, RENSA_MAIN) : NULL;
  g_autoptr (GHashTable) harmless = g_hash_table_new (NULL, NULL);
  Search search = { .hook = { .after = look_at_call }, .harmless = harmless, .input = NAN, .row = -1 };
  g_autoptr (GError) error = NULL;
  double first;

  if (target == NULL)
    return FALSE;
  search.iterator = rensa_updater_get_iterator (updater, RENSA_MAIN);
  first = measure_weights (target);
  if ((snapshot != NULL && !rensa_snapshot_load (trainer, snapshot, NULL))
      || !go_to (updater, diagnosis->iteration - 2))
    return FALSE;
  if (rensa_updater_get_iteration (updater) == diagnosis->iteration - 2 && diagnosis->iteration > 1
      && !watch (&search, updater, TRUE, &error))
    {
      tell (diagnosis, &search, builder, error);
      return search.last_backward != NULL;
    }
  diagnosis->growth = first > 0 ? measure_weights (target) / first : NAN;
  if (rensa_updater_get_iteration (updater) != diagnosis->iteration - 1 || watch (&search, updater, FALSE, &error)
      || (search.function == NULL && search.last_backward == NULL))
    return diagnosis->growth > MUCH_GROWTH;
  tell (diagnosis, &search, builder, error);
  return TRUE;
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
  const gboolean has_grown = fabs (diagnosis->last) > MUCH_GROWTH * fabs (diagnosis->first);

  rensa_modes_get ()->train = TRUE;
  rensa_modes_get ()->enable_backprop = TRUE;
  if (find_in_data (diagnosis, builder))
    return;
  if (diagnosis->iteration > 0 && replay (diagnosis, builder, snapshot))
    {
      if (diagnosis->function == NULL)
        diagnosis->cause = RENSA_CAUSE_RATE;
      return;
    }
  if (has_grown || (isfinite (diagnosis->first) && diagnosis->iteration <= FIRST_UPDATES + 1))
    diagnosis->cause = RENSA_CAUSE_RATE;
}
