/* cli-evaluate.c: rensa evaluate.
 * SPDX-License-Identifier: MIT */

#include "cli.h"

static gboolean
evaluate (CliProject *project, const char *file, const char *named, RensaObservation *result, GError **error)
{
  g_autoptr (RensaDocument) document = cli_project_load (project, file, error);
  g_autofree char *weights = document != NULL ? cli_project_find_weights (project, document, named, error) : NULL;
  g_autoptr (RensaBuilder) builder =
      weights != NULL ? rensa_builder_new (document, project->dataset_root, error) : NULL;
  g_autoptr (RensaLink) model = NULL;

  if (builder == NULL)
    return FALSE;
  rensa_builder_allow_download (builder);
  model = rensa_builder_make_model (builder, error);
  return model != NULL && cli_load_weights (model, document, weights, error)
         && rensa_builder_evaluate (builder, model, result, error);
}

static int
run (const CliCommand *command, int argc, char **argv)
{
  g_auto (CliProject) project = { 0 };
  g_autofree char *weights = NULL;
  g_autoptr (RensaObservation) result = rensa_observation_new ();
  const GOptionEntry entries[] = {
    { "weights", 'w', 0, G_OPTION_ARG_FILENAME, &weights,
      N_ ("The trained model: model.npz, an HDF5 file or a snapshot (default: that of the run or the document)"),
      N_ ("FILE") },
    CLI_PROJECT_ENTRIES (project),
    { NULL },
  };
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  GError *error = NULL;

  if (!cli_parse (command, entries, &argc, &argv, 1, 1) || !cli_set_threads (command, project.threads))
    return CLI_MISUSED;
  if (!evaluate (&project, argv[1], weights, result, &error))
    return cli_fail (error);

  for (guint i = 0; i < rensa_observation_get_n (result); i++)
    g_print ("%-24s %s\n", rensa_observation_get_key (result, i),
             g_ascii_formatd (digits, sizeof digits, "%.6g", rensa_observation_get_value (result, i)));
  return CLI_OK;
}

const CliCommand cli_evaluate = {
  .name = "evaluate",
  .arguments = N_ ("FILE"),
  .summary = N_ ("Evaluates a trained model on the test set of a document"),
  .examples = "  rensa evaluate strokes-mlp.rensa --weights result/model.npz",
  .run = run,
};
