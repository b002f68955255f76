/* check-extensions.c: extensions that report, and the one that ends training.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "conformance.h"
#include "folder.h"
#include "models.h"
#include "rensa-error.h"
#include "rensa-snapshot.h"
#include "runs.h"

static const Tolerance rounding = { 1e-12, 0 };

/* @want: what the observation has after each iteration, under @key */
typedef struct
{
  Report *report;
  struct json_object *json;
  struct json_object *want;
  RunPause pause;
} Course;

static int
get_row (RensaTrainer *trainer)
{
  return (int) rensa_updater_get_iteration (rensa_trainer_get_updater (trainer)) - 1;
}

static gboolean
check_key (const Course *course, RensaTrainer *trainer, const char *key, struct json_object *want, GError **error)
{
  double found = NAN;

  rensa_observation_lookup (rensa_trainer_get_observation (trainer), key, &found);
  return check_number (course->report, key, found, want != NULL ? json_object_get_double (want) : NAN, rounding, error);
}

/* MicroAverage */

static gboolean
observe_row (RensaTrainer *trainer, gpointer data, GError **error)
{
  const Course *course = data;
  struct json_object *row = unpack (get_item (get (course->json, "rows"), get_row (trainer)));
  RensaObservation *observation = rensa_trainer_get_observation (trainer);

  if (row != NULL)
    {
      rensa_observation_set (observation, "right", json_object_get_double (get_item (row, 0)));
      rensa_observation_set (observation, "all", json_object_get_double (get_item (row, 1)));
    }
  json_object_put (row);
  return TRUE;
}

static gboolean
check_average (RensaTrainer *trainer, gpointer data, GError **error)
{
  const Course *course = data;

  return check_key (course, trainer, "share", get_item (course->want, get_row (trainer)), error);
}

static RensaTrainer *
make_averaging_trainer (Course *course, GError **error)
{
  g_autofree char *out = g_path_get_dirname (course->pause.path);
  g_autoptr (RensaTrainer) trainer = run_new_idle_trainer (
      NULL, get_double (course->json, "iterations_per_epoch", 1),
      rensa_interval_trigger_new (get_length (get (course->json, "rows")), "iteration", NULL), out, error);

  if (trainer == NULL || !run_call (trainer, FALSE, observe_row, course, error)
      || !run_extend (trainer, "MicroAverage(numerator_key=right, denominator_key=all, result_key=share)", NULL, 0,
                      NULL, error)
      || !run_call (trainer, TRUE, check_average, course, error))
    return NULL;
  run_set_pause (trainer, &course->pause);
  return g_steal_pointer (&trainer);
}

/* Its trigger is saved too, which Chainer's is not: resumed runs come to what the one comes to that is not. */
static gboolean
run_average (Course *course, GError **error)
{
  const gboolean is_resumed = course->pause.at > 0;
  g_autoptr (RensaTrainer) first = is_resumed ? make_averaging_trainer (course, error) : NULL;
  g_autoptr (RensaTrainer) trainer = NULL;

  if (is_resumed
      && (first == NULL || !rensa_trainer_run (first, error)
          || !check_saved (course->pause.path, "extensions/MicroAverage/", RENSA_NPZ_ALLOW_EXTRA,
                           get (course->json, "saved"), error)))
    return FALSE;
  course->pause.at = 0;
  trainer = make_averaging_trainer (course, error);
  return trainer != NULL && (!is_resumed || rensa_snapshot_load (trainer, course->pause.path, error))
         && rensa_trainer_run (trainer, error);
}

/* FailOnNonNumber */

static gboolean
spoil (RensaTrainer *trainer, gpointer data, GError **error)
{
  const Course *course = data;
  struct json_object *value = unpack (get (course->json, "value"));
  const gboolean is_grad = json_object_is_type (value, json_type_string);
  const float number = is_grad ? NAN : (float) json_object_get_double (value);
  g_autofree char *path = g_strconcat ("/", is_grad ? "b" : get_string (course->json, "in"), NULL);
  RensaLink *model = rensa_updater_get_target (rensa_trainer_get_updater (trainer), RENSA_MAIN);
  RensaVariable *param = model_find_param (model, path);
  g_autoptr (RensaArray) array = NULL;

  json_object_put (value);
  if (param == NULL || get_row (trainer) != 1)
    return TRUE;
  array = rensa_array_new_from_host (RENSA_FLOAT32, rensa_array_get_shape (rensa_variable_get_array (param)), &number,
                                     error);
  if (is_grad)
    rensa_variable_set_grad (param, array);
  else
    rensa_variable_set_array (param, array);
  return array != NULL;
}

static gboolean
run_spoiled (Course *course, GError **error)
{
  struct json_object *result = get (course->json, "result");
  g_autofree char *out = g_path_get_dirname (course->pause.path);
  g_autoptr (RensaLink) link = rensa_link_new_from_text ("Linear(in_size=1, out_size=1)", error);
  g_autoptr (RensaTrainer) trainer =
      link != NULL && rensa_link_draw_params (link, 0, error) ? run_new_idle_trainer (
          g_steal_pointer (&link), 3, rensa_interval_trigger_new (3, "iteration", NULL), out, error)
                                                              : NULL;
  g_autoptr (GError) found = NULL;

  if (trainer == NULL || !run_call (trainer, FALSE, spoil, course, error)
      || !run_extend (trainer, "FailOnNonNumber", NULL, 0, NULL, error)
      || !check_int ("whether it failed", !rensa_trainer_run (trainer, &found), get (result, "error") != NULL, error)
      || (get (course->json, "iteration") != NULL
          && !check_int ("iteration", get_row (trainer) + 1, get_int (course->json, "iteration"), error)))
    return FALSE;
  return found == NULL
         || check_int ("optimizer in the message", strstr (found->message, RENSA_MAIN) != NULL, TRUE, error);
}

/* observe_lr and observe_value */

static gboolean
check_observed (RensaTrainer *trainer, gpointer data, GError **error)
{
  const Course *course = data;
  struct json_object *want = get_item (get (course->json, "observation"), get_row (trainer));

  return check_key (course, trainer, "lr", get (want, "lr"), error)
         && check_key (course, trainer, "it", get (want, "it"), error);
}

static gboolean
run_observed (Course *course, GError **error)
{
  const int n = get_length (get (course->json, "observation"));
  g_autofree char *rate = g_strdup_printf ("%.17g", get_double (course->json, "lr", 0));
  g_autofree char *out = g_path_get_dirname (course->pause.path);
  g_autoptr (RensaTrainer) trainer =
      run_new_idle_trainer (NULL, get_double (course->json, "iterations_per_epoch", 1),
                            rensa_interval_trigger_new (n, "iteration", NULL), out, error);

  return trainer != NULL && rensa_trainer_set_attr_text (trainer, "optimizer.lr", rate, error)
         && run_extend (trainer, "observe_lr", NULL, 0, NULL, error)
         && run_extend (trainer, "observe_value(observation_key=it, target_func=iteration)", NULL, 2, "iteration",
                        error)
         && run_extend (trainer, "ExponentialShift(attr=lr, rate=0.5)", NULL, 0, NULL, error)
         && run_call (trainer, TRUE, check_observed, course, error) && rensa_trainer_run (trainer, error);
}

static gboolean
check_case (Report *report, struct json_object *json, struct json_object *want, GError **error)
{
  static const struct
  {
    const char *begin;
    gboolean (*run) (Course *course, GError **error);
  } runs[] = { { "MicroAverage", run_average }, { "FailOnNonNumber", run_spoiled }, { "observe_lr", run_observed } };
  char *folder = test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "snapshot", NULL);
  Course course = { report, json, want, { path, get_int (json, "saved_and_resumed_after") } };
  gboolean ok = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (runs); i++)
    if (g_str_has_prefix (get_string (json, "extension"), runs[i].begin))
      ok = runs[i].run (&course, error);
  test_folder_free (folder);
  return ok;
}

void
check_extensions (Report *report, struct json_object *list)
{
  struct json_object *want = NULL;

  for (int i = 0; i < get_length (list); i++)
    {
      struct json_object *json = get_item (list, i);
      g_autofree char *label = g_strdup_printf ("%s, case %d", get_string (json, "extension"), i);
      g_autoptr (GError) error = NULL;

      if (get (json, "saved_and_resumed_after") == NULL)
        want = get (json, "reported");
      report_single (report, "extension", label, check_case (report, json, want, &error), &error);
    }
}
