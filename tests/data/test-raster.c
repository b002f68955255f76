/* test-raster.c: pictures as their files have them, archives of pictures, lines of text, fields with names.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "data-fixture.h"
#include "rensa-error.h"
#include "rensa-npz.h"

/* Of what Chainer recorded (tests/reference/datasets). */
static char *
find_reference (const char *name)
{
  return g_test_build_filename (G_TEST_DIST, "reference", "datasets", name, NULL);
}

static RensaArray *
get_one (RensaDataset *dataset, int field, gint64 i)
{
  g_autoptr (GError) error = NULL;
  RensaArray *array = rensa_dataset_get_field (dataset, field, &i, 1, &error);

  g_assert_no_error (error);
  return array;
}

static double
get_label (RensaDataset *dataset, gint64 i)
{
  g_autoptr (RensaArray) label = get_one (dataset, 1, i);
  g_autofree double *value = get_values (label);

  return *value;
}

/* Example @i is picture @number of images.npz, bit for bit. */
static void
assert_picture (RensaDataset *dataset, gint64 i, int number)
{
  g_autofree char *path = find_reference ("images.npz");
  g_autofree char *key = g_strdup_printf ("image.%d", number);
  g_autoptr (RensaNpz) npz = rensa_npz_open (path, NULL);
  g_autoptr (RensaArray) expected = rensa_npz_read (npz, key, NULL);
  g_autoptr (RensaArray) found = get_one (dataset, 0, i);
  g_autofree double *expected_values = get_values (expected);
  g_autofree double *found_values = get_values (found);
  const RensaType type = rensa_array_get_type (expected);

  g_assert_cmpint (rensa_array_get_dtype (found), ==, RENSA_FLOAT32);
  g_assert_cmpint (rensa_array_get_ndim (found), ==, 4);
  for (int axis = 0; axis < 3; axis++)
    g_assert_cmpint (rensa_array_get_dim (found, axis + 1), ==, type.shape.dims[axis]);
  for (gint64 j = 0; j < rensa_array_get_count (expected); j++)
    g_assert_cmpfloat (found_values[j], ==, expected_values[j]);
}

static void
test_files (DataFixture *fixture, gconstpointer data)
{
  static const double expected[] = { 3, 0, 2, 0, 7 };
  g_autofree char *root = find_reference ("");
  g_autofree char *paths = find_reference ("paths.txt");
  g_autofree char *pairs = find_reference ("labels.txt");
  g_autoptr (RensaDataset) plain = rensa_image_dataset_new_from_list (paths, root, NULL);
  g_autoptr (RensaDataset) labeled = rensa_labeled_image_dataset_new (pairs, root, NULL);
  RensaType type;

  g_assert_cmpint (rensa_dataset_get_length (plain), ==, 5);
  g_assert_cmpint (rensa_dataset_get_length (labeled), ==, 5);
  g_assert_false (rensa_dataset_get_field_type (plain, 0, &type));
  for (int i = 0; i < 5; i++)
    {
      assert_picture (plain, i, i);
      assert_picture (labeled, i, i);
      g_assert_cmpfloat (get_label (labeled, i), ==, expected[i]);
    }
}

/* Pictures of one shape make a batch, others do not. */
static void
test_batch (DataFixture *fixture, gconstpointer data)
{
  g_autofree char *root = find_reference ("");
  g_autoptr (RensaDataset) dataset =
      rensa_image_dataset_new ((const char *[]){ "grey.png", "palette.png", "rgb.png" }, 3, root);
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) both = rensa_dataset_get_field (dataset, 0, (gint64[]){ 0, 1 }, 2, &error);

  g_assert_no_error (error);
  g_assert_cmpint (rensa_array_get_dim (both, 0), ==, 2);
  g_assert_null (rensa_dataset_get_field (dataset, 0, (gint64[]){ 0, 2 }, 2, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
}

static void
test_archives (DataFixture *fixture, gconstpointer data)
{
  g_autofree char *path = find_reference ("images.zip");
  g_autoptr (RensaDataset) one = rensa_zipped_image_dataset_new ((const char *[]){ path }, 1, NULL);
  g_autoptr (RensaDataset) two = rensa_zipped_image_dataset_new ((const char *[]){ path, path }, 2, NULL);
  g_autofree char *list = g_build_filename (fixture->folder, "l", NULL);
  g_autoptr (RensaDataset) labeled = NULL;

  g_assert_cmpint (rensa_dataset_get_length (one), ==, 3);
  g_assert_cmpint (rensa_dataset_get_length (two), ==, 6);
  for (int i = 0; i < 6; i++)
    assert_picture (i < 3 ? one : two, i, i % 3);

  test_file_write (fixture->folder, "l", "sub/rgba.png 4\nrgb.png -1\n", -1);
  labeled = rensa_labeled_zipped_image_dataset_new (path, list, NULL);
  assert_picture (labeled, 0, 2);
  assert_picture (labeled, 1, 0);
  g_assert_cmpfloat (get_label (labeled, 1), ==, -1);
}

static void
test_refused (DataFixture *fixture, gconstpointer data)
{
  g_autofree char *root = find_reference ("");
  g_autofree char *bad = find_reference ("bad_labels.txt");
  g_autofree char *zip = find_reference ("images.zip");
  g_autofree char *list = g_build_filename (fixture->folder, "l", NULL);
  g_autofree char *cut = g_build_filename (fixture->folder, "cut.zip", NULL);
  g_autofree char *bytes = NULL;
  g_autoptr (GError) error = NULL;
  gsize n;

  g_assert_null (rensa_labeled_image_dataset_new (bad, root, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT);
  g_assert_nonnull (strstr (error->message, "bad_labels.txt, line 2: expected a path and an integer"));
  g_clear_error (&error);
  test_file_write (fixture->folder, "l", "none.png 4\n", -1);
  g_assert_null (rensa_labeled_zipped_image_dataset_new (zip, list, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_NOT_FOUND);
  g_clear_error (&error);

  g_assert_true (g_file_get_contents (zip, &bytes, &n, NULL));
  for (gsize i = 0; i < n; i += 3)
    {
      test_file_write (fixture->folder, "cut.zip", bytes, (gssize) i);
      g_assert_null (rensa_zipped_image_dataset_new ((const char *[]){ cut }, 1, &error));
      g_assert_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT);
      g_clear_error (&error);
    }
}

/* Every picture that is cut, or has another byte, is refused or read. */
static void
test_damaged (DataFixture *fixture, gconstpointer data)
{
  static const char *const names[] = { "rgb.png", "palette.png", "grey16.png" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = find_reference (names[i]);
      g_autofree char *bytes = NULL;
      g_autoptr (RensaDataset) dataset = rensa_image_dataset_new ((const char *[]){ "p" }, 1, fixture->folder);
      gsize n;

      g_assert_true (g_file_get_contents (path, &bytes, &n, NULL));
      for (gsize at = 0; at < n; at++)
        {
          g_autoptr (GError) error = NULL;

          test_file_write (fixture->folder, "p", bytes, (gssize) at);
          g_assert_null (rensa_dataset_get_field (dataset, 0, (gint64[]){ 0 }, 1, &error));
          g_assert_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT);
        }
    }
}

static char *
get_line (RensaDataset *dataset, int field, gint64 i)
{
  g_autoptr (RensaArray) line = get_one (dataset, field, i);
  const gint64 n = rensa_array_get_count (line);
  char *text = g_malloc0 ((gsize) n + 1);

  g_assert_true (rensa_array_to_host (line, text, NULL));
  return text;
}

static gboolean
is_long (const char *const *lines, int n, gpointer data)
{
  return strlen (lines[0]) > 1;
}

static void
test_lines (DataFixture *fixture, gconstpointer data)
{
  static const char *const expected[] = { "first line\n", "second\n", "\n", "last without newline" };
  g_autofree char *a = find_reference ("a.txt");
  g_autofree char *b = find_reference ("b.txt");
  g_autofree char *shorter = find_reference ("short.txt");
  g_autoptr (RensaDataset) both = rensa_text_dataset_new ((const char *[]){ a, b }, 2, NULL, NULL, NULL);
  g_autoptr (RensaDataset) filtered = rensa_text_dataset_new ((const char *[]){ a, b }, 2, is_long, NULL, NULL);
  g_autofree char *other = get_line (both, 1, 1);
  g_autofree char *last = get_line (filtered, 1, 2);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (rensa_dataset_get_length (both), ==, 4);
  for (int i = 0; i < 4; i++)
    {
      g_autofree char *line = get_line (both, 0, i);

      g_assert_cmpstr (line, ==, expected[i]);
    }
  g_assert_cmpstr (other, ==, "zwei äö\n");
  g_assert_cmpint (rensa_dataset_get_length (filtered), ==, 3);
  g_assert_cmpstr (last, ==, "vier\n");
  g_assert_null (rensa_text_dataset_new ((const char *[]){ a, shorter }, 2, NULL, NULL, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
}

static void
test_names (DataFixture *fixture, gconstpointer data)
{
  g_autoptr (RensaArray) x = ints_new ((gint32[]){ 10, 11, 12 }, 3);
  g_autoptr (RensaArray) y = ints_new ((gint32[]){ 20, 22, 24 }, 3);
  g_autoptr (RensaArray) two = ints_new ((gint32[]){ 20, 22 }, 2);
  g_autoptr (RensaDataset) dataset =
      rensa_dict_dataset_new ((const char *[]){ "x", "y" }, (RensaArray *[]){ x, y }, 2, NULL);
  g_autofree double *values = field_to_doubles (dataset, rensa_dict_dataset_find (dataset, "y"));
  g_autoptr (GError) error = NULL;

  g_assert_cmpfloat (values[2], ==, 24);
  g_assert_cmpint (rensa_dict_dataset_find (dataset, "z"), ==, -1);
  g_assert_null (rensa_dict_dataset_new (NULL, NULL, 0, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
  g_clear_error (&error);
  g_assert_null (rensa_dict_dataset_new ((const char *[]){ "x", "y" }, (RensaArray *[]){ x, two }, 2, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, function) g_test_add ("/data/raster/" path, DataFixture, NULL, data_set_up, function, data_tear_down)
  ADD ("files", test_files);
  ADD ("batch", test_batch);
  ADD ("archives", test_archives);
  ADD ("refused", test_refused);
  ADD ("damaged", test_damaged);
  ADD ("lines", test_lines);
  ADD ("names", test_names);
  return g_test_run ();
}
