/* test-svhn.c: house numbers in MAT files.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "data-fixture.h"
#include "rensa-datasets.h"
#include "rensa-error.h"

static gboolean
load (DataFixture *fixture, const char *folder, const char *settings, GError **error)
{
  rensa_data_bundle_clear (&fixture->bundle);
  return load_dataset (&rensa_dataset_svhn_class, settings, folder, &fixture->bundle, error);
}

/* Copies a recorded file, as far as @n bytes; returns how many it has. */
static gsize
copy (DataFixture *fixture, const char *name, const char *to, gsize n)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "archives", name, NULL);
  g_autofree char *bytes = NULL;
  gsize n_bytes;

  g_assert_true (g_file_get_contents (path, &bytes, &n_bytes, NULL));
  test_file_write (fixture->folder, to, bytes, (gssize) MIN (n, n_bytes));
  return n_bytes;
}

static void
assert_part (RensaDataset *dataset, int first, gint64 n)
{
  g_autofree double *x = field_to_doubles (dataset, 0);
  g_autofree double *t = rensa_dataset_get_n_fields (dataset) > 1 ? field_to_doubles (dataset, 1) : NULL;

  g_assert_cmpint (rensa_dataset_get_length (dataset), ==, n);
  for (gint64 i = 0; i < n; i++)
    {
      const int row = first + (int) i;

      for (int j = 0; j < 3072; j++)
        g_assert_cmpfloat_with_epsilon (
            x[i * 3072 + j], (89 * row + 31 * (j / 1024) + 7 * (j / 32 % 32) + 3 * (j % 32)) % 251 / 255.0, 1e-6);
      if (t != NULL)
        g_assert_cmpfloat (t[i], ==, row % 10);
    }
}

/* One file is compressed and has labels in bytes, the other has its largest bytes first and labels in doubles; rows and columns
 * are those of the picture, and ten is zero. */
static void
test_good (DataFixture *fixture, gconstpointer data)
{
  g_autofree char *folder = g_test_build_filename (G_TEST_DIST, "data", "archives", NULL);
  g_autoptr (GError) error = NULL;

  load (fixture, folder, "folder=.", &error);
  g_assert_no_error (error);
  assert_field_type (fixture->bundle.train, 0, RENSA_FLOAT32, RENSA_SHAPE (3, 32, 32));
  assert_field_type (fixture->bundle.train, 1, RENSA_INT32, RENSA_SHAPE_SCALAR);
  g_assert_cmpint (fixture->bundle.n_classes, ==, 10);
  assert_part (fixture->bundle.train, 0, 4);
  assert_part (fixture->bundle.test, 8, 3);

  load (fixture, folder, "folder=., withlabel=false", &error);
  g_assert_no_error (error);
  g_assert_cmpint (rensa_dataset_get_n_fields (fixture->bundle.train), ==, 1);
  assert_part (fixture->bundle.train, 0, 4);
}

static void
test_extra (DataFixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  copy (fixture, "train_32x32.mat", "train_32x32.mat", G_MAXSIZE);
  copy (fixture, "test_32x32.mat", "test_32x32.mat", G_MAXSIZE);
  g_assert_false (load (fixture, fixture->folder, "add_extra=true", &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_NOT_FOUND);
  g_clear_error (&error);
  copy (fixture, "test_32x32.mat", "extra_32x32.mat", G_MAXSIZE);
  load (fixture, fixture->folder, "add_extra=true", &error);
  g_assert_no_error (error);
  g_assert_cmpint (rensa_dataset_get_length (fixture->bundle.train), ==, 7);
}

static void
assert_refused (DataFixture *fixture, const char *message)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (load (fixture, fixture->folder, "", &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT);
  g_assert_nonnull (strstr (error->message, message));
}

static void
test_damaged (DataFixture *fixture, gconstpointer data)
{
  static const char *const names[] = { "train_32x32.mat", "test_32x32.mat" };

  copy (fixture, "test_32x32.mat", "test_32x32.mat", G_MAXSIZE);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const gsize n = copy (fixture, names[i], "train_32x32.mat", G_MAXSIZE);

      for (gsize cut = 0; cut < n; cut += 61)
        {
          copy (fixture, names[i], "train_32x32.mat", cut);
          assert_refused (fixture, "train_32x32.mat");
        }
    }
  test_file_write (fixture->folder, "train_32x32.mat", "MATLAB 7.3 MAT-file, which is HDF5", 34);
  assert_refused (fixture, "this is not a MAT file of version 5");
}

/* The recorded file of plain elements, in which @n bytes at @at are others. */
static const struct
{
  gsize at;
  const char *bytes;
  gsize n;
  const char *message;
} changes[] = {
  { 124, "\x02\x00", 2, "this is not a MAT file of version 5" },
  { 126, "XX", 2, "this is not a MAT file of version 5" },
  /* The length of the first matrix, and of what it holds. */
  { 132, "\xff\xff\xff\xff", 4, "an element in the file declares more bytes than the file can contain" },
  { 140, "\xff\xff\xff\xf8", 4, "an array has too many axes, or its description is damaged" },
};

static void
test_bad_elements (DataFixture *fixture, gconstpointer data)
{
  copy (fixture, "test_32x32.mat", "test_32x32.mat", G_MAXSIZE);
  for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
    {
      g_autofree char *bytes = NULL;
      const gsize n = copy (fixture, "test_32x32.mat", "train_32x32.mat", G_MAXSIZE);

      bytes = test_file_read (fixture->folder, "train_32x32.mat");
      memcpy (bytes + changes[i].at, changes[i].bytes, changes[i].n);
      test_file_write (fixture->folder, "train_32x32.mat", bytes, (gssize) n);
      assert_refused (fixture, changes[i].message);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, function) g_test_add ("/data/svhn/" path, DataFixture, NULL, data_set_up, function, data_tear_down)
  ADD ("good", test_good);
  ADD ("extra", test_extra);
  ADD ("damaged", test_damaged);
  ADD ("bad-elements", test_bad_elements);
  return g_test_run ();
}
