/* rensa-picture-files.c: pictures in files, with a class or a value each.
 * SPDX-License-Identifier: MIT */

#include "rensa-picture-files-private.h"

#include <glib/gstdio.h>
#include <omp.h>
#include <string.h>

#include "rensa-file.h"
#include "rensa-language.h"

static const char *const unread_endings[] = { ".gif", ".heic", ".heif", ".avif", ".jxl", ".jp2", ".svg", ".ico",
                                              ".tga", ".psd",  ".dng",  ".cr2",  ".nef", ".arw", ".exr", ".pcx" };
#define GIF 0
G_STATIC_ASSERT (G_N_ELEMENTS (unread_endings) == RENSA_N_UNREAD_ENDINGS);

gboolean
rensa_picture_is_taken (const char *name, gboolean with_gifs)
{
  const char *dot = strrchr (name, '.');

  return rensa_picture_is_name (name) && (with_gifs || g_ascii_strcasecmp (dot, unread_endings[GIF]) != 0);
}

void
rensa_unread_count (RensaUnread *unread, const char *name)
{
  const char *dot = strrchr (name, '.');

  for (guint i = 0; dot != NULL && dot != name && i < G_N_ELEMENTS (unread_endings); i++)
    unread->n[i] += g_ascii_strcasecmp (dot, unread_endings[i]) == 0;
}

gboolean
rensa_unread_has_gifs (const RensaUnread *unread)
{
  return unread->n[GIF] > 0;
}

char *
rensa_unread_describe (const RensaUnread *unread)
{
  g_autoptr (GString) list = g_string_new (NULL);
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (unread_endings); i++)
    if (unread->n[i] > 0)
      {
        g_string_append_printf (list, "%s%u %s", n > 0 ? ", " : "", unread->n[i], unread_endings[i]);
        n += unread->n[i];
      }
  if (n == 0)
    return NULL;
  /* Translators: "3 files ... not read: 2 .gif, 1 .heic." */
  return g_strdup_printf (ngettext ("%u file of an unsupported image format is ignored: %s.",
                                    "%u files of unsupported image formats are ignored: %s.", n),
                          n, list->str);
}

static void
file_clear (gpointer file)
{
  g_free (((RensaPictureFile *) file)->name);
}

static GArray *
make_files (void)
{
  GArray *files = g_array_new (FALSE, FALSE, sizeof (RensaPictureFile));

  g_array_set_clear_func (files, file_clear);
  return files;
}

void
rensa_picture_labels_clear (RensaPictureLabels *labels)
{
  g_clear_pointer (&labels->classes, g_ptr_array_unref);
}

void
rensa_picture_files_init (RensaPictureFiles *self, const char *source, const char *folder)
{
  self->source = g_strdup (source);
  self->folder = g_strdup (folder);
  self->files = make_files ();
  self->reader = g_new0 (RensaPictureReader, 1);
}

void
rensa_picture_files_clear (RensaPictureFiles *self)
{
  g_clear_pointer (&self->source, g_free);
  g_clear_pointer (&self->folder, g_free);
  g_clear_pointer (&self->zip, rensa_zip_unref);
  g_clear_pointer (&self->reader, rensa_picture_reader_free);
  g_clear_pointer (&self->files, g_array_unref);
  rensa_picture_labels_clear (&self->labels);
}

void
rensa_picture_files_add (RensaPictureFiles *self, char *name, double label, guint member)
{
  g_array_append_val (self->files, ((RensaPictureFile){ name, label, member }));
}

static const RensaPictureFile *
get_file (const RensaPictureFiles *self, gint64 i)
{
  return &g_array_index (self->files, RensaPictureFile, i);
}

char *
rensa_picture_files_dup_path (const RensaPictureFiles *self, gint64 i)
{
  const char *name = get_file (self, i)->name;

  return g_path_is_absolute (name) ? g_strdup (name) : g_build_filename (self->folder, name, NULL);
}

/* Number of files that a thread reads before it takes the next slice: one batch of a helper, or
 * less if all threads share the files. */
#define MOST_IN_SLICE 64
#define SLICES_PER_THREAD 4

static gboolean
read_slice (const RensaPictureFiles *self, const gint64 *indices, gint64 n, const RensaPicture *picture,
            guint8 *const *bytes, GError **errors, GError **error)
{
  g_autofree guint8 *unwanted = bytes == NULL ? g_malloc (rensa_picture_get_n_bytes (picture)) : NULL;
  RensaPictureJob jobs[MOST_IN_SLICE];
  gboolean ok;

  for (gint64 i = 0; i < n; i++)
    jobs[i] = (RensaPictureJob){
      .path = self->zip != NULL ? g_strdup (get_file (self, indices[i])->name)
                                : rensa_picture_files_dup_path (self, indices[i]),
      .zip = self->zip,
      .member = get_file (self, indices[i])->member,
      .bytes = bytes != NULL ? bytes[i] : unwanted,
    };
  ok = rensa_picture_reader_read (self->reader, picture, jobs, (gsize) n, error);
  for (gint64 i = 0; i < n; i++)
    {
      errors[i] = g_steal_pointer (&jobs[i].error);
      rensa_picture_job_clear (&jobs[i]);
    }
  return ok;
}

gboolean
rensa_picture_files_read (const RensaPictureFiles *self, const gint64 *indices, gint64 n, const RensaPicture *picture,
                          guint8 *const *bytes, GError **errors, GError **error)
{
  const gint64 n_slice = CLAMP (n / (SLICES_PER_THREAD * omp_get_max_threads ()), 1, MOST_IN_SLICE);
  GError *failed = NULL;

#pragma omp parallel for schedule(dynamic)
  for (gint64 i = 0; i < n; i += n_slice)
    {
      GError *why = NULL;

      if (!read_slice (self, indices + i, MIN (n_slice, n - i), picture, bytes != NULL ? bytes + i : NULL, errors + i,
                       &why)
          && !g_atomic_pointer_compare_and_exchange (&failed, NULL, why))
        g_error_free (why);
    }
  if (failed != NULL)
    g_propagate_error (error, failed);
  return failed == NULL;
}

guint64
rensa_picture_files_get_size (const RensaPictureFiles *self, gint64 i)
{
  g_autofree char *path = NULL;
  GStatBuf status;

  if (self->zip != NULL)
    return rensa_zip_get_size (self->zip, get_file (self, i)->member);
  path = rensa_picture_files_dup_path (self, i);
  return g_stat (path, &status) == 0 ? (guint64) status.st_size : 0;
}

/* Number of files checked between updates of progress and cancellation. */
#define CHUNK 256

/* Checks which of the @n files from @start are unreadable. */
static gboolean
try_files (const RensaPictureFiles *self, const RensaPicture *picture, gint64 start, gint64 n, gboolean *are_bad,
           GError **error)
{
  GError *errors[CHUNK] = { NULL };
  gint64 indices[CHUNK];
  gboolean ok;

  for (gint64 i = 0; i < n; i++)
    indices[i] = start + i;
  ok = rensa_picture_files_read (self, indices, n, picture, NULL, errors, error);
  for (gint64 i = 0; i < n; i++)
    {
      are_bad[i] = errors[i] != NULL;
      g_clear_error (&errors[i]);
    }
  return ok;
}

static guint64
count_bytes (const RensaPictureFiles *self, gint64 start, gint64 n)
{
  guint64 n_bytes = 0;

  for (gint64 i = start; i < start + n; i++)
    n_bytes += rensa_picture_files_get_size (self, i);
  return n_bytes;
}

gint64
rensa_picture_files_drop_unreadable (RensaPictureFiles *self, const RensaPicture *picture,
                                     const RensaDataPlaces *places, GError **error)
{
  const gint64 n = self->files->len;
  const guint64 n_bytes = places->progress != NULL ? count_bytes (self, 0, n) : 0;
  GArray *kept = make_files ();
  guint64 n_read = 0;
  gint64 n_dropped;
  gboolean ok = TRUE;

  for (gint64 start = 0; ok && start < n && !g_cancellable_is_cancelled (places->cancellable); start += CHUNK)
    {
      gboolean are_bad[CHUNK];
      const gint64 n_chunk = MIN (CHUNK, n - start);

      ok = try_files (self, picture, start, n_chunk, are_bad, error);
      n_read += places->progress != NULL ? count_bytes (self, start, n_chunk) : 0;
      for (gint64 i = 0; ok && i < n_chunk; i++)
        if (!are_bad[i])
          {
            RensaPictureFile *file = &g_array_index (self->files, RensaPictureFile, start + i);

            g_array_append_val (kept, *file);
            file->name = NULL;
          }
      if (places->progress != NULL)
        places->progress (n_read, n_bytes, kept->len, places->progress_data);
    }

  n_dropped = n - kept->len;
  g_array_unref (self->files);
  self->files = kept;
  return ok ? n_dropped : -1;
}
