/* test-rows.c: rows by index.
 * SPDX-License-Identifier: MIT */

#include "backend-fixture.h"

static void
test_take (void)
{
  for (int dtype = RENSA_INT8; dtype < RENSA_N_DTYPES; dtype++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (RensaArray) x = ARRAY (dtype, RENSA_SHAPE (3, 2), 1, 2, 3, 4, 5, 6);
      g_autoptr (RensaArray) index = ARRAY (RENSA_INT32, RENSA_SHAPE (2, 2), 2, 0, -1, 2);
      g_autoptr (RensaArray) gaps = spread_out (x);
      g_autoptr (RensaArray) ignored = rensa_take_rows (x, index, -1, FALSE, &error);
      g_autoptr (RensaArray) wrapped = rensa_take_rows (gaps, index, G_MININT64, TRUE, &error);

      assert_values (ignored, dtype, RENSA_SHAPE (2, 2, 2), 0, 5, 6, 1, 2, 0, 0, 5, 6);
      assert_values (wrapped, dtype, RENSA_SHAPE (2, 2, 2), 0, 5, 6, 1, 2, 5, 6, 5, 6);
    }
}

static void
test_take_elements (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) x = ARRAY (RENSA_FLOAT32, RENSA_SHAPE (4), 10, 11, 12, 13);
  g_autoptr (RensaArray) back = reversed (x, 0);
  g_autoptr (RensaArray) index = ARRAY (RENSA_UINT8, RENSA_SHAPE (3), 0, 3, 3);
  g_autoptr (RensaArray) y = rensa_take_rows (back, index, G_MININT64, FALSE, &error);

  assert_values (y, RENSA_FLOAT32, RENSA_SHAPE (3), 0, 13, 10, 10);
}

static void
test_scatter (void)
{
  for (int dtype = RENSA_INT8; dtype < RENSA_N_DTYPES; dtype++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (RensaArray) index = ARRAY (RENSA_INT64, RENSA_SHAPE (4), 2, 0, -1, 2);
      g_autoptr (RensaArray) rows = ARRAY (dtype, RENSA_SHAPE (4, 2), 1, 2, 3, 4, 5, 6, 7, 8);
      g_autoptr (RensaArray) gaps = spread_out (rows);
      g_autoptr (RensaArray) ignored = rensa_scatter_rows (&RENSA_SHAPE (3, 2), index, rows, -1, FALSE, &error);
      g_autoptr (RensaArray) wrapped = rensa_scatter_rows (&RENSA_SHAPE (3, 2), index, gaps, G_MININT64, TRUE, &error);

      assert_values (ignored, dtype, RENSA_SHAPE (3, 2), 0, 3, 4, 0, 0, 8, 10);
      assert_values (wrapped, dtype, RENSA_SHAPE (3, 2), 0, 3, 4, 0, 0, 13, 16);
    }
}

static RensaArray *
make_scatter (gconstpointer data)
{
  RensaArray *const *arrays = data;

  return rensa_scatter_rows (&RENSA_SHAPE (7, 100), arrays[0], arrays[1], G_MININT64, TRUE, NULL);
}

static RensaArray *
make_take (gconstpointer data)
{
  RensaArray *const *arrays = data;

  return rensa_take_rows (arrays[1], arrays[0], G_MININT64, TRUE, NULL);
}

static void
test_threads (void)
{
  g_autoptr (RensaArray) small = noise (RENSA_FLOAT32, RENSA_SHAPE (2000), 1);
  g_autoptr (RensaArray) index = rensa_array_cast (small, RENSA_INT64, NULL);
  g_autoptr (RensaArray) rows = noise (RENSA_FLOAT32, RENSA_SHAPE (2000, 100), 2);

  assert_same_for_any_threads (make_scatter, (RensaArray *[]){ index, rows });
  assert_same_for_any_threads (make_take, (RensaArray *[]){ index, rows });
}

static void
test_errors (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) x = noise (RENSA_FLOAT32, RENSA_SHAPE (3, 2), 1);
  g_autoptr (RensaArray) three = ARRAY (RENSA_INT32, RENSA_SHAPE (2), 0, 3);
  g_autoptr (RensaArray) negative = ARRAY (RENSA_INT32, RENSA_SHAPE (2), 0, -4);
  g_autoptr (RensaArray) floats = ARRAY (RENSA_FLOAT32, RENSA_SHAPE (2), 0, 1);
  g_autoptr (RensaArray) scalar = rensa_array_new_scalar (RENSA_FLOAT32, 1, &error);

  g_assert_null (rensa_take_rows (x, three, -1, FALSE, &error));
  assert_message (&error, RENSA_ERROR_INVALID, "take_rows: indices must be from 0 to 2, but 3 was found");
  g_assert_null (rensa_take_rows (x, negative, -1, TRUE, &error));
  assert_message (&error, RENSA_ERROR_INVALID, "take_rows: indices must be from -3 to 2, but -4 was found");
  g_assert_null (rensa_take_rows (x, floats, -1, FALSE, &error));
  assert_message (&error, RENSA_ERROR_INVALID, "take_rows expects integers as index: found float32");
  g_assert_null (rensa_take_rows (scalar, three, -1, FALSE, &error));
  assert_message (
      &error, RENSA_ERROR_INVALID,
      "take_rows expects rows to select and a result of at most 8 axes: found shape () and index shape (2,)");
  g_assert_null (rensa_scatter_rows (&RENSA_SHAPE (3, 2), three, x, -1, FALSE, &error));
  assert_message (&error, RENSA_ERROR_INVALID, "add_rows expects rows to have shape (2, 2): found (3, 2)");
  g_assert_null (rensa_take_rows (NULL, three, -1, FALSE, &error));
  g_assert_no_error (error);
}

static void
test_nothing (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) x = noise (RENSA_FLOAT32, RENSA_SHAPE (3, 2), 1);
  g_autoptr (RensaArray) index = rensa_array_zeros (RENSA_INT64, &RENSA_SHAPE (0), &error);
  g_autoptr (RensaArray) rows = rensa_array_zeros (RENSA_FLOAT32, &RENSA_SHAPE (0, 2), &error);
  g_autoptr (RensaArray) taken = rensa_take_rows (x, index, -1, FALSE, &error);
  g_autoptr (RensaArray) sum = rensa_scatter_rows (&RENSA_SHAPE (2, 2), index, rows, -1, FALSE, &error);

  assert_values_of (taken, RENSA_FLOAT32, RENSA_SHAPE (0, 2), 0, NULL);
  assert_values (sum, RENSA_FLOAT32, RENSA_SHAPE (2, 2), 0, 0, 0, 0, 0);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/backends/rows/take", test_take);
  g_test_add_func ("/backends/rows/take-elements", test_take_elements);
  g_test_add_func ("/backends/rows/scatter", test_scatter);
  g_test_add_func ("/backends/rows/threads", test_threads);
  g_test_add_func ("/backends/rows/errors", test_errors);
  g_test_add_func ("/backends/rows/nothing", test_nothing);
  return run_tests ();
}
