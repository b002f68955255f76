/* test-npz-numpy.c: files go to NumPy and come from NumPy.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "record.h"

/* The one of these that knows NumPy; NULL where none does. */
static const char *
find_python (void)
{
  static const char *const candidates[] = { "python3", "/usr/bin/python3" };

  for (guint i = 0; i < G_N_ELEMENTS (candidates); i++)
    {
      const char *const argv[] = { candidates[i], "-c", "import numpy", NULL };
      int status = -1;

      if (g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, NULL,
                        NULL, &status, NULL)
          && status == 0)
        return candidates[i];
    }
  return NULL;
}

/* What @script prints, when it is given @path. */
static char *
run_python (const char *python, const char *script, const char *path)
{
  const char *const argv[] = { python, "-c", script, path, NULL };
  g_autoptr (GError) error = NULL;
  char *output = NULL;
  int status = -1;

  g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &output, NULL, &status, &error);
  g_assert_no_error (error);
  g_assert_cmpint (status, ==, 0);
  return output;
}

static void
test_read_by_numpy (void)
{
  const char *python = find_python ();
  g_autofree char *folder = test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "model.npz", NULL);

  if (python == NULL)
    g_test_skip ("there is no Python with NumPy here");

  for (int compress = 0; python != NULL && compress < 2; compress++)
    {
      g_auto (Record) record = { 0 };
      g_autofree char *output = NULL;

      record_init (&record, 1);
      g_assert_true (rensa_save_npz (path, record_serialize, &record, compress, NULL));
      output = run_python (python,
                           "import numpy, sys\n"
                           "f = numpy.load (sys.argv[1], allow_pickle=True)\n"
                           "for k in f.files: print (k, f[k].dtype, f[k].shape, f[k].tolist ())\n",
                           path);
      g_assert_cmpstr (output, ==,
                       "layer/W float32 (2, 3) [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]\n"
                       "layer/b object () None\n"
                       "count int64 () 9007199254740994\n"
                       "rate float64 () 1.1\n"
                       "done bool () True\n"
                       "log <U13 () [1] naïve ✓ 🍄\n");
    }
  test_folder_free (g_steal_pointer (&folder));
}

static void
test_written_by_numpy (void)
{
  const char *python = find_python ();
  g_autofree char *folder = test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "model.npz", NULL);

  if (python == NULL)
    g_test_skip ("there is no Python with NumPy here");

  for (int compress = 0; python != NULL && compress < 2; compress++)
    {
      g_auto (Record) expected = { 0 };
      g_auto (Record) record = { 0 };
      g_autoptr (GError) error = NULL;
      g_autofree char *output = NULL;

      output = run_python (
          python,
          compress ? "import numpy, sys\n"
                     "numpy.savez_compressed (sys.argv[1], **{'layer/W': numpy.arange (3., 9.).reshape (2, 3), "
                     "'layer/b': None, 'count': 9007199254740996, 'rate': numpy.float32 (0.5), 'done': True, "
                     "'log': '[3] naïve ✓ 🍄'})\n"
                   : "import numpy, sys\n"
                     "numpy.savez (sys.argv[1], **{'layer/W': numpy.arange (3., 9., dtype='f').reshape (2, 3), "
                     "'layer/b': None, 'count': 9007199254740996, 'rate': numpy.float16 (0.5), 'done': True, "
                     "'log': '[3] naïve ✓ 🍄'})\n",
          path);
      record_init (&expected, 3);
      expected.rate = 0.5;
      record_init (&record, 1);
      g_assert_true (rensa_load_npz (path, NULL, RENSA_NPZ_EXACT, record_serialize, &record, &error));
      g_assert_no_error (error);
      record_assert_equal (&record, &expected);
    }
  test_folder_free (g_steal_pointer (&folder));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/serializers/npz/numpy/reads", test_read_by_numpy);
  g_test_add_func ("/serializers/npz/numpy/writes", test_written_by_numpy);
  return g_test_run ();
}
