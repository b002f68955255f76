/* check-printed.c: what PrintReport and ProgressBar write.
 * SPDX-License-Identifier: MIT */

#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "conformance.h"
#include "folder.h"
#include "rensa-error.h"
#include "rensa-extensions.h"
#include "runs.h"

#define CLEAR_BELOW "\033[J"

typedef struct
{
  struct json_object *json;
  RensaTrainer *trainer;
  FILE *file;
} Course;

static gboolean
fail (GError **error, const char *what, const char *got, const char *want)
{
  g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, "%s is “%s”, expected “%s”", what, got, want);
  return FALSE;
}

/* PrintReport */

static gboolean
fill_log (RensaTrainer *trainer, gpointer data, GError **error)
{
  RensaLog *log = rensa_trainer_get_log (trainer, "LogReport");
  struct json_object *rows = get (data, "rows");

  for (int i = 0; i < get_length (rows); i++)
    {
      rensa_log_begin_entry (log);
      json_object_object_foreach (get_item (rows, i), key, value)
      {
        struct json_object *plain = unpack (value);

        if (json_object_is_type (plain, json_type_int))
          rensa_log_add_integer (log, key, json_object_get_int64 (plain));
        else
          rensa_log_add (log, key, json_object_get_double (plain));
        json_object_put (plain);
      }
    }
  return TRUE;
}

static char *
describe_columns (struct json_object *entries)
{
  GString *text = g_string_new ("PrintReport(entries='");

  for (int i = 0; i < get_length (entries); i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", json_object_get_string (get_item (entries, i)));
  g_string_append (text, "')");
  return g_string_free (text, FALSE);
}

static char *
get_cell (const char *line, gsize from, gsize to)
{
  const gsize length = strlen (line);

  return g_strstrip (g_strndup (line + MIN (from, length), MIN (to, length) - MIN (from, length)));
}

/* Whole numbers stand in full here: 1000000 for 1e+06. */
static gboolean
is_same (const char *got, const char *want)
{
  char *got_end;
  char *want_end;
  const double a = g_ascii_strtod (got, &got_end);
  const double b = g_ascii_strtod (want, &want_end);

  return strcmp (got, want) == 0
         || (strchr (got, 'e') == NULL && *got != '\0' && *want != '\0' && *got_end == '\0' && *want_end == '\0'
             && a == b);
}

/* Cells stand under one another; blanks at the end of a line are left out here. */
static gboolean
check_line (struct json_object *entries, const char *got, const char *want, GError **error)
{
  gsize from = 0;

  for (int i = 0; i < get_length (entries); i++)
    {
      const gsize to = from + MAX (10, strlen (json_object_get_string (get_item (entries, i)))) + 2;
      g_autofree char *got_cell = get_cell (got, from, to);
      g_autofree char *want_cell = get_cell (want, from, to);

      if (!is_same (got_cell, want_cell))
        return fail (error, json_object_get_string (get_item (entries, i)), got_cell, want_cell);
      from = to;
    }
  return TRUE;
}

/* All that Chainer writes, without what clears the terminal before a line. */
static char **
list_wanted (struct json_object *written)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (int i = 0; i < get_length (written); i++)
    g_string_append (text, json_object_get_string (get_item (written, i)));
  g_string_replace (text, CLEAR_BELOW, "", 0);
  return g_strsplit (text->str, "\n", -1);
}

static gboolean
check_table (const Course *course, GError **error)
{
  struct json_object *entries = get (course->json, "entries");
  g_autofree char *columns = describe_columns (entries);
  g_auto (GStrv) want = list_wanted (get (course->json, "written"));
  char text[4096] = "";
  g_auto (GStrv) got = NULL;

  if (!run_extend (course->trainer, "LogReport(trigger=IntervalTrigger(period=100, unit=iteration))", NULL, 0, NULL,
                   error)
      || !run_call (course->trainer, FALSE, fill_log, course->json, error)
      || !run_extend (course->trainer, columns, NULL, 0, NULL, error) || !rensa_trainer_run (course->trainer, error))
    return FALSE;
  rewind (course->file);
  text[fread (text, 1, sizeof text - 1, course->file)] = '\0';
  got = g_strsplit (text, "\n", -1);
  if (!check_int ("lines", g_strv_length (got), g_strv_length (want), error))
    return FALSE;
  for (guint i = 0; got[i] != NULL; i++)
    if (!check_line (entries, got[i], want[i], error))
      return FALSE;
  return TRUE;
}

/* The first lines of one call; the speed has other words here and depends on the machine. */
static gboolean
check_drawing (const char *text, struct json_object *call, GError **error)
{
  g_auto (GStrv) got = g_strsplit (text, "\r\n", 4);
  g_auto (GStrv) want = g_strsplit (get_string (call, "written"), "\n", 4);

  for (guint i = 0; i < 3; i++)
    if (i >= g_strv_length (got) || strcmp (got[i], want[i]) != 0)
      return fail (error, "a line", i < g_strv_length (got) ? got[i] : "", want[i]);
  return TRUE;
}

/* A terminal of its own, so that bars are drawn. */
static gboolean
draw_call (RensaTrainer *trainer, struct json_object *json, struct json_object *call, GError **error)
{
  const int master = posix_openpt (O_RDWR | O_NOCTTY);
  const int slave =
      master >= 0 && grantpt (master) == 0 && unlockpt (master) == 0 ? open (ptsname (master), O_RDWR | O_NOCTTY) : -1;
  FILE *terminal = slave >= 0 ? fdopen (slave, "w") : NULL;
  g_autofree char *bar =
      g_strdup_printf ("ProgressBar(update_interval=%" G_GINT64_FORMAT ", bar_length=%" G_GINT64_FORMAT ")",
                       get_int (call, "iteration"), get_int (json, "bar_length"));
  char text[1024] = "";
  gboolean ok = terminal != NULL && run_extend (trainer, bar, NULL, 0, NULL, error);

  rensa_trainer_set_output (trainer, terminal);
  ok = ok && rensa_trainer_run (trainer, error);
  rensa_trainer_set_output (trainer, NULL);
  if (terminal != NULL)
    fclose (terminal);
  for (gssize n = 0, more; (more = read (master, text + n, sizeof text - 1 - (gsize) n)) > 0;)
    n += more;
  close (master);
  return ok && check_drawing (text, call, error);
}

static RensaTrainer *
new_trainer (struct json_object *json, const char *out, GError **error)
{
  struct json_object *length = get (json, "training_length");
  const double period = length != NULL ? json_object_get_double (get_item (length, 0)) : 1;
  const char *unit = length != NULL ? json_object_get_string (get_item (length, 1)) : "iteration";

  return run_new_idle_trainer (NULL, get_double (json, "iterations_per_epoch", 1),
                               rensa_interval_trigger_new (period, unit, NULL), out, error);
}

static gboolean
check_bars (struct json_object *json, const char *out, GError **error)
{
  struct json_object *calls = get (json, "calls");

  for (int i = 0; i < get_length (calls); i++)
    {
      g_autoptr (RensaTrainer) trainer = new_trainer (json, out, error);

      if (trainer == NULL || !draw_call (trainer, json, get_item (calls, i), error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
check_report (struct json_object *json, const char *out, GError **error)
{
  g_autoptr (RensaTrainer) trainer = new_trainer (json, out, error);
  const Course course = { json, trainer, tmpfile () };
  gboolean ok;

  if (trainer == NULL || course.file == NULL)
    return FALSE;
  rensa_trainer_set_output (trainer, course.file);
  ok = check_table (&course, error);
  rensa_trainer_set_output (trainer, NULL);
  fclose (course.file);
  return ok;
}

void
check_printed (Report *report, struct json_object *list)
{
  for (int i = 0; i < get_length (list); i++)
    {
      struct json_object *json = get_item (list, i);
      g_autofree char *label = g_strdup_printf ("%s, case %d", get_string (json, "extension"), i);
      char *folder = test_folder_new ();
      g_autoptr (GError) error = NULL;
      const gboolean ok =
          get (json, "calls") != NULL ? check_bars (json, folder, &error) : check_report (json, folder, &error);

      report_single (report, "extension", label, ok, &error);
      test_folder_free (folder);
    }
}
