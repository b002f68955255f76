/* rensa-picture-folder.c: pictures in folders, one folder a class.
 * SPDX-License-Identifier: MIT */

#include "rensa-picture-files-private.h"

#include "rensa-data-notes.h"
#include "rensa-fault.h"
#include "rensa-file.h"
#include "rensa-language.h"
#include "rensa-random.h"

/* Folders in folders in the folder of a class. */
#define MOST_LEVELS 8

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
add_pictures (RensaPictureFiles *self, const char *below, gint32 label, int level, GCancellable *cancellable,
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
        rensa_picture_files_add (self, g_steal_pointer (&file), label);
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
add_class (RensaPictureFiles *self, const char *name, gboolean is_given, GPtrArray *notes, GCancellable *cancellable,
           GError **error)
{
  GPtrArray *classes = self->labels.classes;
  const guint n_before = self->files->len;
  const gint32 label = is_given ? find_class (classes, name) : (gint32) classes->len;
  g_autofree char *shown = rensa_file_dup_shown_name (name);

  if (!add_pictures (self, name, label, 0, cancellable, error))
    return FALSE;
  if (self->files->len == n_before)
    rensa_data_notes_add (notes, RENSA_DATA_WARNING,
                          /* Translators: a folder. */
                          g_strdup_printf (_ ("“%s” holds no pictures."), shown));
  else if (!is_given)
    g_ptr_array_add (classes, g_strdup (name));
  else if (label < 0)
    {
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
rensa_picture_files_read_folder (RensaPictureFiles *self, const char *folder, const RensaPictureLabels *like,
                                 GPtrArray *notes, GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) names = list_names (folder, error);
  guint n_pictures = 0;

  if (names == NULL)
    return FALSE;
  rensa_picture_files_init (self, folder);
  self->labels.kind = RENSA_LABELS_CLASSES;
  self->labels.classes = like != NULL ? g_ptr_array_ref (like->classes) : g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *path = g_build_filename (folder, names->pdata[i], NULL);

      if (rensa_picture_is_name (names->pdata[i]))
        n_pictures++;
      else if (is_folder (path) && !add_class (self, names->pdata[i], like != NULL, notes, cancellable, error))
        return FALSE;
    }

  if (self->files->len == 0)
    return fail_empty (folder, n_pictures, error);
  self->labels.n_classes = self->labels.classes->len;
  mix (self->files);
  return TRUE;
}
