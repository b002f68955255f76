/* check-shifts.c: what schedules make of a setting of the optimizer, across a resume too.
 * SPDX-License-Identifier: MIT */

#include "conformance.h"
#include "folder.h"
#include "rensa-snapshot.h"
#include "runs.h"

static const Tolerance rounding = { 1e-12, 0 };

/* @seen: the setting in each update and at the end */
typedef struct
{
  struct json_object *json;
  RunPause pause;
  GArray *seen; /* double */
} Course;

static double
get_rate (RensaTrainer *trainer)
{
  RensaOptimizer *optimizer = rensa_updater_get_optimizer (rensa_trainer_get_updater (trainer), RENSA_MAIN);
  double rate = 0;

  rensa_optimizer_get_learning_rate (optimizer, &rate);
  return rate;
}

/* After the schedule of the iteration, which is before the next update. */
static gboolean
note_rate (RensaTrainer *trainer, gpointer data, GError **error)
{
  Course *course = data;
  const double rate = get_rate (trainer);

  g_array_append_val (course->seen, rate);
  return TRUE;
}

static RensaTrigger *
make_trigger (struct json_object *json, GError **error)
{
  struct json_object *trigger = get (json, "trigger");

  return rensa_interval_trigger_new (trigger != NULL ? json_object_get_double (get_item (trigger, 0)) : 1, "iteration",
                                     error);
}

static RensaTrainer *
make_trainer (Course *course, GError **error)
{
  struct json_object *json = course->json;
  const int n = get_length (get (json, "values")) - 1;
  g_autofree char *rate = g_strdup_printf ("%.17g", get_double (json, "optimizer_lr", 0));
  g_autofree char *out = g_path_get_dirname (course->pause.path);
  g_autoptr (RensaAttrs) attrs =
      make_attrs (RENSA_COMPONENT_EXTENSION, get_string (json, "extension"), get (json, "args"), error);
  g_autoptr (RensaTrainer) trainer =
      attrs != NULL ? run_new_idle_trainer (NULL, n, rensa_interval_trigger_new (n, "iteration", NULL), out, error)
                    : NULL;

  if (trainer == NULL || !rensa_trainer_set_attr_text (trainer, "optimizer.lr", rate, error)
      || !rensa_trainer_extend (trainer, attrs, NULL, make_trigger (json, error), error)
      || !run_call (trainer, TRUE, note_rate, course, error))
    return NULL;
  run_set_pause (trainer, &course->pause);
  return g_steal_pointer (&trainer);
}

/* What is seen before the first update is what initialize made, and is asked for there. */
static gboolean
note_first (RensaTrainer *trainer, Course *course, GError **error)
{
  RensaExtension *extension = rensa_trainer_get_extension (trainer, get_string (course->json, "extension"));

  return rensa_extension_get_class (extension)->initialize (extension, trainer, error)
         && note_rate (trainer, course, error);
}

static gboolean
run_until_pause (Course *course, GError **error)
{
  g_autoptr (RensaTrainer) trainer = make_trainer (course, error);
  g_autofree char *prefix = g_strdup_printf ("extensions/%s/", get_string (course->json, "extension"));

  if (trainer == NULL || !note_first (trainer, course, error) || !rensa_trainer_run (trainer, error))
    return FALSE;
  course->pause.at = 0;
  return check_saved (course->pause.path, prefix, RENSA_NPZ_EXACT, get (course->json, "saved"), error);
}

static gboolean
run_course (Course *course, GError **error)
{
  const gboolean is_resumed = course->pause.at > 0;
  g_autoptr (RensaTrainer) trainer = NULL;

  if (is_resumed && !run_until_pause (course, error))
    return FALSE;
  trainer = make_trainer (course, error);
  if (trainer == NULL
      || !(is_resumed ? rensa_snapshot_load (trainer, course->pause.path, error) : note_first (trainer, course, error)))
    return FALSE;
  return rensa_trainer_run (trainer, error);
}

static gboolean
check_seen (Report *report, const Course *course, struct json_object *want, GError **error)
{
  if (!check_int ("how often it was looked at", course->seen->len, get_length (want), error))
    return FALSE;
  for (guint i = 0; i < course->seen->len; i++)
    {
      g_autofree char *what = g_strdup_printf ("value %u", i);

      if (!check_number (report, what, g_array_index (course->seen, double, i),
                         json_object_get_double (get_item (want, i)), rounding, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
check_shift (Report *report, struct json_object *json, struct json_object *want, GError **error)
{
  char *folder = test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "snapshot", NULL);
  g_autoptr (GArray) seen = g_array_new (FALSE, FALSE, sizeof (double));
  Course course = { .json = json, .pause = { path, get_int (json, "saved_and_resumed_after") }, .seen = seen };
  const gboolean ok = run_course (&course, error) && check_seen (report, &course, want, error);

  test_folder_free (folder);
  return ok;
}

/* One that was interrupted comes to the values of the one before it that was not; where Chainer's differ it has forgotten
 * its first value. */
void
check_shifts (Report *report, struct json_object *list, const char *kind)
{
  struct json_object *want = NULL;

  for (int i = 0; i < get_length (list); i++)
    {
      struct json_object *json = get_item (list, i);
      g_autofree char *label = g_strdup_printf ("%s %s", get_string (json, "extension"), get_string (json, "args"));
      g_autoptr (GError) error = NULL;

      if (get (json, "saved_and_resumed_after") == NULL)
        want = get (json, "values");
      report_single (report, kind, label, check_shift (report, json, want, &error), &error);
    }
}
