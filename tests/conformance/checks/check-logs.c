/* check-logs.c: what LogReport writes and keeps.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "conformance.h"
#include "folder.h"
#include "rensa-error.h"
#include "rensa-extensions.h"
#include "rensa-snapshot.h"
#include "runs.h"

typedef struct
{
  struct json_object *json;
  const char *out;
  RunPause pause;
} Course;

/* v in each iteration, its number in odd ones, and a second for each. */
static gboolean
observe (RensaTrainer *trainer, gpointer data, GError **error)
{
  const Course *course = data;
  RensaObservation *observation = rensa_trainer_get_observation (trainer);
  const gint64 iteration = rensa_updater_get_iteration (rensa_trainer_get_updater (trainer));

  rensa_observation_set (observation, "v",
                         json_object_get_double (get_item (get (course->json, "v"), (int) iteration - 1)));
  if (iteration % 2 == 1)
    rensa_observation_set (observation, "odd", (double) iteration);
  rensa_trainer_set_elapsed_time (trainer, (double) iteration);
  return TRUE;
}

static char *
describe_report (struct json_object *keywords)
{
  GString *text = g_string_new ("LogReport(");
  struct json_object *trigger = unpack (get (keywords, "trigger"));
  struct json_object *keys = get (keywords, "keys");

  if (trigger != NULL)
    g_string_append_printf (text, "trigger=IntervalTrigger(period=%d, unit=%s)",
                            json_object_get_int (get_item (trigger, 0)),
                            json_object_get_string (get_item (trigger, 1)));
  for (int i = 0; i < get_length (keys); i++)
    g_string_append_printf (text, "%s%s", i == 0 ? "keys='" : ", ", json_object_get_string (get_item (keys, i)));
  g_string_append (text, keys != NULL ? "')" : ")");
  json_object_put (trigger);
  return g_string_free (text, FALSE);
}

static RensaTrainer *
make_trainer (Course *course, GError **error)
{
  struct json_object *json = course->json;
  g_autofree char *report = describe_report (get (json, "keywords"));
  RensaTrigger *stop = rensa_interval_trigger_new (get_length (get (json, "v")), "iteration", NULL);
  g_autoptr (RensaTrainer) trainer =
      run_new_idle_trainer (NULL, get_double (json, "iterations_per_epoch", 1), stop, course->out, error);

  if (trainer == NULL || !run_call (trainer, FALSE, observe, course, error)
      || !run_extend (trainer, report, NULL, 0, NULL, error))
    return NULL;
  run_set_pause (trainer, &course->pause);
  return g_steal_pointer (&trainer);
}

/* The log has parts of seconds; what comes of it after the resume tells whether it was saved. */
static gboolean
run_until_pause (Course *course, GError **error)
{
  g_autoptr (RensaTrainer) trainer = make_trainer (course, error);

  json_object_object_del (get (course->json, "saved"), "_log");
  return trainer != NULL && rensa_trainer_run (trainer, error)
         && check_saved (course->pause.path, "extensions/LogReport/", RENSA_NPZ_ALLOW_EXTRA,
                         get (course->json, "saved"), error);
}

static gboolean
check_file (Course *course, GError **error)
{
  g_autofree char *path = g_build_filename (course->out, "log", NULL);
  const char *want = get_string (course->json, "file_text");
  g_autoptr (GRegex) parts = g_regex_new ("(\"elapsed_time\": [0-9]+)\\.[0-9]+", 0, 0, NULL);
  g_autofree char *written = NULL;
  g_autofree char *got = NULL;

  if (!g_file_get_contents (path, &written, NULL, error))
    return FALSE;
  got = g_regex_replace (parts, written, -1, 0, "\\1.0", 0, NULL);
  if (strcmp (got, want) != 0)
    g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, "the log is\n%s\nexpected\n%s", got, want);
  return strcmp (got, want) == 0;
}

static gboolean
run_log (Course *course, GError **error)
{
  const gboolean is_resumed = course->pause.at > 0;
  g_autoptr (RensaTrainer) trainer = NULL;

  if (is_resumed && !run_until_pause (course, error))
    return FALSE;
  course->pause.at = 0;
  trainer = make_trainer (course, error);
  return trainer != NULL && (!is_resumed || rensa_snapshot_load (trainer, course->pause.path, error))
         && rensa_trainer_run (trainer, error) && check_file (course, error);
}

static gboolean
check_log (struct json_object *json, GError **error)
{
  char *folder = test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "snapshot", NULL);
  Course course = { json, folder, { path, get_int (json, "saved_and_resumed_after") } };
  const gboolean ok = run_log (&course, error);

  test_folder_free (folder);
  return ok;
}

void
check_logs (Report *report, struct json_object *list)
{
  for (int i = 0; i < get_length (list); i++)
    {
      struct json_object *json = get_item (list, i);
      g_autofree char *label = g_strdup_printf ("LogReport %s, case %d", get_string (json, "keywords"), i);
      g_autoptr (GError) error = NULL;

      if (g_str_equal (get_string (json, "what"), "LogReport"))
        report_single (report, "extension", label, check_log (json, &error), &error);
    }
}
