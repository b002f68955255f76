/* rensa-picture-folder.c: pictures in folders, on disk or in an archive, one folder per class.
 * SPDX-License-Identifier: MIT */

#include "rensa-picture-files-private.h"

#include <string.h>

#include "rensa-data-notes.h"
#include "rensa-fault.h"
#include "rensa-file.h"
#include "rensa-language.h"
#include "rensa-random.h"

/* Maximum depth of nested folders in the folder of a class. */
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

/* Returns the sorted names in @path except hidden files; NULL if it cannot be read. */
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

/* Adds the pictures of @below, a folder of class @label, and of its subfolders; files with the name
 * of a picture are not checked for being a folder. Links to folders are skipped, as they may be
 * cyclic. */
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
      const gboolean is_picture = rensa_picture_is_taken (name, self->with_gifs);
      g_autofree char *full = is_picture ? NULL : g_build_filename (path, name, NULL);

      if (full == NULL)
        rensa_picture_files_add (self, g_steal_pointer (&file), label, 0);
      else if (!is_folder (full))
        rensa_unread_count (&self->unread, name);
      else if (level < MOST_LEVELS && !g_file_test (full, G_FILE_TEST_IS_SYMLINK)
               && !add_pictures (self, file, label, level + 1, cancellable, error))
        return FALSE;
    }
  if (!g_cancellable_is_cancelled (cancellable))
    return TRUE;
  rensa_set_words (error, RENSA_ERROR_CANCELLED, N_ ("reading the data was cancelled"));
  return FALSE;
}

/* Returns the class number of the subfolder @name; -1 if it is not in @classes. */
static gint32
find_class (GPtrArray *classes, const char *name)
{
  guint i;

  return g_ptr_array_find_with_equal_func (classes, name, g_str_equal, &i) ? (gint32) i : -1;
}

static gboolean
refuse_class (const RensaPictureFiles *self, const char *name, GError **error)
{
  g_autofree char *shown = rensa_file_dup_shown_name (name);
  g_autofree char *source = rensa_file_dup_shown_name (self->source);

  rensa_set_words (error, RENSA_ERROR_FORMAT,
                   N_ ("“%s” contains a folder “%s” of test images, but there are no training images for this class"),
                   source, shown);
  return FALSE;
}

/* Adds the pictures of a class; a new class is added only if it has pictures. */
static gboolean
add_class (RensaPictureFiles *self, const char *name, gboolean is_given, GPtrArray *notes, GCancellable *cancellable,
           GError **error)
{
  GPtrArray *classes = self->labels.classes;
  const guint n_before = self->files->len;
  const gint32 label = is_given ? find_class (classes, name) : (gint32) classes->len;

  if (!add_pictures (self, name, label, 0, cancellable, error))
    return FALSE;
  if (self->files->len == n_before)
    {
      g_autofree char *shown = rensa_file_dup_shown_name (name);

      rensa_data_notes_add (notes, RENSA_DATA_WARNING,
                            /* Translators: a folder. */
                            g_strdup_printf (_ ("“%s” contains no images."), shown));
    }
  else if (!is_given)
    g_ptr_array_add (classes, g_strdup (name));
  else if (label < 0)
    return refuse_class (self, name, error);
  return TRUE;
}

static gboolean
fail_empty (const RensaPictureFiles *self, guint n_pictures, GError **error)
{
  g_autofree char *shown = rensa_file_dup_shown_name (self->source);
  g_autofree char *unread = rensa_unread_describe (&self->unread);

  if (unread != NULL)
    rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("“%s” contains no folder with readable images. %s"), shown, unread);
  else if (n_pictures > 0)
    rensa_set_words (error, RENSA_ERROR_FORMAT,
                     N_ ("“%s” contains %u images, but no folders with images; expected one folder per class"), shown,
                     n_pictures);
  else
    rensa_set_words (error, RENSA_ERROR_FORMAT,
                     N_ ("“%s” contains no folders with images; expected one folder per class"), shown);
  return FALSE;
}

/* Shuffles with a fixed seed: adjacent files are of different classes, and the same files always
 * have the same order. */
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

static void
begin (RensaPictureFiles *self, const char *source, const char *folder, const RensaPictureLabels *like)
{
  rensa_picture_files_init (self, source, folder);
  self->labels.kind = RENSA_LABELS_CLASSES;
  self->labels.classes = like != NULL ? g_ptr_array_ref (like->classes) : g_ptr_array_new_with_free_func (g_free);
}

/* @n_pictures: number of pictures outside of class folders. */
static gboolean
end (RensaPictureFiles *self, guint n_pictures, GError **error)
{
  if (self->files->len == 0)
    return fail_empty (self, n_pictures, error);
  self->labels.n_classes = self->labels.classes->len;
  mix (self->files);
  return TRUE;
}

/* Returns TRUE if there is a picture in the folder @path, or in subfolders up to @n_levels below. */
static gboolean
holds_pictures (const char *path, gboolean with_gifs, int n_levels)
{
  g_autoptr (GPtrArray) names = list_names (path, NULL);

  for (guint i = 0; names != NULL && i < names->len; i++)
    if (rensa_picture_is_taken (names->pdata[i], with_gifs))
      return TRUE;
  for (guint i = 0; names != NULL && n_levels > 0 && i < names->len; i++)
    {
      g_autofree char *folder = g_build_filename (path, names->pdata[i], NULL);

      if (is_folder (folder) && !g_file_test (folder, G_FILE_TEST_IS_SYMLINK)
          && holds_pictures (folder, with_gifs, n_levels - 1))
        return TRUE;
    }
  return FALSE;
}

/* Returns the only folder in @path that contains pictures; NULL if there is none or several, or if
 * @path contains a picture itself. */
static char *
find_only_folder (const char *path, gboolean with_gifs)
{
  g_autoptr (GPtrArray) names = list_names (path, NULL);
  g_autofree char *only = NULL;

  for (guint i = 0; names != NULL && i < names->len; i++)
    {
      g_autofree char *folder = g_build_filename (path, names->pdata[i], NULL);
      const gboolean is_picture = rensa_picture_is_taken (names->pdata[i], with_gifs);

      if (!is_picture && (!is_folder (folder) || !holds_pictures (folder, with_gifs, MOST_LEVELS)))
        continue;
      if (is_picture || only != NULL)
        return NULL;
      only = g_steal_pointer (&folder);
    }
  return g_steal_pointer (&only);
}

char *
rensa_picture_folder_find_root (const char *folder, gboolean with_gifs)
{
  g_autofree char *root = g_strdup (folder);

  for (int level = 0; level < MOST_LEVELS; level++)
    {
      g_autofree char *only = find_only_folder (root, with_gifs);

      /* A folder that directly contains pictures is a class. */
      if (only == NULL || holds_pictures (only, with_gifs, 0))
        break;
      g_free (root);
      root = g_steal_pointer (&only);
    }
  return g_steal_pointer (&root);
}

gboolean
rensa_picture_files_read_folder (RensaPictureFiles *self, const char *folder, const RensaPictureLabels *like,
                                 GPtrArray *notes, GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) names = list_names (folder, error);
  guint n_pictures = 0;

  if (names == NULL)
    return FALSE;
  begin (self, folder, folder, like);
  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *path = g_build_filename (folder, names->pdata[i], NULL);

      if (rensa_picture_is_taken (names->pdata[i], self->with_gifs))
        n_pictures++;
      else if (is_folder (path) && !add_class (self, names->pdata[i], like != NULL, notes, cancellable, error))
        return FALSE;
    }
  return end (self, n_pictures, error);
}

/* Archives */

/* @path: path with slashes. */
typedef struct
{
  char *path;
  guint member;
} Entry;

static void
entry_clear (gpointer entry)
{
  g_free (((Entry *) entry)->path);
}

/* Orders entries as in a folder listing: the contents of a folder precede longer names. */
static int
compare_entries (gconstpointer a, gconstpointer b)
{
  const guint8 *one = (const guint8 *) ((const Entry *) a)->path;
  const guint8 *other = (const guint8 *) ((const Entry *) b)->path;

  while (*one != '\0' && *one == *other)
    one++, other++;
  return (*one == '/' ? 0 : *one) - (*other == '/' ? 0 : *other);
}

/* Returns TRUE if a component of @path is hidden, or belongs to the metadata that macOS adds to archives. */
static gboolean
is_hidden (const char *path)
{
  return path[0] == '.' || strstr (path, "/.") != NULL || g_str_has_prefix (path, "__MACOSX/");
}

/* Returns the length of the common parent folder of all entries, including the slash. */
static gsize
get_common_length (const GArray *entries)
{
  const char *first = entries->len > 0 ? g_array_index (entries, Entry, 0).path : "";
  gsize n = strlen (first);

  for (guint i = 0; i < entries->len; i++)
    {
      const char *path = g_array_index (entries, Entry, i).path;
      const char *last = strrchr (path, '/');
      const gsize most = MIN (n, last != NULL ? (gsize) (last - path) : 0);

      for (n = 0; n < most && path[n] == first[n];)
        n++;
    }
  while (n > 0 && first[n - 1] != '/')
    n--;
  return n;
}

/* @entries: sorted, with paths relative to the common folder. */
struct _RensaPictureArchive
{
  char *path;
  RensaZip *zip;
  GArray *entries;
  gboolean with_gifs;
  RensaUnread unread;
};

void
rensa_picture_archive_free (RensaPictureArchive *self)
{
  g_free (self->path);
  g_clear_pointer (&self->zip, rensa_zip_unref);
  g_array_unref (self->entries);
  g_free (self);
}

static void
list_entries (RensaPictureArchive *self)
{
  gsize n_common;

  for (guint i = 0; i < rensa_zip_get_n (self->zip); i++)
    {
      Entry entry = { g_strdup (rensa_zip_get_name (self->zip, i)), i };

      /* Some programs write backslashes. */
      g_strdelimit (entry.path, "\\", '/');
      if (rensa_picture_is_taken (entry.path, self->with_gifs) && !is_hidden (entry.path))
        {
          g_array_append_val (self->entries, entry);
          continue;
        }
      if (!is_hidden (entry.path))
        rensa_unread_count (&self->unread, entry.path);
      entry_clear (&entry);
    }
  g_array_sort (self->entries, compare_entries);

  n_common = get_common_length (self->entries);
  for (guint i = 0; n_common > 0 && i < self->entries->len; i++)
    {
      char *path = g_array_index (self->entries, Entry, i).path;

      memmove (path, path + n_common, strlen (path + n_common) + 1);
    }
}

RensaPictureArchive *
rensa_picture_archive_open (const char *path, gboolean with_gifs, GError **error)
{
  g_autoptr (RensaPictureArchive) self = g_new0 (RensaPictureArchive, 1);

  self->path = g_strdup (path);
  self->with_gifs = with_gifs;
  self->entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  g_array_set_clear_func (self->entries, entry_clear);
  self->zip = rensa_zip_open (path, error);
  if (self->zip == NULL)
    return NULL;
  list_entries (self);
  return g_steal_pointer (&self);
}

/* Returns @path relative to the folder @part; NULL if it is not below it. */
static const char *
find_rest (const char *path, const char *part)
{
  const gsize n = part != NULL ? strlen (part) : 0;

  if (part == NULL)
    return path;
  return strncmp (path, part, n) == 0 && path[n] == '/' ? path + n + 1 : NULL;
}

gboolean
rensa_picture_archive_has_part (const RensaPictureArchive *self, const char *part)
{
  for (guint i = 0; i < self->entries->len; i++)
    if (find_rest (g_array_index (self->entries, Entry, i).path, part) != NULL)
      return TRUE;
  return FALSE;
}

/* Returns the number of class @name, adding it unless the classes are given; -1 if it is unknown. */
static gint32
take_class (RensaPictureFiles *self, const char *name, gboolean is_given)
{
  if (is_given)
    return find_class (self->labels.classes, name);
  g_ptr_array_add (self->labels.classes, g_strdup (name));
  return (gint32) self->labels.classes->len - 1;
}

gboolean
rensa_picture_files_read_archive (RensaPictureFiles *self, const RensaPictureArchive *archive, const char *part,
                                  const RensaPictureLabels *like, GError **error)
{
  g_autofree char *last = NULL; /* the name of class @label */
  gint32 label = -1;
  guint n_pictures = 0;

  begin (self, archive->path, NULL, like);
  self->zip = rensa_zip_ref (archive->zip);
  /* Reports it only once, with the training pictures. */
  if (like == NULL)
    self->unread = archive->unread;
  for (guint i = 0; i < archive->entries->len; i++)
    {
      const Entry *entry = &g_array_index (archive->entries, Entry, i);
      const char *rest = find_rest (entry->path, part);
      const char *slash = rest != NULL ? strchr (rest, '/') : NULL;
      g_autofree char *name = slash != NULL ? g_strndup (rest, (gsize) (slash - rest)) : NULL;

      if (name == NULL)
        {
          n_pictures += rest != NULL;
          continue;
        }
      if (g_strcmp0 (name, last) != 0)
        {
          label = take_class (self, name, like != NULL);
          g_free (last);
          last = g_steal_pointer (&name);
        }
      if (label < 0)
        return refuse_class (self, last, error);
      rensa_picture_files_add (self, g_strdup (entry->path), label, entry->member);
    }
  return end (self, n_pictures, error);
}
