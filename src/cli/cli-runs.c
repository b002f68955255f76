/* cli-runs.c: rensa runs, and run arguments of other commands.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "cli.h"
#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-run-model.h"

#define PREFIX "run:"
/* Digits of the UUID: shown in a table, and required at least on input. */
#define N_SHOWN 8
#define N_LEAST 4

gboolean
cli_is_run (const char *name)
{
  return g_str_has_prefix (name, PREFIX);
}

/* An ambiguous prefix is an error. */
static RensaRun *
find_run (RensaStore *store, const char *id, GError **error)
{
  GListModel *runs = rensa_store_get_runs (store);
  const guint n = g_list_model_get_n_items (runs);
  g_autofree char *lower = g_ascii_strdown (id, -1);
  RensaRun *found = NULL;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (RensaRun) run = g_list_model_get_item (runs, i);

      if (!g_str_equal (id, "latest")
          && !(strlen (id) >= N_LEAST && g_str_has_prefix (rensa_run_get_uuid (run), lower)))
        continue;
      if (found != NULL)
        {
          rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("Several runs start with “%s”; specify more of the ID"), id);
          return NULL;
        }
      found = run;
      if (g_str_equal (id, "latest"))
        break;
    }
  if (found == NULL)
    rensa_set_words (error, RENSA_ERROR_NOT_FOUND, N_ ("No run “%s” in %s; list the runs with “rensa runs”"), id,
                     rensa_store_get_folder (store));
  return found;
}

RensaDocument *
cli_load_run (const char *name, char **learned, GError **why_none, GError **error)
{
  g_autoptr (RensaStore) store = rensa_store_open (NULL, error);
  RensaRun *run = store != NULL ? find_run (store, name + strlen (PREFIX), error) : NULL;
  RensaDocument *document = run != NULL ? rensa_run_load_document (store, run, error) : NULL;

  if (document != NULL)
    *learned = rensa_run_find_weights (store, run, why_none);
  return document;
}

/* The list */

/* Formats the metric or the loss by which a run is judged. */
static char *
describe_score (RensaRun *run)
{
  const char *metric = rensa_run_get_metric_name (run);
  const char *loss = rensa_run_get_loss_name (run);

  if (metric != NULL)
    return g_strdup_printf ("%s %.4g", metric, rensa_run_get_last_metric (run));
  return loss != NULL ? g_strdup_printf ("%s %.4g", loss, rensa_run_get_last_loss (run)) : g_strdup ("");
}

static void
print_row (const char *id, const char *state, const char *started, const char *iteration, const char *score,
           const char *name)
{
  static const int widths[] = { -N_SHOWN, -11, -16, 11, -32, 0 };
  const char *const cells[] = { id, state, started, iteration, score, name };

  cli_print_cells (cells, widths, G_N_ELEMENTS (cells), "  ");
}

static void
print_run (RensaRun *run)
{
  g_autoptr (GDateTime) started = g_date_time_new_from_unix_local (rensa_run_get_started (run) / G_USEC_PER_SEC);
  g_autofree char *when = started != NULL ? g_date_time_format (started, "%Y-%m-%d %H:%M") : g_strdup ("");
  g_autofree char *iteration = cli_format_count (rensa_run_get_iteration (run));
  g_autofree char *score = describe_score (run);
  g_autofree char *name = g_strdelimit (g_strdup (rensa_run_get_name (run)), "\n\r\t", ' ');

  g_autofree char *id = g_strndup (rensa_run_get_uuid (run), N_SHOWN);

  print_row (id, _ (rensa_run_state_get_name (rensa_run_get_state (run))), when, iteration, score, name);
}

static int
run (const CliCommand *command, int argc, char **argv)
{
  const GOptionEntry entries[] = { { NULL } };
  g_autoptr (RensaStore) store = NULL;
  GError *error = NULL;
  GListModel *runs;

  if (!cli_parse (command, entries, &argc, &argv, 0, 0))
    return CLI_MISUSED;
  store = rensa_store_open (NULL, &error);
  if (store == NULL)
    return cli_fail (error);
  if (rensa_store_get_notice (store) != NULL)
    cli_tell ("%s", rensa_store_get_notice (store));
  runs = rensa_store_get_runs (store);
  if (g_list_model_get_n_items (runs) == 0)
    {
      cli_tell (_ ("There are no runs in %s."), rensa_store_get_folder (store));
      return CLI_OK;
    }
  print_row (_ ("ID"), _ ("state"), _ ("started"), _ ("iteration"), _ ("score"), _ ("name"));
  for (guint i = 0; i < g_list_model_get_n_items (runs); i++)
    {
      g_autoptr (RensaRun) item = g_list_model_get_item (runs, i);

      print_run (item);
    }
  return CLI_OK;
}

const CliCommand cli_runs = {
  .name = "runs",
  .summary = N_ ("Lists the runs of the studio, the newest first"),
  .details =
      N_ ("Other commands accept run:ID, with the first digits of the ID, or run:latest instead of a document; the\n"
          "trained model is then that of the run. RENSA_RUNS sets another folder of runs."),
  .examples = "  rensa runs\n"
              "  rensa predict run:latest seven.png\n"
              "  rensa export run:3f2a91bc --to onnx",
  .run = run,
};
