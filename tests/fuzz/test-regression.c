/* test-regression.c: sound files, and what once was not refused as it should be.
 * SPDX-License-Identifier: MIT */

#include "readers.h"
#include "rensa-init.h"

static void
run_file (Trial *trial, const char *path)
{
  g_autofree char *data = NULL;
  g_autofree char *complaint = NULL;
  gsize size;

  g_test_message ("%s", path);
  g_assert_true (g_file_get_contents (path, &data, &size, NULL));
  complaint = trial_run (trial, (const guint8 *) data, size);
  g_assert_cmpstr (complaint, ==, NULL);
}

static void
run_all (gconstpointer data)
{
  const Reader *reader = data;
  g_autofree char *folder = g_test_build_filename (G_TEST_DIST, "fuzz", "regression", reader->name, NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autoptr (Trial) trial = trial_new (reader);
  const char *name;

  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      run_file (trial, path);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  rensa_init ();
  for (const Reader *reader = readers; reader->name != NULL; reader++)
    {
      g_autofree char *path = g_strdup_printf ("/fuzz/regression/%s", reader->name);

      g_test_add_data_func (path, reader, run_all);
    }
  return g_test_run ();
}
