/* test-image-folder.c: pictures in folders, one folder a class.
 * SPDX-License-Identifier: MIT */

#include <glib/gstdio.h>
#include <omp.h>
#include <unistd.h>

#include "data-fixture.h"
#include "messages.h"
#include "rensa-datasets.h"

/* Three cats, two dogs: red tells which. */
static void
write_animals (const char *folder)
{
  write_picture (folder, "dog/a.ppm", 201, 0, 0);
  write_picture (folder, "dog/b.PNG", 202, 0, 0);
  write_picture (folder, "cat/c.ppm", 101, 0, 0);
  write_picture (folder, "cat/more/d.jpg", 102, 255, 51);
  write_picture (folder, "cat/more/deeper/e.ppm", 103, 0, 0);
}

#define SMALL "path=., width=2, height=1"

/* The note of that kind says what to change, and to what. */
static void
assert_offered (DataFixture *fixture, RensaDataNoteKind kind, const char *attr, const char *value)
{
  const RensaDataNote *note = rensa_data_notes_find (fixture->bundle.notes, kind);
  const RensaDataChange *change = note->changes->pdata[0];

  g_assert_cmpstr (change->attr, ==, attr);
  g_assert_cmpstr (change->value, ==, value);
}

static void
load (DataFixture *fixture, const char *settings)
{
  g_autoptr (GError) error = NULL;

  rensa_data_bundle_clear (&fixture->bundle);
  load_dataset (&rensa_dataset_image_folder_class, settings, fixture->folder, &fixture->bundle, &error);
  g_assert_no_error (error);
}

static void
assert_fails (DataFixture *fixture, const char *settings, int code, const char *part)
{
  GError *error = NULL;

  rensa_data_bundle_clear (&fixture->bundle);
  g_assert_false (
      load_dataset (&rensa_dataset_image_folder_class, settings, fixture->folder, &fixture->bundle, &error));
  assert_message_has (&error, code, part);
}

/* Examples by their red, which is 100 · (1 + class) + number. */
static void
test_classes (DataFixture *fixture, gconstpointer data)
{
  g_autofree double *x = NULL;
  g_autofree double *t = NULL;
  gboolean seen[256] = { FALSE };

  write_animals (fixture->folder);
  write_picture (fixture->folder, ".hidden/f.ppm", 0, 0, 0);
  write_picture (fixture->folder, "cat/.g.ppm", 0, 0, 0);
  test_file_write (fixture->folder, "cat/notes.txt", "no picture", -1);
  load (fixture, SMALL ", scale=255");
  g_assert_cmpint (fixture->bundle.n_classes, ==, 2);
  g_assert_cmpstr (fixture->bundle.label_names[0], ==, "cat");
  g_assert_cmpstr (fixture->bundle.label_names[1], ==, "dog");
  g_assert_null (fixture->bundle.test);
  g_assert_cmpint (rensa_dataset_get_length (fixture->bundle.train), ==, 5);
  g_assert_true (rensa_dataset_is_lazy (fixture->bundle.train));
  assert_field_type (fixture->bundle.train, 0, RENSA_FLOAT32, RENSA_SHAPE (3, 1, 2));
  assert_field_type (fixture->bundle.train, 1, RENSA_INT32, RENSA_SHAPE_SCALAR);

  x = field_to_doubles (fixture->bundle.train, 0);
  t = field_to_doubles (fixture->bundle.train, 1);
  for (int i = 0; i < 5; i++)
    {
      const int red = (int) x[i * 6];

      g_assert_cmpint (t[i], ==, red / 100 - 1);
      g_assert_cmpfloat (x[i * 6 + 1], ==, red);
      g_assert_cmpfloat (x[i * 6 + 2], ==, red == 102 ? 255 : 0);
      g_assert_cmpfloat (x[i * 6 + 4], ==, red == 102 ? 51 : 0);
      g_assert_false (seen[red]);
      seen[red] = TRUE;
    }
  for (int red = 101; red <= 103; red++)
    g_assert_true (seen[red]);
}

static void
test_grey (DataFixture *fixture, gconstpointer data)
{
  g_autofree double *x = NULL;

  write_picture (fixture->folder, "one/a.ppm", 100, 200, 50);
  load (fixture, SMALL ", colour=grey");
  assert_field_type (fixture->bundle.train, 0, RENSA_FLOAT32, RENSA_SHAPE (1, 1, 2));
  x = field_to_doubles (fixture->bundle.train, 0);
  g_assert_cmpfloat_with_epsilon (x[0], (double) 153 / 255, 1e-6);
}

static void
test_parts (DataFixture *fixture, gconstpointer data)
{
  g_autofree double *t = NULL;

  write_picture (fixture->folder, "train/cat/a.ppm", 1, 0, 0);
  write_picture (fixture->folder, "train/dog/a.ppm", 2, 0, 0);
  write_picture (fixture->folder, "val/dog/b.ppm", 3, 0, 0);
  load (fixture, SMALL);
  g_assert_cmpint (rensa_dataset_get_length (fixture->bundle.train), ==, 2);
  g_assert_cmpint (rensa_dataset_get_length (fixture->bundle.test), ==, 1);
  t = field_to_doubles (fixture->bundle.test, 1);
  g_assert_cmpfloat (t[0], ==, 1);

  write_picture (fixture->folder, "val/bird/c.ppm", 4, 0, 0);
  assert_fails (fixture, SMALL, RENSA_ERROR_FORMAT,
                "val” contains a folder “bird” of test images, but there are no training images for this class");
}

static void
test_empty_class (DataFixture *fixture, gconstpointer data)
{
  g_autofree char *bird = g_build_filename (fixture->folder, "bird", NULL);

  write_animals (fixture->folder);
  g_assert_cmpint (g_mkdir (bird, 0700), ==, 0);
  load (fixture, SMALL);
  g_assert_cmpint (fixture->bundle.n_classes, ==, 2);
  g_assert_cmpstr (rensa_data_notes_find (fixture->bundle.notes, RENSA_DATA_WARNING)->text, ==,
                   "“bird” contains no images.");
}

static void
test_one_class (DataFixture *fixture, gconstpointer data)
{
  write_picture (fixture->folder, "heap/all/a.ppm", 1, 0, 0);
  write_picture (fixture->folder, "heap/all/b.ppm", 2, 0, 0);
  load (fixture, SMALL);
  g_assert_cmpstr (rensa_data_notes_find (fixture->bundle.notes, RENSA_DATA_WARNING)->text, ==,
                   "All examples belong to one class, “all”. Classification requires at least two.");
}

/* Pictures of formats that are not read are counted, and text is not. */
static void
test_unread (DataFixture *fixture, gconstpointer data)
{
  g_autofree char *more = g_build_filename (fixture->folder, "cat", "more", NULL);

  g_assert_cmpint (g_mkdir_with_parents (more, 0700), ==, 0);
  test_file_write (fixture->folder, "cat/a.gif", "GIF89a", -1);
  test_file_write (fixture->folder, "cat/more/b.GIF", "GIF89a", -1);
  test_file_write (fixture->folder, "cat/notes.txt", "no picture", -1);
  assert_fails (fixture, SMALL, RENSA_ERROR_FORMAT,
                "contains no folder with readable images. 2 files of unsupported image formats are ignored: 2 .gif.");
  assert_offered (fixture, RENSA_DATA_REMEDY, "gif", "first_frame");
  write_animals (fixture->folder);
  test_file_write (fixture->folder, "dog/c.heic", "x", -1);
  load (fixture, SMALL);
  g_assert_cmpstr (rensa_data_notes_find (fixture->bundle.notes, RENSA_DATA_WARNING)->text, ==,
                   "3 files of unsupported image formats are ignored: 2 .gif, 1 .heic.");
  assert_offered (fixture, RENSA_DATA_WARNING, "gif", "first_frame");
}

/* Two frames of one point: red, then green. */
static void
test_gif (DataFixture *fixture, gconstpointer data)
{
#define FRAME "\x2c\0\0\0\0\1\0\1\0\0\2\2"
  static const char gif[] = "GIF89a\1\0\1\0\x80\0\0\xff\0\0\0\xff\0" FRAME "\x44\1\0" FRAME "\x4c\1\0;";
  g_autofree double *x = NULL;

  write_picture (fixture->folder, "dog/a.ppm", 255, 0, 0);
  write_picture (fixture->folder, "cat/a.ppm", 255, 0, 0);
  test_file_write (fixture->folder, "cat/b.gif", gif, sizeof gif - 1);
  load (fixture, SMALL ", gif=first_frame");
  g_assert_null (rensa_data_notes_find (fixture->bundle.notes, RENSA_DATA_WARNING));
  g_assert_cmpint (rensa_dataset_get_length (fixture->bundle.train), ==, 3);
  x = field_to_doubles (fixture->bundle.train, 0);
  for (int i = 0; i < 3 * 6; i++)
    g_assert_cmpfloat (x[i], ==, i % 6 < 2 ? 1 : 0);
}

/* PNG, TIFF in both orders of bytes and PNM say how many bits they have; only more than 8 are worth a word. */
static void
test_depth (DataFixture *fixture, gconstpointer data)
{
  static const char png[] = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\x10\0\0\0\0";
  static const char little[] = "II*\0\x8\0\0\0\1\0\2\1\3\0\3\0\0\0\x1a\0\0\0\x10\0\x10\0\x10\0";
  static const char big[] = "MM\0*\0\0\0\x8\0\1\1\2\0\3\0\0\0\1\0\x10\0\0";
  static const char pnm[] = "P5 #16 bits\n1 1 65535\n\1\2";
  static const struct
  {
    const char *name;
    const char *bytes;
    gssize n;
  } files[] = { { "cat/deep.png", png, sizeof png - 1 },
                { "cat/deep.tiff", little, sizeof little - 1 },
                { "cat/deep.tif", big, sizeof big - 1 },
                { "cat/deep.pgm", pnm, sizeof pnm - 1 } };

  write_animals (fixture->folder);
  test_file_write (fixture->folder, "cat/shallow.pgm", "P5 #65535\n1 1 255\n\1", -1);
  test_file_write (fixture->folder, "cat/cut.tiff", "II*\0\xff\xff\xff\xff", 8);
  load (fixture, SMALL);
  g_assert_null (rensa_data_notes_find (fixture->bundle.notes, RENSA_DATA_WARNING));
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = g_build_filename (fixture->folder, files[i].name, NULL);

      test_file_write (fixture->folder, files[i].name, files[i].bytes, files[i].n);
      load (fixture, SMALL);
      g_assert_true (g_str_has_prefix (rensa_data_notes_find (fixture->bundle.notes, RENSA_DATA_WARNING)->text,
                                       "Some images have 16 bits per channel."));
      assert_offered (fixture, RENSA_DATA_WARNING, "depth", "all_bits");
      load (fixture, SMALL ", depth=all_bits");
      g_assert_null (rensa_data_notes_find (fixture->bundle.notes, RENSA_DATA_WARNING));
      g_assert_cmpint (g_remove (path), ==, 0);
    }
}

static void
test_wrong_folders (DataFixture *fixture, gconstpointer data)
{
  assert_fails (fixture, SMALL, RENSA_ERROR_FORMAT, "contains no folders with images; expected one folder per class");
  write_picture (fixture->folder, "a.ppm", 1, 0, 0);
  write_picture (fixture->folder, "b.ppm", 1, 0, 0);
  assert_fails (fixture, SMALL, RENSA_ERROR_FORMAT, "contains 2 images, but no folders with images");
  assert_fails (fixture, "path=a.ppm", RENSA_ERROR_IO, "Not a directory");
  assert_fails (fixture, "path=nowhere", RENSA_ERROR_IO, "does not exist");
}

/* Links to folders are not followed where they would lead round in circles. */
static void
test_links (DataFixture *fixture, gconstpointer data)
{
  g_autofree char *loop = g_build_filename (fixture->folder, "cat", "loop", NULL);

  write_animals (fixture->folder);
  g_assert_cmpint (symlink ("..", loop), ==, 0);
  load (fixture, SMALL);
  g_assert_cmpint (rensa_dataset_get_length (fixture->bundle.train), ==, 5);
}

static void
assert_kept (RensaDataset *dataset, const double *expected, gsize n)
{
  g_autofree double *found = field_to_doubles (dataset, 0);

  g_assert_cmpmem (found, n * sizeof *found, expected, n * sizeof *expected);
}

/* The order and the figures are those of one thread, and what was read once is kept. */
static void
test_threads (DataFixture *fixture, gconstpointer data)
{
  const int n_threads = omp_get_max_threads ();
  g_autofree double *first = NULL;
  g_autofree char *cats = g_build_filename (fixture->folder, "cat", NULL);

  for (int i = 0; i < 100; i++)
    {
      g_autofree char *name = g_strdup_printf ("%s/%03d.ppm", i % 2 ? "cat" : "dog", i);

      write_picture (fixture->folder, name, i, 255 - i, 2 * i);
    }
  for (int i = 1; i <= 3; i++)
    {
      omp_set_num_threads (i);
      load (fixture, SMALL);
      if (first == NULL)
        first = field_to_doubles (fixture->bundle.train, 0);
      assert_kept (fixture->bundle.train, first, 600);
    }
  omp_set_num_threads (n_threads);
  test_folder_remove (cats);
  assert_kept (fixture->bundle.train, first, 600);
}

static RensaArray *
get_labels (RensaDataset *dataset, GError **error)
{
  const gint64 indices[] = { 0, 1, 2, 3, 4, 5 };

  return rensa_dataset_get_field (dataset, 1, indices, G_N_ELEMENTS (indices), error);
}

/* One spoiled file: labels are there without it, a batch names it, and it can be left out. */
static void
test_unreadable (DataFixture *fixture, gconstpointer data)
{
  g_autofree double *x = NULL;
  g_autoptr (RensaDataset) half = NULL;
  g_autoptr (RensaArray) labels = NULL;
  const gint64 indices[] = { 0, 1, 2, 3, 4, 5 };
  RensaArray *fields[RENSA_MAX_FIELDS];
  GError *error = NULL;

  write_animals (fixture->folder);
  test_file_write (fixture->folder, "cat/bad.png", "no picture", -1);
  load (fixture, SMALL);
  g_assert_cmpint (rensa_dataset_get_length (fixture->bundle.train), ==, 6);
  half = rensa_sub_dataset_new (fixture->bundle.train, 0, 6, NULL, NULL);
  labels = get_labels (half, &error);
  g_assert_no_error (error);
  g_assert_false (rensa_dataset_get_batch (half, indices, 6, fields, &error));
  assert_message_has (&error, RENSA_ERROR_FORMAT, "cat/bad.png” is not a readable image");
  assert_offered (fixture, RENSA_DATA_REMEDY, "unreadable", "drop");

  load (fixture, SMALL ", unreadable=drop");
  g_assert_cmpint (rensa_dataset_get_length (fixture->bundle.train), ==, 5);
  g_assert_cmpstr (rensa_data_notes_find (fixture->bundle.notes, RENSA_DATA_WARNING)->text, ==,
                   "1 unreadable file is skipped.");
  x = field_to_doubles (fixture->bundle.train, 0);
}

static void
test_all_unreadable (DataFixture *fixture, gconstpointer data)
{
  g_autofree char *folder = g_build_filename (fixture->folder, "cat", NULL);

  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  test_file_write (fixture->folder, "cat/bad.png", "no picture", -1);
  assert_fails (fixture, SMALL ", unreadable=drop", RENSA_ERROR_FORMAT, "none of the images in “");
}

static gint64
get_mark (DataFixture *fixture)
{
  g_autoptr (GError) error = NULL;
  gint64 mark;

  load (fixture, SMALL);
  rensa_dataset_get_mark (fixture->bundle.train, &mark, &error);
  g_assert_no_error (error);
  return mark;
}

/* Other names and other sizes are other data; pictures need not be sound to be told apart. */
static void
test_mark (DataFixture *fixture, gconstpointer data)
{
  gint64 before, after;

  write_animals (fixture->folder);
  test_file_write (fixture->folder, "cat/bad.png", "no picture", -1);
  before = get_mark (fixture);
  g_assert_cmpint (get_mark (fixture), ==, before);
  test_file_write (fixture->folder, "cat/bad.png", "no picture either", -1);
  after = get_mark (fixture);
  g_assert_cmpint (after, !=, before);
  write_picture (fixture->folder, "cat/new.ppm", 1, 2, 3);
  g_assert_cmpint (get_mark (fixture), !=, after);
}

static void
on_progress (guint64 n_read, guint64 n_bytes, guint64 n_examples, gpointer data)
{
  guint64 *last = data;

  g_assert_cmpuint (n_read, <=, n_bytes);
  g_assert_cmpuint (n_examples, ==, 5);
  *last = n_read;
}

static void
test_progress (DataFixture *fixture, gconstpointer data)
{
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new ((const RensaComponent *) &rensa_dataset_image_folder_class);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  guint64 last = 0;
  const RensaDataPlaces places = { fixture->folder, fixture->folder, cancellable, on_progress, &last };
  GError *error = NULL;

  write_animals (fixture->folder);
  g_assert_true (rensa_attrs_parse (attrs, SMALL ", unreadable=drop", NULL));
  g_assert_true (rensa_dataset_load (attrs, &places, &fixture->bundle, NULL));
  g_assert_cmpuint (last, ==, 5 * 14);

  rensa_data_bundle_clear (&fixture->bundle);
  g_cancellable_cancel (cancellable);
  g_assert_false (rensa_dataset_load (attrs, &places, &fixture->bundle, &error));
  assert_message_has (&error, RENSA_ERROR_CANCELLED, "was cancelled");
}

#define ADD(path, test) g_test_add (path, DataFixture, NULL, data_set_up, test, data_tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/data/image-folder/classes", test_classes);
  ADD ("/data/image-folder/grey", test_grey);
  ADD ("/data/image-folder/parts", test_parts);
  ADD ("/data/image-folder/empty-class", test_empty_class);
  ADD ("/data/image-folder/one-class", test_one_class);
  ADD ("/data/image-folder/unread", test_unread);
  ADD ("/data/image-folder/gif", test_gif);
  ADD ("/data/image-folder/depth", test_depth);
  ADD ("/data/image-folder/wrong-folders", test_wrong_folders);
  ADD ("/data/image-folder/links", test_links);
  ADD ("/data/image-folder/threads", test_threads);
  ADD ("/data/image-folder/unreadable", test_unreadable);
  ADD ("/data/image-folder/all-unreadable", test_all_unreadable);
  ADD ("/data/image-folder/mark", test_mark);
  ADD ("/data/image-folder/progress", test_progress);
  return g_test_run ();
}
