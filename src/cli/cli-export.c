/* cli-export.c: rensa export.
 * SPDX-License-Identifier: MIT */

#include "cli.h"
#include "rensa-exporter.h"
#include "rensa-archive.h"
#include "rensa-fault.h"
#include "rensa-language.h"

typedef struct
{
  CliProject project;
  char *target;
  char *out;
  char *folder;
  char *weights;
  char *outputs;
  gboolean overwrites;
  gboolean proves;
  gboolean gives_logits;
} Options;

static void
options_clear (Options *options)
{
  cli_project_clear (&options->project);
  g_free (options->target);
  g_free (options->out);
  g_free (options->folder);
  g_free (options->weights);
  g_free (options->outputs);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

/* The weights file that the exported program loads must be readable. */
static gboolean
check_weights (const char *path, GError **error)
{
  g_autoptr (RensaArchive) archive = path != NULL ? rensa_archive_open (path, error) : NULL;

  return path == NULL || archive != NULL;
}

static gboolean
save (const RensaExporter *exporter, const Options *options, RensaDocument *document, const RensaExportTarget *target,
      GError **error)
{
  g_autoptr (GError) reason = NULL;

  if (!rensa_export_save (exporter, document, target, error))
    return FALSE;
  if (!options->proves || rensa_export_prove (exporter, document, target, &reason))
    return TRUE;
  /* The saved file may still be correct. */
  if (g_error_matches (reason, RENSA_ERROR, RENSA_ERROR_NOT_FOUND))
    g_prefix_error (&reason, "%s: ", _ ("not verified"));
  g_propagate_error (error, g_steal_pointer (&reason));
  return FALSE;
}

static void
print_warnings (GPtrArray *warnings)
{
  for (guint i = 0; i < warnings->len; i++)
    cli_tell ("%s", (const char *) warnings->pdata[i]);
}

static gboolean
export_document (const RensaExporter *exporter, const Options *options, RensaDocument *document, GError **error)
{
  g_autofree char *name = rensa_export_dup_file_name (exporter, document);
  g_autoptr (GPtrArray) saved = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) warnings = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) reason = NULL;
  const RensaExportTarget target = {
    .path = options->out != NULL ? options->out : name,
    .weights = options->weights,
    .dataset_root = options->project.dataset_root,
    .overwrites = options->overwrites,
    .gives_logits = options->gives_logits,
    .saved = saved,
    .warnings = warnings,
  };

  if (!save (exporter, options, document, &target, &reason))
    {
      if (g_error_matches (reason, G_FILE_ERROR, G_FILE_ERROR_EXIST))
        rensa_set_words (error, RENSA_ERROR_IO, N_ ("%s; use --force to overwrite it or --out to choose another name"),
                         reason->message);
      else
        g_propagate_error (error, g_steal_pointer (&reason));
      return FALSE;
    }
  /* Other file names go to stderr, since the export itself may be written to standard output. */
  for (guint i = 0; i < saved->len; i++)
    if (g_str_equal (saved->pdata[0], target.path))
      g_print ("%s\n", (const char *) saved->pdata[i]);
    else
      g_printerr ("%s\n", (const char *) saved->pdata[i]);
  print_warnings (warnings);
  return TRUE;
}

static void
tell_left_out (const RensaExporter *exporter, RensaDocument *document)
{
  g_autofree char *left_out = rensa_export_describe_left_out (exporter, document);

  if (left_out != NULL)
    g_printerr ("%s\n", left_out);
}

static gboolean
export_folder (const RensaExporter *exporter, const Options *options, RensaDocument *document, GError **error)
{
  g_autofree char *proof = NULL;
  g_autoptr (GPtrArray) warnings = g_ptr_array_new_with_free_func (g_free);
  const RensaExportTarget target = {
    .path = options->folder,
    .warnings = warnings,
    .weights = options->weights,
    .dataset_root = options->project.dataset_root,
    .gives_logits = options->gives_logits,
  };

  if (!rensa_export_save_folder (exporter, document, &target, &proof, error))
    return FALSE;
  g_print ("%s\n", options->folder);
  if (proof != NULL)
    g_printerr ("%s\n", proof);
  print_warnings (warnings);
  return TRUE;
}

/* Reads "predictions" (the default) or "logits", which only trained-model files support. */
static gboolean
read_outputs (Options *options, const RensaExporter *exporter, GError **error)
{
  options->gives_logits = g_strcmp0 (options->outputs, "logits") == 0;
  if (options->outputs == NULL || g_str_equal (options->outputs, "predictions"))
    return TRUE;
  if (!options->gives_logits)
    rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("--outputs must be predictions or logits, not “%s”"),
                     options->outputs);
  else if (exporter->make == NULL)
    rensa_set_words (error, RENSA_ERROR_INVALID,
                     N_ ("“%s” is a training program whose model returns logits anyway; --outputs only applies to "
                         "trained models (onnx, c)"),
                     exporter->name);
  return options->gives_logits && exporter->make != NULL;
}

/* Describes --to for --help. */
static char *
describe_targets (void)
{
  g_autoptr (GString) names = g_string_new (NULL);
  const char *usual = NULL;
  guint n;
  const RensaExporter *const *exporters = rensa_exporter_list (&n);

  for (guint i = 0; i < n; i++)
    {
      g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", exporters[i]->name);
      if (exporters[i]->is_usual)
        usual = exporters[i]->name;
    }
  return g_strdup_printf (_ ("Export to TARGET: %s (default: %s)"), names->str, usual);
}

static int
run (const CliCommand *command, int argc, char **argv)
{
  g_auto (Options) options = { 0 };
  g_autofree char *targets = describe_targets ();
  const GOptionEntry entries[] = {
    { "to", 't', 0, G_OPTION_ARG_STRING, &options.target, targets, N_ ("TARGET") },
    { "out", 'o', 0, G_OPTION_ARG_FILENAME, &options.out, N_ ("Write to FILE"), N_ ("FILE") },
    { "folder", 'd', 0, G_OPTION_ARG_FILENAME, &options.folder,
      N_ ("Write program, data, trained model, proof and README.md into a new FOLDER"), N_ ("FOLDER") },
    { "weights", 'w', 0, G_OPTION_ARG_FILENAME, &options.weights,
      N_ ("Start the program with a trained model (NPZ or HDF5; default: that of the run)"), N_ ("FILE") },
    { "prove", 'p', 0, G_OPTION_ARG_NONE, &options.proves,
      N_ ("Compare the exported program with the model: compile the C program, or run the ONNX file"), NULL },
    { "outputs", 'O', 0, G_OPTION_ARG_STRING, &options.outputs,
      N_ ("Output of a trained model: predictions (default), or logits, without softmax or sigmoid"), N_ ("KIND") },
    { "force", 'f', 0, G_OPTION_ARG_NONE, &options.overwrites, N_ ("Overwrite existing files"), NULL },
    CLI_PROJECT_ENTRIES (options.project),
    { NULL },
  };
  const RensaExporter *exporter;
  g_autoptr (RensaDocument) document = NULL;
  GError *error = NULL;

  if (!cli_parse (command, entries, &argc, &argv, 1, 1) || !cli_set_threads (command, options.project.threads))
    return CLI_MISUSED;
  if (options.folder != NULL && (options.out != NULL || options.proves || options.overwrites))
    return cli_misuse (command, _ ("--folder cannot be combined with --out, --prove or --force."));

  exporter = rensa_exporter_find (options.target, &error);
  document = exporter != NULL ? cli_project_load (&options.project, argv[1], &error) : NULL;
  if (document != NULL && options.weights == NULL && exporter->takes_weights)
    options.weights = g_strdup (options.project.learned);
  if (document == NULL || !read_outputs (&options, exporter, &error) || !check_weights (options.weights, &error)
      || !(options.folder != NULL ? export_folder : export_document) (exporter, &options, document, &error))
    return cli_fail (error);
  tell_left_out (exporter, document);
  return CLI_OK;
}

const CliCommand cli_export = {
  .name = "export",
  .arguments = N_ ("FILE"),
  .summary = N_ ("Exports a document as a training program with its data, or its trained model as C or ONNX"),
  .details =
      N_ ("Without --out the files are named after the document, such as train_moons.py and train_moons_data.npz.\n"
          "Existing files are only overwritten with --force. With --folder everything is written into a folder of its\n"
          "own, to pass on; the export also succeeds if it cannot be verified, and says so."),
  .examples = "  rensa export strokes-mlp.rensa --to chainer --out strokes.py\n"
              "  rensa export strokes-mlp.rensa --to c --weights result/model.npz --prove\n"
              "  rensa export run:latest --to onnx --folder digits",
  .run = run,
};
