/* rensa-picture-folder.c: pictures in folders, one folder a class.
 * SPDX-License-Identifier: MIT */

#include "rensa-picture-folder-private.h"

#include <glib/gstdio.h>

#include "rensa-fault.h"
#include "rensa-file.h"
#include "rensa-language.h"
#include "rensa-random.h"

/* Folders in folders in the folder of a class. */
#define MOST_LEVELS 8

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
rensa_picture_folder_clear (RensaPictureFolder *self)
{
  g_clear_pointer (&self->folder, g_free);
  g_clear_pointer (&self->classes, g_ptr_array_unref);
  g_clear_pointer (&self->empty, g_ptr_array_unref);
  g_clear_pointer (&self->files, g_array_unref);
}

static gboolean
is_folder (const char *path)
{
  return g_file_test (path, G_FILE_TEST_IS_DIR);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* What is in @path but hidden files, in the order of the names; NULL where it cannot be read. */
static GPtrArray *
list_names (const char *path, GError **error)
{
  g_autoptr (GError) why = NULL;
  g_autoptr (GDir) dir = g_dir_open (path, 0, &why);
  GPtrArray *names;
  const char *name;

  if (dir == NULL)
    {
      rensa_set_words (error, RENSA_ERROR_IO, "%s", why->message);
      return NULL;
    }
  names = g_ptr_array_new_with_free_func (g_free);
  while ((name = g_dir_read_name (dir)) != NULL)
    if (name[0] != '.')
      g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  return names;
}

/* Adds the pictures of @below, a folder of class @label, and of the folders in it; a name that is that of a picture need not
 * be looked at for that.  Links to folders are passed over, as they may lead round in circles. */
static gboolean
add_pictures (RensaPictureFolder *self, const char *below, gint32 label, int level, GCancellable *cancellable,
              GError **error)
{
  g_autofree char *path = g_build_filename (self->folder, below, NULL);
  g_autoptr (GPtrArray) names = list_names (path, error);

  if (names == NULL)
    return FALSE;
  for (guint i = 0; i < names->len; i++)
    {
      const char *name = names->pdata[i];
      g_autofree char *file = g_build_filename (below, name, NULL);
      g_autofree char *full = rensa_picture_is_name (name) ? NULL : g_build_filename (path, name, NULL);

      if (full == NULL)
        g_array_append_val (self->files, ((RensaPictureFile){ g_steal_pointer (&file), label }));
      else if (level < MOST_LEVELS && is_folder (full) && !g_file_test (full, G_FILE_TEST_IS_SYMLINK)
               && !add_pictures (self, file, label, level + 1, cancellable, error))
        return FALSE;
    }
  if (!g_cancellable_is_cancelled (cancellable))
    return TRUE;
  rensa_set_words (error, RENSA_ERROR_CANCELLED, N_ ("the reading of the data was cancelled"));
  return FALSE;
}

/* The number of the class that the subfolder @name is; -1 where it is none of @classes. */
static gint32
find_class (GPtrArray *classes, const char *name)
{
  guint i;

  return g_ptr_array_find_with_equal_func (classes, name, g_str_equal, &i) ? (gint32) i : -1;
}

/* Pictures are added for the class that comes next, which is one only where there are any. */
static gboolean
add_class (RensaPictureFolder *self, const char *name, gboolean is_given, GCancellable *cancellable, GError **error)
{
  const guint n_before = self->files->len;
  const gint32 label = is_given ? find_class (self->classes, name) : (gint32) self->classes->len;

  if (!add_pictures (self, name, label, 0, cancellable, error))
    return FALSE;
  if (self->files->len == n_before)
    g_ptr_array_add (self->empty, rensa_file_dup_shown_name (name));
  else if (!is_given)
    g_ptr_array_add (self->classes, g_strdup (name));
  else if (label < 0)
    {
      g_autofree char *shown = rensa_file_dup_shown_name (name);
      g_autofree char *folder = rensa_file_dup_shown_name (self->folder);

      rensa_set_words (error, RENSA_ERROR_FORMAT,
                       N_ ("“%s” has a folder “%s” of test pictures, but there are no training pictures of that name"),
                       folder, shown);
      return FALSE;
    }
  return TRUE;
}

static gboolean
fail_empty (const char *folder, guint n_pictures, GError **error)
{
  g_autofree char *shown = rensa_file_dup_shown_name (folder);

  if (n_pictures > 0)
    rensa_set_words (error, RENSA_ERROR_FORMAT,
                     N_ ("“%s” holds %u pictures, but no folder with pictures; one folder for each class was expected"),
                     shown, n_pictures);
  else
    rensa_set_words (error, RENSA_ERROR_FORMAT,
                     N_ ("“%s” holds no folder with pictures; one folder for each class was expected"), shown);
  return FALSE;
}

char *
rensa_picture_folder_dup_path (const RensaPictureFolder *self, gint64 i)
{
  return g_build_filename (self->folder, g_array_index (self->files, RensaPictureFile, i).name, NULL);
}

guint64
rensa_picture_folder_get_size (const RensaPictureFolder *self, gint64 i)
{
  g_autofree char *path = rensa_picture_folder_dup_path (self, i);
  GStatBuf status;

  return g_stat (path, &status) == 0 ? (guint64) status.st_size : 0;
}

/* The order is that of a lottery whose seed never changes: neighbours are of different classes, and the same files are always in the same place. */
static void
mix (GArray *files)
{
  RensaRandom random = rensa_random_init (0, 0);
  g_autofree gint64 *order = g_new (gint64, files->len);
  g_autofree RensaPictureFile *sorted = g_memdup2 (files->data, files->len * sizeof *sorted);

  rensa_random_permutation (&random, order, files->len);
  for (guint i = 0; i < files->len; i++)
    g_array_index (files, RensaPictureFile, i) = sorted[order[i]];
}

gboolean
rensa_picture_folder_read (RensaPictureFolder *self, const char *folder, GPtrArray *classes, GCancellable *cancellable,
                           GError **error)
{
  g_autoptr (GPtrArray) names = list_names (folder, error);
  guint n_pictures = 0;

  if (names == NULL)
    return FALSE;
  self->folder = g_strdup (folder);
  self->classes = classes != NULL ? g_ptr_array_ref (classes) : g_ptr_array_new_with_free_func (g_free);
  self->empty = g_ptr_array_new_with_free_func (g_free);
  self->files = make_files ();
  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *path = g_build_filename (folder, names->pdata[i], NULL);

      if (rensa_picture_is_name (names->pdata[i]))
        n_pictures++;
      else if (is_folder (path) && !add_class (self, names->pdata[i], classes != NULL, cancellable, error))
        return FALSE;
    }

  if (self->files->len == 0)
    return fail_empty (folder, n_pictures, error);
  mix (self->files);
  return TRUE;
}

/* Files that are looked at before the next look at the world. */
#define CHUNK 256

/* Whether each of the files from @start on, as many as @are_bad has room for, can be read. */
static void
try_files (const RensaPictureFolder *self, const RensaPicture *picture, gint64 start, gint64 n, gboolean *are_bad)
{
#pragma omp parallel for schedule(dynamic)
  for (gint64 i = 0; i < n; i++)
    {
      g_autofree char *path = rensa_picture_folder_dup_path (self, start + i);
      g_autofree guint8 *bytes = g_new (guint8, rensa_picture_get_size (picture));

      are_bad[i] = !rensa_picture_read (path, picture, bytes, NULL);
    }
}

static guint64
count_bytes (const RensaPictureFolder *self, gint64 start, gint64 n)
{
  guint64 n_bytes = 0;

  for (gint64 i = start; i < start + n; i++)
    n_bytes += rensa_picture_folder_get_size (self, i);
  return n_bytes;
}

gint64
rensa_picture_folder_drop_unreadable (RensaPictureFolder *self, const RensaPicture *picture,
                                      const RensaDataPlaces *places)
{
  const gint64 n = self->files->len;
  const guint64 n_bytes = places->progress != NULL ? count_bytes (self, 0, n) : 0;
  GArray *kept = make_files ();
  guint64 n_read = 0;
  gint64 n_dropped;

  for (gint64 start = 0; start < n && !g_cancellable_is_cancelled (places->cancellable); start += CHUNK)
    {
      gboolean are_bad[CHUNK];
      const gint64 n_chunk = MIN (CHUNK, n - start);

      try_files (self, picture, start, n_chunk, are_bad);
      n_read += places->progress != NULL ? count_bytes (self, start, n_chunk) : 0;
      for (gint64 i = 0; i < n_chunk; i++)
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
  return n_dropped;
}
