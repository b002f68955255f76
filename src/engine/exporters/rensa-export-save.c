/* rensa-export-save.c: a program and its examples as files, both or none.
 * SPDX-License-Identifier: MIT */

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "rensa-fault.h"
#include "rensa-export-private.h"
#include "rensa-document-values.h"
#include "rensa-language.h"

/* A file on its way: it is written as @part, which then takes the place of @path. */
typedef struct
{
  char *path;
  char *part;
  gboolean is_new;
} Arrival;

static Arrival
arrival_new (const char *path)
{
  return (Arrival){ g_strdup (path), g_strdup_printf ("%s.%08x.part", path, g_random_int ()),
                    !g_file_test (path, G_FILE_TEST_EXISTS) };
}

static void
arrival_clear (Arrival *self)
{
  if (self->part != NULL)
    g_unlink (self->part);
  g_free (self->path);
  g_free (self->part);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Arrival, arrival_clear)

static gboolean
fail (const char *path, int reason, GError **error)
{
  rensa_set_words (error, RENSA_ERROR_IO, N_ ("“%s” could not be written: %s"), path, g_strerror (reason));
  return FALSE;
}

static gboolean
arrive (Arrival *self, GError **error)
{
  return g_rename (self->part, self->path) == 0 || fail (self->path, errno, error);
}

static gboolean
write_bytes (int file, const char *text, gsize length)
{
  const char *end = text + length;

  while (text < end)
    {
      const gssize n = write (file, text, end - text);

      if (n < 0 && errno != EINTR)
        return FALSE;
      text += MAX (n, 0);
    }
  return TRUE;
}

/* Into @file, which is called @path in messages; with no flags it has to be there. */
static gboolean
save_bytes (const char *file, const char *path, const char *text, gsize length, int flags, GError **error)
{
  const int descriptor = g_open (file, O_WRONLY | O_CLOEXEC | flags, 0666);

  if (descriptor < 0)
    return fail (path, errno, error);
  if (!write_bytes (descriptor, text, length))
    {
      const int reason = errno;

      close (descriptor);
      return fail (path, reason, error);
    }
  return close (descriptor) == 0 || fail (path, errno, error);
}

void
rensa_export_propagate_error (GError **error, const GError *reason, const char *part, const char *path)
{
  g_autoptr (GString) message = g_string_new (reason->message);

  g_string_replace (message, part, path, 0);
  g_set_error_literal (error, reason->domain, reason->code, message->str);
}

static gboolean
save_data (RensaDocument *document, const char *dataset_root, const Arrival *data, GError **error)
{
  g_autoptr (GError) reason = NULL;

  if (rensa_export_data_npz (document, dataset_root, data->part, &reason))
    return TRUE;
  rensa_export_propagate_error (error, reason, data->part, data->path);
  return FALSE;
}

static gboolean
is_written_through (const char *path)
{
  struct stat info;

  return stat (path, &info) == 0 && !S_ISREG (info.st_mode);
}

static gboolean
check_free (const RensaExportTarget *target, const char *path, GError **error)
{
  struct stat info;

  if (target->overwrites || lstat (path, &info) != 0)
    return TRUE;
  g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_EXIST, _ ("“%s” is there already"), path);
  return FALSE;
}

/* What a link leads to is written, not the link. */
static char *
resolve (const char *path)
{
  char *real = realpath (path, NULL);
  char *copy = g_strdup (real != NULL ? real : path);

  free (real);
  return copy;
}

/* @path seen from the folder of @from, both of them anywhere. */
static char *
make_relative (const char *path, const char *from)
{
  g_autofree char *whole = g_canonicalize_filename (path, NULL);
  g_autofree char *other = g_canonicalize_filename (from, NULL);
  g_auto (GStrv) names = g_strsplit (whole, "/", -1);
  g_auto (GStrv) others = g_strsplit (other, "/", -1);
  GString *relative = g_string_new (NULL);
  guint common = 0;

  while (names[common] != NULL && others[common] != NULL && g_str_equal (names[common], others[common]))
    common++;
  for (guint i = common; others[i] != NULL && others[i + 1] != NULL; i++)
    g_string_append (relative, "../");
  for (guint i = common; names[i] != NULL; i++)
    g_string_append_printf (relative, "%s%s", i > common ? "/" : "", names[i]);
  return g_string_free (relative, FALSE);
}

char *
rensa_export_find_weights (RensaDocument *document, const RensaExportTarget *target)
{
  struct json_object *own = rensa_document_get (document, "weights");
  const char *path = json_object_is_type (own, json_type_string) ? json_object_get_string (own) : NULL;

  if (target->weights != NULL || path == NULL || g_path_is_absolute (path))
    return g_strdup (target->weights != NULL ? target->weights : path);
  return g_build_filename (rensa_document_get_folder (document), path, NULL);
}

static char *
write_program (const RensaExporter *exporter, RensaDocument *document, const RensaExportTarget *target,
               const char *beside, const char *data_path, GError **error)
{
  g_autofree char *data_name = g_path_get_basename (data_path);
  g_autofree char *found = rensa_export_find_weights (document, target);
  g_autofree char *weights = found != NULL ? make_relative (found, beside) : NULL;

  return exporter->write (document, &(RensaExportNames){ data_name, weights }, error);
}

static gboolean
save_files (const RensaExporter *exporter, RensaDocument *document, const RensaExportTarget *target, const char *text,
            Arrival *program, Arrival *data, GError **error)
{
  const gboolean is_through = is_written_through (program->path);

  if ((!is_through && !save_bytes (program->part, program->path, text, strlen (text), O_CREAT | O_EXCL, error))
      || (exporter->reads_data && (!save_data (document, target->dataset_root, data, error) || !arrive (data, error))))
    return FALSE;
  if (is_through ? save_bytes (program->path, program->path, text, strlen (text), 0, error) : arrive (program, error))
    return TRUE;
  if (exporter->reads_data && data->is_new)
    g_unlink (data->path);
  return FALSE;
}

RensaExportFile *
rensa_export_file_new (const char *path, GBytes *bytes)
{
  RensaExportFile *file = g_new0 (RensaExportFile, 1);

  file->path = g_strdup (path);
  file->bytes = bytes;
  return file;
}

void
rensa_export_file_free (gpointer data)
{
  RensaExportFile *file = data;

  g_free (file->path);
  g_bytes_unref (file->bytes);
  g_free (file);
}

static void
arrival_free (gpointer arrival)
{
  arrival_clear (arrival);
  g_free (arrival);
}

/* What has arrived before the first that cannot goes away again where it was not there before. */
static gboolean
arrive_all (GPtrArray *arrivals, GError **error)
{
  for (guint i = 0; i < arrivals->len; i++)
    {
      if (arrive (arrivals->pdata[i], error))
        continue;
      for (guint j = 0; j < i; j++)
        if (((Arrival *) arrivals->pdata[j])->is_new)
          g_unlink (((Arrival *) arrivals->pdata[j])->path);
      return FALSE;
    }
  return TRUE;
}

/* All of @files (element-type RensaExportFile), or none. */
static gboolean
save_all (GPtrArray *files, GError **error)
{
  g_autoptr (GPtrArray) arrivals = g_ptr_array_new_with_free_func (arrival_free);

  for (guint i = 0; i < files->len; i++)
    {
      const RensaExportFile *file = files->pdata[i];
      Arrival *arrival = g_new0 (Arrival, 1);
      gsize length;
      const char *bytes = g_bytes_get_data (file->bytes, &length);

      *arrival = arrival_new (file->path);
      g_ptr_array_add (arrivals, arrival);
      if (!save_bytes (arrival->part, file->path, bytes, length, O_CREAT | O_EXCL, error))
        return FALSE;
    }
  return arrive_all (arrivals, error);
}

static gboolean
make_and_save (const RensaExporter *exporter, RensaDocument *document, const RensaExportTarget *target, GError **error)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (rensa_export_file_free);

  if (!check_free (target, target->path, error) || !exporter->make (document, target, files, error))
    return FALSE;
  for (guint i = 0; i < files->len; i++)
    if (!check_free (target, ((RensaExportFile *) files->pdata[i])->path, error))
      return FALSE;
  if (!save_all (files, error))
    return FALSE;

  for (guint i = 0; target->saved != NULL && i < files->len; i++)
    g_ptr_array_add (target->saved, g_strdup (((RensaExportFile *) files->pdata[i])->path));
  return TRUE;
}

static gboolean
write_and_save (const RensaExporter *exporter, RensaDocument *document, const RensaExportTarget *target, GError **error)
{
  const gboolean is_through = is_written_through (target->path);
  g_autofree char *path = is_through ? g_strdup (target->path) : resolve (target->path);
  g_autofree char *beside = is_through ? rensa_export_dup_file_name (exporter, document) : g_strdup (target->path);
  g_autofree char *data_path = rensa_export_dup_data_path (beside);
  g_auto (Arrival) program = arrival_new (path);
  g_auto (Arrival) data = arrival_new (data_path);
  g_autofree char *text = NULL;

  if ((!is_through && !check_free (target, target->path, error))
      || (exporter->reads_data && !check_free (target, data_path, error)))
    return FALSE;
  text = write_program (exporter, document, target, beside, data_path, error);
  if (text == NULL || !save_files (exporter, document, target, text, &program, &data, error))
    return FALSE;

  if (target->saved != NULL && !is_through)
    g_ptr_array_add (target->saved, g_strdup (target->path));
  if (target->saved != NULL && exporter->reads_data)
    g_ptr_array_add (target->saved, g_steal_pointer (&data_path));
  return TRUE;
}

gboolean
rensa_export_save (const RensaExporter *exporter, RensaDocument *document, const RensaExportTarget *target,
                   GError **error)
{
  return (exporter->make != NULL ? make_and_save : write_and_save) (exporter, document, target, error);
}

void
rensa_export_proof_clear (RensaExportProof *proof)
{
  g_free (proof->report);
  g_free (proof->difference);
}

struct json_object *
rensa_export_proof_add_answers (struct json_object *report, gint64 n_examples, double largest)
{
  struct json_object *answers = json_object_new_object ();

  json_object_object_add (answers, "examples", json_object_new_int64 (n_examples));
  json_object_object_add (answers, "largest_error", json_object_new_double (isfinite (largest) ? largest : -1));
  json_object_object_add (report, "answers", answers);
  return answers;
}

char *
rensa_export_proof_write (struct json_object *report, const char *difference)
{
  json_object_object_add (report, "holds", json_object_new_boolean (difference == NULL));
  json_object_object_add (report, "difference", difference != NULL ? json_object_new_string (difference) : NULL);
  return g_strconcat (json_object_to_json_string_ext (report, JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_SPACED
                                                                  | JSON_C_TO_STRING_NOSLASHESCAPE),
                      "\n", NULL);
}

/* The first line of the program says what differs. */
static gboolean
mark (const RensaExporter *exporter, const char *path, const char *difference, GError **error)
{
  const gboolean is_python = g_str_equal (exporter->language, "python3");
  g_autofree char *words = g_strdelimit (g_strdup (difference), "*/\\\n\r?", '_');
  g_autofree char *text = NULL;
  g_autofree char *marked = NULL;

  if (!g_file_get_contents (path, &text, NULL, error))
    return FALSE;
  marked = g_strdup_printf (is_python ? "# NOT PROVED: %s\n%s" : "/* NOT PROVED: %s */\n%s", words, text);
  return save_bytes (path, path, marked, strlen (marked), O_TRUNC, error);
}

char *
rensa_export_dup_proof_path (const char *path)
{
  g_autofree char *data = rensa_export_dup_data_path (path);

  return g_strdup_printf ("%.*s_proof.json", (int) (strlen (data) - strlen ("_data.npz")), data);
}

gboolean
rensa_export_prove (const RensaExporter *exporter, RensaDocument *document, const RensaExportTarget *target,
                    GError **error)
{
  g_auto (RensaExportProof) proof = { NULL };
  g_autofree char *path = rensa_export_dup_proof_path (target->path);

  if (exporter->prove == NULL)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("What is exported to “%s” cannot be proved"), exporter->name);
      return FALSE;
    }
  if (!exporter->prove (document, target, &proof, error)
      || !save_bytes (path, path, proof.report, strlen (proof.report), O_CREAT | O_TRUNC, error))
    return FALSE;
  if (target->saved != NULL)
    g_ptr_array_add (target->saved, g_strdup (path));
  if (proof.difference == NULL)
    return TRUE;
  if (exporter->is_binary || mark (exporter, target->path, proof.difference, error))
    g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, _ ("The proof of “%s” fails: %s"), target->path,
                 proof.difference);
  return FALSE;
}
