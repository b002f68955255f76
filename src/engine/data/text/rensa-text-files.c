/* rensa-text-files.c: listing of the files in a folder.
 * SPDX-License-Identifier: MIT */

#include "rensa-corpus-private.h"
#include "rensa-fault.h"
#include "rensa-language.h"

/* Limits of nested folders and of files. */
#define MOST_LEVELS 8
#define MOST_FILES (1 << 20)

static int
compare_paths (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* Links to folders are skipped, as they may be cyclic. */
static gboolean
add_files (GPtrArray *paths, const char *folder, int level, GError **error)
{
  g_autoptr (GError) why = NULL;
  g_autoptr (GDir) dir = g_dir_open (folder, 0, &why);
  const char *name;

  if (dir == NULL)
    {
      rensa_set_words (error, RENSA_ERROR_IO, "%s", why->message);
      return FALSE;
    }
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      const gboolean is_hidden = name[0] == '.';

      if (!is_hidden && g_file_test (path, G_FILE_TEST_IS_REGULAR))
        g_ptr_array_add (paths, g_steal_pointer (&path));
      else if (!is_hidden && level < MOST_LEVELS && g_file_test (path, G_FILE_TEST_IS_DIR)
               && !g_file_test (path, G_FILE_TEST_IS_SYMLINK) && !add_files (paths, path, level + 1, error))
        return FALSE;
      if (paths->len > MOST_FILES)
        {
          rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("“%s” contains more than a million files"), folder);
          return FALSE;
        }
    }
  return TRUE;
}

GPtrArray *
rensa_text_files_list (const char *folder, GError **error)
{
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);

  if (!add_files (paths, folder, 0, error))
    return NULL;
  g_ptr_array_sort (paths, compare_paths);
  return g_steal_pointer (&paths);
}
