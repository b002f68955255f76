/* test-image-list.c: pictures that a file lists.
 * SPDX-License-Identifier: MIT */

#include "data-fixture.h"
#include "messages.h"
#include "rensa-datasets.h"

/* Of UTF-8. */
#define BYTE_ORDER_MARK "\xef\xbb\xbf"

#define SMALL "path=list, width=1, height=1, scale=255"

/* Pictures whose red tells them apart. */
static void
write_pictures (DataFixture *fixture)
{
  write_picture (fixture->folder, "a.ppm", 1, 0, 0);
  write_picture (fixture->folder, "more/b.ppm", 2, 0, 0);
  write_picture (fixture->folder, "my own.ppm", 3, 0, 0);
}

static gboolean
try_load (DataFixture *fixture, const char *settings, GError **error)
{
  rensa_data_bundle_clear (&fixture->bundle);
  return load_dataset (&rensa_dataset_image_list_class, settings, fixture->folder, &fixture->bundle, error);
}

static void
load (DataFixture *fixture, const char *list, const char *settings)
{
  g_autoptr (GError) error = NULL;

  write_pictures (fixture);
  test_file_write (fixture->folder, "list", list, -1);
  try_load (fixture, settings, &error);
  g_assert_no_error (error);
}

static void
assert_fails (DataFixture *fixture, const char *list, const char *settings, int code, const char *part)
{
  GError *error = NULL;

  write_pictures (fixture);
  test_file_write (fixture->folder, "list", list, -1);
  g_assert_false (try_load (fixture, settings, &error));
  assert_message_has (&error, code, part);
}

/* That the examples of @dataset are the pictures @reds with the labels @labels, in this order. */
static void
assert_examples (RensaDataset *dataset, gint64 n, const double *reds, const double *labels)
{
  g_autofree double *x = field_to_doubles (dataset, 0);
  g_autofree double *t = field_to_doubles (dataset, 1);

  g_assert_cmpint (rensa_dataset_get_length (dataset), ==, n);
  for (gint64 i = 0; i < n; i++)
    {
      g_assert_cmpfloat (x[3 * i], ==, reds[i]);
      g_assert_cmpfloat (t[i], ==, labels[i]);
    }
}

/* However its rows are parted, and whatever they are called. */
static void
test_words (DataFixture *fixture, gconstpointer data)
{
  static const char *const lists[] = {
    "a.ppm dog\nmore/b.ppm  cat\n\nmy own.ppm dog\n",
    "a.ppm,dog\r\nmore/b.ppm, cat\r\n\"my own.ppm\",dog",
    "file;animal\na.ppm;dog\nmore/b.ppm;cat\nmy own.ppm;dog\n",
    BYTE_ORDER_MARK "a.ppm\tdog\nmore/b.ppm\tcat\nmy own.ppm\tdog\n",
  };

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    {
      load (fixture, lists[i], SMALL);
      assert_examples (fixture->bundle.train, 3, (double[]){ 1, 2, 3 }, (double[]){ 1, 0, 1 });
      assert_field_type (fixture->bundle.train, 0, RENSA_FLOAT32, RENSA_SHAPE (3, 1, 1));
      assert_field_type (fixture->bundle.train, 1, RENSA_INT32, RENSA_SHAPE_SCALAR);
      g_assert_cmpint (fixture->bundle.n_classes, ==, 2);
      g_assert_cmpstr (fixture->bundle.label_names[0], ==, "cat");
      g_assert_null (fixture->bundle.test);
    }
}

/* What Windows writes in its own encoding. */
static void
test_windows (DataFixture *fixture, gconstpointer data)
{
  write_picture (fixture->folder, "kü.ppm", 9, 0, 0);
  load (fixture, "a.ppm;K\xe4tzchen\nk\xfc.ppm;Hund\n", SMALL);
  assert_examples (fixture->bundle.train, 2, (double[]){ 1, 9 }, (double[]){ 1, 0 });
  g_assert_cmpstr (fixture->bundle.label_names[1], ==, "Kätzchen");
}

static void
test_numbers (DataFixture *fixture, gconstpointer data)
{
  load (fixture, "a.ppm 4\nmore/b.ppm 0\n", SMALL);
  assert_examples (fixture->bundle.train, 2, (double[]){ 1, 2 }, (double[]){ 4, 0 });
  g_assert_cmpint (fixture->bundle.n_classes, ==, 5);
  g_assert_null (fixture->bundle.label_names);

  load (fixture, "a.ppm 4\nmore/b.ppm 0\n", SMALL ", labels=values");
  assert_examples (fixture->bundle.train, 2, (double[]){ 1, 2 }, (double[]){ 4, 0 });
  assert_field_type (fixture->bundle.train, 1, RENSA_FLOAT32, RENSA_SHAPE (1));
  g_assert_cmpint (fixture->bundle.n_classes, ==, 0);

  load (fixture, "a.ppm;0,5\nmore/b.ppm;-3\n", SMALL);
  assert_examples (fixture->bundle.train, 2, (double[]){ 1, 2 }, (double[]){ 0.5, -3 });
  assert_field_type (fixture->bundle.train, 1, RENSA_FLOAT32, RENSA_SHAPE (1));
}

static void
test_unlabeled (DataFixture *fixture, gconstpointer data)
{
  g_autofree double *x = NULL;

  load (fixture, "my own.ppm\na.ppm\n", SMALL);
  g_assert_cmpint (rensa_dataset_get_n_fields (fixture->bundle.train), ==, 1);
  x = field_to_doubles (fixture->bundle.train, 0);
  g_assert_cmpfloat (x[0], ==, 3);
  g_assert_cmpfloat (x[3], ==, 1);
}

static void
test_other_folder (DataFixture *fixture, gconstpointer data)
{
  g_autofree char *absolute = g_strdup_printf ("%s/a.ppm 1\nb.ppm 0\n", fixture->folder);

  load (fixture, absolute, SMALL ", folder=more");
  assert_examples (fixture->bundle.train, 2, (double[]){ 1, 2 }, (double[]){ 1, 0 });
  assert_fails (fixture, "b.ppm 0\n", SMALL ", folder=nowhere", RENSA_ERROR_IO, "does not exist");
}

static void
test_parts (DataFixture *fixture, gconstpointer data)
{
  test_file_write (fixture->folder, "test", "more/b.ppm dog\n", -1);
  load (fixture, "a.ppm dog\nmy own.ppm cat\n", SMALL ", test=test");
  assert_examples (fixture->bundle.test, 1, (double[]){ 2 }, (double[]){ 1 });
  test_file_write (fixture->folder, "test", "more/b.ppm 1\n", -1);
  load (fixture, "a.ppm 0\nmy own.ppm 2\n", SMALL ", test=test");
  assert_examples (fixture->bundle.test, 1, (double[]){ 2 }, (double[]){ 1 });
  load (fixture, "a.ppm 0.5\nmy own.ppm 2\n", SMALL ", test=test");
  assert_field_type (fixture->bundle.test, 1, RENSA_FLOAT32, RENSA_SHAPE (1));
}

static void
assert_test_fails (DataFixture *fixture, const char *train, const char *test, const char *part)
{
  test_file_write (fixture->folder, "test", test, -1);
  assert_fails (fixture, train, SMALL ", test=test", RENSA_ERROR_FORMAT, part);
}

static void
test_other_labels (DataFixture *fixture, gconstpointer data)
{
  assert_test_fails (fixture, "a.ppm dog\n", "a.ppm dog\na.ppm bird\n",
                     "test, line 2: no training images for class “bird”");
  assert_test_fails (fixture, "a.ppm 1\n", "a.ppm 2\n", "line 1: no training images for class “2”");
  assert_test_fails (fixture, "a.ppm 1\n", "a.ppm 0\na.ppm 0.5\n", "line 2: no training images for class “0.5”");
  assert_test_fails (fixture, "a.ppm 1.5\n", "a.ppm dog\n", "line 1: expected a number, found “dog”");
  assert_test_fails (fixture, "a.ppm 1\n", "\na.ppm\n",
                     "line 2: the label is missing, but the training images have labels");
  assert_test_fails (fixture, "a.ppm\n", "a.ppm 1\n", "line 1: found a label, but the training images have none");
}

static void
test_wrong_lists (DataFixture *fixture, gconstpointer data)
{
  g_autofree char *letters = g_strnfill (1025 - strlen (".ppm"), 'a');
  g_autofree char *long_name = g_strconcat (letters, ".ppm,1\n", NULL);

  assert_fails (fixture, "", SMALL, RENSA_ERROR_FORMAT, "list lists no images");
  assert_fails (fixture, "file,label\n", SMALL, RENSA_ERROR_FORMAT, "list lists no images");
  assert_fails (fixture, "a.ppm,1,2\n", SMALL, RENSA_ERROR_FORMAT,
                "list, line 1: expected an image name and a label, but the row has 3 values");
  assert_fails (fixture, "a.ppm,1\na.ppm\n", SMALL, RENSA_ERROR_FORMAT,
                "line 2: expected an image name and a label, but the row has ");
  assert_fails (fixture, "a.ppm,1\na.ppm,\n", SMALL, RENSA_ERROR_FORMAT,
                "line 2: expected an image name and a label, but the row has ");
  assert_fails (fixture, "a.ppm\na.ppm 1\n", SMALL, RENSA_ERROR_FORMAT,
                "line 2: expected an image name and a label, but the row has ");
  assert_fails (fixture, "a.ppm,1048576\n", SMALL, RENSA_ERROR_FORMAT,
                "line 1: a class number can be at most 1048575, found 1048576");
  assert_fails (fixture, "a.ppm,dog\n", SMALL ", labels=values", RENSA_ERROR_FORMAT,
                "line 1: expected a number, found “dog”");
  assert_fails (fixture, long_name, SMALL, RENSA_ERROR_FORMAT,
                "line 1: an image name can have at most 1024 bytes, but has 1025");
  assert_fails (fixture, "file,kind\n\"a\nb.ppm\",dog\n", SMALL, RENSA_ERROR_IO, "a\uFFFDb.ppm");
  assert_fails (fixture, "a.ppm,1\na.ppm,\"a\ndog\"\n", SMALL ", labels=values", RENSA_ERROR_FORMAT, "“a\uFFFDdog”");
  assert_fails (fixture, "c.ppm,dog\n", SMALL, RENSA_ERROR_IO, "c.ppm” does not exist");
  assert_fails (fixture, "a.ppm,\"dog\n", SMALL, RENSA_ERROR_FORMAT, "list, line 1: ");
  assert_fails (fixture, "a.ppm,dog\n", "path=nowhere", RENSA_ERROR_IO, "does not exist");
  assert_fails (fixture, "a.ppm,dog\n", "path=more", RENSA_ERROR_IO, "more");
}

/* One that is gone is met by its batch, or left out. */
static void
test_missing_picture (DataFixture *fixture, gconstpointer data)
{
  const gint64 indices[] = { 0, 1 };
  RensaArray *fields[RENSA_MAX_FIELDS];
  GError *error = NULL;

  load (fixture, "a.ppm 0\ngone.ppm 1\n", SMALL);
  g_assert_false (rensa_dataset_get_batch (fixture->bundle.train, indices, 2, fields, &error));
  assert_message_has (&error, RENSA_ERROR_IO, "gone.ppm");
  load (fixture, "gone.ppm 1\na.ppm 0\nmore/b.ppm 1\n", SMALL ", unreadable=drop");
  assert_examples (fixture->bundle.train, 2, (double[]){ 1, 2 }, (double[]){ 0, 1 });
}

static gint64
get_mark (DataFixture *fixture, const char *list)
{
  g_autoptr (GError) error = NULL;
  gint64 mark;

  load (fixture, list, SMALL);
  rensa_dataset_get_mark (fixture->bundle.train, &mark, &error);
  g_assert_no_error (error);
  return mark;
}

/* Another label makes other data. */
static void
test_mark (DataFixture *fixture, gconstpointer data)
{
  g_assert_cmpint (get_mark (fixture, "a.ppm 0\n"), ==, get_mark (fixture, "a.ppm,0\n"));
  g_assert_cmpint (get_mark (fixture, "a.ppm 0\n"), !=, get_mark (fixture, "a.ppm 1\n"));
}

#define ADD(path, test) g_test_add (path, DataFixture, NULL, data_set_up, test, data_tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/data/image-list/words", test_words);
  ADD ("/data/image-list/windows", test_windows);
  ADD ("/data/image-list/numbers", test_numbers);
  ADD ("/data/image-list/unlabeled", test_unlabeled);
  ADD ("/data/image-list/other-folder", test_other_folder);
  ADD ("/data/image-list/parts", test_parts);
  ADD ("/data/image-list/other-labels", test_other_labels);
  ADD ("/data/image-list/wrong-lists", test_wrong_lists);
  ADD ("/data/image-list/missing-picture", test_missing_picture);
  ADD ("/data/image-list/mark", test_mark);
  return g_test_run ();
}
