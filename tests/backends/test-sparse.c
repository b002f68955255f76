/* test-sparse.c: products with sparse matrices.
 * SPDX-License-Identifier: MIT */

#include "backend-fixture.h"

static const RensaDtype dtypes[] = { RENSA_FLOAT16, RENSA_FLOAT32, RENSA_FLOAT64 };

/* Two entries stand for one element, and one for none. */
static void
test_multiply (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (dtypes); i++)
    {
      g_autoptr (RensaArray) data = ARRAY (dtypes[i], RENSA_SHAPE (4), 1, 2, 3, 4);
      g_autoptr (RensaArray) row = ARRAY (RENSA_INT32, RENSA_SHAPE (4), 0, 2, 0, -1);
      g_autoptr (RensaArray) col = ARRAY (RENSA_INT64, RENSA_SHAPE (4), 1, 0, 1, 0);
      g_autoptr (RensaArray) b = ARRAY (dtypes[i], RENSA_SHAPE (2, 2), 5, 6, 7, 8);
      g_autoptr (RensaArray) y = rensa_multiply_sparse (data, row, col, b, 3, NULL);

      assert_values (y, dtypes[i], RENSA_SHAPE (3, 2), 0, 28, 32, 0, 0, 10, 12);
      assert_numbers_right ();
    }
}

static void
test_sample (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (dtypes); i++)
    {
      g_autoptr (RensaArray) left = ARRAY (dtypes[i], RENSA_SHAPE (2, 2), 1, 2, 3, 4);
      g_autoptr (RensaArray) right = ARRAY (dtypes[i], RENSA_SHAPE (3, 2), 1, 0, 0, 1, 5, -1);
      g_autoptr (RensaArray) gaps = spread_out (right);
      g_autoptr (RensaArray) row = ARRAY (RENSA_INT32, RENSA_SHAPE (5), 0, 1, 1, -1, 0);
      g_autoptr (RensaArray) col = ARRAY (RENSA_INT64, RENSA_SHAPE (5), 2, 1, 0, 1, -1);
      g_autoptr (RensaArray) y = rensa_sample_product (left, gaps, row, col, NULL);

      assert_values (y, dtypes[i], RENSA_SHAPE (5), 0, 3, 4, 3, 0, 0);
      assert_numbers_right ();
    }
}

/* A matrix for each row of entries; no columns make sums of nothing. */
static void
test_sample_batch (void)
{
  g_autoptr (RensaArray) left = ARRAY (RENSA_FLOAT32, RENSA_SHAPE (2, 1, 2), 1, 2, 3, 4);
  g_autoptr (RensaArray) right = ARRAY (RENSA_FLOAT32, RENSA_SHAPE (2, 2, 2), 1, 1, 2, 2, 3, 3, 4, 4);
  g_autoptr (RensaArray) row = ARRAY (RENSA_INT32, RENSA_SHAPE (2, 2), 0, 0, 0, -1);
  g_autoptr (RensaArray) col = ARRAY (RENSA_INT32, RENSA_SHAPE (2, 2), 0, 1, 1, 0);
  g_autoptr (RensaArray) y = rensa_sample_product (left, right, row, col, NULL);
  g_autoptr (RensaArray) narrow_left = rensa_array_view_range (left, 2, 0, 0);
  g_autoptr (RensaArray) narrow_right = rensa_array_view_range (right, 2, 0, 0);
  g_autoptr (RensaArray) nothing = rensa_sample_product (narrow_left, narrow_right, row, col, NULL);

  assert_values (y, RENSA_FLOAT32, RENSA_SHAPE (2, 2), 0, 3, 6, 28, 0);
  assert_values (nothing, RENSA_FLOAT32, RENSA_SHAPE (2, 2), 0, 0, 0, 0, 0);
  assert_numbers_right ();
}

static void
test_errors (void)
{
  g_autoptr (RensaArray) left = ARRAY (RENSA_FLOAT32, RENSA_SHAPE (2, 2), 1, 2, 3, 4);
  g_autoptr (RensaArray) right = ARRAY (RENSA_FLOAT32, RENSA_SHAPE (1, 3), 1, 2, 3);
  g_autoptr (RensaArray) in = ARRAY (RENSA_INT32, RENSA_SHAPE (2), 0, 1);
  g_autoptr (RensaArray) out = ARRAY (RENSA_INT32, RENSA_SHAPE (2), 0, 2);
  g_autoptr (RensaArray) entries = ARRAY (RENSA_FLOAT32, RENSA_SHAPE (2), 1, 1);
  g_autoptr (GError) error = NULL;

  g_assert_null (rensa_sample_product (left, right, in, in, &error));
  assert_message (&error, RENSA_ERROR_INVALID, "sample_product expects right to have shape (1, 2): found (1, 3)");
  assert_number_refused (rensa_sample_product (left, left, in, out, &error), &error,
                         "col: indices must be from -1 to 1, but 2 was found");
  assert_number_refused (rensa_sample_product (left, left, out, in, &error), &error,
                         "row: indices must be from -1 to 1, but 2 was found");
  assert_number_refused (rensa_multiply_sparse (entries, out, in, left, 2, &error), &error,
                         "row: indices must be from -1 to 1, but 2 was found");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/backends/sparse/multiply", test_multiply);
  g_test_add_func ("/backends/sparse/sample", test_sample);
  g_test_add_func ("/backends/sparse/sample-batch", test_sample_batch);
  g_test_add_func ("/backends/sparse/errors", test_errors);
  return run_tests ();
}
