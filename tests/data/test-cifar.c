/* test-cifar.c: the archives of CIFAR in their binary form.
 * SPDX-License-Identifier: MIT */

#include <glib/gstdio.h>
#include <string.h>

#include "data-fixture.h"
#include "rensa-datasets.h"
#include "rensa-error.h"

#define N_BYTES 3072
#define TEN "archives/cifar-10-binary.tar.gz"
#define HUNDRED "archives/cifar-100-binary.tar.gz"

static gboolean
load (DataFixture *fixture, const RensaDatasetClass *klass, const char *folder, const char *settings, GError **error)
{
  rensa_data_bundle_clear (&fixture->bundle);
  return load_dataset (klass, settings, folder, &fixture->bundle, error);
}

/* From the archives that build-aux/record-archives.py made. */
static void
load_recorded (DataFixture *fixture, const RensaDatasetClass *klass, const char *settings)
{
  g_autofree char *folder = g_test_build_filename (G_TEST_DIST, "data", NULL);
  g_autoptr (GError) error = NULL;

  load (fixture, klass, folder, settings, &error);
  g_assert_no_error (error);
}

/* Example @i is the picture @row of those. */
static void
assert_picture (RensaDataset *dataset, gint64 i, int row, double scale)
{
  g_autofree double *found = batch_to_doubles (dataset, 0, &i, 1);

  for (int c = 0; c < 3; c++)
    for (int y = 0; y < 32; y++)
      for (int x = 0; x < 32; x++)
        g_assert_cmpfloat_with_epsilon (found[(c * 32 + y) * 32 + x],
                                        (89 * row + 31 * c + 7 * y + 3 * x) % 251 * scale / 255, 1e-6 * scale);
}

static void
assert_labels (RensaDataset *dataset, const double *expected, gint64 n)
{
  g_autofree double *found = field_to_doubles (dataset, 1);

  g_assert_cmpint (rensa_dataset_get_length (dataset), ==, n);
  for (gint64 i = 0; i < n; i++)
    g_assert_cmpfloat (found[i], ==, expected[i]);
}

/* Batches are put in order; that three are missing is said. */
static void
test_ten (DataFixture *fixture, gconstpointer data)
{
  const RensaDataBundle *bundle = &fixture->bundle;
  const RensaDataNote *note;

  load_recorded (fixture, &rensa_dataset_cifar10_class, "folder='" TEN "'");
  assert_field_type (bundle->train, 0, RENSA_FLOAT32, RENSA_SHAPE (3, 32, 32));
  assert_labels (bundle->train, (double[]){ 0, 1, 2, 3, 4 }, 5);
  assert_labels (bundle->test, (double[]){ 7, 8 }, 2);
  for (int i = 0; i < 5; i++)
    assert_picture (bundle->train, i, i, 1);
  assert_picture (bundle->test, 1, 8, 1);
  g_assert_cmpint (bundle->n_classes, ==, 10);
  g_assert_cmpstr (bundle->label_names[9], ==, "truck");
  note = rensa_data_notes_find (bundle->notes, RENSA_DATA_WARNING);
  g_assert_cmpstr (note->text, ==, "Only 2 of 5 training files were found.");

  load_recorded (fixture, &rensa_dataset_cifar10_class, "folder=archives, ndim=1, scale=255, withlabel=false");
  assert_field_type (bundle->train, 0, RENSA_FLOAT32, RENSA_SHAPE (N_BYTES));
  g_assert_cmpint (rensa_dataset_get_n_fields (bundle->train), ==, 1);
  g_assert_cmpint (bundle->n_classes, ==, 0);
  assert_picture (bundle->train, 4, 4, 255);
}

static void
test_hundred (DataFixture *fixture, gconstpointer data)
{
  const RensaDataBundle *bundle = &fixture->bundle;

  load_recorded (fixture, &rensa_dataset_cifar100_class, "folder='" HUNDRED "'");
  g_assert_cmpint (bundle->n_classes, ==, 100);
  g_assert_cmpstr (bundle->label_names[99], ==, "fine 99");
  assert_labels (bundle->train, (double[]){ 99, 98, 97 }, 3);
  assert_picture (bundle->test, 0, 3, 1);

  load_recorded (fixture, &rensa_dataset_cifar100_class, "folder=archives, labels=coarse");
  g_assert_cmpint (bundle->n_classes, ==, 20);
  g_assert_cmpstr (bundle->label_names[19], ==, "coarse 19");
  assert_labels (bundle->train, (double[]){ 0, 1, 2 }, 3);
}

/* The files that somebody has unpacked. */
static void
test_unpacked (DataFixture *fixture, gconstpointer data)
{
  g_autofree char *folder = g_build_filename (fixture->folder, "cifar-10-batches-bin", NULL);
  g_autofree char *row = g_malloc0 (1 + N_BYTES);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  row[0] = 6;
  test_file_write (folder, "data_batch_3.bin", row, 1 + N_BYTES);
  row[0] = 9;
  test_file_write (folder, "test_batch.bin", row, 1 + N_BYTES);
  load (fixture, &rensa_dataset_cifar10_class, fixture->folder, "", &error);
  g_assert_no_error (error);
  assert_labels (fixture->bundle.train, (double[]){ 6 }, 1);
  assert_labels (fixture->bundle.test, (double[]){ 9 }, 1);
}

static void
assert_refused (DataFixture *fixture, const char *settings, RensaError code, const char *message)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (load (fixture, &rensa_dataset_cifar10_class, fixture->folder, settings, &error));
  g_assert_error (error, RENSA_ERROR, (int) code);
  g_assert_nonnull (strstr (error->message, message));
}

static void
test_refused (DataFixture *fixture, gconstpointer data)
{
  g_autofree char *row = g_malloc0 (1 + N_BYTES);

  assert_refused (fixture, "", RENSA_ERROR_NOT_FOUND, "cifar10: “cifar-10-binary.tar.gz” was not found in “");
  assert_refused (fixture, "ndim=2", RENSA_ERROR_INVALID,
                  "cifar10: images with three channels must have 1 or 3 axes, not 2");
  test_file_write (fixture->folder, "a.tar", "no archive", -1);
  assert_refused (fixture, "folder=a.tar", RENSA_ERROR_FORMAT, "a.tar: unexpected end of file");
  test_file_write (fixture->folder, "a.tar", row, 1024);
  assert_refused (fixture, "folder=a.tar", RENSA_ERROR_FORMAT,
                  "cifar10: file “test_batch.bin” does not exist; choose the archive of the binary version");
  row[0] = 'x';
  test_file_write (fixture->folder, "a.tar", row, 1024);
  assert_refused (fixture, "folder=a.tar", RENSA_ERROR_FORMAT,
                  "not a tar archive, or damaged: a header checksum is wrong");

  test_file_write (fixture->folder, "test_batch.bin", row, N_BYTES);
  assert_refused (fixture, "", RENSA_ERROR_FORMAT,
                  "test_batch.bin: “test_batch.bin” has 3072 bytes, which is not a multiple of the row size of "
                  "3073 bytes");
  row[0] = 10;
  test_file_write (fixture->folder, "test_batch.bin", row, 1 + N_BYTES);
  assert_refused (fixture, "", RENSA_ERROR_FORMAT, "image 0 has the label 10, but there are 10 classes");
}

/* An archive cut anywhere, and one with a changed byte, end in a sentence. */
static void
test_damaged (DataFixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", TEN, NULL);
  g_autofree char *bytes = NULL;
  gsize n;

  g_assert_true (g_file_get_contents (path, &bytes, &n, NULL));
  for (gsize cut = 0; cut < n; cut += 97)
    {
      test_file_write (fixture->folder, "a.tar.gz", bytes, (gssize) cut);
      assert_refused (fixture, "folder=a.tar.gz", RENSA_ERROR_FORMAT, "a.tar.gz: ");
    }
  bytes[n / 2] ^= 1;
  test_file_write (fixture->folder, "a.tar.gz", bytes, (gssize) n);
  assert_refused (fixture, "folder=a.tar.gz", RENSA_ERROR_FORMAT, "a.tar.gz: ");
}

/* A header whose checksum is right claims 8 GiB less one byte, and 2⁶² in the manner of GNU tar. */
static void
test_large_claims (DataFixture *fixture, gconstpointer data)
{
  static const char *const sizes[] = { "77777777777", "\x80\0\0\0\x40\0\0\0\0\0\0" };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      guint8 header[1024] = "test_batch.bin";
      guint sum = 8 * ' ';

      header[156] = '0';
      memcpy (header + 124, sizes[i], 11);
      for (guint j = 0; j < 512; j++)
        sum += header[j];
      g_snprintf ((char *) header + 148, 8, "%06o", sum);
      test_file_write (fixture->folder, "a.tar", (const char *) header, sizeof header);
      assert_refused (fixture, "folder=a.tar", RENSA_ERROR_FORMAT,
                      "a file in the archive declares more bytes than the archive can contain");
    }
}

/* Five thousand and a thousand real pictures. */
static void
test_real (DataFixture *fixture, gconstpointer data)
{
  g_autofree char *path = find_test_data ("cifar-10/cifar-10-subset-binary.tar.gz");
  g_autofree char *settings = g_strdup_printf ("folder='%s'", path);
  g_autoptr (GError) error = NULL;
  int counts[10] = { 0 };
  g_autofree double *labels = NULL;

  if (path == NULL)
    return;
  load (fixture, &rensa_dataset_cifar10_class, fixture->folder, settings, &error);
  g_assert_no_error (error);
  g_assert_cmpint (rensa_dataset_get_length (fixture->bundle.train), ==, 5000);
  g_assert_cmpint (rensa_dataset_get_length (fixture->bundle.test), ==, 1000);
  labels = field_to_doubles (fixture->bundle.train, 1);
  for (int i = 0; i < 5000; i++)
    counts[(int) labels[i]]++;
  for (int i = 0; i < 10; i++)
    g_assert_cmpint (counts[i], ==, 500);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, function) g_test_add ("/data/cifar/" path, DataFixture, NULL, data_set_up, function, data_tear_down)
  ADD ("ten", test_ten);
  ADD ("hundred", test_hundred);
  ADD ("unpacked", test_unpacked);
  ADD ("refused", test_refused);
  ADD ("damaged", test_damaged);
  ADD ("large-claims", test_large_claims);
  ADD ("real", test_real);
  return g_test_run ();
}
