/* test-idx.c: the array files of MNIST, and MNIST itself.
 * SPDX-License-Identifier: MIT */

#include <glib/gstdio.h>
#include <string.h>
#include <zlib.h>

#include "data-fixture.h"
#include "messages.h"
#include "rensa-data-notes.h"
#include "rensa-datasets.h"
#include "rensa-error.h"
#include "rensa-modes.h"

static void
write_gzip (const char *folder, const char *name, const char *bytes, gsize n)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  gzFile file = gzopen (path, "wb");

  g_assert_cmpint (gzwrite (file, bytes, n), ==, n);
  g_assert_cmpint (gzclose (file), ==, Z_OK);
}

/* Three images of 2 × 2 and their labels. */
#define IMAGES                         \
  "\0\0\x08\3\0\0\0\3\0\0\0\2\0\0\0\2" \
  "\0\xff\1\2"                         \
  "\3\4\5\6"                           \
  "\7\x08\x09\x0a"
#define LABELS         \
  "\0\0\x08\1\0\0\0\3" \
  "\4\0\1"
#define SIZED(text) (text), sizeof (text) - 1

static void
load (DataFixture *fixture, const char *settings)
{
  g_autoptr (GError) error = NULL;

  rensa_data_bundle_clear (&fixture->bundle);
  load_dataset (&rensa_dataset_idx_class, settings, fixture->folder, &fixture->bundle, &error);
  g_assert_no_error (error);
}

static void
assert_values (RensaDataset *dataset, int field, const double *expected, gsize n)
{
  g_autofree double *found = field_to_doubles (dataset, field);

  for (gsize i = 0; i < n; i++)
    g_assert_cmpfloat_with_epsilon (found[i], expected[i], 1e-7);
}

static void
test_images (DataFixture *fixture, gconstpointer data)
{
  test_file_write (fixture->folder, "i", SIZED (IMAGES));
  write_gzip (fixture->folder, "i.gz", SIZED (IMAGES));
  test_file_write (fixture->folder, "l", SIZED (LABELS));

  for (int i = 0; i < 2; i++)
    {
      load (fixture, i == 0 ? "images=i, labels=l, test_images=i.gz, test_labels=l"
                            : "images=i.gz, labels=l, test_images=i, test_labels=l");
      g_assert_cmpint (fixture->bundle.n_classes, ==, 5);
      assert_field_type (fixture->bundle.train, 0, RENSA_FLOAT32, RENSA_SHAPE (2, 2));
      assert_field_type (fixture->bundle.train, 1, RENSA_INT32, RENSA_SHAPE_SCALAR);
      assert_values (fixture->bundle.train, 0, (double[]){ 0, 1, 1 / 255.0, 2 / 255.0, 3 / 255.0 }, 5);
      assert_values (fixture->bundle.train, 1, (double[]){ 4, 0, 1 }, 3);
      assert_values (fixture->bundle.test, 0, (double[]){ 0, 1, 1 / 255.0, 2 / 255.0, 3 / 255.0 }, 5);
    }

  load (fixture, "images=i, shape=flat, scale=255");
  g_assert_cmpint (rensa_dataset_get_n_fields (fixture->bundle.train), ==, 1);
  assert_field_type (fixture->bundle.train, 0, RENSA_FLOAT32, RENSA_SHAPE (4));
  assert_values (fixture->bundle.train, 0, (double[]){ 0, 255, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 }, 12);
  load (fixture, "images=i, shape=channel");
  assert_field_type (fixture->bundle.train, 0, RENSA_FLOAT32, RENSA_SHAPE (1, 2, 2));
}

static void
test_transposed (DataFixture *fixture, gconstpointer data)
{
  static const char one[] = "\0\0\x08\3\0\0\0\1\0\0\0\2\0\0\0\3"
                            "\1\2\3\4\5\6";
  g_autoptr (GError) error = NULL;

  test_file_write (fixture->folder, "i", SIZED (one));
  test_file_write (fixture->folder, "l", SIZED (LABELS));
  load (fixture, "images=i, scale=255, transposed=true");
  assert_field_type (fixture->bundle.train, 0, RENSA_FLOAT32, RENSA_SHAPE (3, 2));
  assert_values (fixture->bundle.train, 0, (double[]){ 1, 4, 2, 5, 3, 6 }, 6);
  g_assert_cmpint (fixture->bundle.picture.height, ==, 3);
  g_assert_cmpint (fixture->bundle.picture.width, ==, 2);
  load (fixture, "images=i, scale=255, transposed=true, shape=channel");
  assert_field_type (fixture->bundle.train, 0, RENSA_FLOAT32, RENSA_SHAPE (1, 3, 2));

  rensa_data_bundle_clear (&fixture->bundle);
  g_assert_false (
      load_dataset (&rensa_dataset_idx_class, "images=l, transposed=true", fixture->folder, &fixture->bundle, &error));
  assert_message_has (&error, RENSA_ERROR_INVALID,
                      "/l: transposing images requires 3 axes (images, columns, rows), but the file has 1");
}

/* As Chainer's get_mnist () does, bytes are multiplied in the type of the parameters, not cast afterwards. */
static void
test_double (DataFixture *fixture, gconstpointer data)
{
  static const double bytes[] = { 0, 255, 1, 2, 3 };
  g_auto (RensaModesScope) modes = rensa_modes_enter ();
  g_autofree double *found = NULL;

  rensa_modes_get ()->dtype = RENSA_FLOAT64;
  test_file_write (fixture->folder, "i", SIZED (IMAGES));
  load (fixture, "images=i, shape=flat, scale=0.7");
  assert_field_type (fixture->bundle.train, 0, RENSA_FLOAT64, RENSA_SHAPE (4));
  found = field_to_doubles (fixture->bundle.train, 0);
  for (guint i = 0; i < G_N_ELEMENTS (bytes); i++)
    g_assert_cmpfloat (found[i], ==, bytes[i] * (0.7 / 255));
}

/* Numbers of more than a byte stand with their largest byte first. */
static void
test_dtypes (DataFixture *fixture, gconstpointer data)
{
  test_file_write (fixture->folder, "s",
                   SIZED ("\0\0\x0b\1\0\0\0\2"
                          "\1\2\xff\xfe"));
  load (fixture, "images=s");
  assert_values (fixture->bundle.train, 0, (double[]){ 258, -2 }, 2);
  test_file_write (fixture->folder, "i",
                   SIZED ("\0\0\x0c\1\0\0\0\1"
                          "\0\1\0\2"));
  load (fixture, "images=i");
  assert_values (fixture->bundle.train, 0, (double[]){ 65538 }, 1);
  test_file_write (fixture->folder, "f",
                   SIZED ("\0\0\x0d\2\0\0\0\1\0\0\0\2"
                          "\x3f\x80\0\0\xc0\x20\0\0"));
  load (fixture, "images=f, scale=2");
  assert_values (fixture->bundle.train, 0, (double[]){ 2, -5 }, 2);
  test_file_write (fixture->folder, "d",
                   SIZED ("\0\0\x0e\1\0\0\0\1"
                          "\x3f\xf8\0\0\0\0\0\0"));
  load (fixture, "images=d");
  assert_values (fixture->bundle.train, 0, (double[]){ 1.5 }, 1);
}

static const struct
{
  const char *bytes;
  gsize n;
  const char *message;
} bad_images[] = {
  { SIZED (""), "i: unexpected end of file" },
  { SIZED ("\0\0\x08"), "i: unexpected end of file" },
  { SIZED ("\0\0\x08\3\0\0\0\3\0\0"), "i: unexpected end of file" },
  { SIZED ("a picture"), "i: not an IDX file, because 0x61207069 is not a valid magic number" },
  { SIZED ("\0\0\x0a\1\0\0\0\0"), "i: not an IDX file, because 0x00000a01 is not a valid magic number" },
  { SIZED ("\0\0\x08\0"), "i: not an IDX file, because 0x00000800 is not a valid magic number" },
  { SIZED ("\0\0\x08\x09"), "i: not an IDX file, because 0x00000809 is not a valid magic number" },
  { SIZED ("\0\0\x08\3\0\0\0\3\0\0\0\2\0\0\0\2\1\2\3"), "i: unexpected end of file" },
  { SIZED ("\0\0\x08\1\0\0\0\2\1\2\3"), "i: the file continues after its array" },
  { SIZED ("\0\0\x08\2\xff\xff\xff\xff\xff\xff\xff\xff"),
    "i: the size in bytes of an array of shape (4294967295, 4294967295) overflows" },
  { SIZED ("\0\0\x08\1\xff\xff\xff\xff"), "i: the file is too short for an array of shape (4294967295,)" },
};

/* @message begins with the name of the file. */
static void
assert_refused (DataFixture *fixture, const char *settings, const char *message)
{
  g_autofree char *expected = g_build_filename (fixture->folder, message, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_false (load_dataset (&rensa_dataset_idx_class, settings, fixture->folder, &fixture->bundle, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT);
  g_assert_cmpstr (error->message, ==, expected);
  rensa_data_bundle_clear (&fixture->bundle);
}

static void
test_bad_images (DataFixture *fixture, gconstpointer data)
{
  for (guint i = 0; i < G_N_ELEMENTS (bad_images); i++)
    {
      test_file_write (fixture->folder, "i", bad_images[i].bytes, bad_images[i].n);
      assert_refused (fixture, "images=i", bad_images[i].message);
    }
}

static void
test_bad_labels (DataFixture *fixture, gconstpointer data)
{
  test_file_write (fixture->folder, "i", SIZED (IMAGES));
  test_file_write (fixture->folder, "l",
                   SIZED ("\0\0\x08\1\0\0\0\2"
                          "\4\0"));
  assert_refused (fixture, "images=i, labels=l", "l: there are 2 labels for 3 images");
  test_file_write (fixture->folder, "l",
                   SIZED ("\0\0\x09\1\0\0\0\3"
                          "\4\0\xff"));
  assert_refused (fixture, "images=i, labels=l", "l: label 2 is negative");
  assert_refused (fixture, "images=i, labels=i",
                  "i: labels must be integers along one axis, but found uint8 with 3 axes");
  test_file_write (fixture->folder, "l",
                   SIZED ("\0\0\x0d\1\0\0\0\1"
                          "\0\0\0\0"));
  assert_refused (fixture, "images=i, labels=l",
                  "l: labels must be integers along one axis, but found float32 with 1 axes");
}

/* A compressed file cut anywhere, and one with a changed byte. */
static void
test_damaged (DataFixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "i", NULL);
  g_autofree char *bytes = NULL;
  gsize n;

  write_gzip (fixture->folder, "i", SIZED (IMAGES));
  g_assert_true (g_file_get_contents (path, &bytes, &n, NULL));
  for (gsize cut = 0; cut < n; cut++)
    {
      g_autoptr (GError) error = NULL;

      test_file_write (fixture->folder, "i", bytes, cut);
      g_assert_false (load_dataset (&rensa_dataset_idx_class, "images=i", fixture->folder, &fixture->bundle, &error));
      g_assert_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT);
    }

  bytes[n - 6] ^= 1;
  test_file_write (fixture->folder, "i", bytes, n);
  assert_refused (fixture, "images=i", "i: the file is damaged or truncated");
}

static void
test_mnist_absent (DataFixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (load_dataset (&rensa_dataset_mnist_class, "", fixture->folder, &fixture->bundle, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_NOT_FOUND);
  g_assert_nonnull (strstr (error->message, "train-images-idx3-ubyte"));
  g_assert_nonnull (strstr (error->message, fixture->folder));
  g_assert_nonnull (strstr (error->message, "; choose the folder that contains the files, or download them"));
}

/* One picture for training and one for the test, plain and compressed. */
static void
write_mnist (const char *folder)
{
  g_autofree char *images = g_malloc0 (16 + 784);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0755), ==, 0);
  memcpy (images, "\0\0\x08\3\0\0\0\1\0\0\0\x1c\0\0\0\x1c", 16);
  images[16 + 783] = 51;
  test_file_write (folder, "train-images-idx3-ubyte", images, 16 + 784);
  write_gzip (folder, "t10k-images-idx3-ubyte.gz", images, 16 + 784);
  test_file_write (folder, "train-labels-idx1-ubyte",
                   SIZED ("\0\0\x08\1\0\0\0\1"
                          "\7"));
  write_gzip (folder, "t10k-labels-idx1-ubyte.gz",
              SIZED ("\0\0\x08\1\0\0\0\1"
                     "\3"));
}

/* A folder that a person has chosen, as it is or as PyTorch leaves it; also by one of its files. */
static void
test_mnist_folder (DataFixture *fixture, gconstpointer data)
{
  static const char *const inner[] = { "", "raw", "MNIST/raw", "mnist" };
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (inner); i++)
    {
      g_autofree char *folder = g_strdup_printf ("%s/stick %u/%s", fixture->folder, i, inner[i]);
      g_autofree char *settings = g_strdup_printf ("folder='stick %u'", i);

      write_mnist (folder);
      rensa_data_bundle_clear (&fixture->bundle);
      load_dataset (&rensa_dataset_mnist_class, settings, fixture->folder, &fixture->bundle, &error);
      g_assert_no_error (error);
      g_assert_cmpint (rensa_dataset_get_length (fixture->bundle.test), ==, 1);
    }
  rensa_data_bundle_clear (&fixture->bundle);
  load_dataset (&rensa_dataset_mnist_class, "folder='stick 0/train-images-idx3-ubyte'", fixture->folder,
                &fixture->bundle, &error);
  g_assert_no_error (error);
  rensa_data_bundle_clear (&fixture->bundle);
  g_assert_false (
      load_dataset (&rensa_dataset_mnist_class, "folder=elsewhere", fixture->folder, &fixture->bundle, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_NOT_FOUND);
  g_assert_nonnull (strstr (error->message, "“elsewhere”"));
}

/* Found in the folder that Chainer used; the wrong size of images is refused. */
static void
test_mnist_small (DataFixture *fixture, gconstpointer data)
{
  g_autofree char *folder = g_build_filename (fixture->folder, "pfnet", "chainer", "mnist", NULL);
  g_autoptr (GError) error = NULL;

  write_mnist (folder);
  load_dataset (&rensa_dataset_mnist_class, "ndim=3, scale=5", fixture->folder, &fixture->bundle, &error);
  g_assert_no_error (error);
  assert_field_type (fixture->bundle.test, 0, RENSA_FLOAT32, RENSA_SHAPE (1, 28, 28));
  {
    g_autofree double *x = field_to_doubles (fixture->bundle.train, 0);

    g_assert_cmpfloat (x[782], ==, 0);
    g_assert_cmpfloat_with_epsilon (x[783], 1, 1e-6);
  }

  rensa_data_bundle_clear (&fixture->bundle);
  test_file_write (folder, "train-images-idx3-ubyte", SIZED (IMAGES));
  test_file_write (folder, "train-labels-idx1-ubyte", SIZED (LABELS));
  g_assert_false (load_dataset (&rensa_dataset_mnist_class, "", fixture->folder, &fixture->bundle, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT);
  g_assert_nonnull (
      strstr (error->message, "expected images of 28 × 28 bytes, but the file contains uint8 of shape (3, 2, 2)"));
}

/* Its files have the names of MNIST's, so it looks only in folders of its own and in the one that is chosen. */
static void
test_fashion (DataFixture *fixture, gconstpointer data)
{
  const RensaDatasetClass *klass = &rensa_dataset_fashion_mnist_class;
  g_autofree char *own = g_build_filename (fixture->folder, "fashion_mnist", NULL);
  g_autofree double *x = NULL;
  g_autoptr (GError) error = NULL;

  write_mnist (fixture->folder);
  g_assert_false (load_dataset (klass, "", fixture->folder, &fixture->bundle, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_NOT_FOUND);
  g_clear_error (&error);
  rensa_data_bundle_clear (&fixture->bundle);
  load_dataset (klass, "folder=.", fixture->folder, &fixture->bundle, &error);
  g_assert_no_error (error);

  write_mnist (own);
  rensa_data_bundle_clear (&fixture->bundle);
  load_dataset (klass, "ndim=3, rgb_format=true", fixture->folder, &fixture->bundle, &error);
  g_assert_no_error (error);
  g_assert_cmpint (fixture->bundle.n_classes, ==, 10);
  g_assert_cmpstr (fixture->bundle.label_names[9], ==, "Ankle boot");
  assert_field_type (fixture->bundle.train, 0, RENSA_FLOAT32, RENSA_SHAPE (3, 28, 28));
  x = field_to_doubles (fixture->bundle.train, 0);
  for (int c = 1; c <= 3; c++)
    {
      g_assert_cmpfloat_with_epsilon (x[784 * c - 1], 0.2, 1e-6);
      g_assert_cmpfloat (x[784 * c - 2], ==, 0);
    }
}

static void
test_kuzushiji (DataFixture *fixture, gconstpointer data)
{
  const RensaDatasetClass *klass = &rensa_dataset_kuzushiji_mnist_class;
  g_autofree char *own = g_build_filename (fixture->folder, "KMNIST", "raw", NULL);
  g_autoptr (GError) error = NULL;

  write_mnist (own);
  load_dataset (klass, "", fixture->folder, &fixture->bundle, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (fixture->bundle.label_names[0], ==, "お o");

  rensa_data_bundle_clear (&fixture->bundle);
  load_dataset (klass, "withlabel=false", fixture->folder, &fixture->bundle, &error);
  g_assert_no_error (error);
  g_assert_cmpint (rensa_dataset_get_n_fields (fixture->bundle.train), ==, 1);
  g_assert_cmpint (fixture->bundle.n_classes, ==, 0);
  g_assert_null (fixture->bundle.label_names);
}

static char *
get_md5 (RensaDataset *dataset, int field, const guint8 *header, gsize n_header)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_MD5);
  g_autofree double *values = field_to_doubles (dataset, field);
  const gsize n = rensa_dataset_get_length (dataset) * (field == 0 ? 784 : 1);
  g_autofree guint8 *bytes = g_malloc (n);

  for (gsize i = 0; i < n; i++)
    bytes[i] = values[i] + 0.5;
  g_checksum_update (checksum, header, n_header);
  g_checksum_update (checksum, bytes, n);
  return g_strdup (g_checksum_get_string (checksum));
}

/* The checksums of the uncompressed files are those that are published. */
static void
test_mnist (DataFixture *fixture, gconstpointer data)
{
  g_autofree char *folder = find_test_data ("mnist");
  g_autoptr (GError) error = NULL;
  gint64 start = g_get_monotonic_time ();
  g_autofree char *train_images = NULL;
  g_autofree char *test_images = NULL;
  g_autofree char *train_labels = NULL;

  if (folder == NULL)
    return;

  load_dataset (&rensa_dataset_mnist_class, "scale=255", folder, &fixture->bundle, &error);
  g_assert_no_error (error);
  g_test_message ("loaded in %g ms", (g_get_monotonic_time () - start) / 1e3);
  g_assert_cmpint (rensa_dataset_get_length (fixture->bundle.train), ==, 60000);
  g_assert_cmpint (rensa_dataset_get_length (fixture->bundle.test), ==, 10000);
  g_assert_cmpint (fixture->bundle.n_classes, ==, 10);
  assert_field_type (fixture->bundle.train, 0, RENSA_FLOAT32, RENSA_SHAPE (784));

  train_images = get_md5 (fixture->bundle.train, 0, (const guint8 *) "\0\0\x08\3\0\0\xea\x60\0\0\0\x1c\0\0\0\x1c", 16);
  test_images = get_md5 (fixture->bundle.test, 0, (const guint8 *) "\0\0\x08\3\0\0\x27\x10\0\0\0\x1c\0\0\0\x1c", 16);
  train_labels = get_md5 (fixture->bundle.train, 1, (const guint8 *) "\0\0\x08\1\0\0\xea\x60", 8);
  g_assert_cmpstr (train_images, ==, "6bbc9ace898e44ae57da46a324031adb");
  g_assert_cmpstr (test_images, ==, "2646ac647ad5339dbf082846283269ea");
  g_assert_cmpstr (train_labels, ==, "a25bea736e30d166cdddb491f175f624");
}

/* The warning, of which one click sets both attributes. */
static void
assert_told (DataFixture *fixture, const char *text, const char *attr, const char *value, const char *other_value)
{
  const RensaDataNote *note = rensa_data_notes_find (fixture->bundle.notes, RENSA_DATA_WARNING);
  const RensaDataChange *change = note->changes->pdata[0];

  g_assert_cmpstr (note->text, ==, text);
  g_assert_cmpstr (change->attr, ==, attr);
  g_assert_cmpstr (change->value, ==, value);
  g_assert_cmpstr (change->other_value, ==, other_value);
}

/* Files that go with those that are used, by their names. */
static void
test_companions (DataFixture *fixture, gconstpointer data)
{
  g_autofree char *below = g_build_filename (fixture->folder, "d", NULL);

  g_assert_cmpint (g_mkdir (below, 0700), ==, 0);
  test_file_write (fixture->folder, "d/train-images-idx3-ubyte", SIZED (IMAGES));
  load (fixture, "images=d/train-images-idx3-ubyte");
  g_assert_null (rensa_data_notes_find (fixture->bundle.notes, RENSA_DATA_WARNING));

  test_file_write (fixture->folder, "d/train-labels-idx1-ubyte", SIZED (LABELS));
  load (fixture, "images=d/train-images-idx3-ubyte");
  assert_told (fixture, "The labels in “train-labels-idx1-ubyte” are not used.", "labels", "d/train-labels-idx1-ubyte",
               NULL);

  test_file_write (fixture->folder, "d/t10k-images-idx3-ubyte", SIZED (IMAGES));
  load (fixture, "images=d/train-images-idx3-ubyte, labels=d/train-labels-idx1-ubyte");
  g_assert_null (rensa_data_notes_find (fixture->bundle.notes, RENSA_DATA_WARNING));
  test_file_write (fixture->folder, "d/t10k-labels-idx1-ubyte", SIZED (LABELS));
  load (fixture, "images=d/train-images-idx3-ubyte, labels=d/train-labels-idx1-ubyte");
  assert_told (fixture, "The test images in “t10k-images-idx3-ubyte” are not used.", "test_images",
               "d/t10k-images-idx3-ubyte", "d/t10k-labels-idx1-ubyte");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, function) g_test_add ("/data/" path, DataFixture, NULL, data_set_up, function, data_tear_down)
  ADD ("idx/images", test_images);
  ADD ("idx/transposed", test_transposed);
  ADD ("idx/companions", test_companions);
  ADD ("idx/double", test_double);
  ADD ("idx/dtypes", test_dtypes);
  ADD ("idx/bad-images", test_bad_images);
  ADD ("idx/bad-labels", test_bad_labels);
  ADD ("idx/damaged", test_damaged);
  ADD ("mnist/absent", test_mnist_absent);
  ADD ("mnist/small", test_mnist_small);
  ADD ("mnist/folder", test_mnist_folder);
  ADD ("mnist/fashion", test_fashion);
  ADD ("mnist/kuzushiji", test_kuzushiji);
  ADD ("mnist/real", test_mnist);
  return g_test_run ();
}
