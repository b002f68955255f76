/* rensa-export-folder.c: exports a program with all its files into a new folder.
 * SPDX-License-Identifier: MIT */

#include <errno.h>
#include <glib/gstdio.h>
#include <json-c/json.h>
#include <string.h>

#include "rensa-document-values.h"
#include "rensa-export-private.h"
#include "rensa-fault.h"
#include "rensa-file.h"
#include "rensa-language.h"
#include "rensa-network.h"

/* Maximum size of a file; a report lists each operation of a model twice. */
#define MOST_BYTES (64 << 20)

static gboolean
fail (const char *path, int reason, GError **error)
{
  rensa_set_words (error, RENSA_ERROR_IO, N_ ("“%s” could not be written: %s"), path, g_strerror (reason));
  return FALSE;
}

/* Returns TRUE if the folder does not exist or is empty. */
static gboolean
check_free (const char *path, GError **error)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);

  if (dir != NULL ? g_dir_read_name (dir) == NULL : !g_file_test (path, G_FILE_TEST_EXISTS))
    return TRUE;
  g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_EXIST, _ ("“%s” already exists"), path);
  return FALSE;
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Returns the files in @folder, which has no subfolders. */
static GPtrArray *
list_names (const char *folder)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  return names;
}

/* Saves the initial parameters of the program next to it, so that the folder can be moved. */
static gboolean
save_weights (const RensaExporter *exporter, RensaDocument *document, const RensaExportTarget *target,
              const char *folder, char **copy, GError **error)
{
  g_autofree char *weights = rensa_export_find_weights (document, target);
  const char *dot = strrchr (weights, '.');
  g_autofree char *fitting = g_build_filename (folder, "model.npz", NULL);
  g_autofree char *name = g_strconcat ("model", dot != NULL && strchr (dot, '/') == NULL ? dot : "", NULL);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *bytes = NULL;
  gboolean is_written;
  gsize length;

  if (!rensa_export_fit_weights (exporter, document, target, fitting, &is_written, error))
    return FALSE;
  bytes = is_written ? NULL : rensa_file_read (weights, G_MAXSSIZE, &length, error);
  if (!is_written && (bytes == NULL || !g_file_set_contents (path, bytes, (gssize) length, error)))
    return FALSE;
  *copy = is_written ? g_steal_pointer (&fitting) : g_steal_pointer (&path);
  return TRUE;
}

/* README.md */

/* Writes text from a document as one line without Markdown markup. */
static char *
write_line (const char *text)
{
  GString *line = g_string_new (NULL);

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      const gunichar letter = g_utf8_get_char (p);

      if (letter < 128 && strchr (p == text ? "\\`*_[]<>#|&~$+-=" : "\\`*_[]<>#|&~$", (int) letter) != NULL)
        g_string_append_c (line, '\\');
      g_string_append_unichar (line, g_unichar_iscntrl (letter) ? ' ' : letter);
    }
  return g_string_free (line, FALSE);
}

static void
add_text (GString *readme, RensaDocument *document, const char *key, const char *heading)
{
  struct json_object *value = rensa_document_get (document, key);
  g_autofree char *line =
      json_object_is_type (value, json_type_string) ? write_line (json_object_get_string (value)) : NULL;

  if (line != NULL && line[0] != '\0')
    g_string_append_printf (readme, "%s%s\n\n", heading, line);
}

static void
add_files (GString *readme, const char *folder)
{
  g_autoptr (GPtrArray) names = list_names (folder);

  g_string_append (readme, "## Files\n\n");
  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *path = g_build_filename (folder, names->pdata[i], NULL);
      GStatBuf info;
      g_autofree char *size =
          g_format_size_full (g_stat (path, &info) == 0 ? (guint64) info.st_size : 0, G_FORMAT_SIZE_IEC_UNITS);

      g_string_append_printf (readme, "- `%s` (%s)\n", (const char *) names->pdata[i], size);
    }
}

static gboolean
write_readme (const RensaExporter *exporter, RensaDocument *document, const char *folder, const char *program,
              const char *proof, GError **error)
{
  g_autoptr (GString) readme = g_string_new (NULL);
  g_autofree char *path = g_build_filename (folder, "README.md", NULL);
  g_autofree char *left_out = rensa_export_describe_left_out (exporter, document);

  add_text (readme, document, "name", "# ");
  add_text (readme, document, "description", "");
  g_string_append_printf (readme, "%s. Made by Rensa " RENSA_VERSION ".\n\n", exporter->summary);
  add_files (readme, folder);
  if (exporter->usage != NULL)
    {
      g_autoptr (GString) usage = g_string_new (exporter->usage);

      g_string_replace (usage, "%s", program, 0);
      g_string_append_printf (readme, "\n## How to use it\n\n```sh\n%s\n```\n", usage->str);
    }
  if (left_out != NULL)
    g_string_append_printf (readme, "\n%s\n", left_out);
  if (proof != NULL)
    g_string_append_printf (readme, "\n## Proof\n\n%s\n", proof);
  return g_file_set_contents (path, readme->str, (gssize) readme->len, error);
}

char *
rensa_export_describe_left_out (const RensaExporter *exporter, RensaDocument *document)
{
  const RensaModel *model = rensa_network_get_model (rensa_document_get_network (document));
  const RensaModelNode *node =
      model->is_step ? rensa_network_find_node (rensa_document_get_network (document), "predictor") : NULL;
  g_autoptr (GString) others = g_string_new (NULL);

  if (node != NULL && node->model != NULL)
    model = node->model;
  if (exporter->make == NULL || model->is_step || model->outputs->len < 2)
    return NULL;
  for (guint i = 1; i < model->outputs->len; i++)
    {
      const RensaModelSource *source = &g_array_index (model->outputs, RensaModelSource, i);
      const RensaModelNode *maker = source->node >= 0 ? model->nodes->pdata[source->node] : NULL;

      g_string_append_printf (others, "%s%s", i > 1 ? ", " : "", maker != NULL ? maker->name : "?");
      if (maker != NULL && source->output != maker->main_output)
        g_string_append_printf (others, ":%d", source->output);
    }
  return g_strdup_printf (_ ("Only the first model output is exported; omitted: %s."), others->str);
}

/* The proof */

static struct json_object *
read_report (const char *path)
{
  gsize length;
  g_autofree char *text = rensa_file_read (path, MOST_BYTES, &length, NULL);

  return text != NULL ? json_tokener_parse (text) : NULL;
}

char *
rensa_export_describe_proof (const char *path, gboolean *agrees)
{
  struct json_object *report = read_report (path);
  struct json_object *answers = json_object_object_get (report, "answers");
  struct json_object *difference = json_object_object_get (report, "difference");
  struct json_object *n = json_object_object_get (answers, "examples");
  struct json_object *largest = json_object_object_get (answers, "largest_error");
  const gboolean holds = json_object_get_boolean (json_object_object_get (report, "holds"));
  char *sentence = NULL;

  if (agrees != NULL)
    *agrees = holds;
  if (json_object_is_type (difference, json_type_string))
    {
      g_autofree char *words = g_utf8_make_valid (json_object_get_string (difference), -1);

      sentence = g_strdup_printf (_ ("Not verified: %s"), words);
    }
  else if (holds && n != NULL && largest != NULL)
    sentence = g_strdup_printf (_ ("Verified: the predictions for %lld examples differ by at most %.1e."),
                                (long long) json_object_get_int64 (n), json_object_get_double (largest));
  json_object_put (report);
  return sentence;
}

/* The result of a verification that is impossible or fails is reported, and the folder is still
 * written; without a trained model there is nothing to verify. */
static char *
prove (const RensaExporter *exporter, RensaDocument *document, const RensaExportTarget *target)
{
  g_autofree char *path = rensa_export_dup_proof_path (target->path);
  g_autofree char *weights = rensa_export_find_weights (document, target);
  g_autoptr (GError) error = NULL;

  if (exporter->prove == NULL || weights == NULL)
    return NULL;
  if (rensa_export_prove (exporter, document, target, &error) || g_file_test (path, G_FILE_TEST_EXISTS))
    return rensa_export_describe_proof (path, NULL);
  return g_strdup_printf (_ ("Not verified: %s"), error->message);
}

/* The folder */

static gboolean
fill (const RensaExporter *exporter, RensaDocument *document, const RensaExportTarget *target, const char *folder,
      char **proof, GError **error)
{
  g_autofree char *name = rensa_export_dup_file_name (exporter, document);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *weights = rensa_export_find_weights (document, target);
  g_autofree char *copy = NULL;
  RensaExportTarget inside = *target;

  if (weights != NULL && exporter->write != NULL && exporter->takes_weights
      && !save_weights (exporter, document, target, folder, &copy, error))
    return FALSE;
  inside.path = path;
  inside.weights = copy != NULL ? copy : weights;
  inside.saved = NULL;
  if (!rensa_export_save (exporter, document, &inside, error))
    return FALSE;
  *proof = prove (exporter, document, &inside);
  return write_readme (exporter, document, folder, name, *proof, error);
}

gboolean
rensa_export_save_folder (const RensaExporter *exporter, RensaDocument *document, const RensaExportTarget *target,
                          char **proof, GError **error)
{
  g_autofree char *path = g_canonicalize_filename (target->path, NULL);
  g_autofree char *part = g_strdup_printf ("%s.%08x.part", path, g_random_int ());
  g_autofree char *sentence = NULL;
  g_autoptr (GError) reason = NULL;

  if (!check_free (target->path, error))
    return FALSE;
  if (g_mkdir (part, 0777) != 0)
    return fail (target->path, errno, error);
  if (!fill (exporter, document, target, part, &sentence, &reason)
      || (g_rename (part, path) != 0 && !fail (target->path, errno, &reason)))
    {
      rensa_file_remove_folder (part);
      rensa_export_propagate_error (error, reason, part, target->path);
      return FALSE;
    }
  if (proof != NULL)
    *proof = g_steal_pointer (&sentence);
  return TRUE;
}
