/* test-softmax.c: softmax along any axis.
 * SPDX-License-Identifier: MIT */

#include "backend-fixture.h"

#include <math.h>

static void
test_values (void)
{
  for (int dtype = RENSA_FLOAT32; dtype <= RENSA_FLOAT64; dtype++)
    {
      g_autoptr (GError) error = NULL;
      const double tolerance = dtype == RENSA_FLOAT32 ? 1e-6 : 1e-14;
      g_autoptr (RensaArray) x = ARRAY (dtype, RENSA_SHAPE (2, 3), 1, 2, 3, -1000, 0, 1000);
      g_autoptr (RensaArray) y = rensa_softmax_rows (x, 1, FALSE, &error);
      g_autoptr (RensaArray) log_y = rensa_softmax_rows (x, -1, TRUE, &error);
      g_autoptr (RensaArray) columns = rensa_softmax_rows (x, 0, FALSE, &error);

      assert_values (y, dtype, RENSA_SHAPE (2, 3), tolerance, 0.09003057317038046, 0.24472847105479767,
                     0.6652409557748219, 0, 0, 1);
      assert_values (log_y, dtype, RENSA_SHAPE (2, 3), tolerance, -2.4076059644443806, -1.4076059644443804,
                     -0.4076059644443804, -2000, -1000, 0);
      assert_values (columns, dtype, RENSA_SHAPE (2, 3), tolerance, 1, 0.8807970779778823, 0, 0, 0.11920292202211755,
                     1);
    }
}

static void
test_not_finite (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) x =
      ARRAY (RENSA_FLOAT32, RENSA_SHAPE (4, 2), NAN, 0, INFINITY, 0, -INFINITY, 0, -INFINITY, -INFINITY);
  g_autoptr (RensaArray) y = rensa_softmax_rows (x, 1, FALSE, &error);

  assert_values (y, RENSA_FLOAT32, RENSA_SHAPE (4, 2), 0, NAN, NAN, NAN, NAN, 0, 1, NAN, NAN);
}

/* Rows of one block and of several, against a loop of the test's own. */
static void
check_row_length (gint64 n)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) x = noise (RENSA_FLOAT32, RENSA_SHAPE (3, n), (guint) n);
  g_autoptr (RensaArray) other_order = reordered (x);
  g_autoptr (RensaArray) y = rensa_softmax_rows (x, 1, FALSE, &error);
  g_autoptr (RensaArray) log_y = rensa_softmax_rows (x, 1, TRUE, &error);
  g_autoptr (RensaArray) z = rensa_softmax_rows (other_order, 1, FALSE, &error);
  g_autoptr (RensaArray) log_z = rensa_softmax_rows (other_order, 1, TRUE, &error);
  g_autofree double *values = get_values (x);
  g_autofree double *expected = g_new (double, 3 * n);
  g_autofree double *logs = g_new (double, 3 * n);

  for (int row = 0; row < 3; row++)
    {
      double sum = 0;

      for (gint64 i = 0; i < n; i++)
        sum += exp (values[row * n + i]);
      for (gint64 i = row * n; i < (row + 1) * n; i++)
        {
          expected[i] = exp (values[i]) / sum;
          logs[i] = values[i] - log (sum);
        }
    }

  assert_values_of (y, RENSA_FLOAT32, RENSA_SHAPE (3, n), 1e-6, expected);
  assert_values_of (log_y, RENSA_FLOAT32, RENSA_SHAPE (3, n), 2e-6, logs);
  assert_same (y, z);
  assert_same (log_y, log_z);
}

static void
test_row_lengths (void)
{
  static const gint64 lengths[] = { 1, 2, 10, 15, 16, 17, 100, 1023, 1024, 1025, 5000 };

  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    check_row_length (lengths[i]);
}

static RensaArray *
make_softmax (gconstpointer data)
{
  return rensa_softmax_rows ((RensaArray *) data, 1, FALSE, NULL);
}

static void
test_threads (void)
{
  g_autoptr (RensaArray) x = noise (RENSA_FLOAT32, RENSA_SHAPE (1001, 37), 1);
  g_autoptr (RensaArray) planes = noise (RENSA_FLOAT32, RENSA_SHAPE (5, 21, 40, 40), 1);

  assert_same_for_any_threads (make_softmax, x);
  assert_same_for_any_threads (make_softmax, planes);
}

static void
test_edges (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) half = ARRAY (RENSA_FLOAT16, RENSA_SHAPE (2), 0, 0);
  g_autoptr (RensaArray) empty = rensa_array_zeros (RENSA_FLOAT32, &RENSA_SHAPE (0, 3), &error);
  g_autoptr (RensaArray) integers = rensa_array_zeros (RENSA_INT32, &RENSA_SHAPE (3), &error);
  g_autoptr (RensaArray) y = rensa_softmax_rows (half, 0, FALSE, &error);
  g_autoptr (RensaArray) nothing = rensa_softmax_rows (empty, 1, FALSE, &error);

  assert_values (y, RENSA_FLOAT16, RENSA_SHAPE (2), 0, 0.5, 0.5);
  assert_values_of (nothing, RENSA_FLOAT32, RENSA_SHAPE (0, 3), 0, NULL);
  g_assert_null (rensa_softmax_rows (integers, 0, FALSE, &error));
  assert_message (&error, RENSA_ERROR_INVALID, "softmax expects floating-point arrays: found int32");
  g_assert_null (rensa_softmax_rows (half, 1, FALSE, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/backends/softmax/values", test_values);
  g_test_add_func ("/backends/softmax/not-finite", test_not_finite);
  g_test_add_func ("/backends/softmax/row-lengths", test_row_lengths);
  g_test_add_func ("/backends/softmax/threads", test_threads);
  g_test_add_func ("/backends/softmax/edges", test_edges);
  return run_tests ();
}
