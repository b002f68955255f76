/* test-export-data.c: the examples that a program reads, and what its files are called.
 * SPDX-License-Identifier: MIT */

#include "export-fixture.h"
#include "rensa-npz.h"

static void
data_are_those_of_training (void)
{
  g_autofree char *folder = test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "data.npz", NULL);
  g_autoptr (RensaDocument) document = load_document ("documents/double.rensa");
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaNpz) npz = NULL;
  g_autoptr (RensaArray) x = NULL;

  g_assert_true (rensa_export_data_npz (document, NULL, path, NULL, &error));
  g_assert_no_error (error);
  npz = rensa_npz_open (path, NULL);
  g_assert_cmpuint (rensa_npz_get_n_keys (npz), ==, 4);
  g_assert_true (rensa_npz_has (npz, "y_train") && rensa_npz_has (npz, "x_test") && rensa_npz_has (npz, "y_test"));
  x = rensa_npz_read (npz, "x_train", NULL);
  g_assert_cmpint (rensa_array_get_dtype (x), ==, RENSA_FLOAT64);
  g_assert_cmpint (rensa_array_get_dim (x, 1), ==, 2);
  test_folder_remove (folder);
}

static void
names_of_files (void)
{
  g_autoptr (RensaDocument) document = load_document ("examples/strokes-mlp.rensa");
  g_autofree char *name = rensa_export_dup_file_name (find_exporter ("chainer"), document);
  g_autofree char *copy = rensa_export_dup_file_name (find_exporter ("document"), document);
  g_autofree char *data = rensa_export_dup_data_path ("a.b/program.py");
  g_autofree char *bare = rensa_export_dup_data_path ("a.b/program");

  g_assert_cmpstr (name, ==, "train_strokes_mlp.py");
  g_assert_cmpstr (copy, ==, "strokes_mlp.rensa");
  g_assert_cmpstr (data, ==, "a.b/program_data.npz");
  g_assert_cmpstr (bare, ==, "a.b/program_data.npz");
}

int
main (int argc, char **argv)
{
  export_tests_init (&argc, &argv);
  g_test_add_func ("/exporters/data/arrays", data_are_those_of_training);
  g_test_add_func ("/exporters/data/names", names_of_files);
  return g_test_run ();
}
