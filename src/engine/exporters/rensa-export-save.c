/* rensa-export-save.c: saves a program and its files, all or none.
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

/* A file being saved: it is written as @part, which is then renamed to @path. */
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

/* Writes to @file, which is called @path in messages; without flags it must already exist. */
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
save_data (RensaDocument *document, const RensaExportTarget *target, const Arrival *data, GError **error)
{
  g_autoptr (GError) reason = NULL;

  if (rensa_export_data_npz (document, target->dataset_root, data->part, target->warnings, &reason))
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

/* Files that belong together must be in the same folder, which is impossible for a device or a pipe. */
static gboolean
check_regular (const char *path, GError **error)
{
  if (!is_written_through (path))
    return TRUE;
  rensa_set_words (error, RENSA_ERROR_INVALID,
                   N_ ("“%s” is a folder, a device or a pipe, not a file; this format cannot be written there"), path);
  return FALSE;
}

static gboolean
check_free (const RensaExportTarget *target, const char *path, GError **error)
{
  struct stat info;

  if (target->overwrites || lstat (path, &info) != 0)
    return TRUE;
  g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_EXIST, _ ("“%s” already exists"), path);
  return FALSE;
}

/* Resolves links, so that their targets are overwritten, not the links. */
static char *
resolve (const char *path)
{
  char *real = realpath (path, NULL);
  char *copy = g_strdup (real != NULL ? real : path);

  free (real);
  return copy;
}

/* Returns @path relative to the folder of @from, both of them anywhere. */
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

/* Returns "train_moons_weights.npz" for "train_moons.py" and "_weights.npz". */
static char *
dup_path_beside (const char *path, const char *ending)
{
  g_autofree char *data = rensa_export_dup_data_path (path);

  return g_strdup_printf ("%.*s%s", (int) (strlen (data) - strlen ("_data.npz")), data, ending);
}

/* @own_weights: (nullable): weights file saved with the program */
static char *
write_program (const RensaExporter *exporter, RensaDocument *document, const RensaExportTarget *target,
               const char *beside, const char *own_weights, GError **error)
{
  g_autofree char *data_path = rensa_export_dup_data_path (beside);
  g_autofree char *data_name = g_path_get_basename (data_path);
  g_autofree char *found = own_weights != NULL ? g_strdup (own_weights) : rensa_export_find_weights (document, target);
  g_autofree char *weights = found != NULL ? make_relative (found, beside) : NULL;

  return exporter->write (document, &(RensaExportNames){ data_name, weights }, error);
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
  g_free (file->text);
  g_free (file);
}

static void
arrival_free (gpointer arrival)
{
  arrival_clear (arrival);
  g_free (arrival);
}

/* Deletes the saved files that did not exist before. */
static void
take_back (GPtrArray *arrivals, guint n)
{
  for (guint i = 0; i < n; i++)
    if (((Arrival *) arrivals->pdata[i])->is_new)
      g_unlink (((Arrival *) arrivals->pdata[i])->path);
}

static gboolean
arrive_all (GPtrArray *arrivals, GError **error)
{
  for (guint i = 0; i < arrivals->len; i++)
    {
      if (arrive (arrivals->pdata[i], error))
        continue;
      take_back (arrivals, i);
      return FALSE;
    }
  return TRUE;
}

/* Adds a file to be saved at @path to @arrivals. */
static Arrival *
add_arrival (GPtrArray *arrivals, const char *path)
{
  Arrival *arrival = g_new0 (Arrival, 1);

  *arrival = arrival_new (path);
  g_ptr_array_add (arrivals, arrival);
  return arrival;
}

static gboolean
save_arrival (GPtrArray *arrivals, const char *path, const char *bytes, gsize length, GError **error)
{
  return save_bytes (add_arrival (arrivals, path)->part, path, bytes, length, O_CREAT | O_EXCL, error);
}

/* Saves all of @files (element-type RensaExportFile), or none. */
static gboolean
save_all (GPtrArray *files, GError **error)
{
  g_autoptr (GPtrArray) arrivals = g_ptr_array_new_with_free_func (arrival_free);

  for (guint i = 0; i < files->len; i++)
    {
      const RensaExportFile *file = files->pdata[i];
      g_autofree char *path = resolve (file->path);
      gsize length;
      const char *bytes = g_bytes_get_data (file->bytes, &length);

      if (!save_arrival (arrivals, path, bytes, length, error))
        return FALSE;
    }
  return arrive_all (arrivals, error);
}

static void
tell_saved (const RensaExportTarget *target, const char *path)
{
  if (target->saved != NULL && path != NULL)
    g_ptr_array_add (target->saved, g_strdup (path));
}

static gboolean
make_and_save (const RensaExporter *exporter, RensaDocument *document, const RensaExportTarget *target, GError **error)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (rensa_export_file_free);

  if (!check_regular (target->path, error) || !check_free (target, target->path, error)
      || !exporter->make (document, target, files, error))
    return FALSE;
  for (guint i = 0; i < files->len; i++)
    {
      const RensaExportFile *file = files->pdata[i];

      if (!check_regular (file->path, error) || !check_free (target, file->path, error))
        return FALSE;
    }
  if (!save_all (files, error))
    return FALSE;

  for (guint i = 0; i < files->len; i++)
    tell_saved (target, ((RensaExportFile *) files->pdata[i])->path);
  return TRUE;
}

/**
 * Writing: a program and its files
 * @path: path of the program; @beside: the same, or a path in its place if that is a device or a
 *   pipe
 * @data_path, @further_path: (nullable): additional files of the target
 * @weights_path: destination of parameters that the program could not read from their own file
 */
typedef struct
{
  gboolean is_through;
  char *path;
  char *beside;
  char *data_path;
  char *further_path;
  char *weights_path;
} Writing;

static void
writing_clear (Writing *self)
{
  g_free (self->path);
  g_free (self->beside);
  g_free (self->data_path);
  g_free (self->further_path);
  g_free (self->weights_path);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Writing, writing_clear)

/* Output to a device or a pipe does not include a Makefile. */
static void
writing_init (Writing *self, const RensaExporter *exporter, RensaDocument *document, const RensaExportTarget *target)
{
  g_autofree char *folder = g_path_get_dirname (target->path);

  self->is_through = is_written_through (target->path);
  self->path = self->is_through ? g_strdup (target->path) : resolve (target->path);
  self->beside = self->is_through ? rensa_export_dup_file_name (exporter, document) : g_strdup (target->path);
  self->data_path = exporter->reads_data ? rensa_export_dup_data_path (self->beside) : NULL;
  self->weights_path = dup_path_beside (self->beside, "_weights.npz");
  if (exporter->beside != NULL && !self->is_through)
    self->further_path =
        g_str_equal (folder, ".") ? g_strdup (exporter->beside) : g_build_filename (folder, exporter->beside, NULL);
}

static gboolean
save_further (const RensaExporter *exporter, const Writing *self, GPtrArray *arrivals, GError **error)
{
  g_autofree char *name = g_path_get_basename (self->beside);
  g_autofree char *text = exporter->write_beside (name, error);

  return text != NULL && save_arrival (arrivals, self->further_path, text, strlen (text), error);
}

/* Saves either all files, including those in @arrivals, or none. */
static gboolean
save_writing (const RensaExporter *exporter, RensaDocument *document, const RensaExportTarget *target,
              const Writing *self, const char *text, GPtrArray *arrivals, GError **error)
{
  if ((!self->is_through && !save_arrival (arrivals, self->path, text, strlen (text), error))
      || (self->data_path != NULL && !save_data (document, target, add_arrival (arrivals, self->data_path), error))
      || (self->further_path != NULL && !save_further (exporter, self, arrivals, error))
      || !arrive_all (arrivals, error))
    return FALSE;
  if (!self->is_through || save_bytes (self->path, self->path, text, strlen (text), 0, error))
    return TRUE;
  take_back (arrivals, arrivals->len);
  return FALSE;
}

/* Adds the weights file to @arrivals if the program needs its own; otherwise clears its path. */
static gboolean
fit_weights (const RensaExporter *exporter, RensaDocument *document, const RensaExportTarget *target, Writing *self,
             GPtrArray *arrivals, GError **error)
{
  const char *part = add_arrival (arrivals, self->weights_path)->part;
  g_autoptr (GError) reason = NULL;
  gboolean is_written;

  if (!rensa_export_fit_weights (exporter, document, target, part, &is_written, &reason))
    {
      rensa_export_propagate_error (error, reason, part, self->weights_path);
      return FALSE;
    }
  if (is_written)
    return check_free (target, self->weights_path, error);
  g_ptr_array_set_size (arrivals, 0);
  g_clear_pointer (&self->weights_path, g_free);
  return TRUE;
}

static gboolean
write_and_save (const RensaExporter *exporter, RensaDocument *document, const RensaExportTarget *target, GError **error)
{
  g_auto (Writing) self = { 0 };
  g_autoptr (GPtrArray) arrivals = g_ptr_array_new_with_free_func (arrival_free);
  g_autofree char *text = NULL;

  writing_init (&self, exporter, document, target);
  if ((!self.is_through && !check_free (target, target->path, error))
      || (self.data_path != NULL && !check_free (target, self.data_path, error))
      || (self.further_path != NULL && !check_free (target, self.further_path, error)))
    return FALSE;
  if (!fit_weights (exporter, document, target, &self, arrivals, error))
    return FALSE;
  text = write_program (exporter, document, target, self.beside, self.weights_path, error);
  if (text == NULL || !save_writing (exporter, document, target, &self, text, arrivals, error))
    return FALSE;

  tell_saved (target, self.is_through ? NULL : target->path);
  tell_saved (target, self.data_path);
  tell_saved (target, self.further_path);
  tell_saved (target, self.weights_path);
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

double
rensa_export_proof_get_bound (RensaDtype dtype)
{
  return dtype == RENSA_FLOAT16 ? 0x1p-7 : dtype == RENSA_BFLOAT16 ? 0x1p-4 : 1e-5;
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

/* Describes the difference in the first line of the program. */
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
  return dup_path_beside (path, "_proof.json");
}

gboolean
rensa_export_prove (const RensaExporter *exporter, RensaDocument *document, const RensaExportTarget *target,
                    GError **error)
{
  g_auto (RensaExportProof) proof = { NULL };
  g_autofree char *path = rensa_export_dup_proof_path (target->path);

  if (exporter->prove == NULL)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("Exports to “%s” cannot be verified"), exporter->name);
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
    g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, _ ("Verification of “%s” failed: %s"), target->path,
                 proof.difference);
  return FALSE;
}
