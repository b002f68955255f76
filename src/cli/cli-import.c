/* cli-import.c: rensa import.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "cli.h"
#include "rensa-fault.h"
#include "rensa-importer.h"
#include "rensa-language.h"

/* Returns "model.rensa" in the current folder for "models/model.onnx". */
static char *
choose_path (const char *file)
{
  g_autofree char *name = g_path_get_basename (file);
  char *dot = strrchr (name, '.');

  if (dot != NULL && dot > name)
    *dot = '\0';
  return g_strconcat (name, ".rensa", NULL);
}

static gboolean
import (const char *file, const char *path, gboolean overwrites, GError **error)
{
  g_autoptr (RensaImported) imported = rensa_import (file, error);
  g_autoptr (GError) reason = NULL;

  if (imported == NULL)
    return FALSE;
  if (!rensa_imported_save (imported, path, overwrites, &reason))
    {
      if (g_error_matches (reason, G_FILE_ERROR, G_FILE_ERROR_EXIST))
        rensa_set_words (error, RENSA_ERROR_IO, N_ ("%s; use --force to overwrite it or --out to choose another name"),
                         reason->message);
      else
        g_propagate_error (error, g_steal_pointer (&reason));
      return FALSE;
    }
  g_print ("%s\n", path);
  for (guint i = 0; i < imported->notes->len; i++)
    g_printerr ("%s\n", (const char *) imported->notes->pdata[i]);
  return TRUE;
}

static int
run (const CliCommand *command, int argc, char **argv)
{
  g_autofree char *out = NULL;
  gboolean overwrites = FALSE;
  const GOptionEntry entries[] = {
    { "out", 'o', 0, G_OPTION_ARG_FILENAME, &out, N_ ("Write the document to FILE, and the weights next to it"),
      N_ ("FILE") },
    { "force", 'f', 0, G_OPTION_ARG_NONE, &overwrites, N_ ("Overwrite existing files"), NULL },
    { NULL },
  };
  GError *error = NULL;

  if (!cli_parse (command, entries, &argc, &argv, 1, 1))
    return CLI_MISUSED;
  if (out == NULL)
    out = choose_path (argv[1]);
  return import (argv[1], out, overwrites, &error) ? CLI_OK : cli_fail (error);
}

const CliCommand cli_import = {
  .name = "import",
  .arguments = N_ ("FILE"),
  .summary = N_ ("Makes a document of a model of another program (.onnx, .caffemodel)"),
  .details = N_ (
      "The document has the weights of the file, random numbers as data, and a guessed loss: change both with --set\n"
      "or in the studio. Differences from the file are listed on standard error."),
  .examples = "  rensa import resnet18.onnx --out resnet18.rensa",
  .run = run,
};
