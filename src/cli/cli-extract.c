/* cli-extract.c: rensa extract.
 * SPDX-License-Identifier: MIT */

#include "cli.h"
#include "rensa-extract.h"

static gboolean
extract (CliProject *project, const char *file, const char *named, const char *name, const char *folder, GError **error)
{
  g_autoptr (RensaDocument) document = cli_project_load (project, file, error);
  g_autofree char *weights = document != NULL ? cli_project_find_weights (project, document, named, error) : NULL;
  g_autofree char *path =
      weights != NULL ? rensa_extract_model (document, project->dataset_root, weights, name, folder, error) : NULL;

  if (path != NULL)
    g_print ("%s\n", path);
  return path != NULL;
}

static int
run (const CliCommand *command, int argc, char **argv)
{
  g_auto (CliProject) project = { 0 };
  g_autofree char *weights = NULL;
  g_autofree char *folder = NULL;
  const GOptionEntry entries[] = {
    { "weights", 'w', 0, G_OPTION_ARG_FILENAME, &weights,
      N_ ("The trained models: model.npz, an HDF5 file or a snapshot (default: those of the run or the document)"),
      N_ ("FILE") },
    { "folder", 'd', 0, G_OPTION_ARG_FILENAME, &folder,
      N_ ("Write into the new folder DIR (default: the model's name)"), N_ ("DIR") },
    CLI_PROJECT_ENTRIES (project),
    { NULL },
  };
  GError *error = NULL;

  if (!cli_parse (command, entries, &argc, &argv, 2, 2) || !cli_set_threads (command, project.threads))
    return CLI_MISUSED;
  return extract (&project, argv[1], weights, argv[2], folder != NULL ? folder : argv[2], &error) ? CLI_OK
                                                                                                  : cli_fail (error);
}

const CliCommand cli_extract = {
  .name = "extract",
  .arguments = N_ ("FILE MODEL"),
  .summary = N_ ("Makes a project of one trained model of a training step"),
  .details = N_ (
      "The project contains the model with its weights. Its data are the model's inputs and outputs in the training\n"
      "step for one batch, so that the model can be exported, asked for predictions and trained by itself."),
  .examples = "  rensa extract gan.rensa gen --weights result/model.npz\n"
              "  rensa export gen/gen.rensa --to onnx --prove",
  .run = run,
};
