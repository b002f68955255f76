/* cli-train.c: rensa train.
 * SPDX-License-Identifier: MIT */

#include <errno.h>
#include <signal.h>
#include <unistd.h>

#include "cli-changes.h"
#include "cli-parts.h"
#include "cli-watched.h"
#include "cli.h"
#include "rensa-extensions.h"
#include "rensa-modes.h"
#include "rensa-document-values.h"
#include "rensa-archive.h"
#include "rensa-judge.h"
#include "rensa-not-finite.h"
#include "rensa-schedule.h"
#include "rensa-snapshot.h"
#include "rensa-fault.h"
#include "rensa-language.h"

#define SNAPSHOT_NAME "snapshot_iter_{.updater.iteration}"
#define MODEL_NAME "model.npz"
#define MAX_TOLD 12

typedef struct
{
  CliProject project;
  char *out;
  char *resume;
  char *weights;
  char **map;
  char *model;
  char **changes;
  int n_parts; /* parts of a cross-validation; 0 without one */
  int part;    /* currently trained part, from 1 */
  char *whole; /* folder of all parts */
  gboolean quiet;
  gboolean debug;
  gboolean tf32;
} Options;

static void
options_clear (Options *options)
{
  cli_project_clear (&options->project);
  g_free (options->out);
  g_free (options->resume);
  g_free (options->weights);
  g_strfreev (options->map);
  g_free (options->model);
  g_strfreev (options->changes);
  g_free (options->whole);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

/* Accessed by the signal handler. */
static RensaTrainer *volatile running;
static volatile sig_atomic_t caught;

static void
interrupt (int number)
{
  caught = number;
  if (running != NULL)
    rensa_trainer_stop (running);
}

/* Handles Ctrl-C, a batch system, a closed terminal or a closed pipe: the first signal ends
 * training after the current iteration, the second one ends the program. A signal that nohup
 * ignores stays ignored; a broken pipe raises one at each line. */
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

static gboolean
check_out (const Options *options, GError **error)
{
  const char *out = options->out;
  g_autofree char *model = g_build_filename (out, options->model, NULL);

  if (g_mkdir_with_parents (out, 0777) == 0 && access (out, W_OK | X_OK) == 0)
    return rensa_trainer_check_file (model, error);

  rensa_set_words (error, RENSA_ERROR_IO, N_ ("Cannot write to the output folder %s: %s."), out, g_strerror (errno));
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

/* The document does not contain console output, unless it configures it explicitly. */
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
  g_autofree char *list = NULL;
  const char *name;

  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  g_ptr_array_add (names, NULL);
  list = g_strjoinv (" ", (char **) names->pdata);
  cli_say (_ ("The results are in %s: %s"), out, list);
}

static void
append_option (GString *command, const char *name, char *const *values)
{
  for (; values != NULL && *values != NULL; values++)
    {
      g_autofree char *quoted = g_shell_quote (*values);

      g_string_append_printf (command, " --%s %s", name, quoted);
    }
}

/* Returns the command line that resumes from @snapshot. */
static char *
describe_resume (const Options *options, const char *file, const char *snapshot)
{
  g_autofree char *quoted_file = g_shell_quote (file);
  g_autofree char *quoted_out = g_shell_quote (options->whole != NULL ? options->whole : options->out);
  g_autofree char *quoted_snapshot = g_shell_quote (snapshot);
  GString *text = g_string_new (NULL);

  g_string_printf (text, "rensa train %s --out %s --resume %s", quoted_file, quoted_out, quoted_snapshot);
  if (options->n_parts > 0)
    g_string_append_printf (text, " --parts %d", options->n_parts);
  append_option (text, "set", options->project.settings);
  append_option (text, "model",
                 (char *const[]){ strcmp (options->model, MODEL_NAME) != 0 ? options->model : NULL, NULL });
  append_option (text, "change", options->changes);
  append_option (text, "device", (char *const[]){ options->project.device, NULL });
  append_option (text, "dataset-root", (char *const[]){ options->project.dataset_root, NULL });
  if (options->tf32)
    g_string_append (text, " --tf32");
  if (options->project.threads > 0)
    g_string_append_printf (text, " --threads %d", options->project.threads);
  return g_string_free (text, FALSE);
}

static int
leave_interrupted (const Options *options, const char *file, RensaTrainer *trainer, const CliWatched *watched)
{
  GError *error = NULL;
  g_autofree char *snapshot = rensa_snapshot_make_path (trainer, SNAPSHOT_NAME);
  g_autofree char *command = NULL;

  if (!rensa_snapshot_save (trainer, snapshot, &error))
    return cli_fail (error);
  rensa_best_model_save (watched->best, trainer, options->out);

  command = describe_resume (options, file, snapshot);
  cli_say (_ ("Interrupted after iteration %lld. To resume from here:"),
           (long long) rensa_updater_get_iteration (rensa_trainer_get_updater (trainer)));
  g_print ("  %s\n", command);
  return CLI_SIGNALLED + caught;
}

static gboolean
save_model (RensaTrainer *trainer, const Options *options, GError **error)
{
  RensaLink *model = rensa_updater_get_target (rensa_trainer_get_updater (trainer), RENSA_MAIN);
  g_autofree char *path = g_build_filename (options->out, options->model, NULL);

  return rensa_save_file (path, rensa_link_serialize, model, FALSE, error);
}

/* The changes up to the snapshot are applied again first. */
static gboolean
go_on (const Options *options, RensaTrainer *trainer, RensaSchedule *schedule, GError **error)
{
  const gint64 iteration = rensa_snapshot_read_iteration (options->resume, error);

  if (iteration < 0)
    return FALSE;
  rensa_schedule_apply (schedule, trainer, iteration, cli_changes_tell, NULL);
  return rensa_snapshot_load (trainer, options->resume, error);
}

/* Prints the entries that do not match, unless there are too many to read. */
static void
tell_of_weights (GPtrArray *entries)
{
  guint n_fitting = 0;
  guint n_here = 0;

  for (guint i = 0; entries != NULL && i < entries->len; i++)
    {
      const RensaLoadEntry *entry = entries->pdata[i];

      n_here += entry->status != RENSA_LOAD_EXTRA;
      n_fitting += entry->status == RENSA_LOAD_MATCHED;
      if (entry->status == RENSA_LOAD_OTHER && n_here - n_fitting <= MAX_TOLD)
        cli_tell (_ ("%s keeps its initial values: the file has %s, the model %s."), entry->key, entry->found,
                  entry->here);
      if (entry->status == RENSA_LOAD_MISSING && n_here - n_fitting <= MAX_TOLD)
        cli_tell (_ ("%s keeps its initial values: the file does not contain it."), entry->key);
    }
  if (entries != NULL)
    cli_say (ngettext ("Loaded %u of %u value of the model from the file.",
                       "Loaded %u of %u values of the model from the file.", n_here),
             n_fitting, n_here);
}

static RensaTrainer *
make_trainer (const Options *options, RensaBuilder *builder, RensaSchedule *schedule, GError **error)
{
  g_autoptr (RensaTrainer) trainer = NULL;

  rensa_builder_allow_download (builder);
  if (options->resume != NULL)
    rensa_builder_expect_snapshot (builder);
  trainer = rensa_builder_make_trainer (builder, options->out, error);
  if (trainer == NULL || !add_output (trainer, options->quiet, error) || !check_out (options, error)
      || (options->resume != NULL && !go_on (options, trainer, schedule, error)))
    return NULL;
  if (rensa_trainer_has_other_data (trainer))
    cli_tell (_ ("The data differ from those with which %s was written."), options->resume);
  return g_steal_pointer (&trainer);
}

/* Prints the verdict. FALSE if the trained model cannot be used. */
static gboolean
tell_verdict (const Options *options, RensaBuilder *builder, RensaTrainer *trainer, const CliWatched *watched)
{
  g_autoptr (RensaVerdict) verdict =
      rensa_builder_judge (builder, trainer, FALSE, cli_watched_find_snapshot (watched, trainer));
  const gboolean is_usable = verdict->finding != RENSA_FINDING_NOT_FINITE;
  g_autofree char *words = rensa_verdict_word (verdict->record);

  if (!is_usable)
    cli_tell ("%s", words);
  else if (!options->quiet && words != NULL)
    g_print ("%s\n", words);
  if (!options->quiet && rensa_best_model_is_meant (watched->best, verdict))
    cli_say (_ ("That model is %s/%s."), options->out, RENSA_BEST_MODEL_NAME);
  return is_usable;
}

static int
finish (const Options *options, const char *file, RensaBuilder *builder, RensaTrainer *trainer,
        const CliWatched *watched, CliParts *parts)
{
  GError *error = NULL;
  gboolean is_usable;

  if (!rensa_trainer_is_complete (trainer))
    return leave_interrupted (options, file, trainer, watched);
  cli_changes_tell_left (watched->schedule);
  if (!save_model (trainer, options, &error)
      || (parts != NULL && !cli_parts_add (parts, options->part, trainer, &error)))
    return cli_fail (error);

  rensa_best_model_save (watched->best, trainer, options->out);
  if (!options->quiet)
    print_results (options->out);
  is_usable = tell_verdict (options, builder, trainer, watched);
  return !is_usable || g_hash_table_size (watched->told) > 0 ? CLI_FAILED : CLI_OK;
}

/* Explains a loss that is not finite. Takes ownership of @error. */
static int
fail (RensaBuilder *builder, RensaTrainer *trainer, const CliWatched *watched, GError *error)
{
  g_autoptr (RensaVerdict) verdict = NULL;
  g_autofree char *words = NULL;

  if (!g_error_matches (error, RENSA_ERROR, RENSA_ERROR_NOT_FINITE) || rensa_trainer_get_not_finite (trainer) == NULL)
    return cli_fail (error);
  verdict = rensa_builder_judge (builder, trainer, TRUE, cli_watched_find_snapshot (watched, trainer));
  words = rensa_verdict_word (verdict->record);
  g_error_free (error);
  cli_tell ("%s", words);
  return CLI_FAILED;
}

static int
train (const Options *options, const char *file, RensaBuilder *builder, RensaSchedule *schedule, CliParts *parts)
{
  GError *error = NULL;
  g_autoptr (RensaTrainer) trainer = make_trainer (options, builder, schedule, &error);
  g_auto (CliWatched) watched = { 0 };
  gboolean ok;

  if (trainer == NULL)
    return cli_fail (error);

  if (!options->quiet)
    {
      cli_tell_of_data (builder);
      tell_of_weights (rensa_builder_get_weights (builder));
    }
  rensa_modes_get ()->debug = options->debug;
  catch_signals (trainer);
  /* A signal may have come between two parts, when there was no trainer. */
  if (caught != 0)
    rensa_trainer_stop (trainer);
  cli_watched_init (&watched, trainer, schedule, options->resume);
  if (options->resume != NULL)
    rensa_best_model_load (watched.best, trainer, options->out);
  ok = rensa_trainer_run (trainer, &error);
  running = NULL;
  return ok ? finish (options, file, builder, trainer, &watched, parts) : fail (builder, trainer, &watched, error);
}

/* Maps names of the model to names in the file; NULL, with an error, if @names are invalid. */
static GHashTable *
read_map (char **names, GError **error)
{
  g_autoptr (GHashTable) map = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  for (guint i = 0; names != NULL && names[i] != NULL; i++)
    {
      const char *sign = strchr (names[i], '=');
      g_autofree char *param = sign != NULL ? g_strndup (names[i], (gsize) (sign - names[i])) : NULL;

      if (param == NULL || *param == '\0' || sign[1] == '\0')
        {
          rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("--map expects PARAM=ENTRY, but “%s” was given"), names[i]);
          return NULL;
        }
      if (!g_hash_table_insert (map, g_strdup (param), g_strdup (sign + 1)))
        {
          rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("--map specifies “%s” twice"), param);
          return NULL;
        }
    }
  return g_steal_pointer (&map);
}

static gboolean
set_part (const Options *options, RensaDocument *document, GError **error)
{
  g_autofree char *n_parts = g_strdup_printf ("data.split.parts=%d", options->n_parts);
  g_autofree char *part = g_strdup_printf ("data.split.part=%d", options->part);

  return rensa_document_set (document, n_parts, error) && rensa_document_set (document, part, error);
}

/* Paths from the command line are relative to the current folder; a map in the document belongs to
 * its own weights file. */
static RensaDocument *
load_document (Options *options, const char *file, GHashTable *map, GError **error)
{
  g_autoptr (RensaDocument) document = cli_project_load (&options->project, file, error);
  g_autofree char *path = options->weights != NULL ? g_canonicalize_filename (options->weights, NULL) : NULL;
  g_autofree char *setting = path != NULL ? g_strconcat ("weights=", path, NULL) : NULL;

  if (document == NULL || (options->part > 0 && !set_part (options, document, error))
      || (setting != NULL && !rensa_document_set (document, setting, error))
      || (options->tf32 && !rensa_document_set (document, "tf32=true", error)))
    return NULL;
  if (setting != NULL)
    rensa_document_set_weights_map (document, map);
  return g_steal_pointer (&document);
}

static int
train_once (Options *options, const CliCommand *command, const char *file, GHashTable *map, CliParts *parts)
{
  GError *error = NULL;
  g_autoptr (GError) reason = NULL;
  g_autoptr (RensaDocument) document = load_document (options, file, map, &error);
  g_autoptr (RensaBuilder) builder =
      document != NULL ? rensa_builder_new (document, options->project.dataset_root, &error) : NULL;
  g_autoptr (RensaSchedule) schedule = NULL;

  if (builder == NULL)
    return cli_fail (error);
  schedule = cli_changes_read (options->changes, document, &reason);
  return schedule != NULL ? train (options, file, builder, schedule, parts)
                          : cli_misuse (command, "%s", reason->message);
}

/* Runs one training per part; the first one resumes from the snapshot, if there is one. */
static int
train_parts (Options *options, const CliCommand *command, const char *file, GHashTable *map)
{
  const int first = options->resume != NULL ? cli_parts_find (options->resume, options->n_parts) : 1;
  int status = CLI_OK;
  GError *error = NULL;
  g_autoptr (CliParts) parts = NULL;

  if (first == 0)
    return cli_misuse (command,
                       _ ("With --parts, --resume expects a snapshot in the folder of a part, such as part-1."));
  options->whole = g_steal_pointer (&options->out);
  parts = cli_parts_new (options->whole, options->n_parts, first, &error);
  if (parts == NULL)
    return cli_fail (error);
  for (options->part = first; status == CLI_OK && options->part <= options->n_parts; options->part++)
    {
      if (!options->quiet)
        cli_say (_ ("Part %d of %d"), options->part, options->n_parts);
      g_free (options->out);
      options->out = cli_parts_make_folder (options->whole, options->part);
      status = train_once (options, command, file, map, parts);
      g_clear_pointer (&options->resume, g_free);
    }
  if (status == CLI_OK && !options->quiet)
    cli_parts_print (parts);
  return status;
}

static int
run (const CliCommand *command, int argc, char **argv)
{
  g_auto (Options) options = { 0 };
  const GOptionEntry entries[] = {
    { "out", 'o', 0, G_OPTION_ARG_FILENAME, &options.out, N_ ("Write the results into DIR (default: result)"),
      N_ ("DIR") },
    { "resume", 'r', 0, G_OPTION_ARG_FILENAME, &options.resume, N_ ("Resume from a snapshot of an earlier run"),
      N_ ("SNAPSHOT") },
    { "weights", 'w', 0, G_OPTION_ARG_FILENAME, &options.weights,
      N_ ("Start with the matching weights of a trained model (NPZ, HDF5 or a snapshot)"), N_ ("FILE") },
    { "map", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options.map,
      N_ ("Load the value PARAM of the model from ENTRY of the file of --weights (may be repeated)"),
      N_ ("PARAM=ENTRY") },
    { "model", 'm', 0, G_OPTION_ARG_FILENAME, &options.model,
      N_ ("File name of the trained model (default: model.npz; with .h5, an HDF5 file)"), N_ ("NAME") },
    { "change", 'c', 0, G_OPTION_ARG_STRING_ARRAY, &options.changes,
      N_ ("Change a value of the optimizer or of a hook after an iteration (may be repeated)"),
      N_ ("ITERATION:PATH=VALUE") },
    { "parts", 'p', 0, G_OPTION_ARG_INT, &options.n_parts,
      N_ ("Cross-validate: divide the examples into N parts, and train once per part, with that part for validation"),
      N_ ("N") },
    CLI_PROJECT_ENTRIES (options.project),
    { "quiet", 'q', 0, G_OPTION_ARG_NONE, &options.quiet, N_ ("Print only errors"), NULL },
    { "debug", 0, 0, G_OPTION_ARG_NONE, &options.debug,
      N_ ("Stop where a result is not a number, and name the function"), NULL },
    CLI_TF32_ENTRY (options.tf32),
    { NULL },
  };
  g_autoptr (GHashTable) map = NULL;
  g_autoptr (GError) reason = NULL;

  if (!cli_parse (command, entries, &argc, &argv, 1, 1) || !cli_set_threads (command, options.project.threads))
    return CLI_MISUSED;
  if (options.out == NULL)
    options.out = g_strdup ("result");
  if (options.model == NULL)
    options.model = g_strdup (MODEL_NAME);
  if (strchr (options.model, G_DIR_SEPARATOR) != NULL || options.model[0] == '.' || options.model[0] == '\0')
    return cli_misuse (command, _ ("--model expects a file name without a folder, not “%s”."), options.model);
  if (options.map != NULL && options.weights == NULL)
    return cli_misuse (command, _ ("--map requires --weights."));
  map = read_map (options.map, &reason);
  if (map == NULL)
    return cli_misuse (command, "%s", reason->message);
  if (options.n_parts != 0 && options.n_parts < 2)
    return cli_misuse (command, _ ("--parts must be at least 2, but is %d."), options.n_parts);
  return options.n_parts > 0 ? train_parts (&options, command, argv[1], map)
                             : train_once (&options, command, argv[1], map, NULL);
}

const CliCommand cli_train = {
  .name = "train",
  .arguments = N_ ("FILE"),
  .summary = N_ ("Trains the model of a document"),
  .details = N_ (
      "Prints a table of the reported values and a progress bar. The folder of results contains the files of the\n"
      "document's extensions (log, plots, snapshots, …) and, at the end, the trained model, model.npz. If the\n"
      "validation loss was lower before, best.npz is the model at that time, and best.json tells the iteration;\n"
      "predict --weights accepts both models.\n"
      "\n"
      "With --weights, the models may differ: entries of the file with the same name and shape are loaded, other\n"
      "values keep their initial values. A document can also name the file (\"weights\"). For entries with other\n"
      "names, use --map.\n"
      "\n"
      "Ctrl-C (also TERM, HUP and a broken pipe) completes the iteration, writes a snapshot and prints how to\n"
      "resume from it; the results are then the same as without the interruption. A second one ends the program\n"
      "at once. A file that cannot be written does not end training, but the exit status is then 1.\n"
      "\n"
      "With --parts, the folder of results contains a folder for each part, and parts.json with the last validation\n"
      "values of each; their mean and standard deviation are printed at the end. --resume resumes with the part of\n"
      "the given snapshot.\n"
      "\n"
      "To train a completed run longer, resume from its last snapshot: --resume SNAPSHOT --set stop.period=N. A\n"
      "verdict at the end says how good the model is; the exit status is 1 if its numbers are NaN or infinite.\n"
      "\n"
      "Values of --change apply from the next update on. Snapshots do not store them: repeat --change with --resume;\n"
      "changes up to the snapshot are then made first."),
  .examples =
      "  rensa train strokes-mlp.rensa --out result\n"
      "  rensa train mine.rensa --weights theirs.h5 --map l1/W=fc1/kernel --map l1/b=fc1/bias\n"
      "  rensa train strokes-mlp.rensa --set optimizer.alpha=0.01 --set model.l1.out_size=50 --set stop.period=5\n"
      "  rensa train strokes-mlp.rensa --change 600:optimizer.alpha=0.0005 --change 1200:optimizer.alpha=0.0001",
  .run = run,
};
