/* test-load.c: whatever a source gives is what it says, and nothing comes from where it should not.
 * SPDX-License-Identifier: MIT */

#include <string.h>
#include <sys/stat.h>

#include "data-fixture.h"
#include "rensa-datasets.h"
#include "rensa-error.h"
#include "rensa-npz.h"
#include "rensa-primitives.h"

/* The arrays of an archive, NULL-terminated. */
typedef struct
{
  const char *key;
  RensaDtype dtype;
  RensaShape shape;
} Member;

static gboolean
save_members (gpointer members, RensaSerializer *serializer, GError **error)
{
  for (const Member *member = members; member->key != NULL; member++)
    {
      g_autoptr (RensaArray) array = rensa_array_new (member->dtype, &member->shape, error);

      g_assert_nonnull (array);
      g_assert_true (rensa_array_fill (array, 0, error));
      if (!rensa_serializer_array (serializer, member->key, &array, error))
        return FALSE;
    }
  return TRUE;
}

static void
write_npz (DataFixture *fixture, Member *members)
{
  g_autofree char *path = g_build_filename (fixture->folder, "d.npz", NULL);
  g_autoptr (GError) error = NULL;

  rensa_save_npz (path, save_members, members, TRUE, &error);
  g_assert_no_error (error);
}

static void
write_idx (DataFixture *fixture, const char *name, guint8 code, const guint32 *dims, guint8 ndim, gsize n_bytes)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  g_byte_array_append (bytes, (const guint8[]){ 0, 0, code, ndim }, 4);
  for (guint8 i = 0; i < ndim; i++)
    g_byte_array_append (bytes, (const guint8 *) &(guint32){ GUINT32_TO_BE (dims[i]) }, 4);
  g_byte_array_set_size (bytes, bytes->len + n_bytes);
  memset (bytes->data + bytes->len - n_bytes, 0, n_bytes);
  test_file_write (fixture->folder, name, (const char *) bytes->data, bytes->len);
}

/* Of @n examples: rows of the shape promised, or as many sequences whose steps are. */
static void
assert_type (const RensaType *found, gint64 n, const RensaType *promised)
{
  const RensaShape shape = rensa_shape_reduce (&found->shape, 1, FALSE);
  const RensaShape step = promised->n_sequences > 0 ? rensa_shape_reduce (&promised->shape, 1, FALSE) : promised->shape;

  g_assert_cmpint (found->dtype, ==, promised->dtype);
  g_assert_cmpint (found->n_sequences, ==, promised->n_sequences * n);
  g_assert_true (rensa_shape_equal (&shape, &step));
}

static void
assert_kept (RensaDataset *dataset)
{
  const int n = rensa_dataset_get_n_fields (dataset);
  RensaArray *fields[RENSA_MAX_FIELDS];
  g_autoptr (GError) error = NULL;

  rensa_dataset_get_batch (dataset, (const gint64[]){ 1, 0 }, 2, fields, &error);
  g_assert_no_error (error);
  for (int i = 0; i < n; i++)
    {
      const RensaType found = rensa_array_get_type (fields[i]);
      RensaType promised;

      g_assert_true (rensa_dataset_get_field_type (dataset, i, &promised));
      assert_type (&found, 2, &promised);
      rensa_array_unref (fields[i]);
    }
}

static void
load (DataFixture *fixture, const RensaDatasetClass *klass, const char *settings)
{
  g_autoptr (GError) error = NULL;

  rensa_data_bundle_clear (&fixture->bundle);
  load_dataset (klass, settings, fixture->folder, &fixture->bundle, &error);
  g_assert_no_error (error);
  assert_kept (fixture->bundle.train);
  if (fixture->bundle.test != NULL)
    assert_kept (fixture->bundle.test);
}

static void
assert_refused (DataFixture *fixture, const RensaDatasetClass *klass, const char *settings, const char *expected)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (load_dataset (klass, settings, fixture->folder, &fixture->bundle, &error));
  if (!g_str_has_suffix (error->message, expected))
    g_error ("%s: %s was expected, not %s", settings, expected, error->message);
  rensa_data_bundle_clear (&fixture->bundle);
}

/* What is missing where no attribute is given; NULL for nothing. */
static const char *
find_needed (const RensaDatasetClass *klass)
{
  for (guint i = 0; i < klass->n_attrs; i++)
    if (klass->attrs[i].required)
      return klass->attrs[i].is_folder ? " requires a value: the path of a folder."
                                       : " requires a value: the path of a file.";
  return NULL;
}

/* What is promised is what the check before a run believes. */
static void
test_promised_types (DataFixture *fixture, gconstpointer data)
{
  static const struct
  {
    guint8 code;
    guint8 size;
  } codes[] = { { 8, 1 }, { 9, 1 }, { 0xb, 2 }, { 0xc, 4 }, { 0xd, 4 }, { 0xe, 8 } };
  static const char *const shapes[] = { "as-it-is", "flat", "channel" };

  write_idx (fixture, "l", 8, (const guint32[]){ 3 }, 1, 3);
  for (guint i = 0; i < G_N_ELEMENTS (codes); i++)
    for (guint j = 0; j < G_N_ELEMENTS (shapes); j++)
      {
        g_autofree char *settings = g_strdup_printf ("images=i, labels=l, shape=%s", shapes[j]);

        write_idx (fixture, "i", codes[i].code, (const guint32[]){ 3, 2, 2 }, 3, 12 * codes[i].size);
        load (fixture, &rensa_dataset_idx_class, settings);
      }

  for (int dtype = 0; dtype < RENSA_N_DTYPES; dtype++)
    {
      write_npz (fixture, (Member[]){ { "x", dtype, RENSA_SHAPE (3, 2) }, { "t", dtype, RENSA_SHAPE (3) }, { NULL } });
      load (fixture, &rensa_dataset_npz_class, "path=d.npz");
    }

  for (guint i = 0; i < rensa_n_datasets_classes; i++)
    {
      const RensaDatasetClass *klass = rensa_datasets_classes[i];

      if (find_needed (klass) != NULL)
        assert_refused (fixture, klass, "", find_needed (klass));
      else if (klass->fetch == NULL)
        load (fixture, klass, "");
    }
}

/* Four thousand million examples that take no byte. */
static void
test_no_number (DataFixture *fixture, gconstpointer data)
{
  const gint64 many = G_GINT64_CONSTANT (4000000000);

  write_idx (fixture, "i", 8, (const guint32[]){ 0xffffffff, 0 }, 2, 0);
  assert_refused (fixture, &rensa_dataset_idx_class, "images=i", "has the shape (0,), which contains no elements");
  write_npz (fixture, (Member[]){ { "x", RENSA_FLOAT32, RENSA_SHAPE (many, 0) },
                                  { "t", RENSA_INT8, RENSA_SHAPE (many, 0) },
                                  { NULL } });
  assert_refused (fixture, &rensa_dataset_npz_class, "path=d.npz", "has the shape (0,), which contains no elements");
  assert_refused (fixture, &rensa_dataset_npz_class, "path=d.npz, test_x=x, test_t=t",
                  "has the shape (0,), which contains no elements");
  write_npz (
      fixture,
      (Member[]){ { "x", RENSA_FLOAT32, RENSA_SHAPE (3, 2) }, { "t", RENSA_INT8, RENSA_SHAPE (3, 0) }, { NULL } });
  assert_refused (fixture, &rensa_dataset_npz_class, "path=d.npz",
                  "field 1 of an example has the shape (0,), which contains no elements");
}

/* A test part that is not like the training part is met here, not after the first epoch, nor by whoever reads both. */
static void
test_unlike_parts (DataFixture *fixture, gconstpointer data)
{
  static const struct
  {
    Member x;
    Member t;
    const char *expected;
  } tests[] = {
    { { "a", RENSA_FLOAT32, RENSA_SHAPE (2, 3) },
      { NULL },
      "examples in the test set have a different number of fields than in the training set: 1, not 2" },
    { { "a", RENSA_FLOAT32, RENSA_SHAPE (2, 2) },
      { "b", RENSA_INT32, RENSA_SHAPE (2) },
      "float32 of shape (2,) in the test set" },
    { { "a", RENSA_FLOAT32, RENSA_SHAPE (2, 3, 1) },
      { "b", RENSA_INT32, RENSA_SHAPE (2) },
      "shape (3, 1) in the test set" },
    { { "a", RENSA_INT32, RENSA_SHAPE (2, 3) },
      { "b", RENSA_INT32, RENSA_SHAPE (2) },
      "int32 of shape (3,) in the test set" },
    { { "a", RENSA_FLOAT32, RENSA_SHAPE (2, 3) },
      { "b", RENSA_INT32, RENSA_SHAPE (2, 5) },
      "int32 of shape (5,) in the test set" },
    { { "a", RENSA_FLOAT32, RENSA_SHAPE (2, 3) },
      { "b", RENSA_FLOAT32, RENSA_SHAPE (2) },
      "float32 of shape () in the test set" },
    { { "a", RENSA_FLOAT32, RENSA_SHAPE (0, 3) },
      { "b", RENSA_INT32, RENSA_SHAPE (0) },
      "the test set has no examples" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    {
      Member members[] = { { "x", RENSA_FLOAT32, RENSA_SHAPE (3, 3) },
                           { "t", RENSA_INT32, RENSA_SHAPE (3) },
                           tests[i].x,
                           tests[i].t,
                           { NULL } };

      write_npz (fixture, members);
      assert_refused (fixture, &rensa_dataset_npz_class,
                      tests[i].t.key != NULL ? "path=d.npz, test_x=a, test_t=b" : "path=d.npz, test_x=a",
                      tests[i].expected);
    }

  write_npz (fixture, (Member[]){ { "x", RENSA_FLOAT32, RENSA_SHAPE (3, 3) },
                                  { "t", RENSA_INT8, RENSA_SHAPE (3) },
                                  { "a", RENSA_FLOAT16, RENSA_SHAPE (2, 3) },
                                  { "b", RENSA_INT64, RENSA_SHAPE (2) },
                                  { NULL } });
  load (fixture, &rensa_dataset_npz_class, "path=d.npz, test_x=a, test_t=b");
}

/* All attributes that name files, of which @odd names something else. */
static char *
write_settings (const RensaDatasetClass *klass, guint odd, const char *special)
{
  GString *settings = g_string_new (NULL);

  for (guint i = 0; i < klass->n_attrs; i++)
    if (klass->attrs[i].is_path)
      g_string_append_printf (settings, "%s%s=%s", settings->len > 0 ? ", " : "", klass->attrs[i].name,
                              i == odd                                            ? special
                              : g_str_has_suffix (klass->attrs[i].name, "labels") ? "l"
                                                                                  : "i");
  return g_string_free (settings, FALSE);
}

/* Each attribute that names a file, given what blocks or never ends. */
static void
test_special_files (DataFixture *fixture, gconstpointer data)
{
  static const char *const special[] = { "pipe", "/dev/zero", "." };
  g_autofree char *pipe = g_build_filename (fixture->folder, "pipe", NULL);
  guint n = 0;

  g_assert_cmpint (mkfifo (pipe, 0600), ==, 0);
  write_idx (fixture, "i", 8, (const guint32[]){ 3, 2 }, 2, 6);
  write_idx (fixture, "l", 8, (const guint32[]){ 3 }, 1, 3);
  for (guint i = 0; i < rensa_n_datasets_classes; i++)
    {
      const RensaDatasetClass *klass = rensa_datasets_classes[i];

      for (guint j = 0; j < klass->n_attrs; j++)
        for (guint k = 0; klass->attrs[j].is_path && k < G_N_ELEMENTS (special); k++)
          {
            g_autofree char *settings = write_settings (klass, j, special[k]);

            if (load_dataset (klass, settings, fixture->folder, &fixture->bundle, NULL))
              g_error ("%s with %s was loaded", klass->name, settings);
            rensa_data_bundle_clear (&fixture->bundle);
            n++;
          }
    }
  g_assert_cmpuint (n, >=, 7 * G_N_ELEMENTS (special));
}

/* A look at a document is no reason to go to the network. */
static void
test_no_network (DataFixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (
      load_dataset (&rensa_dataset_mnist_class, "download=True", fixture->folder, &fixture->bundle, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_NOT_FOUND);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, function) g_test_add ("/data/load/" path, DataFixture, NULL, data_set_up, function, data_tear_down)
  ADD ("promised-types", test_promised_types);
  ADD ("no-number", test_no_number);
  ADD ("unlike-parts", test_unlike_parts);
  ADD ("special-files", test_special_files);
  ADD ("no-network", test_no_network);
  return g_test_run ();
}
