/* cli-parts.c: results of a cross-validation.
 * SPDX-License-Identifier: MIT */

#include "cli-parts.h"

#include <string.h>

#include "cli.h"
#include "rensa-dataset.h"
#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-log.h"
#include "rensa-reporter.h"

struct _CliParts
{
  char *path;
  int n;
  RensaLog *log;
};

void
cli_parts_free (CliParts *parts)
{
  g_free (parts->path);
  g_clear_pointer (&parts->log, rensa_log_free);
  g_free (parts);
}

/* Skips parts that will be trained again, and entries that are not parts. */
static gboolean
read_before (CliParts *self, int first, GError **error)
{
  g_autofree char *text = NULL;
  g_autoptr (GError) reason = NULL;
  g_autoptr (RensaLog) log = NULL;

  if (!g_file_get_contents (self->path, &text, NULL, &reason))
    {
      rensa_set_words (error, RENSA_ERROR_IO, N_ ("Cannot read the results of earlier parts: %s."), reason->message);
      return FALSE;
    }
  log = rensa_log_new_from_json (text, self->path, error);
  for (guint i = 0; log != NULL && i < rensa_log_get_n_entries (log); i++)
    {
      double part;

      if (!rensa_log_lookup (log, i, "part", &part, NULL) || !(part >= 1 && part < first))
        continue;
      rensa_log_begin_entry (self->log);
      rensa_log_add_integer (self->log, "part", (gint64) part);
      for (guint j = 0; j < rensa_log_get_n_values (log, i); j++)
        {
          const char *key = rensa_log_get_key (log, i, j);
          double value;

          if (!g_str_equal (key, "part") && rensa_log_lookup (log, i, key, &value, NULL))
            rensa_log_add (self->log, key, value);
        }
    }
  return log != NULL;
}

CliParts *
cli_parts_new (const char *folder, int n, int first, GError **error)
{
  g_autoptr (CliParts) self = g_new0 (CliParts, 1);

  self->path = g_build_filename (folder, "parts.json", NULL);
  self->n = n;
  self->log = rensa_log_new ();
  return first == 1 || read_before (self, first, error) ? g_steal_pointer (&self) : NULL;
}

char *
cli_parts_make_folder (const char *folder, int part)
{
  g_autofree char *name = g_strdup_printf ("part-%d", part);

  return g_build_filename (folder, name, NULL);
}

int
cli_parts_find (const char *snapshot, int n)
{
  g_autofree char *folder = g_path_get_dirname (snapshot);
  g_autofree char *name = g_path_get_basename (folder);
  guint64 part;

  return g_str_has_prefix (name, "part-")
                 && g_ascii_string_to_unsigned (name + strlen ("part-"), 10, 1, (guint64) n, &part, NULL)
             ? (int) part
             : 0;
}

gboolean
cli_parts_add (CliParts *self, int part, RensaTrainer *trainer, GError **error)
{
  RensaObservation *observation = rensa_trainer_get_observation (trainer);

  rensa_log_begin_entry (self->log);
  rensa_log_add_integer (self->log, "part", part);
  for (guint i = 0; i < rensa_observation_get_n (observation); i++)
    {
      const char *key = rensa_observation_get_key (observation, i);
      g_autoptr (RensaReportKey) report = rensa_trainer_describe_report (trainer, key);

      if (report->prefix > 0)
        rensa_log_add (self->log, key, rensa_observation_get_value (observation, i));
    }
  return rensa_log_save (self->log, self->path, error);
}

static gboolean
get_statistics (RensaLog *log, const char *key, double *mean, double *spread)
{
  const guint n = rensa_log_get_n_entries (log);
  g_autofree double *values = g_new (double, n);

  for (guint i = 0; i < n; i++)
    if (!rensa_log_lookup (log, i, key, &values[i], NULL))
      return FALSE;
  rensa_division_summarize (values, n, mean, spread);
  return TRUE;
}

void
cli_parts_print (CliParts *self)
{
  const guint n_values = rensa_log_get_n_entries (self->log) > 0 ? rensa_log_get_n_values (self->log, 0) : 0;

  cli_say (ngettext ("Mean ± standard deviation over %d part:", "Mean ± standard deviation over %d parts:", self->n),
           self->n);
  for (guint i = 0; i < n_values; i++)
    {
      const char *key = rensa_log_get_key (self->log, 0, i);
      double mean, spread;

      if (!g_str_equal (key, "part") && get_statistics (self->log, key, &mean, &spread))
        g_print ("  %s: %.4g ± %.2g\n", key, mean, spread);
    }
}
