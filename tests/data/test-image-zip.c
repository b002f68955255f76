/* test-image-zip.c: pictures in an archive.
 * SPDX-License-Identifier: MIT */

#include <omp.h>
#include <zip.h>

#include "data-fixture.h"
#include "messages.h"
#include "rensa-datasets.h"

#define SMALL "path=a.zip, width=1, height=1, scale=255"

/* Writes a.zip with a picture of one point for each of @names, whose red is its number from 1 on; a name of no picture gets
 * the same bytes. */
static void
write_zip (DataFixture *fixture, const char *const *names, zip_flags_t encoding)
{
  g_autofree char *path = g_build_filename (fixture->folder, "a.zip", NULL);
  zip_t *zip = zip_open (path, ZIP_CREATE | ZIP_TRUNCATE, NULL);

  g_assert_nonnull (zip);
  for (guint i = 0; names[i] != NULL; i++)
    {
      char *bytes = g_strdup_printf ("P6 1 1 255\n%c%c%c", (int) i + 1, 100, 200);

      if (g_str_has_suffix (names[i], "/"))
        {
          g_assert_cmpint (zip_dir_add (zip, names[i], encoding), >=, 0);
          g_free (bytes);
        }
      else
        g_assert_cmpint (zip_file_add (zip, names[i], zip_source_buffer (zip, bytes, 14, TRUE), encoding), >=, 0);
    }
  g_assert_cmpint (zip_close (zip), ==, 0);
}

static gboolean
try_load (DataFixture *fixture, const RensaDatasetClass *klass, const char *settings, GError **error)
{
  rensa_data_bundle_clear (&fixture->bundle);
  return load_dataset (klass, settings, fixture->folder, &fixture->bundle, error);
}

static void
load (DataFixture *fixture, const char *settings)
{
  g_autoptr (GError) error = NULL;

  try_load (fixture, &rensa_dataset_image_zip_class, settings, &error);
  g_assert_no_error (error);
}

static void
assert_fails (DataFixture *fixture, int code, const char *part)
{
  GError *error = NULL;

  g_assert_false (try_load (fixture, &rensa_dataset_image_zip_class, SMALL, &error));
  assert_message_has (&error, code, part);
}

/* That the pictures of @dataset are those of @n members, each with the class in @labels, which counts from the member 1 on. */
static void
assert_labels (RensaDataset *dataset, gint64 n, const int *labels)
{
  g_autofree double *x = field_to_doubles (dataset, 0);
  g_autofree double *t = field_to_doubles (dataset, 1);
  gint64 n_seen = 0;

  g_assert_cmpint (rensa_dataset_get_length (dataset), ==, n);
  for (int red = 1; n_seen < n; red++)
    for (gint64 i = 0; i < n; i++)
      if (x[3 * i] == red)
        {
          n_seen++;
          g_assert_cmpfloat (x[3 * i + 1], ==, 100);
          g_assert_cmpfloat (t[i], ==, labels[red - 1]);
        }
}

static void
test_classes (DataFixture *fixture, gconstpointer data)
{
  static const char *const names[] = {
    "dog/a.ppm",  "cat/more/b.PNG",     "cat/c.jpg", "cat/notes.txt", "dog/.hidden.ppm",
    ".git/d.ppm", "__MACOSX/cat/c.jpg", "bird/",     "loose.ppm",     NULL
  };

  write_zip (fixture, names, 0);
  load (fixture, SMALL);
  g_assert_cmpint (fixture->bundle.n_classes, ==, 2);
  g_assert_cmpstr (fixture->bundle.label_names[0], ==, "cat");
  g_assert_cmpstr (fixture->bundle.label_names[1], ==, "dog");
  g_assert_null (fixture->bundle.test);
  assert_labels (fixture->bundle.train, 3, (int[]){ 1, 0, 0 });
}

/* Archives hold a folder in which all lies, or do not; its name may be anything, that of a part as well. */
static void
test_folder_of_all (DataFixture *fixture, gconstpointer data)
{
  static const char *const whole[] = { "my animals/2026/dog/a.ppm", "my animals/2026/cat/b.ppm", NULL };
  static const char *const windows[] = { "animals\\dog\\a.ppm", "animals\\cat\\b.ppm", NULL };
  static const char *const one_class[] = { "dog/a.ppm", "dog/b.ppm", NULL };
  static const char *const train[] = { "train/dog/a.ppm", "train/cat/b.ppm", NULL };

  write_zip (fixture, whole, 0);
  load (fixture, SMALL);
  assert_labels (fixture->bundle.train, 2, (int[]){ 1, 0 });
  write_zip (fixture, windows, 0);
  load (fixture, SMALL);
  assert_labels (fixture->bundle.train, 2, (int[]){ 1, 0 });
  write_zip (fixture, one_class, 0);
  load (fixture, SMALL);
  g_assert_cmpstr (fixture->bundle.label_names[0], ==, "dog");
  assert_labels (fixture->bundle.train, 2, (int[]){ 0, 0 });
  write_zip (fixture, train, 0);
  load (fixture, SMALL);
  g_assert_cmpint (fixture->bundle.n_classes, ==, 2);
  assert_labels (fixture->bundle.train, 2, (int[]){ 1, 0 });
}

static void
test_parts (DataFixture *fixture, gconstpointer data)
{
  static const char *const names[] = { "x/train/dog/a.ppm", "x/train/cat/b.ppm", "x/val/dog/c.ppm", NULL };
  static const char *const other[] = { "train/dog/a.ppm", "train/cat/b.ppm", "test/bird/c.ppm", NULL };

  write_zip (fixture, names, 0);
  load (fixture, SMALL);
  assert_labels (fixture->bundle.train, 2, (int[]){ 1, 0 });
  assert_labels (fixture->bundle.test, 1, (int[]){ -1, -1, 1 });

  write_zip (fixture, other, 0);
  assert_fails (fixture, RENSA_ERROR_FORMAT,
                "a.zip” contains a folder “bird” of test images, but there are no training images for this class");
}

/* Names in the letters of older systems take more bytes in UTF-8 than in the archive. */
static void
test_old_names (DataFixture *fixture, gconstpointer data)
{
  static const char *const names[] = { "\x99\x99\x99\x99\x99\x99\x99\x99\x99\x99\x99\x99/a.ppm",
                                       "\x8e\x8e\x8e\x8e\x8e\x8e\x8e\x8e\x8e\x8e\x8e\x8e/b.ppm", NULL };

  write_zip (fixture, names, ZIP_FL_ENC_CP437);
  load (fixture, SMALL);
  g_assert_cmpstr (fixture->bundle.label_names[0], ==, "ÄÄÄÄÄÄÄÄÄÄÄÄ");
  assert_labels (fixture->bundle.train, 2, (int[]){ 1, 0 });
}

/* Packs what lies below @folder, in the order of the directory. */
static void
pack (zip_t *zip, const char *root, const char *below)
{
  g_autofree char *folder = g_build_filename (root, below, NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *member = below[0] != '\0' ? g_build_filename (below, name, NULL) : g_strdup (name);
      g_autofree char *path = g_build_filename (root, member, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        pack (zip, root, member);
      else
        g_assert_cmpint (zip_file_add (zip, member, zip_source_file (zip, path, 0, -1), 0), >=, 0);
    }
}

/* The examples are those of the folder of which the archive was made, bit for bit, for any number of threads. */
static void
test_like_folder (DataFixture *fixture, gconstpointer data)
{
  static const char *const classes[] = { "cat", "cat-like", "cat.old", "dog/young", "dog" };
  const int n_threads = omp_get_max_threads ();
  g_autofree char *folder = g_build_filename (fixture->folder, "animals", NULL);
  g_autofree char *path = g_build_filename (fixture->folder, "a.zip", NULL);
  g_autofree double *x = NULL;
  g_autofree double *t = NULL;
  zip_t *zip = zip_open (path, ZIP_CREATE, NULL);

  for (int i = 0; i < 300; i++)
    {
      g_autofree char *name = g_strdup_printf ("%s/%d.ppm", classes[i % G_N_ELEMENTS (classes)], i);

      write_picture (folder, name, i % 256, i / 256, 7);
    }
  pack (zip, folder, "");
  g_assert_cmpint (zip_close (zip), ==, 0);
  g_assert_true (
      try_load (fixture, &rensa_dataset_image_folder_class, "path=animals, width=1, height=1, scale=255", NULL));
  x = field_to_doubles (fixture->bundle.train, 0);
  t = field_to_doubles (fixture->bundle.train, 1);

  for (int i = 1; i <= 3; i++)
    {
      g_autofree double *zip_x = NULL;
      g_autofree double *zip_t = NULL;

      omp_set_num_threads (i);
      load (fixture, SMALL);
      g_assert_cmpint (rensa_dataset_get_length (fixture->bundle.train), ==, 300);
      zip_x = field_to_doubles (fixture->bundle.train, 0);
      zip_t = field_to_doubles (fixture->bundle.train, 1);
      g_assert_cmpmem (zip_x, 900 * sizeof *x, x, 900 * sizeof *x);
      g_assert_cmpmem (zip_t, 300 * sizeof *t, t, 300 * sizeof *t);
    }
  omp_set_num_threads (n_threads);
}

/* Where all lies in a folder, the classes are the same whether that is packed or not. */
static void
test_layouts (DataFixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *names[5];
    const char *classes[3];
  } layouts[] = {
    { { "all/a/1.ppm", "all/b/2.ppm" }, { "a", "b" } },
    { { "my/all/a/1.ppm", "my/all/b/more/2.ppm" }, { "a", "b" } },
    { { "all/train/a/1.ppm", "all/train/b/2.ppm", "all/test/b/3.ppm" }, { "a", "b" } },
    { { "all/a/1.ppm", "all/a/2.ppm" }, { "a" } },
    { { "a/1.ppm", "a/more/2.ppm" }, { "a" } },
    { { "a/1.ppm", "a/2.ppm" }, { "a" } },
    { { "all/a/1.ppm", "all/b/2.ppm", "__MACOSX/all/a/._1.ppm" }, { "a", "b" } },
    { { "all/a/1.ppm", "all/b/2.ppm", "notes/read me.txt" }, { "a", "b" } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (layouts); i++)
    {
      g_autofree char *name = g_strdup_printf ("%u", i);
      g_autofree char *folder = g_build_filename (fixture->folder, name, NULL);
      g_autofree char *path = g_build_filename (fixture->folder, "a.zip", NULL);
      g_autofree char *settings = g_strdup_printf ("path=%u, width=1, height=1, scale=255", i);
      zip_t *zip = zip_open (path, ZIP_CREATE | ZIP_TRUNCATE, NULL);

      for (guint j = 0; layouts[i].names[j] != NULL; j++)
        write_picture (folder, layouts[i].names[j], (int) j, 0, 0);
      pack (zip, folder, "");
      g_assert_cmpint (zip_close (zip), ==, 0);
      load (fixture, SMALL);
      g_assert_cmpstrv (fixture->bundle.label_names, layouts[i].classes);
      g_assert_true (try_load (fixture, &rensa_dataset_image_folder_class, settings, NULL));
      g_assert_cmpstrv (fixture->bundle.label_names, layouts[i].classes);
      g_assert_cmpint (fixture->bundle.test != NULL, ==, i == 2);
    }
}

static void
test_unread (DataFixture *fixture, gconstpointer data)
{
  static const char *const names[] = { "dog/a.ppm", "cat/b.ppm", "cat/c.heic", "cat/d.txt", "__MACOSX/cat/._c.heic",
                                       NULL };

  write_zip (fixture, names, 0);
  load (fixture, SMALL);
  g_assert_cmpstr (rensa_data_notes_find (fixture->bundle.notes, RENSA_DATA_WARNING)->text, ==,
                   "1 file of an unsupported image format is ignored: 1 .heic.");
}

/* A bad picture ends in a sentence, or is left out; other contents are other data. */
static void
test_unreadable (DataFixture *fixture, gconstpointer data)
{
  static const char *const names[] = { "dog/a.ppm", "cat/b.ppm", NULL };
  g_autofree char *path = g_build_filename (fixture->folder, "a.zip", NULL);
  RensaArray *fields[RENSA_MAX_FIELDS];
  gint64 before, after;
  GError *error = NULL;
  zip_t *zip;

  write_zip (fixture, names, 0);
  load (fixture, SMALL);
  g_assert_true (rensa_dataset_get_mark (fixture->bundle.train, &before, NULL));
  zip = zip_open (path, 0, NULL);
  g_assert_cmpint (zip_file_add (zip, "dog/bad.png", zip_source_buffer (zip, "no picture", 10, 0), 0), >=, 0);
  g_assert_cmpint (zip_close (zip), ==, 0);

  load (fixture, SMALL);
  g_assert_true (rensa_dataset_get_mark (fixture->bundle.train, &after, NULL));
  g_assert_cmpint (before, !=, after);
  g_assert_false (rensa_dataset_get_batch (fixture->bundle.train, (gint64[]){ 0, 1, 2 }, 3, fields, &error));
  assert_message_has (&error, RENSA_ERROR_FORMAT, "“dog/bad.png” is not a readable image");
  load (fixture, SMALL ", unreadable=drop");
  g_assert_cmpstr (rensa_data_notes_find (fixture->bundle.notes, RENSA_DATA_WARNING)->text, ==,
                   "1 unreadable file is skipped.");
  assert_labels (fixture->bundle.train, 2, (int[]){ 1, 0 });
}

static void
test_bad_archives (DataFixture *fixture, gconstpointer data)
{
  static const char *const loose[] = { "a.ppm", "b.ppm", NULL };
  static const char *const none[] = { "a/b/c.txt", NULL };
  static const char *const sound[] = { "dog/a.ppm", "cat/b.ppm", NULL };
  g_autofree char *path = g_build_filename (fixture->folder, "a.zip", NULL);
  g_autofree char *bytes = NULL;
  gsize n;

  assert_fails (fixture, RENSA_ERROR_IO, "does not exist");
  test_file_write (fixture->folder, "a.zip", "PK, but no archive", -1);
  assert_fails (fixture, RENSA_ERROR_FORMAT, "a.zip: not a ZIP archive, or damaged");
  write_zip (fixture, loose, 0);
  assert_fails (fixture, RENSA_ERROR_FORMAT, "a.zip” contains 2 images, but no folders with images");
  write_zip (fixture, none, 0);
  assert_fails (fixture, RENSA_ERROR_FORMAT, "a.zip” contains no folders with images");

  write_zip (fixture, sound, 0);
  g_assert_true (g_file_get_contents (path, &bytes, &n, NULL));
  for (gsize i = 0; i < n; i++)
    {
      GError *error = NULL;

      test_file_write (fixture->folder, "a.zip", bytes, (gssize) i);
      g_assert_false (try_load (fixture, &rensa_dataset_image_zip_class, SMALL, &error));
      g_assert_nonnull (error);
      g_clear_error (&error);
    }
}

#define ADD(path, test) g_test_add (path, DataFixture, NULL, data_set_up, test, data_tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/data/image-zip/classes", test_classes);
  ADD ("/data/image-zip/folder-of-all", test_folder_of_all);
  ADD ("/data/image-zip/parts", test_parts);
  ADD ("/data/image-zip/old-names", test_old_names);
  ADD ("/data/image-zip/like-folder", test_like_folder);
  ADD ("/data/image-zip/layouts", test_layouts);
  ADD ("/data/image-zip/unread", test_unread);
  ADD ("/data/image-zip/unreadable", test_unreadable);
  ADD ("/data/image-zip/bad-archives", test_bad_archives);
  return g_test_run ();
}
