/* cli-train.c: rensa train.
 * SPDX-License-Identifier: MIT */

#include <errno.h>
#include <signal.h>
#include <unistd.h>

#include "cli.h"
#include "rensa-extensions.h"
#include "rensa-modes.h"
#include "rensa-npz.h"
#include "rensa-snapshot.h"

#define SNAPSHOT_NAME "snapshot_iter_{.updater.iteration}"
#define MODEL_NAME "model.npz"

typedef struct
{
  CliProject project;
  char *out;
  char *resume;
  gboolean quiet;
  gboolean debug;
} Options;

static void
options_clear (Options *options)
{
  cli_project_clear (&options->project);
  g_free (options->out);
  g_free (options->resume);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

/* For the signal handler. */
static RensaTrainer *volatile running;
static volatile sig_atomic_t caught;

static void
interrupt (int number)
{
  caught = number;
  if (running != NULL)
    rensa_trainer_stop (running);
}

/* Ctrl-C, a batch system, a terminal that is closed, a pipe that nobody reads any more: the first one ends training after
 * the iteration, the second one the program. What nohup ignores stays ignored; a broken pipe breaks at each line. */
static void
catch_signals (RensaTrainer *trainer)
{
  static const int signals[] = { SIGINT, SIGTERM, SIGHUP, SIGPIPE };

  running = trainer;
  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    {
      const int once = signals[i] == SIGPIPE ? 0 : (int) SA_RESETHAND;
      const struct sigaction action = { .sa_handler = interrupt, .sa_flags = once | SA_RESTART };
      struct sigaction before;

      if (sigaction (signals[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
        sigaction (signals[i], &action, NULL);
    }
}

/* What extensions could not write: their names, each told once. */
static gboolean
forgive (RensaTrainer *trainer, RensaExtension *extension, const GError *error, gpointer told)
{
  if (!g_error_matches (error, RENSA_ERROR, RENSA_ERROR_IO))
    return FALSE;

  /* What the model has learned is worth more than a file. */
  if (g_hash_table_add (told, g_strdup (rensa_extension_get_name (extension))))
    cli_fail (g_error_copy (error));
  return TRUE;
}

static void
pass_over (RensaTrainer *trainer, gpointer told)
{
}

static void
pass_over_file (RensaTrainer *trainer, RensaExtension *extension, const char *kind, const char *path, gpointer told)
{
}

static const RensaTrainerWatch watch = {
  .start = pass_over,
  .iteration = pass_over,
  .file = pass_over_file,
  .failure = forgive,
};

static gboolean
check_out (const char *out, GError **error)
{
  g_autofree char *model = g_build_filename (out, MODEL_NAME, NULL);

  if (g_mkdir_with_parents (out, 0777) == 0 && access (out, W_OK | X_OK) == 0)
    return rensa_trainer_check_file (model, error);

  g_set_error (error, RENSA_ERROR, RENSA_ERROR_IO, "The output folder %s cannot be written to: %s.", out,
               g_strerror (errno));
  return FALSE;
}

static gboolean
extend_by_name (RensaTrainer *trainer, const char *name, GError **error)
{
  g_autoptr (RensaAttrs) attrs = NULL;

  if (rensa_trainer_get_extension (trainer, name) != NULL)
    return TRUE;

  attrs = rensa_attrs_new_from_text (RENSA_COMPONENT_EXTENSION, name, error);
  return attrs != NULL && rensa_trainer_extend (trainer, attrs, NULL, NULL, error);
}

/* What a person wants to see is not in the document, unless it says how. */
static gboolean
add_output (RensaTrainer *trainer, gboolean quiet, GError **error)
{
  if (quiet)
    {
      rensa_trainer_set_output (trainer, NULL);
      return TRUE;
    }
  return (rensa_trainer_get_log (trainer, NULL) == NULL || extend_by_name (trainer, "PrintReport", error))
         && extend_by_name (trainer, "ProgressBar", error);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

static void
print_results (const char *out)
{
  g_autoptr (GDir) folder = g_dir_open (out, 0, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  g_print ("The results are in %s:", out);
  for (guint i = 0; i < names->len; i++)
    g_print (" %s", (const char *) names->pdata[i]);
  g_print ("\n");
}

/* The command line that goes on from @snapshot. */
static char *
describe_resume (const Options *options, const char *file, const char *snapshot)
{
  g_autofree char *quoted_file = g_shell_quote (file);
  g_autofree char *quoted_out = g_shell_quote (options->out);
  g_autofree char *quoted_snapshot = g_shell_quote (snapshot);
  GString *text = g_string_new (NULL);

  g_string_printf (text, "rensa train %s --out %s --resume %s", quoted_file, quoted_out, quoted_snapshot);
  for (guint i = 0; options->project.settings != NULL && options->project.settings[i] != NULL; i++)
    {
      g_autofree char *quoted = g_shell_quote (options->project.settings[i]);

      g_string_append_printf (text, " --set %s", quoted);
    }
  if (options->project.dataset_root != NULL)
    {
      g_autofree char *quoted = g_shell_quote (options->project.dataset_root);

      g_string_append_printf (text, " --dataset-root %s", quoted);
    }
  if (options->project.threads > 0)
    g_string_append_printf (text, " --threads %d", options->project.threads);
  return g_string_free (text, FALSE);
}

static int
leave_interrupted (const Options *options, const char *file, RensaTrainer *trainer)
{
  GError *error = NULL;
  g_autofree char *snapshot = rensa_snapshot_make_path (trainer, SNAPSHOT_NAME);
  g_autofree char *command = NULL;

  if (!rensa_snapshot_save (trainer, snapshot, &error))
    return cli_fail (error);

  command = describe_resume (options, file, snapshot);
  g_print ("Interrupted after iteration %" G_GINT64_FORMAT ". To go on from here:\n  %s\n",
           rensa_updater_get_iteration (rensa_trainer_get_updater (trainer)), command);
  return CLI_SIGNALLED + caught;
}

static gboolean
save_model (RensaTrainer *trainer, const char *out, GError **error)
{
  RensaLink *model = rensa_optimizer_get_target (rensa_updater_get_optimizer (rensa_trainer_get_updater (trainer)));
  g_autofree char *path = g_build_filename (out, MODEL_NAME, NULL);

  return rensa_save_npz (path, rensa_link_serialize, model, FALSE, error);
}

static RensaTrainer *
make_trainer (const Options *options, RensaBuilder *builder, GError **error)
{
  g_autoptr (RensaTrainer) trainer = NULL;

  rensa_builder_allow_download (builder);
  trainer = rensa_builder_make_trainer (builder, options->out, error);
  if (trainer == NULL || !add_output (trainer, options->quiet, error) || !check_out (options->out, error)
      || (options->resume != NULL && !rensa_snapshot_load (trainer, options->resume, error)))
    return NULL;
  if (rensa_trainer_has_other_data (trainer))
    g_printerr ("rensa: The data are not those with which %s was made.\n", options->resume);
  return g_steal_pointer (&trainer);
}

static int
train (const Options *options, const char *file)
{
  GError *error = NULL;
  g_autoptr (RensaBuilder) builder = cli_project_open (&options->project, file, &error);
  g_autoptr (RensaTrainer) trainer = builder != NULL ? make_trainer (options, builder, &error) : NULL;
  g_autoptr (GHashTable) told = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  gboolean ok;

  if (trainer == NULL)
    return cli_fail (error);

  if (!options->quiet)
    cli_tell_of_data (builder);
  rensa_modes_get ()->debug = options->debug;
  catch_signals (trainer);
  rensa_trainer_set_watch (trainer, &watch, told);
  ok = rensa_trainer_run (trainer, &error);
  running = NULL;
  if (!ok)
    return cli_fail (error);
  if (!rensa_trainer_is_complete (trainer))
    return leave_interrupted (options, file, trainer);
  if (!save_model (trainer, options->out, &error))
    return cli_fail (error);

  if (!options->quiet)
    print_results (options->out);
  return g_hash_table_size (told) > 0 ? CLI_FAILED : CLI_OK;
}

static int
run (const CliCommand *command, int argc, char **argv)
{
  g_auto (Options) options = { 0 };
  const GOptionEntry entries[] = {
    { "out", 'o', 0, G_OPTION_ARG_FILENAME, &options.out, "Write the results into DIR (default: result)", "DIR" },
    { "resume", 'r', 0, G_OPTION_ARG_FILENAME, &options.resume, "Go on from a snapshot of an earlier run", "SNAPSHOT" },
    CLI_PROJECT_ENTRIES (options.project),
    { "quiet", 'q', 0, G_OPTION_ARG_NONE, &options.quiet, "Print nothing but errors", NULL },
    { "debug", 0, 0, G_OPTION_ARG_NONE, &options.debug, "Stop where a result is not a number, and name the function",
      NULL },
    { NULL },
  };

  if (!cli_parse (command, entries, &argc, &argv, 1, 1) || !cli_set_threads (command, options.project.threads))
    return CLI_MISUSED;
  if (options.out == NULL)
    options.out = g_strdup ("result");
  return train (&options, argv[1]);
}

const CliCommand cli_train = {
  .name = "train",
  .arguments = "FILE",
  .summary = "Trains the model of a document",
  .details =
      "Prints a table of the reported values and a progress bar.  The folder of the results gets what the extensions\n"
      "of the document write (log, plots, snapshots, …), and model.npz, the trained model, at the end.\n\n"
      "Ctrl-C (and likewise TERM, HUP and a broken pipe) finishes the iteration, writes a snapshot and tells how to go\n"
      "on from it; the numbers are then the same as if training had not been interrupted.  A second one ends the\n"
      "program at once.  A file that cannot be written does not end training; the exit status is then 1 in the end.\n\n"
      "Examples:\n"
      "  rensa train strokes-mlp.rensa --out result\n"
      "  rensa train strokes-mlp.rensa --set optimizer.alpha=0.01 --set model.l1.out_size=50 --set stop.period=5",
  .run = run,
};
