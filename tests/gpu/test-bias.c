/* test-bias.c: a bias is part of the call that makes a product, where that can be.
 * SPDX-License-Identifier: MIT */

#include "gpu-fixture.h"

#define MOCK (gpu_find ("mock:0"))

#define K 5

/* The launches and copies that x Wᵀ + b takes beside the product, where x is (m, K), W (n, K), and b every @step-th one of some numbers from the
 * one at @start on. */
static guint64
count_others (RensaDtype dtype, gint64 m, gint64 n, gint64 start, gint64 step)
{
  const RensaSlice slice = { .start = start, .stop = RENSA_SLICE_NONE, .step = step };
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) x = noise (dtype, RENSA_SHAPE (m, K), 1);
  g_autoptr (RensaArray) W = noise (dtype, RENSA_SHAPE (n, K), 2);
  g_autoptr (RensaArray) numbers = noise (dtype, RENSA_SHAPE (start + n * step), 3);
  g_autoptr (RensaArray) far_x = gpu_copy_to (MOCK, x);
  g_autoptr (RensaArray) far_W = gpu_copy_to (MOCK, W);
  g_autoptr (RensaArray) far_numbers = gpu_copy_to (MOCK, numbers);
  g_autoptr (RensaArray) b = rensa_array_view_slice (numbers, &slice, 1, &error);
  g_autoptr (RensaArray) far_b = rensa_array_view_slice (far_numbers, &slice, 1, &error);
  g_autoptr (RensaArray) y = rensa_linear_forward (x, W, b, &error);
  g_autofree double *expected = get_values (y);
  RensaMockCounts before, after;

  rensa_mock_get_counts (&before);
  g_autoptr (RensaArray) far_y = rensa_linear_forward (far_x, far_W, far_b, &error);
  rensa_mock_get_counts (&after);
  g_assert_no_error (error);
  g_assert_cmpuint (after.n_blas_calls - before.n_blas_calls, ==, 1);
  assert_values_of (far_y, dtype, RENSA_SHAPE (m, n), 1e-5, expected);
  return after.n_launches + after.n_copies_within - before.n_launches - before.n_copies_within;
}

/* The second time the algorithm is known. */
static void
test_one_call (void)
{
  for (int times = 0; times < 2; times++)
    {
      g_assert_cmpuint (count_others (RENSA_FLOAT32, 4, 3, 0, 1), ==, 0);
      g_assert_cmpuint (count_others (RENSA_FLOAT64, 4, 3, 0, 1), ==, 0);
      g_assert_cmpuint (count_others (RENSA_FLOAT32, 3, 4, 0, 1), ==, 0);
      g_assert_cmpuint (count_others (RENSA_FLOAT32, 4, 1, 0, 1), ==, 0);
    }
}

/* A bias with gaps, one that lies where no array begins, and a single row, for which the stand-in has no algorithm. */
static void
test_two_calls (void)
{
  for (int times = 0; times < 2; times++)
    {
      g_assert_cmpuint (count_others (RENSA_FLOAT32, 4, 3, 0, 2), ==, 1);
      g_assert_cmpuint (count_others (RENSA_FLOAT32, 4, 3, 1, 1), ==, 1);
      g_assert_cmpuint (count_others (RENSA_FLOAT32, 1, 3, 0, 1), ==, 1);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gpu/bias/one-call", test_one_call);
  g_test_add_func ("/gpu/bias/two-calls", test_two_calls);
  return run_tests ();
}
