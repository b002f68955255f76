/* cli-new.c: rensa new.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "cli.h"
#include "rensa-data-kind.h"
#include "rensa-fault.h"
#include "rensa-file.h"
#include "rensa-json.h"
#include "rensa-language.h"
#include "rensa-plan.h"

typedef struct
{
  char *out;
  char *dataset_root;
  gboolean overwrites;
} Options;

static void
options_clear (Options *options)
{
  g_free (options->out);
  g_free (options->dataset_root);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

/* Returns "flowers" for "data/flowers.csv". */
static char *
get_stem (const char *path)
{
  char *name = g_path_get_basename (path);
  char *dot = strrchr (name, '.');

  if (dot != NULL && dot > name && !g_file_test (path, G_FILE_TEST_IS_DIR))
    *dot = '\0';
  return name;
}

static const RensaDatasetClass *
find_kind (GFile *file, const char *path, GError **error)
{
  const gboolean exists = g_file_query_exists (file, NULL);
  const RensaDatasetClass *dataset = exists ? rensa_data_kind_find (file) : NULL;
  g_autofree char *shown = rensa_file_dup_shown_name (path);

  if (dataset == NULL)
    rensa_set_words (error, RENSA_ERROR_NOT_FOUND,
                     exists ? N_ ("%s is not a table or other readable data file or folder")
                            : N_ ("file or folder %s does not exist"),
                     shown);
  return dataset;
}

/* Returns a path relative to the document's folder if the data are below it. */
static char *
find_way (GFile *file, const char *place)
{
  g_autofree char *path = g_path_get_dirname (place);
  g_autoptr (GFile) folder = g_file_new_for_path (path);
  char *way = g_file_get_relative_path (folder, file);

  return way != NULL ? way : g_file_get_path (file);
}

/* Creates a document for the file @out, with the data in @path and nothing else. */
static RensaDocument *
make_document (const char *path, const char *out, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  const RensaDatasetClass *dataset = find_kind (file, path, error);
  g_autofree char *place = g_canonicalize_filename (out, NULL);
  g_autofree char *way = find_way (file, place);
  g_autofree char *stem = get_stem (path);
  g_autofree char *name = rensa_file_dup_shown_name (stem);
  g_autoptr (RensaDocument) empty = rensa_document_new_empty (name);
  RensaDocument *document;
  RensaJson *data;
  RensaJson *attrs;

  if (dataset == NULL || !rensa_file_check_name (way, error))
    return NULL;
  document = rensa_document_copy_to (empty, place);
  data = json_object_new_object ();
  attrs = json_object_new_object ();
  json_object_object_add (attrs, rensa_data_kind_find_path (RENSA_COMPONENT (dataset))->name,
                          json_object_new_string (way));
  json_object_object_add (data, "type", json_object_new_string (dataset->name));
  json_object_object_add (data, "attrs", attrs);
  json_object_object_add (json_object_object_get (rensa_document_change (document), "data"), "dataset", data);
  return document;
}

static gboolean
save (RensaPlan *plan, const Options *options, GError **error)
{
  if (!options->overwrites && g_file_test (options->out, G_FILE_TEST_EXISTS))
    {
      g_autofree char *shown = rensa_file_dup_shown_name (options->out);

      rensa_set_words (error, RENSA_ERROR_IO,
                       N_ ("%s already exists; use --force to overwrite it or --out to choose another name"), shown);
      return FALSE;
    }
  if (!rensa_document_save (plan->document, options->out, error))
    return FALSE;
  g_print ("%s\n", options->out);
  for (guint i = 0; i < plan->reasons->len; i++)
    g_print ("  %s\n", (const char *) plan->reasons->pdata[i]);
  return TRUE;
}

static int
run (const CliCommand *command, int argc, char **argv)
{
  g_auto (Options) options = { 0 };
  const GOptionEntry entries[] = {
    { "out", 'o', 0, G_OPTION_ARG_FILENAME, &options.out, N_ ("Write the document to FILE"), N_ ("FILE") },
    { "force", 'f', 0, G_OPTION_ARG_NONE, &options.overwrites, N_ ("Overwrite an existing file"), NULL },
    { "dataset-root", 0, 0, G_OPTION_ARG_FILENAME, &options.dataset_root, N_ ("Look for data sets in DIR"),
      N_ ("DIR") },
    { NULL },
  };
  g_autoptr (RensaDocument) document = NULL;
  g_autoptr (RensaPlan) plan = NULL;
  GError *error = NULL;

  if (!cli_parse (command, entries, &argc, &argv, 1, 1))
    return CLI_MISUSED;
  if (options.out == NULL)
    {
      g_autofree char *stem = get_stem (argv[1]);

      options.out = g_strconcat (stem, ".rensa", NULL);
    }
  document = make_document (argv[1], options.out, &error);
  plan = document != NULL ? rensa_plan_new (document, options.dataset_root, NULL, &error) : NULL;
  return plan != NULL && save (plan, &options, &error) ? CLI_OK : cli_fail (error);
}

const CliCommand cli_new = {
  .name = "new",
  .arguments = N_ ("DATA"),
  .summary = N_ ("Makes a document that learns from a table, a folder of images, or texts"),
  .details = N_ (
      "Model, loss, preprocessing, optimizer, batch size and number of epochs are chosen by the number, kind and\n"
      "scale of the examples, and printed with the reason for each. The document can be trained at once and edited\n"
      "like any other. Without --out it is named after the data and written into the current folder."),
  .examples = "  rensa new grades.csv && rensa train grades.rensa",
  .run = run,
};
