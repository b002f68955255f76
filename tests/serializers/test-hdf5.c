/* test-hdf5.c: HDF5 files, both ways, and those that are not what their name promises.
 * SPDX-License-Identifier: MIT */

#include <glib/gstdio.h>
#define H5_USE_110_API
#include <hdf5.h>
#include <string.h>

#include "arrays.h"
#include "record.h"
#include "rensa-archive.h"
#include "rensa-error.h"
#include "rensa-primitives.h"

static void
save_record (const char *path, double shift, gboolean compress)
{
  Record record;
  g_autoptr (GError) error = NULL;

  record_init (&record, shift);
  rensa_save_file (path, record_serialize, &record, compress, &error);
  g_assert_no_error (error);
  record_clear (&record);
}

static void
test_round_trip (TestFile *fixture, gconstpointer data)
{
  for (int compress = 0; compress < 2; compress++)
    {
      Record want;
      Record got;
      g_autoptr (GError) error = NULL;

      record_init (&want, 3);
      record_init (&got, 0);
      save_record (fixture->path, 3, compress);
      rensa_load_file (fixture->path, NULL, record_serialize, &got, &error);
      g_assert_no_error (error);
      record_assert_equal (&got, &want);
      record_clear (&got);
      record_clear (&want);
    }
}

/* No times and no names of files are in it. */
static void
test_same_bytes (TestFile *fixture, gconstpointer data)
{
  g_autofree char *other = g_build_filename (fixture->folder, "other.h5", NULL);
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  gsize n_first, n_second;

  save_record (fixture->path, 1, TRUE);
  save_record (other, 1, TRUE);
  g_file_get_contents (fixture->path, &first, &n_first, NULL);
  g_file_get_contents (other, &second, &n_second, NULL);
  g_assert_cmpmem (first, n_first, second, n_second);
}

/* An array alone, of each dtype. */
typedef struct
{
  RensaArray *array;
} Single;

static gboolean
serialize_single (gpointer object, RensaSerializer *serializer, GError **error)
{
  return rensa_serializer_array (serializer, "a/b", &((Single *) object)->array, error);
}

static void
test_dtypes (TestFile *fixture, gconstpointer data)
{
  const double values[] = { 0, 1, 0, 1, 1, 0 };
  g_autoptr (RensaArray) wide = rensa_array_new_from_host (RENSA_FLOAT64, &RENSA_SHAPE (2, 3), values, NULL);

  for (RensaDtype dtype = 0; dtype < RENSA_N_DTYPES; dtype++)
    {
      Single saved = { rensa_array_cast (wide, dtype, NULL) };
      Single loaded = { NULL };
      g_autoptr (GError) error = NULL;
      g_autofree double *got = NULL;

      rensa_save_file (fixture->path, serialize_single, &saved, TRUE, &error);
      g_assert_no_error (error);
      rensa_load_file (fixture->path, NULL, serialize_single, &loaded, &error);
      g_assert_no_error (error);
      g_assert_cmpint (rensa_array_get_dtype (loaded.array), ==, dtype);
      got = get_values (loaded.array);
      g_assert_cmpmem (got, sizeof values, values, sizeof values);
      rensa_array_unref (saved.array);
      rensa_array_unref (loaded.array);
    }
}

/* Several chunks of a large array, and an empty one. */
static void
test_extents (TestFile *fixture, gconstpointer data)
{
  const RensaShape shapes[] = { RENSA_SHAPE (3, 700, 301), RENSA_SHAPE (0, 4), RENSA_SHAPE (1), { 0 } };

  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    {
      Single saved = { rensa_array_new (RENSA_FLOAT32, &shapes[i], NULL) };
      Single loaded = { NULL };
      g_autoptr (GError) error = NULL;
      g_autofree double *got = NULL;
      g_autofree double *want = NULL;
      RensaRandom random = rensa_random_init (1, 2);

      g_assert_true (rensa_fill_uniform (saved.array, &random, 0, 1, NULL));
      rensa_save_file (fixture->path, serialize_single, &saved, TRUE, &error);
      g_assert_no_error (error);
      rensa_load_file (fixture->path, NULL, serialize_single, &loaded, &error);
      g_assert_no_error (error);
      g_assert_true (rensa_shape_equal (rensa_array_get_shape (loaded.array), &shapes[i]));
      got = get_values (loaded.array);
      want = get_values (saved.array);
      g_assert_cmpmem (got, rensa_array_get_count (loaded.array) * sizeof (double), want,
                       rensa_array_get_count (saved.array) * sizeof (double));
      rensa_array_unref (saved.array);
      rensa_array_unref (loaded.array);
    }
}

/* Bad files, each with a dataset "a/b" or something in its place. */

static void
create_dataset (hid_t file, hid_t type, hsize_t n, hid_t layout, const void *values)
{
  const hid_t group = H5Gcreate2 (file, "a", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  const hid_t space = H5Screate_simple (1, &n, NULL);
  const hid_t dataset = H5Dcreate2 (group, "b", type, space, H5P_DEFAULT, layout, H5P_DEFAULT);

  g_assert_cmpint (dataset, >=, 0);
  if (values != NULL)
    g_assert_cmpint (H5Dwrite (dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values), >=, 0);
  H5Dclose (dataset);
  H5Sclose (space);
  H5Gclose (group);
}

static void
make_soft_link (hid_t file)
{
  const hid_t group = H5Gcreate2 (file, "a", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);

  H5Lcreate_soft ("/elsewhere", group, "b", H5P_DEFAULT, H5P_DEFAULT);
  H5Gclose (group);
}

static void
make_external_link (hid_t file)
{
  const hid_t group = H5Gcreate2 (file, "a", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);

  H5Lcreate_external ("/etc/passwd", "/x", group, "b", H5P_DEFAULT, H5P_DEFAULT);
  H5Gclose (group);
}

static void
make_cycle (hid_t file)
{
  const hid_t group = H5Gcreate2 (file, "a", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);

  H5Lcreate_hard (file, "a", group, "b", H5P_DEFAULT, H5P_DEFAULT);
  H5Gclose (group);
}

static void
make_external_storage (hid_t file)
{
  const hid_t layout = H5Pcreate (H5P_DATASET_CREATE);

  H5Pset_external (layout, "/etc/passwd", 0, 64);
  create_dataset (file, H5T_NATIVE_UINT8, 64, layout, NULL);
  H5Pclose (layout);
}

/* 2⁵⁰ numbers, none of which was written. */
static void
make_huge (hid_t file)
{
  const hid_t layout = H5Pcreate (H5P_DATASET_CREATE);
  const hsize_t chunk = 1024;

  H5Pset_chunk (layout, 1, &chunk);
  H5Pset_deflate (layout, 4);
  create_dataset (file, H5T_NATIVE_FLOAT, G_GUINT64_CONSTANT (1) << 50, layout, NULL);
  H5Pclose (layout);
}

static void
make_packed_by_bits (hid_t file)
{
  const hid_t layout = H5Pcreate (H5P_DATASET_CREATE);
  const hsize_t chunk = 4;

  H5Pset_chunk (layout, 1, &chunk);
  H5Pset_nbit (layout);
  create_dataset (file, H5T_NATIVE_INT, 4, layout, (int[]){ 1, 2, 3, 4 });
  H5Pclose (layout);
}

static void
make_compound (hid_t file)
{
  const hid_t type = H5Tcreate (H5T_COMPOUND, 8);

  H5Tinsert (type, "re", 0, H5T_NATIVE_FLOAT);
  H5Tinsert (type, "im", 4, H5T_NATIVE_FLOAT);
  create_dataset (file, type, 2, H5P_DEFAULT, (float[]){ 1, 2, 3, 4 });
  H5Tclose (type);
}

static void
make_texts (hid_t file)
{
  const hid_t type = H5Tcopy (H5T_C_S1);

  H5Tset_size (type, 4);
  create_dataset (file, type, 2, H5P_DEFAULT, "abcdefgh");
  H5Tclose (type);
}

static void
make_latin (hid_t file)
{
  const hid_t type = H5Tcopy (H5T_C_S1);

  H5Tset_size (type, 4);
  create_dataset (file, type, 1, H5P_DEFAULT, "na\xefv");
  H5Tclose (type);
}

static const struct
{
  const char *name;
  void (*make) (hid_t file);
  const char *message;
} bad_files[] = {
  { "soft-link", make_soft_link, "a/b: external and soft links are not supported" },
  { "external-link", make_external_link, "a/b: external and soft links are not supported" },
  { "cycle", make_cycle, "a/b: this group occurs in more than one place" },
  { "external-storage", make_external_storage, "a/b: data sets stored in external files are not supported" },
  { "huge", make_huge, "a/b: it claims more bytes than the file contains" },
  { "filter", make_packed_by_bits, "a/b: it is compressed with an unsupported filter" },
  { "compound", make_compound, "a/b: numbers of this type are not supported" },
  { "texts", make_texts, "a/b: lists of strings are not supported" },
  { "latin", make_latin, "a/b: this string is not valid UTF-8" },
};

static gboolean
serialize_text (gpointer object, RensaSerializer *serializer, GError **error)
{
  return rensa_serializer_string (serializer, "a/b", object, error);
}

static guint
find_bad_file (const char *name)
{
  guint i = 0;

  while (!g_str_equal (bad_files[i].name, name))
    i++;
  return i;
}

static void
test_bad (TestFile *fixture, gconstpointer name)
{
  const guint i = find_bad_file (name);
  const hid_t file = H5Fcreate (fixture->path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  const gboolean is_text = bad_files[i].make == make_texts || bad_files[i].make == make_latin;
  Single single = { NULL };
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  bad_files[i].make (file);
  H5Fclose (file);
  g_assert_false (is_text ? rensa_load_file (fixture->path, NULL, serialize_text, &text, &error)
                          : rensa_load_file (fixture->path, NULL, serialize_single, &single, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, bad_files[i].message));
}

/* Numbers of the other byte order are turned around. */
static void
test_big_endian (TestFile *fixture, gconstpointer data)
{
  const hid_t file = H5Fcreate (fixture->path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  const guint8 bytes[] = { 0x3f, 0x80, 0, 0, 0xc0, 0, 0, 0 };
  Single single = { NULL };
  g_autoptr (GError) error = NULL;
  g_autofree double *values = NULL;

  create_dataset (file, H5T_IEEE_F32BE, 2, H5P_DEFAULT, bytes);
  H5Fclose (file);
  rensa_load_file (fixture->path, NULL, serialize_single, &single, &error);
  g_assert_no_error (error);
  values = get_values (single.array);
  g_assert_cmpfloat (values[0], ==, 1);
  g_assert_cmpfloat (values[1], ==, -2);
  rensa_array_unref (single.array);
}

/* Cut off anywhere it is refused, with a sentence and without a word of the library. */
static void
test_cut_off (TestFile *fixture, gconstpointer data)
{
  g_autofree char *bytes = NULL;
  gsize n_bytes;

  save_record (fixture->path, 1, TRUE);
  g_assert_true (g_file_get_contents (fixture->path, &bytes, &n_bytes, NULL));
  for (gsize n = 0; n < n_bytes; n += 1 + n / 8)
    {
      Record record;
      g_autoptr (GError) error = NULL;

      record_init (&record, 0);
      g_assert_true (g_file_set_contents (fixture->path, bytes, (gssize) n, NULL));
      g_assert_false (rensa_load_file (fixture->path, NULL, record_serialize, &record, &error));
      g_assert_nonnull (error);
      record_clear (&record);
    }
}

/* 0, 1, 2, … under @key, below a group. */
static void
write_counting (hid_t file, const char *key, int ndim, const hsize_t *dims)
{
  const hid_t links = H5Pcreate (H5P_LINK_CREATE);
  const hid_t space = H5Screate_simple (ndim, dims, NULL);
  float values[64];
  hid_t dataset;

  for (int i = 0; i < 64; i++)
    values[i] = (float) i;
  H5Pset_create_intermediate_group (links, 1);
  dataset = H5Dcreate2 (file, key, H5T_IEEE_F32LE, space, links, H5P_DEFAULT, H5P_DEFAULT);
  g_assert_cmpint (H5Dwrite (dataset, H5T_NATIVE_FLOAT, H5S_ALL, H5S_ALL, H5P_DEFAULT, values), >=, 0);
  H5Dclose (dataset);
  H5Sclose (space);
  H5Pclose (links);
}

static void
write_keras (const char *path, const char *key, int ndim, const hsize_t *dims, const char *mark)
{
  const hid_t file = H5Fcreate (path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  const hid_t space = H5Screate (H5S_SCALAR);

  if (mark != NULL)
    H5Aclose (H5Acreate2 (file, mark, H5T_NATIVE_INT, space, H5P_DEFAULT, H5P_DEFAULT));
  write_counting (file, key, ndim, dims);
  H5Sclose (space);
  H5Fclose (file);
}

static RensaArray *
read_one (const char *path, const char *key, const RensaShape *shape, GError **error)
{
  g_autoptr (RensaArray) array = rensa_array_new (RENSA_FLOAT32, shape, NULL);
  g_autoptr (GHashTable) map = g_hash_table_new (g_str_hash, g_str_equal);
  const RensaLoadOptions options = { .map = map, .allow_extra = TRUE };
  Single single = { rensa_array_ref (array) };

  g_hash_table_insert (map, (gpointer) "a/b", (gpointer) key);
  if (rensa_load_file (path, &options, serialize_single, &single, error))
    return single.array;
  rensa_array_unref (single.array);
  return NULL;
}

/* Keras has (in, out) and (height, width, in, out); what others call a kernel stays as it is. */
static void
test_keras_kernels (TestFile *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) dense = NULL;
  g_autoptr (RensaArray) filter = NULL;
  g_autoptr (RensaArray) other = NULL;
  g_autofree double *values = NULL;
  g_autofree double *filters = NULL;
  g_autofree double *others = NULL;

  write_keras (fixture->path, "dense/kernel:0", 2, (const hsize_t[]){ 3, 3 }, "backend");
  dense = read_one (fixture->path, "dense/kernel:0", &RENSA_SHAPE (3, 3), &error);
  g_assert_no_error (error);
  values = get_values (dense);
  g_assert_cmpfloat (values[1], ==, 3);
  g_assert_cmpfloat (values[3], ==, 1);

  write_keras (fixture->path, "conv/kernel", 4, (const hsize_t[]){ 1, 2, 3, 4 }, "keras_version");
  filter = read_one (fixture->path, "conv/kernel", &RENSA_SHAPE (4, 3, 1, 2), &error);
  g_assert_no_error (error);
  filters = get_values (filter);
  g_assert_cmpfloat (filters[1], ==, 12);
  g_assert_cmpfloat (filters[2], ==, 4);
  g_assert_cmpfloat (filters[6], ==, 1);

  write_keras (fixture->path, "dense/kernel:0", 2, (const hsize_t[]){ 3, 3 }, NULL);
  other = read_one (fixture->path, "dense/kernel:0", &RENSA_SHAPE (3, 3), &error);
  g_assert_no_error (error);
  others = get_values (other);
  g_assert_cmpfloat (others[1], ==, 1);
}

/* A shape that would fit in the other order is pointed out; the gates of recurrent layers are not taken. */
static void
test_keras_refused (TestFile *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  hid_t file;

  write_keras (fixture->path, "dense/kernel:0", 2, (const hsize_t[]){ 4, 5 }, NULL);
  g_assert_null (read_one (fixture->path, "dense/kernel:0", &RENSA_SHAPE (5, 4), &error));
  g_assert_nonnull (strstr (error->message, "float32 of shape (4, 5), which would match with its axes transposed"));
  g_clear_error (&error);
  g_assert_null (read_one (fixture->path, "dense/kernel:0", &RENSA_SHAPE (5, 5), &error));
  g_assert_null (strstr (error->message, "turned"));
  g_clear_error (&error);

  write_keras (fixture->path, "lstm/kernel:0", 2, (const hsize_t[]){ 4, 8 }, "keras_version");
  file = H5Fopen (fixture->path, H5F_ACC_RDWR, H5P_DEFAULT);
  write_counting (file, "lstm/recurrent_kernel:0", 2, (const hsize_t[]){ 2, 8 });
  H5Fclose (file);
  g_assert_null (read_one (fixture->path, "lstm/kernel:0", &RENSA_SHAPE (8, 4), &error));
  g_assert_nonnull (strstr (
      error->message, "lstm/kernel:0: the gates of a Keras recurrent layer have a different order than in Rensa"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, test) \
  g_test_add ("/serializers/hdf5/" name, TestFile, "record.h5", test_file_set_up, test, test_file_tear_down)
  ADD ("round-trip", test_round_trip);
  ADD ("same-bytes", test_same_bytes);
  ADD ("dtypes", test_dtypes);
  ADD ("extents", test_extents);
  ADD ("big-endian", test_big_endian);
  ADD ("cut-off", test_cut_off);
  ADD ("keras/kernels", test_keras_kernels);
  ADD ("keras/refused", test_keras_refused);
  for (guint i = 0; i < G_N_ELEMENTS (bad_files); i++)
    {
      g_autofree char *path = g_strconcat ("/serializers/hdf5/bad/", bad_files[i].name, NULL);

      g_test_add (path, TestFile, bad_files[i].name, test_file_set_up, test_bad, test_file_tear_down);
    }
  return g_test_run ();
}
