/* test-npz.c: saving and loading NumPy's archives.
 * SPDX-License-Identifier: MIT */

#include <math.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>

#include "record.h"
#include "rensa-error.h"
#include "rensa-primitives.h"

static void
save (TestFile *fixture, Record *record, gboolean compress)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (rensa_save_npz (fixture->path, record_serialize, record, compress, &error));
  g_assert_no_error (error);
}

static void
test_round_trip (TestFile *fixture, gconstpointer data)
{
  for (int compress = 0; compress < 2; compress++)
    {
      g_autoptr (GError) error = NULL;
      g_auto (Record) saved = { 0 };
      g_auto (Record) loaded = { 0 };

      record_init (&saved, 1);
      record_init (&loaded, 5);
      save (fixture, &saved, compress);
      g_assert_true (rensa_load_npz (fixture->path, NULL, RENSA_NPZ_EXACT, record_serialize, &loaded, &error));
      g_assert_no_error (error);
      record_assert_equal (&saved, &loaded);
    }
}

/* Where the object holds no array yet, it gets whatever the file holds. */
static void
test_none (TestFile *fixture, gconstpointer data)
{
  g_auto (Record) saved = { 0 };
  g_auto (Record) loaded = { 0 };

  record_init (&saved, 1);
  record_init (&loaded, 2);
  g_clear_pointer (&loaded.W, rensa_array_unref);
  g_clear_pointer (&saved.log, g_free);
  save (fixture, &saved, FALSE);
  g_assert_true (rensa_load_npz (fixture->path, "", RENSA_NPZ_EXACT, record_serialize, &loaded, NULL));
  record_assert_equal (&saved, &loaded);
  g_assert_null (loaded.b);
  g_assert_null (loaded.log);
}

/* An array that is there is not taken away by None. */
static void
test_none_for_array (TestFile *fixture, gconstpointer data)
{
  g_auto (Record) saved = { 0 };
  g_auto (Record) loaded = { 0 };
  g_autoptr (GError) error = NULL;

  record_init (&saved, 1);
  record_init (&loaded, 2);
  g_clear_pointer (&saved.W, rensa_array_unref);
  save (fixture, &saved, FALSE);
  g_assert_false (rensa_load_npz (fixture->path, "", RENSA_NPZ_EXACT, record_serialize, &loaded, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT);
  g_assert_nonnull (strstr (error->message, "layer/W: expected float32 of shape (2, 3), but the file contains None"));
  g_assert_nonnull (loaded.W);
}

static void
test_same_bytes (TestFile *fixture, gconstpointer data)
{
  g_auto (Record) record = { 0 };
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  gsize n_first, n_second;

  record_init (&record, 1);
  save (fixture, &record, TRUE);
  g_assert_true (g_file_get_contents (fixture->path, &first, &n_first, NULL));
  save (fixture, &record, TRUE);
  g_assert_true (g_file_get_contents (fixture->path, &second, &n_second, NULL));
  g_assert_cmpmem (first, n_first, second, n_second);
}

static gboolean
serialize_nothing (gpointer object, RensaSerializer *serializer, GError **error)
{
  return TRUE;
}

static void
test_no_keys (TestFile *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaNpz) npz = NULL;

  g_assert_true (rensa_save_npz (fixture->path, serialize_nothing, NULL, TRUE, &error));
  g_assert_no_error (error);
  npz = rensa_npz_open (fixture->path, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (rensa_npz_get_n_keys (npz), ==, 0);
}

static gboolean
serialize_dtypes (gpointer object, RensaSerializer *serializer, GError **error)
{
  RensaArray **arrays = object;

  for (int i = 0; i < RENSA_N_DTYPES; i++)
    if (!rensa_serializer_array (serializer, rensa_dtype_get_name (i), &arrays[i], error))
      return FALSE;
  return TRUE;
}

static void
test_dtypes (TestFile *fixture, gconstpointer data)
{
  RensaArray *saved[RENSA_N_DTYPES] = { 0 };
  RensaArray *loaded[RENSA_N_DTYPES] = { 0 };

  for (int i = 0; i < RENSA_N_DTYPES; i++)
    {
      const guint8 bytes[16] = { 1, 0, 1, 0, 0, 1, 1, 0, 1, 1, 0, 0, 1, 0, 0, 1 };

      saved[i] = rensa_array_new_from_host (i, &RENSA_SHAPE (2, 1), bytes, NULL);
    }
  g_assert_true (rensa_save_npz (fixture->path, serialize_dtypes, saved, FALSE, NULL));
  g_assert_true (rensa_load_npz (fixture->path, NULL, RENSA_NPZ_EXACT, serialize_dtypes, loaded, NULL));

  for (int i = 0; i < RENSA_N_DTYPES; i++)
    {
      guint8 before[16], after[16];

      /* NumPy has no bfloat16. */
      g_assert_cmpint (rensa_array_get_dtype (loaded[i]), ==, i == RENSA_BFLOAT16 ? RENSA_FLOAT32 : i);
      if (i == RENSA_BFLOAT16)
        {
          g_autoptr (RensaArray) wide = g_steal_pointer (&loaded[i]);

          loaded[i] = rensa_array_cast (wide, RENSA_BFLOAT16, NULL);
        }
      g_assert_true (rensa_shape_equal (rensa_array_get_shape (loaded[i]), &RENSA_SHAPE (2, 1)));
      rensa_array_to_host (saved[i], before, NULL);
      rensa_array_to_host (loaded[i], after, NULL);
      g_assert_cmpmem (before, 2 * rensa_dtype_get_size (i), after, 2 * rensa_dtype_get_size (i));
      rensa_array_unref (saved[i]);
      rensa_array_unref (loaded[i]);
    }
}

static gboolean
serialize_wide (gpointer object, RensaSerializer *serializer, GError **error)
{
  return rensa_serializer_array (serializer, "updater/model/W", object, error)
         && rensa_serializer_array (rensa_serializer_child (serializer, "updater"), "other", object, error);
}

static gboolean
serialize_twice (gpointer object, RensaSerializer *serializer, GError **error)
{
  RensaArray **arrays = object;

  return rensa_serializer_array (serializer, "W", &arrays[0], error)
         && rensa_serializer_array (serializer, "W", &arrays[1], error);
}

/* A part of a file, into another floating dtype, and to two owners, which do not share it. */
static void
test_prefix (TestFile *fixture, gconstpointer data)
{
  const double values[2] = { 0.5, -3 };
  const float zeros[2] = { 0 };
  g_autoptr (RensaArray) wide = rensa_array_new_from_host (RENSA_FLOAT64, &RENSA_SHAPE (2), values, NULL);
  RensaArray *arrays[2] = { rensa_array_new_from_host (RENSA_FLOAT32, &RENSA_SHAPE (2), zeros, NULL), NULL };
  g_autoptr (GError) error = NULL;
  float found[2];

  g_assert_true (rensa_save_npz (fixture->path, serialize_wide, &wide, FALSE, NULL));
  g_assert_true (rensa_load_npz (fixture->path, "updater/model", RENSA_NPZ_EXACT, serialize_twice, arrays, &error));
  g_assert_no_error (error);
  g_assert_cmpint (rensa_array_get_dtype (arrays[0]), ==, RENSA_FLOAT32);
  g_assert_cmpint (rensa_array_get_dtype (arrays[1]), ==, RENSA_FLOAT64);
  rensa_array_to_host (arrays[0], found, NULL);
  g_assert_cmpfloat (found[0], ==, 0.5f);
  g_assert_cmpfloat (found[1], ==, -3);
  g_clear_pointer (&arrays[0], rensa_array_unref);
  g_clear_pointer (&arrays[1], rensa_array_unref);

  g_assert_true (rensa_load_npz (fixture->path, "updater/model/", RENSA_NPZ_EXACT, serialize_twice, arrays, &error));
  g_assert_true (rensa_array_is_exclusive (arrays[0]));
  g_assert_true (rensa_array_is_exclusive (arrays[1]));
  g_clear_pointer (&arrays[0], rensa_array_unref);
  g_clear_pointer (&arrays[1], rensa_array_unref);

  g_assert_false (rensa_load_npz (fixture->path, "trainer", RENSA_NPZ_EXACT, serialize_twice, arrays, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_NOT_FOUND);
  g_assert_true (g_str_has_suffix (error->message, "/model.npz does not contain “trainer/W”"));
}

static gboolean
serialize_more (gpointer object, RensaSerializer *serializer, GError **error)
{
  Record *record = object;

  return record_serialize (object, serializer, error)
         && rensa_serializer_int (serializer, "extra", &record->count, error);
}

static void
test_strictness (TestFile *fixture, gconstpointer data)
{
  g_auto (Record) saved = { 0 };
  g_auto (Record) loaded = { 0 };
  g_auto (Record) same = { 0 };
  g_autoptr (GError) error = NULL;

  record_init (&saved, 1);
  record_init (&loaded, 2);
  record_init (&same, 2);
  g_assert_true (rensa_save_npz (fixture->path, serialize_more, &saved, TRUE, NULL));

  g_assert_false (rensa_load_npz (fixture->path, NULL, RENSA_NPZ_EXACT, record_serialize, &loaded, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT);
  g_assert_true (g_str_has_suffix (error->message, "/model.npz contains “extra”, which is not used here"));
  record_assert_equal (&loaded, &same);

  g_assert_true (rensa_load_npz (fixture->path, NULL, RENSA_NPZ_ALLOW_EXTRA, record_serialize, &loaded, NULL));
  record_assert_equal (&loaded, &saved);
}

/* The last key asked for is missing: everything read before it is put back. */
static void
test_nothing_half (TestFile *fixture, gconstpointer data)
{
  g_auto (Record) saved = { 0 };
  g_auto (Record) loaded = { 0 };
  g_auto (Record) same = { 0 };
  g_autoptr (GError) error = NULL;

  record_init (&saved, 1);
  record_init (&loaded, 2);
  record_init (&same, 2);
  save (fixture, &saved, TRUE);
  g_assert_false (rensa_load_npz (fixture->path, NULL, RENSA_NPZ_EXACT, serialize_more, &loaded, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_NOT_FOUND);
  g_assert_true (g_str_has_suffix (error->message, "/model.npz does not contain “extra”"));
  record_assert_equal (&loaded, &same);
}

static gboolean
check_places (gpointer object, RensaSerializer *serializer, GError **error)
{
  RensaSerializer *layer = rensa_serializer_child (serializer, "/layer/");
  gint64 number = 0;
  g_autofree char *place = rensa_serializer_describe (layer, "/W");

  if (!rensa_serializer_is_reading (serializer))
    return record_serialize (object, serializer, error);

  g_assert_true (g_str_has_suffix (place, "/model.npz: layer/W"));
  g_assert_true (layer == rensa_serializer_child (serializer, "layer"));
  g_assert_true (rensa_serializer_has (layer, "W"));
  g_assert_true (rensa_serializer_has (serializer, "layer"));
  g_assert_true (rensa_serializer_has (serializer, "layer/W"));
  g_assert_false (rensa_serializer_has (serializer, "lay"));
  g_assert_false (rensa_serializer_has (layer, "count"));

  g_assert_false (rensa_serializer_int (serializer, "rate", &number, error));
  g_assert_error (*error, RENSA_ERROR, RENSA_ERROR_FORMAT);
  g_assert_true (g_str_has_suffix ((*error)->message,
                                   "/model.npz: rate: expected an integer, but the file contains float64 of shape ()"));
  g_clear_error (error);
  g_assert_false (rensa_serializer_int (serializer, "layer/b", &number, error));
  g_assert_true (
      g_str_has_suffix ((*error)->message, "/model.npz: layer/b: expected an integer, but the file contains None"));
  g_clear_error (error);
  return TRUE;
}

static void
test_places (TestFile *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_auto (Record) record = { 0 };

  record_init (&record, 1);
  save (fixture, &record, TRUE);
  g_assert_true (rensa_load_npz (fixture->path, NULL, RENSA_NPZ_ALLOW_EXTRA, check_places, &record, &error));
  g_assert_no_error (error);
}

/* A limit on the size of files stands for a full disk: the system refuses to write on. */
static void
test_disk_full (TestFile *fixture, gconstpointer data)
{
  const struct rlimit tight = { 200, RLIM_INFINITY };
  const struct rlimit loose = { RLIM_INFINITY, RLIM_INFINITY };
  g_auto (Record) record = { 0 };
  g_auto (Record) other = { 0 };
  g_autoptr (GError) error = NULL;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  gsize n_before, n_after;
  gboolean ok;

  record_init (&record, 1);
  record_init (&other, 3);
  save (fixture, &record, TRUE);
  g_assert_true (g_file_get_contents (fixture->path, &before, &n_before, NULL));

  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &tight), ==, 0);
  ok = rensa_save_npz (fixture->path, record_serialize, &other, TRUE, &error);
  setrlimit (RLIMIT_FSIZE, &loose);

  g_assert_false (ok);
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_IO);
  g_assert_nonnull (strstr (error->message, "model.npz” could not be written"));
  g_assert_true (g_file_get_contents (fixture->path, &after, &n_after, NULL));
  g_assert_cmpmem (before, n_before, after, n_after);
  g_assert_cmpint (test_folder_count (fixture->folder), ==, 1);
}

static void
test_no_folder (TestFile *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "absent", "model.npz", NULL);
  g_auto (Record) record = { 0 };
  g_autoptr (GError) error = NULL;

  record_init (&record, 1);
  g_assert_false (rensa_save_npz (path, record_serialize, &record, TRUE, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_IO);
  g_clear_error (&error);
  g_assert_false (rensa_load_npz (path, NULL, RENSA_NPZ_EXACT, record_serialize, &record, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_IO);
  g_assert_nonnull (strstr (error->message, "No such file"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, function) \
  g_test_add ("/serializers/npz/" path, TestFile, "model.npz", test_file_set_up, function, test_file_tear_down)
  ADD ("round-trip", test_round_trip);
  ADD ("none", test_none);
  ADD ("none-for-array", test_none_for_array);
  ADD ("same-bytes", test_same_bytes);
  ADD ("no-keys", test_no_keys);
  ADD ("dtypes", test_dtypes);
  ADD ("prefix", test_prefix);
  ADD ("strictness", test_strictness);
  ADD ("nothing-half", test_nothing_half);
  ADD ("places", test_places);
  ADD ("disk-full", test_disk_full);
  ADD ("no-folder", test_no_folder);
  return g_test_run ();
}
