/* test-tf32.c: what is rounded to TF32 when that is allowed, and nothing otherwise.
 * SPDX-License-Identifier: MIT */

#include "gpu-fixture.h"
#include "rensa-modes.h"

/* TF32 keeps 10 bits behind the point. */
#define SMALL 0x1p-12

static double
get_first (RensaArray *array)
{
  g_autofree double *values = array != NULL ? get_values (array) : NULL;

  g_assert_nonnull (values);
  return values[0];
}

/* (1 + SMALL) 1, by a matrix product. */
static double
multiply (RensaDtype dtype)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) plain = ARRAY (dtype, RENSA_SHAPE (1, 1), 1 + SMALL);
  g_autoptr (RensaArray) one = ARRAY (dtype, RENSA_SHAPE (1, 1), 1);
  g_autoptr (RensaArray) a = gpu_copy_to (MOCK, plain);
  g_autoptr (RensaArray) b = gpu_copy_to (MOCK, one);
  g_autoptr (RensaArray) y = rensa_matmul_arrays (a, b, FALSE, FALSE, &error);

  g_assert_no_error (error);
  return get_first (y);
}

/* (1 + SMALL) 1 + SMALL, by a convolution with a bias, which is no factor; and (1 + SMALL) 1 by both of its gradients. */
static void
convolve (RensaDtype dtype, double results[3])
{
  const RensaWindow window = { .n = 2, .kernel = { 1, 1 }, .stride = { 1, 1 }, .dilate = { 1, 1 }, .groups = 1 };
  const RensaShape shape = RENSA_SHAPE (1, 1, 1, 1);
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) plain = ARRAY (dtype, shape, 1 + SMALL);
  g_autoptr (RensaArray) one = ARRAY (dtype, shape, 1);
  g_autoptr (RensaArray) bias = ARRAY (dtype, RENSA_SHAPE (1), SMALL);
  g_autoptr (RensaArray) x = gpu_copy_to (MOCK, plain);
  g_autoptr (RensaArray) W = gpu_copy_to (MOCK, one);
  g_autoptr (RensaArray) b = gpu_copy_to (MOCK, bias);
  g_autoptr (RensaArray) y = rensa_convolve (x, W, b, &window, &error);
  g_autoptr (RensaArray) gx = rensa_convolve_backward_x (x, W, &window, &shape, &error);
  g_autoptr (RensaArray) gW = rensa_convolve_backward_W (x, W, &window, &shape, &error);

  g_assert_no_error (error);
  results[0] = get_first (y);
  results[1] = get_first (gx);
  results[2] = get_first (gW);
}

static void
assert_results (RensaDtype dtype, double product)
{
  double results[3];

  g_assert_cmpfloat (multiply (dtype), ==, product);
  convolve (dtype, results);
  g_assert_cmpfloat (results[0], ==, product + SMALL);
  g_assert_cmpfloat (results[1], ==, product);
  g_assert_cmpfloat (results[2], ==, product);
}

/* Also after the same was asked for the other way: what is kept for the one is not taken for the other. */
static void
test_float32 (void)
{
  for (int i = 0; i < 2; i++)
    {
      assert_results (RENSA_FLOAT32, 1 + SMALL);
      g_auto (RensaModesScope) scope = rensa_modes_enter ();
      rensa_modes_get ()->allow_tf32 = TRUE;
      assert_results (RENSA_FLOAT32, 1);
    }
}

static void
test_float64 (void)
{
  g_auto (RensaModesScope) scope = rensa_modes_enter ();

  rensa_modes_get ()->allow_tf32 = TRUE;
  assert_results (RENSA_FLOAT64, 1 + SMALL);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gpu/tf32/float32", test_float32);
  g_test_add_func ("/gpu/tf32/float64", test_float64);
  return run_tests ();
}
