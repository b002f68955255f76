/* check-lives.c: extensions: their order, their names, and when they are called.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "conformance.h"
#include "folder.h"
#include "rensa-error.h"
#include "runs.h"

static gboolean
check_text (const char *what, const char *got, const char *want, GError **error)
{
  if (g_strcmp0 (got, want) != 0)
    g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, "%s is %s, expected %s", what, got, want);
  return g_strcmp0 (got, want) == 0;
}

/* Extensions that note in one text what happens to them; of a class each, as the priority is the class's. */

typedef struct
{
  GString *events;
} State;

static void
note (RensaExtension *extension, RensaTrainer *trainer, const char *event)
{
  const State *state = rensa_extension_get_state (extension);

  if (state->events != NULL)
    g_string_append_printf (state->events, " %s %s %" G_GINT64_FORMAT, rensa_extension_get_name (extension), event,
                            rensa_updater_get_iteration (rensa_trainer_get_updater (trainer)));
}

static gboolean
initialize (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  note (extension, trainer, "initialize");
  return TRUE;
}

static gboolean
call (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  note (extension, trainer, "call");
  return TRUE;
}

static void
on_error (RensaExtension *extension, RensaTrainer *trainer)
{
  note (extension, trainer, "on_error");
}

static gboolean
finalize (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  note (extension, trainer, "finalize");
  return TRUE;
}

#define NOTING(text)                                                                                                 \
  {                                                                                                                  \
    .name = text, .title = "Note", .summary = "Notes", .trigger_period = 1, .trigger_unit = "iteration",             \
    .state_size = sizeof (State), .initialize = initialize, .call = call, .on_error = on_error, .finalize = finalize \
  }

static gboolean
add_noting (RensaTrainer *trainer, const RensaExtensionClass *class, const char *name, double period, GString *events,
            GError **error)
{
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new (RENSA_COMPONENT (class));

  if (!rensa_trainer_extend (trainer, attrs, name, rensa_interval_trigger_new (period, "iteration", NULL), error))
    return FALSE;
  ((State *) rensa_extension_get_state (rensa_trainer_get_extension (trainer, name)))->events = events;
  return TRUE;
}

/* The order in one iteration; no priority is that of readers. */
static gboolean
check_order (struct json_object *json, RensaTrainer *trainer, GError **error)
{
  static RensaExtensionClass classes[] = { NOTING ("a"), NOTING ("b"), NOTING ("c"), NOTING ("d"),
                                           NOTING ("e"), NOTING ("f"), NOTING ("g") };
  struct json_object *added = get (json, "added");
  g_autoptr (GString) events = g_string_new (NULL);
  g_autoptr (GString) want = g_string_new (NULL);
  gboolean ok = check_int ("extensions", get_length (added), G_N_ELEMENTS (classes), error);

  for (int i = 0; ok && i < get_length (added); i++)
    {
      struct json_object *priority = get_item (get_item (added, i), 1);

      classes[i].priority = priority != NULL ? json_object_get_int (priority) : RENSA_PRIORITY_READER;
      ok = check_text ("name", classes[i].name, json_object_get_string (get_item (get_item (added, i), 0)), error)
           && add_noting (trainer, &classes[i], classes[i].name, 4, events, error);
      classes[i].initialize = NULL;
      classes[i].finalize = NULL;
      g_string_append_printf (want, " %s call 4", json_object_get_string (get_item (get (json, "called"), i)));
    }
  return ok && rensa_trainer_run (trainer, error) && check_text ("the order", events->str, want->str, error);
}

static gboolean
check_names (struct json_object *json, RensaTrainer *trainer, GError **error)
{
  static const RensaExtensionClass function = NOTING ("LogReport_1");
  struct json_object *added = get (json, "added");
  struct json_object *names = get (json, "names");
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new (RENSA_COMPONENT (&function));

  for (int i = 0; i < get_length (added); i++)
    {
      const char *text = json_object_get_string (get_item (added, i));
      const char *name = json_object_get_string (get_item (names, i));
      const gboolean is_ours = g_str_has_prefix (text, "a function named");
      const gboolean is_shift = g_str_equal (text, "ExponentialShift");
      RensaExtension *extension;

      if (!(is_ours
                ? rensa_trainer_extend (trainer, attrs, NULL, NULL, error)
                : run_extend (trainer, is_shift ? "ExponentialShift(attr=lr, rate=0.5)" : text, NULL, 0, NULL, error)))
        return FALSE;
      extension = rensa_trainer_get_extension (trainer, name);
      if (!check_int (name, extension != NULL, TRUE, error)
          || !check_text (name, rensa_extension_get_class (extension)->name, is_ours ? "LogReport_1" : text, error)
          || (!is_ours
              && !check_int (name, rensa_extension_get_class (extension)->priority,
                             get_int (get (json, "priorities"), name), error)))
        return FALSE;
    }
  return TRUE;
}

/* Where there is no default trigger, a function of the extension decides, in its call here. */
static gboolean
check_class (const char *name, struct json_object *want, GError **error)
{
  const RensaComponent *component = rensa_registry_find (RENSA_COMPONENT_EXTENSION, name, error);
  const RensaExtensionClass *class = (const RensaExtensionClass *) component;
  struct json_object *trigger = get (want, "default_trigger");
  const char *default_name = get_string (want, "default_name");

  return component != NULL && check_int (name, class->priority, get_int (want, "priority"), error)
         && (trigger == NULL
             || (check_int (name, (gint64) class->trigger_period, json_object_get_int (get_item (trigger, 0)), error)
                 && check_text (name, class->trigger_unit, json_object_get_string (get_item (trigger, 1)), error)))
         && (default_name == NULL || check_text (name, class->default_name, default_name, error));
}

/* dump_graph is DumpGraph under its old name. */
static gboolean
check_classes (struct json_object *json, RensaTrainer *trainer, GError **error)
{
  json_object_object_foreach (get (json, "classes"), name, want)
  {
    if (!g_str_equal (name, "dump_graph") && !check_class (name, want, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
fail (RensaTrainer *trainer, gpointer data, GError **error)
{
  if (rensa_updater_get_iteration (rensa_trainer_get_updater (trainer)) != get_int (data, "error_in_update"))
    return TRUE;
  g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, "wanted");
  return FALSE;
}

/* Without the call before training, which nothing here asks for, and with the iteration of the end. */
static char *
describe_life (struct json_object *json)
{
  const gint64 last = get (json, "error_in_update") != NULL ? get_int (json, "error_in_update") : 4;
  struct json_object *calls = get (json, "calls");
  GString *text = g_string_new (NULL);

  for (int i = 0; i < get_length (calls); i++)
    {
      const char *event = json_object_get_string (get_item (get_item (calls, i), 0));
      const gint64 at =
          g_str_equal (event, "finalize") ? last : json_object_get_int64 (get_item (get_item (calls, i), 1));

      if (!json_object_get_boolean (get_item (get_item (calls, i), 2)) || !g_str_equal (event, "call"))
        g_string_append_printf (text, " life %s %" G_GINT64_FORMAT, event, at);
    }
  return g_string_free (text, FALSE);
}

static gboolean
check_life (struct json_object *json, RensaTrainer *trainer, GError **error)
{
  static const RensaExtensionClass class = NOTING ("life");
  g_autoptr (GString) events = g_string_new (NULL);
  g_autofree char *want = describe_life (json);
  g_autoptr (GError) found = NULL;

  if (!run_call (trainer, FALSE, fail, json, error) || !add_noting (trainer, &class, "life", 2, events, error))
    return FALSE;
  return check_int ("whether it failed", !rensa_trainer_run (trainer, &found), get (json, "error_in_update") != NULL,
                    error)
         && check_text ("the life", events->str, want, error);
}

static gboolean
check_case (struct json_object *json,
            gboolean (*check) (struct json_object *json, RensaTrainer *trainer, GError **error), GError **error)
{
  char *folder = test_folder_new ();
  RensaTrainer *trainer =
      run_new_idle_trainer (NULL, 2, rensa_interval_trigger_new (4, "iteration", NULL), folder, error);
  const gboolean ok = trainer != NULL && check (json, trainer, error);

  g_clear_pointer (&trainer, rensa_trainer_free);
  test_folder_free (folder);
  return ok;
}

void
check_lives (Report *report, struct json_object *list)
{
  static const struct
  {
    const char *begin;
    gboolean (*check) (struct json_object *json, RensaTrainer *trainer, GError **error);
  } checks[] = {
    { "order of extensions", check_order },
    { "names of extensions", check_names },
    { "priority, trigger", check_classes },
    { "life of an extension", check_life },
  };

  for (int i = 0; i < get_length (list); i++)
    for (guint j = 0; j < G_N_ELEMENTS (checks); j++)
      if (g_str_has_prefix (get_string (get_item (list, i), "what"), checks[j].begin))
        {
          g_autofree char *label = g_strdup_printf ("%s, case %d", checks[j].begin, i);
          g_autoptr (GError) error = NULL;

          report_single (report, "extension", label, check_case (get_item (list, i), checks[j].check, &error), &error);
        }
}
