/* check-bptt.c: language models that learn by truncated backpropagation through time, update by update.
 * SPDX-License-Identifier: MIT */

#include "conformance.h"
#include "models.h"
#include "rensa-error.h"
#include "rensa-extensions.h"
#include "rensa-iterators.h"
#include "rensa-link-hook.h"
#include "rensa-primitives.h"
#include "rensa-updaters.h"
#include "runs.h"

#define BASE "/predictor"

/* @loss: the sum over the steps of the update that is going on. */
typedef struct
{
  Report *report;
  CaseFile *file;
  RensaLink *model; /* of the updater */
  RensaUpdater *updater;
  RensaObservation *observation;
  double loss;
} Course;

/* The hook adds up what each call reports. */
static Course *current;

static void
add_loss (RensaLinkHook *hook, RensaLink *link)
{
  double loss = 0;

  rensa_observation_lookup (current->observation, "main/loss", &loss);
  current->loss += loss;
}

static const RensaLinkHookClass adder_class = {
  .name = "Adder", .title = "Adder", .summary = "Adds up losses", .after = add_loss
};

static gint32 *
read_words (CaseFile *file, const char *key, gint64 *n_rows, gint64 *n_columns, GError **error)
{
  g_autoptr (RensaArray) array = case_array_named (file, key, error);
  g_autoptr (RensaArray) words = array != NULL ? rensa_array_cast (array, RENSA_INT32, error) : NULL;
  gint32 *host;

  if (words == NULL)
    return NULL;
  *n_rows = rensa_array_get_ndim (words) > 1 ? rensa_array_get_dim (words, 0) : 1;
  *n_columns = rensa_array_get_dim (words, rensa_array_get_ndim (words) - 1);
  host = g_new (gint32, rensa_array_get_count (words));
  if (rensa_array_to_host (words, host, error))
    return host;
  g_free (host);
  return NULL;
}

/* Words and those that follow them: in each row of several, or all the way round in the only one. */
static RensaDataset *
load_words (CaseFile *file, const char *key, GError **error)
{
  gint64 n_rows, n_columns;
  g_autofree gint32 *words = read_words (file, key, &n_rows, &n_columns, error);
  g_autofree gint32 *x = NULL;
  g_autofree gint32 *t = NULL;
  gint64 n = 0;

  if (words == NULL)
    return NULL;
  x = g_new (gint32, n_rows * n_columns);
  t = g_new (gint32, n_rows * n_columns);
  for (gint64 row = 0; row < n_rows; row++)
    for (gint64 i = 0; i + (n_rows > 1) < n_columns; i++)
      {
        x[n] = words[row * n_columns + i];
        t[n++] = words[row * n_columns + (i + 1) % n_columns];
      }
  {
    g_autoptr (RensaArray) read = rensa_array_new_from_host (RENSA_INT32, &RENSA_SHAPE (n), x, error);
    g_autoptr (RensaArray) next = rensa_array_new_from_host (RENSA_INT32, &RENSA_SHAPE (n), t, error);
    RensaArray *const arrays[] = { read, next };

    return read != NULL && next != NULL ? rensa_tuple_dataset_new (arrays, 2, error) : NULL;
  }
}

/* Sizes stand at the top or under "config". */
static gint64
get_size (struct json_object *json, const char *key)
{
  return get (json, key) != NULL ? get_int (json, key) : get_int (get (json, "config"), key);
}

static RensaUpdater *
make_updater (Course *course, GError **error)
{
  struct json_object *json = course->file->json;
  g_autofree char *text = g_strdup_printf ("BPTTUpdater(bprop_len=%" G_GINT64_FORMAT ")", get_size (json, "bprop_len"));
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_text (RENSA_COMPONENT_UPDATER, text, error);
  g_autoptr (RensaDataset) words = load_words (course->file, "stream", error);
  g_autoptr (RensaIterator) iterator =
      words != NULL ? rensa_parallel_sequential_iterator_new (words, get_size (json, "batch"), TRUE, error) : NULL;
  RensaOptimizer *optimizer = iterator != NULL
                                  ? run_new_optimizer (course->model, get_string (json, "optimizer"),
                                                       get (json, "hyperparameters"), get (json, "hooks"), error)
                                  : NULL;
  RensaUpdater *updater = optimizer != NULL && attrs != NULL ? rensa_updater_new (attrs, error) : NULL;

  if (updater == NULL)
    return NULL;
  rensa_updater_take_iterator (updater, RENSA_MAIN, g_steal_pointer (&iterator));
  rensa_updater_take_optimizer (updater, RENSA_MAIN, optimizer);
  return updater;
}

static gboolean
prepare (Course *course, GError **error)
{
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new (RENSA_COMPONENT (&adder_class));
  g_autoptr (RensaLinkHook) adder = rensa_link_hook_new (attrs, error);
  RensaLink *predictor = model_from_description (get_string (course->file->json, "model"), error);

  course->model = predictor != NULL ? model_classifier (predictor, error) : NULL;
  if (course->model == NULL || !model_load_arrays (course->model, BASE, course->file, "init", error)
      || !rensa_link_add_hook (course->model, adder, error))
    return FALSE;
  course->updater = make_updater (course, error);
  return course->updater != NULL;
}

/* Where the case tells. */
static gboolean
check_place (Course *course, int update, GError **error)
{
  struct json_object *want = get_item (get (course->file->json, "epoch, is_new_epoch, epoch_detail"), update);
  const RensaIteratorPlace *place = rensa_updater_get_place (course->updater);

  return want == NULL
         || (check_int ("epoch", place->epoch, json_object_get_int64 (get_item (want, 0)), error)
             && check_int ("is_new_epoch", place->is_new_epoch, json_object_get_boolean (get_item (want, 1)), error)
             && check_number (course->report, "epoch_detail", place->epoch_detail,
                              json_object_get_double (get_item (want, 2)), (Tolerance){ 1e-12, 0 }, error));
}

static Tolerance
get_loss_tolerance (Course *course)
{
  return (Tolerance){ get_double (course->file->json, "loss_rtol", 0),
                      get_double (course->file->json, "loss_atol", 0) };
}

/* The losses of all steps of the update, and of the last one where the case has that. */
static gboolean
check_losses (Course *course, int update, GError **error)
{
  struct json_object *last = get (course->file->json, "main/loss");
  const Tolerance tolerance = get_loss_tolerance (course);
  double loss = 0;

  rensa_observation_lookup (course->observation, "main/loss", &loss);
  return check_number (course->report, "the loss", course->loss,
                       json_object_get_double (get_item (get (course->file->json, "loss"), update)), tolerance, error)
         && (last == NULL
             || check_number (course->report, "the loss of the last step", loss,
                              json_object_get_double (get_item (last, update)), tolerance, error));
}

static gboolean
check_update (Course *course, RensaReporter *reporter, int update, GError **error)
{
  gboolean ok;

  course->loss = 0;
  rensa_observation_clear (course->observation);
  rensa_reporter_push (reporter, course->observation);
  ok = rensa_updater_update (course->updater, error);
  rensa_reporter_pop (reporter);
  ok = ok && check_losses (course, update, error) && check_place (course, update, error);
  if (!ok)
    g_prefix_error (error, "update %d: ", update + 1);
  return ok;
}

static gboolean
check_updates (Course *course, GError **error)
{
  g_autoptr (RensaReporter) reporter = rensa_reporter_new ();
  const int n = get_length (get (course->file->json, "loss"));

  rensa_reporter_add_link (reporter, RENSA_MAIN, course->model);
  for (int i = 0; i < n; i++)
    if (!check_update (course, reporter, i, error))
      return FALSE;
  return TRUE;
}

/* From a new state on, word by word; that of the training is as it was afterwards. */
static gboolean
check_evaluation (Course *course, GError **error)
{
  g_autoptr (RensaDataset) words = load_words (course->file, "valid", error);
  g_autoptr (RensaIterator) iterator =
      words != NULL ? rensa_parallel_sequential_iterator_new (words, 1, FALSE, error) : NULL;
  g_autoptr (RensaObservation) result = rensa_observation_new ();
  double loss[2] = { 0, 0 };

  for (int i = 0; i < 2; i++)
    {
      if (iterator == NULL || !rensa_evaluate (course->model, iterator, NULL, NULL, result, error))
        return FALSE;
      rensa_observation_lookup (result, "main/loss", &loss[i]);
    }
  return check_number (course->report, "the loss of the other words", loss[0],
                       get_double (course->file->json, "validation_loss", 0), get_loss_tolerance (course), error)
         && check_number (course->report, "the same again", loss[1], loss[0], (Tolerance){ 0, 0 }, error);
}

static gboolean
check_weights (Course *course, GError **error)
{
  struct json_object *json = course->file->json;
  const Tolerance tolerance = { get_double (json, "param_rtol", 0), get_double (json, "param_atol", 0) };

  return model_check_arrays (course->report, course->model, BASE, course->file, "final", tolerance, error);
}

void
check_bptt (Report *report, const char *name, CaseFile *file)
{
  Course course = { .report = report, .file = file, .observation = rensa_observation_new () };
  g_autoptr (GError) error = NULL;
  gboolean ok;

  current = &course;
  report_begin (report, "training", name);
  ok = prepare (&course, &error) && check_updates (&course, &error);
  report_case (report, "updates", ok, &error);
  if (ok)
    {
      report_case (report, "weights", check_weights (&course, &error), &error);
      if (get (file->json, "validation_loss") != NULL)
        report_case (report, "evaluation", check_evaluation (&course, &error), &error);
    }
  report_end (report);
  g_clear_pointer (&course.updater, rensa_updater_free);
  g_clear_pointer (&course.model, rensa_link_unref);
  g_clear_pointer (&course.observation, rensa_observation_free);
}
