/* readers.c: each reader of files by its public way in.
 * SPDX-License-Identifier: MIT */

#include "readers.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/time.h>
#include <zip.h>
#include <zlib.h>

#include "folder.h"
#include "picture-fixture.h"
#include "rensa-archive.h"
#include "rensa-dataset.h"
#include "rensa-document.h"
#include "rensa-error.h"
#include "rensa-formula.h"
#include "rensa-importer.h"
#include "rensa-link.h"
#include "rensa-project.h"

/* Nobody wants to read more than that as one sentence. */
#define MOST_CHARS 2000
/* Of a data set that gives its examples when they are asked for. */
#define MOST_EXAMPLES 8

/* Archives */

static gboolean
read_archive (const char *path, GError **error)
{
  RensaArchive *archive = rensa_archive_open (path, error);
  gboolean ok = archive != NULL;

  for (guint i = 0; ok && i < rensa_archive_get_n_keys (archive); i++)
    {
      g_autoptr (RensaArray) array = rensa_archive_read (archive, rensa_archive_get_key (archive, i), error);

      ok = array != NULL;
    }
  g_clear_pointer (&archive, rensa_archive_free);
  return ok;
}

/* One array in an archive, whose sums are right. */
static GBytes *
put_into_zip (GBytes *bytes)
{
  gsize size;
  const void *data = g_bytes_get_data (bytes, &size);
  zip_source_t *whole = zip_source_buffer_create (NULL, 0, 0, NULL);
  zip_t *archive = zip_open_from_source (whole, ZIP_TRUNCATE, NULL);
  zip_int64_t member = zip_file_add (archive, "x.npy", zip_source_buffer (archive, data, size, 0), 0);
  zip_stat_t stat;
  guint8 *copy;

  zip_set_file_compression (archive, (zip_uint64_t) member, ZIP_CM_STORE, 0);
  zip_source_keep (whole);
  zip_close (archive);
  zip_source_open (whole);
  zip_source_stat (whole, &stat);
  copy = g_malloc (stat.size);
  zip_source_read (whole, copy, stat.size);
  zip_source_close (whole);
  zip_source_free (whole);
  return g_bytes_new_take (copy, stat.size);
}

/* Data sets */

static gboolean
read_some (RensaDataset *dataset, GError **error)
{
  const gint64 n = MIN (rensa_dataset_get_length (dataset), MOST_EXAMPLES);
  const int n_fields = rensa_dataset_get_n_fields (dataset);
  gint64 indices[MOST_EXAMPLES];
  RensaArray *fields[RENSA_MAX_FIELDS] = { NULL };
  gboolean ok;

  for (gint64 i = 0; i < n; i++)
    indices[i] = i;
  ok = n == 0 || rensa_dataset_get_batch (dataset, indices, n, fields, error);
  for (int i = 0; i < n_fields; i++)
    g_clear_pointer (&fields[i], rensa_array_unref);
  return ok;
}

/* @source: "csv(path='t.csv')" */
static gboolean
read_source (const char *source, const char *path, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path);
  const RensaDataPlaces places = { folder, folder };
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_text (RENSA_COMPONENT_DATASET, source, NULL);
  g_auto (RensaDataBundle) bundle = { 0 };

  g_assert_nonnull (attrs);
  return rensa_dataset_load (attrs, &places, &bundle, error) && read_some (bundle.train, error)
         && (bundle.test == NULL || read_some (bundle.test, error));
}

/* An array of texts is refused anywhere but as labels. */
static gboolean
read_npy (const char *path, GError **error)
{
  g_autoptr (GError) reason = NULL;

  if (read_archive (path, error))
    return TRUE;
  read_source ("npz(path='x.npz', t='x')", path, &reason);
  return FALSE;
}

static gboolean
read_csv (const char *path, GError **error)
{
  return read_source ("csv(path='t.csv')", path, error);
}

static const char table[] = "n,x,w,t\n0,0.5,a,0\n1,1.5,b,1\n2,2.5,c,0\n3,,a,1\n4,4.5,b,0\n";

/* The table is always of the same age, which is kept beside its numbers. */
static void
set_up_kept (const char *folder)
{
  const struct timeval then[2] = { { 1700000000, 0 }, { 1700000000, 0 } };
  g_autofree char *path = g_build_filename (folder, "t.csv", NULL);

  test_file_write (folder, "t.csv", table, -1);
  g_assert_cmpint (utimes (path, then), ==, 0);
}

static gboolean
read_kept (const char *path, GError **error)
{
  return read_source ("csv(path='t.csv', label='t', cache='always', missing='mean')", path, error);
}

static void
set_up_idx (const char *folder)
{
  static const char labels[] = "\0\0\x08\1\0\0\0\6\0\1\0\1\0\1";

  test_file_write (folder, "labels", labels, sizeof labels - 1);
}

static gboolean
read_idx (const char *path, GError **error)
{
  return read_source ("idx(images='images', labels='labels')", path, error);
}

static void
set_up_pictures (const char *folder)
{
  g_autofree char *first = g_build_filename (folder, "p", "a", NULL);
  g_autofree char *second = g_build_filename (folder, "p", "b", NULL);

  g_assert_cmpint (g_mkdir_with_parents (first, 0700), ==, 0);
  g_assert_cmpint (g_mkdir_with_parents (second, 0700), ==, 0);
  test_file_write (second, "sound.ppm", "P6 1 1 255\nabc", -1);
}

static gboolean
read_picture (const char *path, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *pictures = g_path_get_dirname (folder);
  g_autofree char *beside = g_build_filename (pictures, "x", NULL);

  return read_source ("image_folder(path='.', width=4, height=4, unreadable='error')", beside, error);
}

/* What the helper does with a picture, in this process. */
static gboolean
read_decoded (const char *path, GError **error)
{
  const RensaPicture picture = { .n_channels = 3, .height = 4, .width = 4, .fit = RENSA_FIT_PAD };
  RensaPictureReply reply;

  g_byte_array_unref (picture_decode_here (path, &picture, &reply));
  if (reply.answer == RENSA_PICTURE_DECODED)
    return TRUE;
  g_set_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT, "The answer is %u.", reply.answer);
  return FALSE;
}

static void
set_up_list (const char *folder)
{
  test_file_write (folder, "a.ppm", "P6 1 1 255\nabc", -1);
  test_file_write (folder, "b.ppm", "P6 1 1 255\nabc", -1);
}

static gboolean
read_list (const char *path, GError **error)
{
  return read_source ("image_list(path='list', test='list', width=4, height=4)", path, error)
         && read_source ("image_list(path='list', width=4, height=4, labels='values')", path, error);
}

static gboolean
read_labels (const char *path, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (RensaDataset) dataset = rensa_labeled_image_dataset_new (path, folder, error);

  return dataset != NULL && read_some (dataset, error);
}

static gboolean
read_zip (const char *path, GError **error)
{
  g_autoptr (RensaDataset) dataset = rensa_zipped_image_dataset_new (&path, 1, error);

  return dataset != NULL && read_some (dataset, error)
         && read_source ("image_zip(path='a.zip', width=4, height=4)", path, error);
}

/* What a member of an archive begins with gets the sum that belongs to it. */
static GBytes *
sum_and_compress (GBytes *bytes)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (bytes, &size);
  g_autofree guint8 *copy = g_memdup2 (data, size);
  uLongf packed_size;
  guint8 *packed;
  z_stream stream = { 0 };

  for (gsize at = 0; at + 512 <= size; at += 512)
    if (memcmp (copy + at + 257, "ustar", 5) == 0)
      {
        guint sum = 8 * ' ';
        char text[8];

        for (gsize i = 0; i < 512; i++)
          sum += i >= 148 && i < 156 ? 0 : copy[at + i];
        g_snprintf (text, sizeof text, "%06o", sum);
        memcpy (copy + at + 148, text, 7);
        copy[at + 155] = ' ';
      }
  packed_size = compressBound (size) + 64;
  packed = g_malloc (packed_size);
  deflateInit2 (&stream, 1, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
  stream.next_in = copy;
  stream.avail_in = (uInt) size;
  stream.next_out = packed;
  stream.avail_out = (uInt) packed_size;
  deflate (&stream, Z_FINISH);
  packed_size = stream.total_out;
  deflateEnd (&stream);
  return g_bytes_new_take (packed, packed_size);
}

static gboolean
read_tar (const char *path, GError **error)
{
  return read_source ("cifar10(folder='a.tar.gz', ndim=1)", path, error);
}

static void
set_up_mat (const char *folder)
{
  g_autofree char *from = g_test_build_filename (G_TEST_DIST, "data", "archives", "train_32x32.mat", NULL);
  g_autofree char *data = NULL;
  gsize size;

  g_assert_true (g_file_get_contents (from, &data, &size, NULL));
  test_file_write (folder, "train_32x32.mat", data, (gssize) size);
}

static gboolean
read_mat (const char *path, GError **error)
{
  return read_source ("svhn(folder='.')", path, error);
}

static gboolean
read_words (const char *path, GError **error)
{
  return read_source ("text(path='t.txt', tokens='words', length=4)", path, error);
}

static gboolean
read_pairs (const char *path, GError **error)
{
  return read_source ("text_pairs(path='t.tsv', vocabulary=3)", path, error);
}

static gboolean
read_tags (const char *path, GError **error)
{
  return read_source ("tagged_text(path='t.conll', vocabulary=3)", path, error);
}

/* Models */

static gboolean
read_model (const char *path, GError **error)
{
  g_autoptr (RensaImported) imported = rensa_import (path, error);

  return imported != NULL;
}

static gboolean
read_document (const char *path, GError **error)
{
  g_autoptr (RensaDocument) document = rensa_document_load (path, error);
  g_autoptr (RensaProject) project = document != NULL ? rensa_project_new (document) : NULL;

  return project != NULL && rensa_project_check (project, error);
}

/* The first line is the formula, the second its numbers. */
static gboolean
read_formula (const char *path, GError **error)
{
  g_autofree char *whole = NULL;
  g_autoptr (RensaFormula) formula = NULL;
  g_auto (GStrv) lines = NULL;
  gsize size;

  g_assert_true (g_file_get_contents (path, &whole, &size, NULL));
  /* Whoever gets text from somebody else looks at that. */
  if (strlen (whole) != size || !g_utf8_validate (whole, -1, NULL))
    return TRUE;
  lines = g_strsplit (whole, "\n", 2);
  formula = rensa_formula_get (
      &(RensaFormulaText){ .formula = lines[0] != NULL ? lines[0] : "", .params = lines[0] != NULL ? lines[1] : NULL },
      error);
  return formula != NULL;
}

const Reader readers[] = {
  { "npz", "x.npz", NULL, NULL, read_archive },
  { "npy", "x.npz", NULL, put_into_zip, read_npy },
  { "hdf5", "x.h5", NULL, NULL, read_archive },
  { "csv", "t.csv", NULL, NULL, read_csv },
  { "kept", ".t.csv.rensa-table", set_up_kept, NULL, read_kept },
  { "idx", "images", set_up_idx, NULL, read_idx },
  { "picture", "p/a/x.png", set_up_pictures, NULL, read_picture },
  { "decode", "x.png", NULL, NULL, read_decoded },
  { "list", "list", set_up_list, NULL, read_list },
  { "labels", "labels", set_up_list, NULL, read_labels },
  { "zip", "a.zip", NULL, NULL, read_zip },
  { "tar", "a.tar.gz", NULL, sum_and_compress, read_tar },
  { "mat", "test_32x32.mat", set_up_mat, NULL, read_mat },
  { "text", "t.txt", NULL, NULL, read_words },
  { "pairs", "t.tsv", NULL, NULL, read_pairs },
  { "tags", "t.conll", NULL, NULL, read_tags },
  { "caffe", "x.caffemodel", NULL, NULL, read_model },
  { "onnx", "x.onnx", NULL, NULL, read_model },
  { "document", "x.rensa", NULL, NULL, read_document },
  { "formula", "x.txt", NULL, NULL, read_formula },
  { NULL, NULL, NULL, NULL, NULL },
};

const Reader *
reader_find (const char *name)
{
  for (const Reader *reader = readers; reader->name != NULL; reader++)
    if (g_strcmp0 (reader->name, name) == 0)
      return reader;
  return NULL;
}

Trial *
trial_new (const Reader *reader)
{
  Trial *trial = g_new0 (Trial, 1);

  trial->reader = reader;
  trial->folder = test_folder_new ();
  if (reader->set_up != NULL)
    reader->set_up (trial->folder);
  return trial;
}

void
trial_free (Trial *trial)
{
  test_folder_free (trial->folder);
  g_free (trial);
}

/* What is wrong with an answer. */
static char *
judge (gboolean is_taken, const GError *error)
{
  if (is_taken)
    return error == NULL ? NULL : g_strdup_printf ("taken, but with an error: %s", error->message);
  if (error == NULL)
    return g_strdup ("refused without an error");
  if (error->domain != RENSA_ERROR)
    return g_strdup_printf ("an error of somebody else, %s: %s", g_quark_to_string (error->domain), error->message);
  if (!g_utf8_validate (error->message, -1, NULL))
    return g_strdup ("a sentence that is no UTF-8");
  if (strchr (error->message, '\n') != NULL || strlen (error->message) < 5
      || g_utf8_strlen (error->message, -1) > MOST_CHARS)
    return g_strdup_printf ("no sentence: %s", error->message);
  return NULL;
}

char *
trial_run (Trial *trial, const guint8 *data, gsize size)
{
  const Reader *reader = trial->reader;
  g_autofree char *path = g_build_filename (trial->folder, reader->file, NULL);
  g_autoptr (GBytes) bytes = g_bytes_new_static (data, size);
  g_autoptr (GBytes) dressed = reader->dress != NULL ? reader->dress (bytes) : g_bytes_ref (bytes);
  g_autoptr (GError) error = NULL;
  gboolean is_taken;

  g_assert_true (g_file_set_contents_full (path, g_bytes_get_data (dressed, NULL), (gssize) g_bytes_get_size (dressed),
                                           G_FILE_SET_CONTENTS_NONE, 0600, NULL));
  is_taken = reader->read (path, &error);
  return judge (is_taken, error);
}
