/* check-statistics.c: what is told of the numbers in parameters and gradients.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "arrays.h"
#include "conformance.h"
#include "folder.h"
#include "models.h"
#include "rensa-snapshot.h"
#include "runs.h"

static const Tolerance tolerance = { 1e-5, 1e-6 };

/* @base: where the parameters of the case begin, "/net" for instance */
typedef struct
{
  Report *report;
  struct json_object *json;
  const char *base;
} Course;

static void
gather (struct json_object *json, GArray *numbers)
{
  const float number = (float) json_object_get_double (json);

  if (!json_object_is_type (json, json_type_array))
    g_array_append_val (numbers, number);
  for (int i = 0; json_object_is_type (json, json_type_array) && i < get_length (json); i++)
    gather (get_item (json, i), numbers);
}

/* Of one or two axes. */
static RensaArray *
make_array (struct json_object *json, GError **error)
{
  struct json_object *plain = unpack (json);
  g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (float));
  const gint64 n = get_length (plain);
  RensaShape shape = RENSA_SHAPE (n);

  gather (plain, numbers);
  if ((gint64) numbers->len > n)
    shape = RENSA_SHAPE (n, (gint64) numbers->len / n);
  json_object_put (plain);
  return rensa_array_new_from_host (RENSA_FLOAT32, &shape, numbers->data, error);
}

static gboolean
set_param (RensaLink *model, const char *path, struct json_object *json, GError **error)
{
  RensaVariable *param = model_find_param (model, path);
  g_autoptr (RensaArray) data = make_array (get (json, "data"), error);
  g_autoptr (RensaArray) grad = data != NULL ? make_array (get (json, "grad"), error) : NULL;

  if (grad == NULL)
    return FALSE;
  rensa_variable_set_array (param, data);
  rensa_variable_set_grad (param, grad);
  return TRUE;
}

static int
get_round (RensaTrainer *trainer)
{
  return (int) rensa_updater_get_iteration (rensa_trainer_get_updater (trainer)) - 1;
}

static gboolean
set_round (RensaTrainer *trainer, gpointer data, GError **error)
{
  const Course *course = data;
  RensaLink *model = rensa_updater_get_target (rensa_trainer_get_updater (trainer), RENSA_MAIN);

  json_object_object_foreach (get_item (get (course->json, "rounds"), get_round (trainer)), path, json)
  {
    g_autofree char *whole = g_strconcat (course->base, path, NULL);

    if (!set_param (model, whole, json, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
check_reported (RensaTrainer *trainer, gpointer data, GError **error)
{
  const Course *course = data;
  RensaObservation *got = rensa_trainer_get_observation (trainer);
  struct json_object *want = get_item (get (course->json, "reported"), get_round (trainer));

  if (want == NULL)
    return TRUE;
  if (!check_int ("the number of values", rensa_observation_get_n (got), json_object_object_length (want), error))
    return FALSE;
  json_object_object_foreach (want, key, value)
  {
    struct json_object *plain = unpack (value);
    const double expected = json_object_get_double (plain);
    double found = INFINITY;

    json_object_put (plain);
    rensa_observation_lookup (got, key, &found);
    if (!check_number (course->report, key, found, expected, tolerance, error))
      return FALSE;
  }
  return TRUE;
}

/* l1 and l2, with the parameters of the first round; inside a link of that name, if it has one. */
static RensaLink *
make_model (const char *name, GError **error)
{
  g_autoptr (RensaLink) model = rensa_chain_new ();
  RensaLink *outer;

  if (!rensa_link_take_child (model, "l1", rensa_link_new_from_text ("Linear(in_size=3, out_size=4)", error), error)
      || !rensa_link_take_child (model, "l2", rensa_link_new_from_text ("Linear(in_size=4, out_size=2)", error), error))
    return NULL;
  if (name == NULL)
    return g_steal_pointer (&model);
  outer = rensa_chain_new ();
  return rensa_link_take_child (outer, name, g_steal_pointer (&model), error) ? outer : NULL;
}

static RensaAttrs *
make_statistics_attrs (struct json_object *json, GError **error)
{
  static const struct
  {
    const char *name;
    const char *text;
  } cases[] = {
    { "default", "links=main" },
    { "no gradients, prefix", "links='main/net', report_grads=False, prefix=pre" },
    { "own statistic", "links=main, statistics=norm" },
    { "NaN skipped", "links=main, skip_nan_params=True" },
    { NULL, "targets=main" },
  };
  g_autoptr (RensaAttrs) attrs = make_attrs (RENSA_COMPONENT_EXTENSION, get_string (json, "extension"), NULL, error);
  guint i = 0;

  while (cases[i].name != NULL && g_strcmp0 (cases[i].name, get_string (json, "case")) != 0)
    i++;
  return attrs != NULL && rensa_attrs_parse (attrs, cases[i].text, error)
                 && run_set_values (attrs, get (json, "keywords"), error)
             ? g_steal_pointer (&attrs)
             : NULL;
}

/* What the plot has kept: for each round the lists of data and gradients. */
static gboolean
check_samples (Course *course, RensaTrainer *trainer, const char *folder, GError **error)
{
  g_autofree char *path = g_build_filename (folder, "snapshot", NULL);
  g_autoptr (GArray) want = g_array_new (FALSE, FALSE, sizeof (float));
  g_autoptr (RensaNpz) npz = rensa_snapshot_save (trainer, path, error) ? rensa_npz_open (path, error) : NULL;
  g_autoptr (RensaArray) got =
      npz != NULL ? rensa_npz_read (npz, "extensions/VariableStatisticsPlot/samples", error) : NULL;
  g_autofree double *numbers = got != NULL ? get_values (got) : NULL;

  if (numbers == NULL)
    return FALSE;
  gather (get (course->json, "samples"), want);
  if (!check_int ("the number of numbers", rensa_array_get_count (got), want->len, error))
    return FALSE;
  for (guint i = 0; i < want->len; i++)
    if (!check_number (course->report, "a sample", numbers[i], (double) g_array_index (want, float, i), tolerance,
                       error))
      return FALSE;
  return TRUE;
}

static gboolean
run_case (Course *course, const char *folder, GError **error)
{
  const double n = get_length (get (course->json, "rounds"));
  g_autoptr (RensaAttrs) attrs = make_statistics_attrs (course->json, error);
  RensaLink *model = attrs != NULL ? make_model (get_string (course->json, "link_name"), error) : NULL;
  g_autoptr (RensaTrainer) trainer =
      model != NULL ? run_new_idle_trainer (model, get_double (course->json, "iterations_per_epoch", 1),
                                            rensa_interval_trigger_new (n, "iteration", NULL), folder, error)
                    : NULL;

  return trainer != NULL && run_call (trainer, FALSE, set_round, course, error)
         && rensa_trainer_extend (trainer, attrs, NULL, NULL, error)
         && run_call (trainer, TRUE, check_reported, course, error) && rensa_trainer_run (trainer, error)
         && (get (course->json, "samples") == NULL || check_samples (course, trainer, folder, error));
}

static gboolean
check_case (Report *report, struct json_object *json, GError **error)
{
  char *folder = test_folder_new ();
  Course course = { report, json, get_string (json, "link_name") != NULL ? "/net" : "" };
  const gboolean ok = run_case (&course, folder, error);

  test_folder_free (folder);
  return ok;
}

void
check_statistics (Report *report, struct json_object *list)
{
  for (int i = 0; i < get_length (list); i++)
    {
      struct json_object *json = get_item (list, i);
      g_autofree char *label = g_strdup_printf ("%s %s", get_string (json, "extension"),
                                                get_string (json, get (json, "case") != NULL ? "case" : "keywords"));
      g_autoptr (GError) error = NULL;

      report_single (report, "extension", label, check_case (report, json, &error), &error);
    }
}
