/* test-npz-bad.c: files that are not what their name promises.
 * SPDX-License-Identifier: MIT */

#include <glib/gstdio.h>
#include <string.h>
#include <zip.h>

#include "record.h"
#include "rensa-error.h"

static void
write_archive (const char *path, const char *const *names, const GByteArray *member)
{
  zip_t *zip = zip_open (path, ZIP_CREATE | ZIP_TRUNCATE, NULL);

  for (int i = 0; names[i] != NULL; i++)
    {
      zip_source_t *source = zip_source_buffer (zip, member->data, member->len, 0);

      g_assert_cmpint (zip_file_add (zip, names[i], source, 0), >=, 0);
    }
  g_assert_cmpint (zip_close (zip), ==, 0);
}

/* One array: what it is called, its version, description and data, and what is said of it. */
typedef struct
{
  const char *name;
  int version;
  const char *header;
  gsize n_data;
  const char *message;
} Member;

#define F4(shape) "{'descr': '<f4', 'fortran_order': False, 'shape': " shape ", }"

static const Member bad_members[] = {
  { "complex", 1, "{'descr': '<c8', 'fortran_order': False, 'shape': (3,), }", 24, "'<c8' is not supported" },
  { "uint16-short", 1, "{'descr': '<u2', 'fortran_order': False, 'shape': (6,), }", 24,
    "specifies 12 bytes of data, but 24 follow" },
  { "uint32-overflow", 1, "{'descr': '<u4', 'fortran_order': False, 'shape': (2305843009213693952,), }", 24,
    "size of the shape in the array header overflows" },
  { "bytes", 1, "{'descr': '|S4', 'fortran_order': False, 'shape': (6,), }", 24, "only be used as labels" },
  { "structured", 1, "{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (6,), }", 24, "structured" },
  { "objects", 1, "{'descr': '|O', 'fortran_order': False, 'shape': (6,), }", 24, "pickled Python objects" },
  { "object", 1, "{'descr': '|O', 'fortran_order': False, 'shape': (), }", 24,
    "pickled Python objects other than None are not loaded" },
  { "texts", 1, "{'descr': '<U1', 'fortran_order': False, 'shape': (6,), }", 24, "only be used as labels" },
  { "texts-empty", 1, "{'descr': '<U0', 'fortran_order': False, 'shape': (1000000000000,), }", 0,
    "has an invalid length" },
  { "texts-overflow", 1, "{'descr': '<U2147483647', 'fortran_order': False, 'shape': (2147483648, 2), }", 24,
    "size of the shape in the array header overflows" },
  { "bytes-not-utf-8", 1, "{'descr': '|S24', 'fortran_order': False, 'shape': (), }", 24,
    "the text is not valid UTF-8" },
  { "text-surrogate", 1, "{'descr': '<U6', 'fortran_order': False, 'shape': (), }", 24, "is not a Unicode character" },
  { "text-short", 1, "{'descr': '<U7', 'fortran_order': False, 'shape': (), }", 24,
    "specifies 28 bytes of data, but 24 follow" },
  { "text-length", 1, "{'descr': '<U9999999999', 'fortran_order': False, 'shape': (), }", 24, "has an invalid length" },
  { "text-no-length", 1, "{'descr': '<U', 'fortran_order': False, 'shape': (), }", 24, "has an invalid length" },
  { "short", 1, F4 ("(2, 4)"), 24, "specifies 32 bytes of data, but 24 follow" },
  { "long", 1, F4 ("(2, 2)"), 24, "specifies 16 bytes of data, but 24 follow" },
  { "product", 1, F4 ("(4294967296, 4294967296)"), 24, "size of the shape in the array header overflows" },
  { "product-bytes", 1, F4 ("(4611686018427387904,)"), 24, "size of the shape in the array header overflows" },
  { "huge", 1, F4 ("(1000000000000,)"), 24, "specifies 4000000000000 bytes of data, but 24 follow" },
  { "extent", 1, F4 ("(99999999999999999999,)"), 24, "is not a 64-bit integer" },
  { "negative", 1, F4 ("(-2, -3)"), 24, "is not a 64-bit integer" },
  { "axes", 1, F4 ("(1, 1, 1, 1, 1, 1, 1, 1, 6)"), 24, "more than 8 axes" },
  { "not-tuple", 1, F4 ("(6)"), 24, "not a tuple" },
  { "list", 1, F4 ("[6]"), 24, "not a tuple" },
  { "no-comma", 1, F4 ("(2 3)"), 24, "not a tuple" },
  { "open", 1, "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3", 24, "not a tuple" },
  { "unclosed", 1, "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3)", 24, "not a dictionary" },
  { "after", 1, F4 ("(2, 3)") " import os", 24, "has extra data after its dictionary" },
  { "no-shape", 1, "{'descr': '<f4', 'fortran_order': False, }", 24, "lacks" },
  { "twice", 1, "{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (6,)}", 24,
    "unknown or duplicate entry" },
  { "order", 1, "{'descr': '<f4', 'fortran_order': 0, 'shape': (6,)}", 24, "neither True nor False" },
  { "descr", 1, "{'descr': , 'fortran_order': False, 'shape': (6,)}", 24, "is not a string" },
  { "descr-empty", 1, "{'descr': '', 'fortran_order': False, 'shape': (6,)}", 24, "is not a string" },
  { "quote", 1, "{'descr", 24, "not a dictionary" },
  { "empty", 1, "", 24, "not a dictionary" },
  { "garbage", 1, "\x01\x02\xff\xfe", 24, "not a dictionary" },
  { "version", 9, F4 ("(2, 3)"), 24, "is not 1, 2 or 3" },
};

static const Member good_members[] = {
  { "v1", 1, F4 ("(2, 3)"), 24 },
  { "v2", 2, F4 ("(2, 3)"), 24 },
  { "v3", 3, F4 ("(2, 3)"), 24 },
  { "quotes", 1, "{\"shape\":(2,3),\"descr\":\"<f4\",\"fortran_order\":False}", 24 },
  { "long", 1, F4 ("(2L, 3L)"), 24 },
  { "spaces", 1, "  { 'descr' : '<f4' , 'fortran_order' : False , 'shape' : ( 2 , 3 , ) }  \n", 24 },
};

static GByteArray *
make_npy (const Member *member)
{
  GByteArray *bytes = g_byte_array_new ();
  const guint32 length = strlen (member->header);
  const guint8 start[12] = { 0x93, 'N', 'U', 'M', 'P', 'Y', member->version, 0, length & 0xff, length >> 8 };

  g_byte_array_append (bytes, start, member->version == 1 ? 10 : 12);
  g_byte_array_append (bytes, (const guint8 *) member->header, length);
  for (gsize i = 0; i < member->n_data; i++)
    g_byte_array_append (bytes, &(guint8){ i % 4 == 1 ? 0xd8 : 0 }, 1);
  return bytes;
}

static gboolean
serialize_array (gpointer object, RensaSerializer *serializer, GError **error)
{
  return rensa_serializer_array (serializer, "W", object, error);
}

static void
test_members (TestFile *fixture, gconstpointer data)
{
  for (guint i = 0; i < G_N_ELEMENTS (bad_members); i++)
    {
      g_autoptr (GByteArray) npy = make_npy (&bad_members[i]);
      g_autofree char *place = g_strconcat (fixture->path, ": W: ", NULL);
      g_autoptr (RensaNpz) npz = NULL;
      g_autoptr (GError) error = NULL;
      RensaArray *array = NULL;

      g_test_message ("%s", bad_members[i].name);
      write_archive (fixture->path, (const char *[]){ "W.npy", NULL }, npy);
      g_assert_false (rensa_load_npz (fixture->path, NULL, RENSA_NPZ_EXACT, serialize_array, &array, &error));
      g_assert_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT);
      g_clear_error (&error);

      npz = rensa_npz_open (fixture->path, NULL);
      g_assert_null (rensa_npz_read (npz, "W", &error));
      g_assert_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT);
      g_assert_true (g_str_has_prefix (error->message, place));
      if (strstr (error->message, bad_members[i].message) == NULL)
        g_error ("%s: “%s” does not tell “%s”", bad_members[i].name, error->message, bad_members[i].message);
      g_assert_null (array);
    }
}

static void
test_headers (TestFile *fixture, gconstpointer data)
{
  for (guint i = 0; i < G_N_ELEMENTS (good_members); i++)
    {
      g_autoptr (GByteArray) npy = make_npy (&good_members[i]);
      g_autoptr (GError) error = NULL;
      g_autoptr (RensaNpz) npz = NULL;
      g_autoptr (RensaArray) array = NULL;

      g_test_message ("%s", good_members[i].name);
      write_archive (fixture->path, (const char *[]){ "W.npy", NULL }, npy);
      npz = rensa_npz_open (fixture->path, &error);
      g_assert_no_error (error);
      array = rensa_npz_read (npz, "W", &error);
      g_assert_no_error (error);
      g_assert_true (rensa_shape_equal (rensa_array_get_shape (array), &RENSA_SHAPE (2, 3)));
    }
}

/* Every shorter version of a member, from which its header is cut. */
static void
test_short_members (TestFile *fixture, gconstpointer data)
{
  g_autoptr (GByteArray) npy = make_npy (&good_members[1]);

  while (npy->len > 0)
    {
      g_autoptr (GError) error = NULL;
      RensaArray *array = NULL;

      g_byte_array_set_size (npy, npy->len - 1);
      write_archive (fixture->path, (const char *[]){ "W.npy", NULL }, npy);
      g_assert_false (rensa_load_npz (fixture->path, NULL, RENSA_NPZ_EXACT, serialize_array, &array, &error));
      g_assert_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT);
    }
}

static void
test_names (TestFile *fixture, gconstpointer data)
{
  g_autoptr (RensaArray) array = NULL;
  g_autoptr (GByteArray) npy = make_npy (&good_members[0]);
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaNpz) npz = NULL;

  write_archive (fixture->path, (const char *[]){ "readme.txt", "W.npy", "W", "folder/", NULL }, npy);
  npz = rensa_npz_open (fixture->path, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (rensa_npz_get_n_keys (npz), ==, 1);
  array = rensa_npz_read (npz, "W", &error);
  g_assert_no_error (error);
  g_assert_false (rensa_npz_has (npz, "readme.txt"));
  g_assert_null (rensa_npz_read (npz, "readme.txt", &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT);
  g_assert_true (g_str_has_suffix (error->message, "/bad.npz: entry “readme.txt” is not an array"));
  g_clear_error (&error);
  g_clear_pointer (&npz, rensa_npz_free);

  write_archive (fixture->path, (const char *[]){ "readme.txt", NULL }, npy);
  g_assert_null (rensa_npz_open (fixture->path, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT);
  g_assert_true (g_str_has_suffix (error->message, "/bad.npz: entry “readme.txt” is not an array"));
  g_clear_error (&error);

  write_archive (fixture->path, (const char *[]){ "W.npy", NULL }, npy);
  npz = rensa_npz_open (fixture->path, NULL);
  g_assert_true (rensa_npz_has (npz, "W"));
  g_assert_false (rensa_npz_has (npz, "W.npy"));
  g_assert_cmpstr (rensa_npz_get_key (npz, 0), ==, "W");
  g_assert_null (rensa_npz_read (npz, "b", &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_NOT_FOUND);
}

static void
assert_refused (TestFile *fixture, const char *bytes, gsize n_bytes)
{
  g_auto (Record) record = { 0 };
  g_auto (Record) same = { 0 };
  g_autoptr (GError) error = NULL;

  record_init (&record, 7);
  record_init (&same, 7);
  g_assert_true (g_file_set_contents (fixture->path, bytes, n_bytes, NULL));
  g_assert_false (rensa_load_npz (fixture->path, NULL, RENSA_NPZ_EXACT, record_serialize, &record, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT);
  g_assert_nonnull (strstr (error->message, "bad.npz"));
  record_assert_equal (&record, &same);
}

static void
test_not_archives (TestFile *fixture, gconstpointer data)
{
  assert_refused (fixture, "", 0);
  assert_refused (fixture, "PK", 2);
  assert_refused (fixture, "PK\003\004 and then nothing of the kind, for quite a while, until it ends", 66);
  assert_refused (fixture, "\x93NUMPY\x01\0v\0{'descr': '<f4'", 24);
}

static void
test_truncated (TestFile *fixture, gconstpointer data)
{
  for (int compress = 0; compress < 2; compress++)
    {
      g_auto (Record) record = { 0 };
      g_autofree char *bytes = NULL;
      gsize n_bytes;

      record_init (&record, 1);
      g_assert_true (rensa_save_npz (fixture->path, record_serialize, &record, compress, NULL));
      g_assert_true (g_file_get_contents (fixture->path, &bytes, &n_bytes, NULL));
      for (gsize n = 0; n < n_bytes; n += 97)
        assert_refused (fixture, bytes, n);
      assert_refused (fixture, bytes, n_bytes - 1);
    }
}

/* A changed byte is noticed or, in the few that mean nothing, harmless; it never crashes, and nothing is loaded
 * half. */
static void
test_changed_bytes (TestFile *fixture, gconstpointer data)
{
  g_auto (Record) saved = { 0 };
  g_autofree char *bytes = NULL;
  gsize n_bytes;

  record_init (&saved, 1);
  g_assert_true (rensa_save_npz (fixture->path, record_serialize, &saved, TRUE, NULL));
  g_assert_true (g_file_get_contents (fixture->path, &bytes, &n_bytes, NULL));
  for (gsize i = 0; i < n_bytes; i++)
    {
      g_auto (Record) record = { 0 };
      g_auto (Record) same = { 0 };
      g_autoptr (GError) error = NULL;

      record_init (&record, 7);
      record_init (&same, 7);
      bytes[i] ^= 0x55;
      g_assert_true (g_file_set_contents (fixture->path, bytes, n_bytes, NULL));
      if (rensa_load_npz (fixture->path, NULL, RENSA_NPZ_EXACT, record_serialize, &record, &error))
        record_assert_equal (&record, &saved);
      else
        record_assert_equal (&record, &same);
      bytes[i] ^= 0x55;
    }
}

/* The sizes that the archive claims for a member: at 22 in the local header, at 24 in the directory. */
static void
test_bomb (TestFile *fixture, gconstpointer data)
{
  g_autoptr (GByteArray) npy = make_npy (&good_members[0]);
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaNpz) npz = NULL;
  g_autofree char *bytes = NULL;
  char *directory;
  gsize n_bytes;

  g_byte_array_set_size (npy, 2000);
  write_archive (fixture->path, (const char *[]){ "W.npy", NULL }, npy);
  g_assert_true (g_file_get_contents (fixture->path, &bytes, &n_bytes, NULL));
  directory = memmem (bytes, n_bytes, "PK\001\002", 4);
  memcpy (bytes + 22, "\0\0\0\x70", 4);
  memcpy (directory + 24, "\0\0\0\x70", 4);
  g_assert_true (g_file_set_contents (fixture->path, bytes, n_bytes, NULL));

  npz = rensa_npz_open (fixture->path, &error);
  g_assert_no_error (error);
  g_assert_null (rensa_npz_read (npz, "W", &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT);
  g_assert_nonnull (strstr (error->message, "specifies more bytes than this member can contain"));
}

/* What the file holds does not fit the object. */
static void
test_disagreement (TestFile *fixture, gconstpointer data)
{
  static const struct
  {
    RensaDtype dtype;
    RensaShape shape;
    const char *message;
  } cases[] = {
    { RENSA_FLOAT32,
      { 2, { 3, 2 } },
      "bad.npz: layer/W: expected float32 of shape (3, 2), but the file contains float32 of shape (2, 3), which "
      "would match with its axes transposed, as between Keras and Chainer" },
    { RENSA_FLOAT32,
      { 1, { 6 } },
      "bad.npz: layer/W: expected float32 of shape (6,), but the file contains float32 of shape (2, 3)" },
    { RENSA_INT32,
      { 2, { 2, 3 } },
      "bad.npz: layer/W: expected int32 of shape (2, 3), but the file contains float32 of shape (2, 3)" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const guint8 zeros[24] = { 0 };
      g_auto (Record) saved = { 0 };
      g_auto (Record) record = { 0 };
      g_autofree char *expected = g_build_filename (fixture->folder, cases[i].message, NULL);
      g_autoptr (GError) error = NULL;

      record_init (&saved, 1);
      record_init (&record, 2);
      g_assert_true (rensa_save_npz (fixture->path, record_serialize, &saved, TRUE, NULL));
      rensa_array_unref (record.W);
      record.W = rensa_array_new_from_host (cases[i].dtype, &cases[i].shape, zeros, NULL);
      g_assert_false (rensa_load_npz (fixture->path, NULL, RENSA_NPZ_EXACT, record_serialize, &record, &error));
      g_assert_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT);
      g_assert_cmpstr (error->message, ==, expected);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, function) \
  g_test_add ("/serializers/npz/bad/" path, TestFile, "bad.npz", test_file_set_up, function, test_file_tear_down)
  ADD ("members", test_members);
  ADD ("headers", test_headers);
  ADD ("short-members", test_short_members);
  ADD ("names", test_names);
  ADD ("not-archives", test_not_archives);
  ADD ("truncated", test_truncated);
  ADD ("changed-bytes", test_changed_bytes);
  ADD ("bomb", test_bomb);
  ADD ("disagreement", test_disagreement);
  return g_test_run ();
}
