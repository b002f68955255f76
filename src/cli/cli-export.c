/* cli-export.c: rensa export.
 * SPDX-License-Identifier: MIT */

#include "cli.h"
#include "rensa-exporter.h"
#include "rensa-npz.h"

typedef struct
{
  CliProject project;
  char *target;
  char *out;
  char *weights;
} Options;

static void
options_clear (Options *options)
{
  cli_project_clear (&options->project);
  g_free (options->target);
  g_free (options->out);
  g_free (options->weights);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

/* The name that the program is to call by itself has to be one that can be read. */
static gboolean
check_weights (const char *path, GError **error)
{
  g_autoptr (RensaNpz) npz = path != NULL ? rensa_npz_open (path, error) : NULL;

  return path == NULL || npz != NULL;
}

static gboolean
save_text (const char *path, const char *text, GError **error)
{
  g_autoptr (GError) reason = NULL;

  if (g_file_set_contents_full (path, text, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0666, &reason))
    {
      g_print ("%s\n", path);
      return TRUE;
    }
  g_set_error (error, RENSA_ERROR, RENSA_ERROR_IO, "%s could not be written: %s", path, reason->message);
  return FALSE;
}

static gboolean export(const RensaExporter *exporter, const Options *options, RensaDocument *document, GError **error)
{
  g_autofree char *stem = rensa_export_dup_stem (document);
  g_autofree char *path = options->out != NULL ? g_strdup (options->out) : g_strconcat (stem, exporter->ending, NULL);
  g_autofree char *data_path = rensa_export_dup_data_path (path);
  g_autofree char *data_name = g_path_get_basename (data_path);
  const RensaExportNames names = { data_name, options->weights };
  gboolean reads_data;
  g_autofree char *text = exporter->write (document, &names, &reads_data, error);

  if (text == NULL || !save_text (path, text, error))
    return FALSE;
  if (!reads_data)
    return TRUE;
  if (!rensa_export_data_npz (document, options->project.dataset_root, data_path, error))
    return FALSE;
  g_print ("%s\n", data_path);
  return TRUE;
}

static int
run (const CliCommand *command, int argc, char **argv)
{
  g_auto (Options) options = { 0 };
  const GOptionEntry entries[] = {
    { "to", 't', 0, G_OPTION_ARG_STRING, &options.target, "What to export to: chainer (the default) or document",
      "TARGET" },
    { "out", 'o', 0, G_OPTION_ARG_FILENAME, &options.out, "Write to FILE", "FILE" },
    { "weights", 'w', 0, G_OPTION_ARG_FILENAME, &options.weights, "Let the program start with a trained model", "NPZ" },
    CLI_PROJECT_ENTRIES (options.project),
    { NULL },
  };
  const RensaExporter *exporter;
  g_autoptr (RensaDocument) document = NULL;
  GError *error = NULL;

  if (!cli_parse (command, entries, &argc, &argv, 1, 1) || !cli_set_threads (command, options.project.threads))
    return CLI_MISUSED;

  exporter = rensa_exporter_find (options.target != NULL ? options.target : "chainer", &error);
  document = exporter != NULL ? cli_project_load (&options.project, argv[1], &error) : NULL;
  if (document == NULL || !check_weights (options.weights, &error) || !export(exporter, &options, document, &error))
    return cli_fail (error);
  return CLI_OK;
}

const CliCommand cli_export = {
  .name = "export",
  .arguments = "FILE",
  .summary = "Writes the program that a document stands for, with its data beside it",
  .details = "Example:\n  rensa export strokes-mlp.rensa --to chainer --out strokes.py",
  .run = run,
};
