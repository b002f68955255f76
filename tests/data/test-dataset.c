/* test-dataset.c: data sets made of arrays and of other data sets.
 * SPDX-License-Identifier: MIT */

#include <math.h>
#include <string.h>

#include "data-fixture.h"
#include "rensa-concat-examples.h"
#include "rensa-error.h"
#include "rensa-iterators.h"
#include "rensa-primitives.h"

static RensaDataset *
make_pairs (void)
{
  const float x[] = { 0, 1, 10, 11, 20, 21, 30, 31 };
  const gint32 t[] = { 5, 6, 7, 8 };
  g_autoptr (RensaArray) xs = floats_new (x, RENSA_SHAPE (4, 2));
  g_autoptr (RensaArray) ts = ints_new (t, 4);
  RensaArray *arrays[] = { xs, ts };

  return rensa_tuple_dataset_new (arrays, 2, NULL);
}

static void
assert_values (RensaDataset *dataset, int field, const gint64 *indices, gint64 n, const double *expected,
               gsize n_expected)
{
  g_autofree double *found = batch_to_doubles (dataset, field, indices, n);

  for (gsize i = 0; i < n_expected; i++)
    g_assert_cmpfloat (found[i], ==, expected[i]);
}

static void
test_tuple (void)
{
  g_autoptr (RensaDataset) dataset = make_pairs ();

  g_assert_cmpint (rensa_dataset_get_length (dataset), ==, 4);
  g_assert_cmpint (rensa_dataset_get_n_fields (dataset), ==, 2);
  assert_field_type (dataset, 0, RENSA_FLOAT32, RENSA_SHAPE (2));
  assert_field_type (dataset, 1, RENSA_INT32, RENSA_SHAPE_SCALAR);
  assert_values (dataset, 0, (gint64[]){ 3, 0, 3 }, 3, (double[]){ 30, 31, 0, 1, 30, 31 }, 6);
  assert_values (dataset, 1, (gint64[]){ 3, 0, 3 }, 3, (double[]){ 8, 5, 8 }, 3);
  assert_values (dataset, 0, (gint64[]){ 1, 2 }, 2, (double[]){ 10, 11, 20, 21 }, 4);
  assert_values (dataset, 0, NULL, 0, NULL, 0);
}

static void
test_tuple_bad (void)
{
  const float x[] = { 0, 1, 10, 11 };
  g_autoptr (RensaArray) two = floats_new (x, RENSA_SHAPE (2, 2));
  g_autoptr (RensaArray) four = floats_new (x, RENSA_SHAPE (4));
  g_autoptr (RensaArray) scalar = floats_new (x, RENSA_SHAPE_SCALAR);
  g_autoptr (RensaDataset) dataset = make_pairs ();
  g_autoptr (GError) error = NULL;
  RensaArray *fields[2];

  g_assert_null (rensa_tuple_dataset_new ((RensaArray *[]){ two, four }, 2, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
  g_assert_cmpstr (error->message, ==, "the fields of a data set have different lengths: 2 and 4");
  g_clear_error (&error);
  g_assert_null (rensa_tuple_dataset_new (&scalar, 1, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
  g_clear_error (&error);
  g_assert_null (rensa_tuple_dataset_new (NULL, 0, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
  g_clear_error (&error);

  g_assert_false (rensa_dataset_get_batch (dataset, (gint64[]){ 0, 4 }, 2, fields, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
  g_assert_cmpstr (error->message, ==, "example 4 was requested, but the data set has 4");
  g_clear_error (&error);
  g_assert_false (rensa_dataset_get_batch (dataset, (gint64[]){ -1 }, 1, fields, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
}

static void
assert_counts (RensaDataset *dataset, const double *expected, gint64 n)
{
  g_autofree double *found = NULL;

  g_assert_cmpint (rensa_dataset_get_length (dataset), ==, n);
  found = field_to_doubles (dataset, 0);
  for (gint64 i = 0; i < n; i++)
    g_assert_cmpfloat (found[i], ==, expected[i]);
}

/* The expected parts are Chainer's. */
static void
test_split (void)
{
  g_autoptr (RensaDataset) dataset = counting_dataset_new (10);
  g_autoptr (RensaDataset) first = NULL;
  g_autoptr (RensaDataset) second = NULL;
  g_autoptr (RensaDataset) inner = NULL;
  const gint64 order[] = { 9, 8, 7, 6, 5, 4, 3, 2, 1, 0 };

  g_assert_true (rensa_split_dataset (dataset, 4, NULL, &first, &second, NULL));
  assert_counts (first, (double[]){ 0, 1, 2, 3 }, 4);
  assert_counts (second, (double[]){ 4, 5, 6, 7, 8, 9 }, 6);
  inner = rensa_sub_dataset_new (second, 1, 3, NULL, NULL);
  assert_counts (inner, (double[]){ 5, 6 }, 2);

  g_clear_pointer (&first, rensa_dataset_unref);
  g_clear_pointer (&second, rensa_dataset_unref);
  g_assert_true (rensa_split_dataset (dataset, 10, order, &first, &second, NULL));
  assert_counts (first, (double[]){ 9, 8, 7, 6, 5, 4, 3, 2, 1, 0 }, 10);
  assert_counts (second, NULL, 0);
}

static void
test_split_bad (void)
{
  g_autoptr (RensaDataset) dataset = counting_dataset_new (3);
  g_autoptr (GError) error = NULL;
  RensaDataset *first = NULL, *second = NULL;

  g_assert_false (rensa_split_dataset (dataset, 4, NULL, &first, &second, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
  g_assert_cmpstr (error->message, ==, "a data set of 3 examples cannot be split at 4");
  g_clear_error (&error);
  g_assert_false (rensa_split_dataset (dataset, -1, NULL, &first, &second, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
  g_clear_error (&error);
  g_assert_null (rensa_sub_dataset_new (dataset, 2, 1, NULL, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
  g_clear_error (&error);
  g_assert_null (rensa_sub_dataset_new (dataset, 0, 3, (gint64[]){ 0, 1, 3 }, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
  g_assert_cmpstr (error->message, ==, "the order refers to example 3, but the data set has only 3");
}

/* numpy.random.RandomState (seed).permutation (10), as Chainer's split_dataset_random takes it; the last seed is
 * RandomState ([1, 1]). */
static void
test_split_random (void)
{
  static const struct
  {
    guint64 seed;
    double order[10];
  } cases[] = {
    { 0, { 2, 8, 4, 9, 1, 6, 7, 3, 0, 5 } },
    { 7, { 8, 5, 0, 2, 1, 9, 7, 3, 6, 4 } },
    { G_GUINT64_CONSTANT (0x100000001), { 0, 6, 2, 7, 9, 8, 3, 1, 4, 5 } },
  };
  g_autoptr (RensaDataset) dataset = counting_dataset_new (10);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (RensaDataset) first = NULL;
      g_autoptr (RensaDataset) second = NULL;

      g_assert_true (rensa_split_dataset_random (dataset, 4, cases[i].seed, &first, &second, NULL));
      assert_counts (first, cases[i].order, 4);
      assert_counts (second, cases[i].order + 4, 6);
    }
}

/* Enough draws for the generator to be refilled several times. */
static void
test_split_random_many (void)
{
  g_autoptr (RensaDataset) dataset = counting_dataset_new (5000);
  g_autoptr (RensaDataset) first = NULL;
  g_autoptr (RensaDataset) second = NULL;

  g_assert_true (rensa_split_dataset_random (dataset, 5, 42, &first, &second, NULL));
  assert_counts (first, (double[]){ 1501, 2586, 2653, 1055, 705 }, 5);
}

static gboolean
double_first_field (gpointer data, RensaArray **fields, int n_fields, GError **error)
{
  RensaArray *doubled;
  double *factor = data;
  float values[64];

  if (*factor == 0)
    {
      g_set_error_literal (error, RENSA_ERROR, RENSA_ERROR_INVALID, "no factor");
      return FALSE;
    }

  g_assert_cmpint (n_fields, ==, 2);
  rensa_array_to_host (fields[0], values, NULL);
  for (gint64 i = 0; i < rensa_array_get_count (fields[0]); i++)
    values[i] *= *factor;
  doubled = floats_new (values, *rensa_array_get_shape (fields[0]));
  rensa_array_unref (fields[0]);
  fields[0] = doubled;
  return TRUE;
}

static void
test_transform (void)
{
  g_autoptr (RensaDataset) pairs = make_pairs ();
  const RensaType types[] = { { RENSA_FLOAT32, { 1, { 2 } } }, { RENSA_INT32, { 0 } } };
  double *factor = g_new (double, 1);
  g_autoptr (RensaDataset) dataset = rensa_transform_dataset_new (pairs, double_first_field, factor, g_free, types);
  g_autoptr (GError) error = NULL;
  RensaArray *fields[2];

  *factor = 2;
  assert_values (dataset, 0, (gint64[]){ 1, 0 }, 2, (double[]){ 20, 22, 0, 2 }, 4);
  assert_values (dataset, 1, (gint64[]){ 1, 0 }, 2, (double[]){ 6, 5 }, 2);
  *factor = 0;
  g_assert_false (rensa_dataset_get_batch (dataset, (gint64[]){ 0 }, 1, fields, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
  g_assert_null (fields[1]);
}

static void
assert_array (RensaArray *array, RensaDtype dtype, RensaShape shape, const double *expected)
{
  g_autofree double *found = get_values (array);

  g_assert_cmpint (rensa_array_get_dtype (array), ==, dtype);
  g_assert_true (rensa_shape_equal (rensa_array_get_shape (array), &shape));
  for (gint64 i = 0; i < rensa_shape_count (&shape); i++)
    g_assert_cmpfloat (found[i], ==, expected[i]);
}

/* The cases and results are Chainer's. */
static void
test_concat (void)
{
  const gint64 zero = 0, one = 1;
  g_autoptr (RensaArray) a = floats_new ((float[]){ 1, 2 }, RENSA_SHAPE (2));
  g_autoptr (RensaArray) b = floats_new ((float[]){ 3, 4 }, RENSA_SHAPE (2));
  g_autoptr (RensaArray) ta = rensa_array_new_from_host (RENSA_INT64, &RENSA_SHAPE_SCALAR, &zero, NULL);
  g_autoptr (RensaArray) tb = rensa_array_new_from_host (RENSA_INT64, &RENSA_SHAPE_SCALAR, &one, NULL);
  g_autoptr (RensaArray) three = ints_new ((gint32[]){ 1, 2, 3 }, 3);
  g_autoptr (RensaArray) single = ints_new ((gint32[]){ 4 }, 1);
  const RensaExample lists[] = { { &three, 1 }, { &single, 1 } };
  const RensaExample mixed[] = { { &three, 1 }, { &ta, 1 } };
  g_autoptr (GError) error = NULL;
  RensaArray *fields[RENSA_MAX_FIELDS];

  g_assert_cmpint (
      rensa_concat_examples ((RensaExample[]){ { (RensaArray *[]){ a, ta }, 2 }, { (RensaArray *[]){ b, tb }, 2 } }, 2,
                             NULL, fields, NULL),
      ==, 2);
  assert_array (fields[0], RENSA_FLOAT32, RENSA_SHAPE (2, 2), (double[]){ 1, 2, 3, 4 });
  assert_array (fields[1], RENSA_INT64, RENSA_SHAPE (2), (double[]){ 0, 1 });
  rensa_array_unref (fields[0]);
  rensa_array_unref (fields[1]);

  g_assert_cmpint (rensa_concat_examples (lists, 2, &(RensaConcatOptions){ (double[]){ -1 } }, fields, NULL), ==, 1);
  assert_array (fields[0], RENSA_INT32, RENSA_SHAPE (2, 3), (double[]){ 1, 2, 3, 4, -1, -1 });
  rensa_array_unref (fields[0]);

  g_assert_cmpint (rensa_concat_examples (lists, 2, NULL, fields, &error), ==, -1);
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
  g_assert_cmpstr (
      error->message, ==,
      "examples of different shapes cannot form a batch: field 0 is (3,) in example 0 and (1,) in example 1");
  g_clear_error (&error);
  g_assert_cmpint (rensa_concat_examples (mixed, 2, &(RensaConcatOptions){ (double[]){ 0 } }, fields, &error), ==, -1);
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
  g_clear_error (&error);
  g_assert_cmpint (rensa_concat_examples (NULL, 0, NULL, fields, &error), ==, -1);
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
}

/* A data set of the lists 0, 1 1, 2 2 2, …, and their lengths. */
static gboolean
get_list (RensaDataset *dataset, const gint64 *indices, gint64 n, RensaArray **fields, GError **error)
{
  const gint64 length = indices[0] + 1;

  if (n != 1)
    {
      g_set_error_literal (error, RENSA_ERROR, RENSA_ERROR_INVALID,
                           "lists of different lengths are asked for together");
      return FALSE;
    }
  fields[0] = rensa_array_full (RENSA_FLOAT32, &RENSA_SHAPE (1, length), (double) indices[0], error);
  fields[1] = rensa_array_full (RENSA_INT32, &RENSA_SHAPE (1), (double) length, error);
  return fields[0] != NULL && fields[1] != NULL;
}

/* Batches of lists that differ in length. */
static void
test_converter (void)
{
  static const RensaDatasetKind kind = { .size = sizeof (RensaDatasetHead), .get_batch = get_list };
  const RensaType types[] = { { RENSA_FLOAT32, { .ndim = -1 } }, { RENSA_INT32, RENSA_SHAPE_SCALAR } };
  g_autoptr (RensaDataset) dataset = rensa_dataset_new (&kind, 3, 2, types);
  g_autoptr (RensaIterator) iterator = rensa_serial_iterator_new (dataset, 3, FALSE, FALSE, 0, NULL);
  g_autoptr (GError) error = NULL;
  RensaConcatOptions options = { (double[]){ -1, NAN } };
  const RensaConverter converter = { rensa_concat_convert, &options };
  RensaArray *fields[RENSA_MAX_FIELDS] = { NULL };

  g_assert_cmpint (rensa_iterator_next (iterator, &converter, fields, NULL), ==, 2);
  assert_array (fields[0], RENSA_FLOAT32, RENSA_SHAPE (3, 3), (double[]){ 0, -1, -1, 1, 1, -1, 2, 2, 2 });
  assert_array (fields[1], RENSA_INT32, RENSA_SHAPE (3), (double[]){ 1, 2, 3 });
  g_clear_pointer (&fields[0], rensa_array_unref);
  g_clear_pointer (&fields[1], rensa_array_unref);

  rensa_iterator_reset (iterator);
  options.padding = NULL;
  g_assert_cmpint (rensa_iterator_next (iterator, &converter, fields, &error), ==, -1);
  g_assert_cmpstr (
      error->message, ==,
      "examples of different shapes cannot form a batch: field 0 is (1,) in example 0 and (2,) in example 1");
}

static void
test_root (void)
{
  g_autofree char *ours = NULL;
  g_autofree char *chainers = NULL;
  g_autofree char *home = NULL;

  g_setenv ("RENSA_DATASET_ROOT", "/a", TRUE);
  g_setenv ("CHAINER_DATASET_ROOT", "/b", TRUE);
  ours = rensa_dataset_root_new ();
  g_assert_cmpstr (ours, ==, "/a");
  g_unsetenv ("RENSA_DATASET_ROOT");
  chainers = rensa_dataset_root_new ();
  g_assert_cmpstr (chainers, ==, "/b");
  g_setenv ("CHAINER_DATASET_ROOT", "", TRUE);
  home = rensa_dataset_root_new ();
  g_assert_true (g_str_has_suffix (home, "/rensa/dataset"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/data/tuple/batches", test_tuple);
  g_test_add_func ("/data/tuple/bad", test_tuple_bad);
  g_test_add_func ("/data/split/parts", test_split);
  g_test_add_func ("/data/split/bad", test_split_bad);
  g_test_add_func ("/data/split/random", test_split_random);
  g_test_add_func ("/data/split/random-many", test_split_random_many);
  g_test_add_func ("/data/transform/batches", test_transform);
  g_test_add_func ("/data/concat-examples/chainer", test_concat);
  g_test_add_func ("/data/concat-examples/converter", test_converter);
  g_test_add_func ("/data/dataset-root/environment", test_root);
  return g_test_run ();
}
