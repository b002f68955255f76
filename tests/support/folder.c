/* folder.c: temporary folders and files of a test.
 * SPDX-License-Identifier: MIT */

#include "folder.h"

#include <glib/gstdio.h>
#include <sys/resource.h>

char *
test_folder_new (void)
{
  g_autoptr (GError) error = NULL;
  char *folder = g_dir_make_tmp ("rensa-test-XXXXXX", &error);

  g_assert_no_error (error);
  return folder;
}

void
test_folder_remove (const char *path)
{
  g_autoptr (GDir) dir = g_file_test (path, G_FILE_TEST_IS_SYMLINK) ? NULL : g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      test_folder_remove (child);
    }
  g_remove (path);
}

void
test_folder_free (char *folder)
{
  test_folder_remove (folder);
  g_free (folder);
}

guint
test_folder_count (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint n = 0;

  while (dir != NULL && g_dir_read_name (dir) != NULL)
    n++;
  return n;
}

void
test_file_write (const char *folder, const char *name, const char *bytes, gssize n)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  g_assert_true (g_file_set_contents (path, bytes, n, NULL));
}

char *
test_file_read (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;
  char *text = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  return text;
}

void
test_limit_files (guint64 n_bytes)
{
  struct rlimit limit;

  getrlimit (RLIMIT_FSIZE, &limit);
  limit.rlim_cur = MIN (n_bytes, limit.rlim_max);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
}

void
test_file_set_up (TestFile *self, gconstpointer name)
{
  self->folder = test_folder_new ();
  self->path = g_build_filename (self->folder, name, NULL);
}

void
test_file_tear_down (TestFile *self, gconstpointer name)
{
  test_folder_free (self->folder);
  g_free (self->path);
}
