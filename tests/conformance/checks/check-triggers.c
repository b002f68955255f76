/* check-triggers.c: when triggers fire, across a resume too, and what they save.
 * SPDX-License-Identifier: MIT */

#include "conformance.h"
#include "folder.h"
#include "rensa-snapshot.h"
#include "runs.h"

/* The extension that the trigger calls. */
#define FIRED "fired"
#define MAX_FIRED 64

/* @json: the case
 * @fired: what was noted, in both parts */
typedef struct
{
  struct json_object *json;
  RunPause pause;
  gint64 fired[MAX_FIRED];
  int n_fired;
} Course;

typedef struct
{
  Course *course;
} State;

static gint64
get_iteration (RensaTrainer *trainer)
{
  return rensa_updater_get_iteration (rensa_trainer_get_updater (trainer));
}

/* Before the others of its iteration: what they find, and what time it is. */
static gboolean
set_scene (RensaTrainer *trainer, gpointer data, GError **error)
{
  const Course *course = data;
  struct json_object *observed = get (course->json, "observed");
  const gint64 iteration = get_iteration (trainer);

  rensa_trainer_set_elapsed_time (trainer, get_double (course->json, "seconds_per_iteration", 0) * (double) iteration);
  if (observed == NULL)
    return TRUE;
  json_object_object_foreach (observed, key, values)
  {
    if (iteration <= get_length (values))
      rensa_observation_set (rensa_trainer_get_observation (trainer), key,
                             json_object_get_double (get_item (values, (int) iteration - 1)));
  }
  return TRUE;
}

static gboolean
note_firing (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  Course *course = ((State *) rensa_extension_get_state (extension))->course;

  g_assert_cmpint (course->n_fired, <, MAX_FIRED);
  course->fired[course->n_fired++] = get_iteration (trainer);
  return TRUE;
}

static const RensaExtensionClass note_class = {
  .name = FIRED,
  .title = "Note",
  .summary = "Notes when it is called",
  .priority = RENSA_PRIORITY_READER,
  .state_size = sizeof (State),
  .call = note_firing,
};

static gboolean
note (RensaTrainer *trainer, RensaTrigger *trigger, Course *course, GError **error)
{
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new (RENSA_COMPONENT (&note_class));

  if (!rensa_trainer_extend (trainer, attrs, NULL, trigger, error))
    return FALSE;
  ((State *) rensa_extension_get_state (rensa_trainer_get_extension (trainer, FIRED)))->course = course;
  return TRUE;
}

static RensaTrigger *
make_trigger (struct json_object *json, GError **error)
{
  struct json_object *description = get (json, "trigger");
  g_autoptr (RensaAttrs) attrs = make_attrs (RENSA_COMPONENT_TRIGGER, get_string (description, "name"), NULL, error);

  if (attrs == NULL || !run_set_values (attrs, get (description, "args"), error)
      || !run_set_values (attrs, get (description, "keywords"), error))
    return NULL;
  return rensa_trigger_new (attrs, error);
}

static gboolean
is_stop (struct json_object *json)
{
  return get (json, "stopped_at") != NULL;
}

/* One in which the trigger stops training, or calls the extension that notes it. */
static RensaTrainer *
make_trainer (Course *course, GError **error)
{
  struct json_object *json = course->json;
  RensaTrigger *trigger = make_trigger (json, error);
  g_autofree char *out = g_path_get_dirname (course->pause.path);
  g_autoptr (RensaTrainer) trainer = NULL;

  if (trigger == NULL)
    return NULL;
  trainer = run_new_idle_trainer (
      NULL, get_double (json, "iterations_per_epoch", 1),
      is_stop (json) ? trigger : rensa_interval_trigger_new ((double) get_int (json, "iterations"), "iteration", NULL),
      out, error);
  if (trainer == NULL || !run_call (trainer, FALSE, set_scene, course, error)
      || (!is_stop (json) && !note (trainer, trigger, course, error)))
    return NULL;
  run_set_pause (trainer, &course->pause);
  return g_steal_pointer (&trainer);
}

static gboolean
check_fired (const Course *course, GError **error)
{
  struct json_object *want = get (course->json, "fired");

  for (int i = 0; i < MIN (course->n_fired, get_length (want)); i++)
    if (!check_int ("an iteration after which it fired", course->fired[i], json_object_get_int64 (get_item (want, i)),
                    error))
      return FALSE;
  return check_int ("how often it fired", course->n_fired, get_length (want), error);
}

static gboolean
check_finished (const Course *course, RensaTrigger *trigger, int part, GError **error)
{
  struct json_object *want = get_item (get (course->json, "finished"), part);

  return want == NULL
         || check_int ("finished", rensa_trigger_is_finished (trigger), json_object_get_boolean (want), error);
}

/* What an interrupted one must come to as well; Chainer's own forgets the best value. */
static gboolean
check_stop (const Course *course, RensaTrainer *trainer, struct json_object *uninterrupted, GError **error)
{
  g_autoptr (RensaJson) saved = json_object_new_object ();
  static const char *const keys[] = { "best", "count" };
  static const char *const dtypes[] = { "float64", "int64" };

  if (!check_int ("where it stopped", get_iteration (trainer), get_int (uninterrupted, "stopped_at"), error))
    return FALSE;
  if (get (uninterrupted, "best") == NULL)
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      struct json_object *member = json_object_new_object ();

      json_object_object_add (member, "dtype", json_object_new_string (dtypes[i]));
      json_object_object_add (member, "value", json_object_get (get (uninterrupted, keys[i])));
      json_object_object_add (saved, keys[i], member);
    }
  return rensa_snapshot_save (trainer, course->pause.path, error)
         && check_saved (course->pause.path, "stop_trigger/", RENSA_NPZ_ALLOW_EXTRA, saved, error);
}

static gboolean
run_part (Course *course, RensaTrainer *trainer, int part, GError **error)
{
  RensaExtension *fired = rensa_trainer_get_extension (trainer, FIRED);

  return rensa_trainer_run (trainer, error)
         && (fired == NULL || check_finished (course, rensa_extension_get_trigger (fired), part, error));
}

/* The keys of the case begin with "fired/". */
static gboolean
check_saved_state (const Course *course, struct json_object *saved, GError **error)
{
  g_autoptr (RensaJson) members = json_object_new_object ();

  json_object_object_foreach (saved, key, member)
      json_object_object_add (members, key + strlen (FIRED "/"), json_object_get (member));
  return check_saved (course->pause.path, "extension_triggers/" FIRED "/", RENSA_NPZ_EXACT, members, error);
}

/* The first part, which ends with the snapshot. */
static gboolean
run_until_pause (Course *course, GError **error)
{
  g_autoptr (RensaTrainer) trainer = make_trainer (course, error);
  struct json_object *saved = get (course->json, "saved");

  if (trainer == NULL || !run_part (course, trainer, 0, error))
    return FALSE;
  course->pause.at = 0;
  return saved == NULL || check_saved_state (course, saved, error);
}

static gboolean
run_course (Course *course, struct json_object *uninterrupted, GError **error)
{
  const gboolean is_resumed = course->pause.at > 0;
  g_autoptr (RensaTrainer) trainer = NULL;

  if (is_resumed && !run_until_pause (course, error))
    return FALSE;
  trainer = make_trainer (course, error);
  if (trainer == NULL || (is_resumed && !rensa_snapshot_load (trainer, course->pause.path, error))
      || !run_part (course, trainer, is_resumed, error))
    return FALSE;
  return is_stop (course->json) ? check_stop (course, trainer, uninterrupted, error) : check_fired (course, error);
}

static gboolean
check_trigger (struct json_object *json, struct json_object *uninterrupted, GError **error)
{
  char *folder = test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "snapshot", NULL);
  Course course = {
    .json = json,
    .pause.path = path,
    .pause.at = get_int (json, "saved_and_resumed_after") + get_int (json, "interrupted_during_and_resumed_from"),
  };
  const gboolean ok = run_course (&course, uninterrupted, error);

  test_folder_free (folder);
  return ok;
}

void
check_triggers (Report *report, struct json_object *list, const char *kind)
{
  struct json_object *uninterrupted = NULL;

  for (int i = 0; i < get_length (list); i++)
    {
      struct json_object *json = get_item (list, i);
      g_autofree char *label = g_strdup_printf ("%s %s", get_string (get (json, "trigger"), "name"),
                                                get_string (get (json, "trigger"), "args"));
      g_autoptr (GError) error = NULL;

      /* It stands before those of the same trigger that are interrupted. */
      if (get (json, "interrupted_during_and_resumed_from") == NULL)
        uninterrupted = json;
      report_single (report, kind, label, check_trigger (json, uninterrupted, &error), &error);
    }
}
