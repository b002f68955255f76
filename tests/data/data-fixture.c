/* data-fixture.c: what the tests of data share.
 * SPDX-License-Identifier: MIT */

#include "data-fixture.h"

#include "rensa-primitives.h"

RensaArray *
floats_new (const float *values, RensaShape shape)
{
  RensaArray *array = rensa_array_new_from_host (RENSA_FLOAT32, &shape, values, NULL);

  g_assert_nonnull (array);
  return array;
}

RensaArray *
ints_new (const gint32 *values, gint64 count)
{
  RensaArray *array = rensa_array_new_from_host (RENSA_INT32, &RENSA_SHAPE (count), values, NULL);

  g_assert_nonnull (array);
  return array;
}

RensaDataset *
counting_dataset_new (gint64 n)
{
  g_autofree gint32 *values = g_new (gint32, n + 1);
  g_autoptr (RensaArray) array = NULL;
  RensaDataset *dataset;

  for (gint64 i = 0; i < n; i++)
    values[i] = i;
  array = ints_new (values, n);
  dataset = rensa_tuple_dataset_new (&array, 1, NULL);
  g_assert_nonnull (dataset);
  return dataset;
}

double *
batch_to_doubles (RensaDataset *dataset, int field, const gint64 *indices, gint64 n)
{
  RensaArray *fields[RENSA_MAX_FIELDS];
  g_autoptr (GError) error = NULL;
  double *values;

  rensa_dataset_get_batch (dataset, indices, n, fields, &error);
  g_assert_no_error (error);
  g_assert_cmpint (rensa_array_get_dim (fields[field], 0), ==, n);
  values = get_values (fields[field]);
  for (int i = 0; i < rensa_dataset_get_n_fields (dataset); i++)
    rensa_array_unref (fields[i]);
  return values;
}

double *
field_to_doubles (RensaDataset *dataset, int field)
{
  const gint64 n = rensa_dataset_get_length (dataset);
  g_autofree gint64 *indices = g_new (gint64, n + 1);

  for (gint64 i = 0; i < n; i++)
    indices[i] = i;
  return batch_to_doubles (dataset, field, indices, n);
}

void
assert_field_type (RensaDataset *dataset, int field, RensaDtype dtype, RensaShape shape)
{
  RensaType type;

  g_assert_true (rensa_dataset_get_field_type (dataset, field, &type));
  g_assert_cmpint (type.dtype, ==, dtype);
  g_assert_true (rensa_shape_equal (&type.shape, &shape));
}

gboolean
load_dataset (const RensaDatasetClass *klass, const char *settings, const char *folder, RensaDataBundle *bundle,
              GError **error)
{
  const RensaDataPlaces places = { folder, folder };
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new (RENSA_COMPONENT (klass));
  g_autoptr (GError) reason = NULL;

  rensa_attrs_parse (attrs, settings, &reason);
  g_assert_no_error (reason);
  return rensa_dataset_load (attrs, &places, bundle, error);
}

void
write_picture (const char *folder, const char *name, int red, int green, int blue)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *parent = g_path_get_dirname (path);
  const char bytes[] = {
    'P', '6', ' ', '1', ' ', '1', ' ', '2', '5', '5', '\n', (char) red, (char) green, (char) blue
  };

  g_assert_cmpint (g_mkdir_with_parents (parent, 0700), ==, 0);
  test_file_write (folder, name, bytes, sizeof bytes);
}

void
data_set_up (DataFixture *fixture, gconstpointer data)
{
  fixture->folder = test_folder_new ();
}

void
data_tear_down (DataFixture *fixture, gconstpointer data)
{
  test_folder_free (fixture->folder);
  rensa_data_bundle_clear (&fixture->bundle);
}

char *
find_test_data (const char *name)
{
  const char *folder = g_getenv ("RENSA_TEST_DATA");
  g_autofree char *path = folder != NULL ? g_build_filename (folder, name, NULL) : NULL;

  if (path != NULL && g_file_test (path, G_FILE_TEST_EXISTS))
    return g_steal_pointer (&path);

  g_test_skip ("RENSA_TEST_DATA names no folder that holds this data");
  return NULL;
}
