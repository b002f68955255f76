/* test-front.c: what the primitives check before a device sees anything.
 * SPDX-License-Identifier: MIT */

#include "backend-fixture.h"

static const RensaWindow window = {
  .n = 2,
  .kernel = { 3, 3 },
  .stride = { 1, 1 },
  .pad = { 0, 0 },
  .dilate = { 1, 1 },
  .groups = 1,
};

static void
test_output_size (void)
{
  /* From chainer.utils.conv.get_conv_outsize (). */
  static const struct
  {
    gint64 size, kernel, stride, pad, dilate;
    gboolean cover_all;
    gint64 expected;
  } cases[] = {
    { 28, 5, 1, 0, 1, FALSE, 24 }, { 28, 3, 2, 1, 1, FALSE, 14 }, { 7, 2, 2, 0, 1, FALSE, 3 },
    { 7, 2, 2, 0, 1, TRUE, 4 },    { 10, 3, 1, 0, 3, FALSE, 4 },  { 2, 5, 1, 0, 1, FALSE, -2 },
    { 2, 5, 2, 0, 1, FALSE, -1 },  { 2, 5, 2, 0, 1, TRUE, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const RensaWindow its = {
        .n = 1,
        .kernel = { cases[i].kernel },
        .stride = { cases[i].stride },
        .pad = { cases[i].pad },
        .dilate = { cases[i].dilate },
        .cover_all = cases[i].cover_all,
        .groups = 1,
      };

      g_assert_cmpint (rensa_window_get_output_size (&its, 0, cases[i].size), ==, cases[i].expected);
    }
}

static void
test_convolution_errors (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) x = noise (RENSA_FLOAT32, RENSA_SHAPE (1, 2, 5, 5), 1);
  g_autoptr (RensaArray) small = noise (RENSA_FLOAT32, RENSA_SHAPE (1, 2, 2, 5), 1);
  g_autoptr (RensaArray) W = noise (RENSA_FLOAT32, RENSA_SHAPE (4, 3, 3, 3), 1);
  g_autoptr (RensaArray) doubles = noise (RENSA_FLOAT64, RENSA_SHAPE (4, 2, 3, 3), 1);
  g_autoptr (RensaArray) integers = rensa_array_zeros (RENSA_INT32, &RENSA_SHAPE (1, 2, 5, 5), &error);
  g_autoptr (RensaArray) flat = noise (RENSA_FLOAT32, RENSA_SHAPE (2, 5, 5), 1);
  RensaWindow groups = window;
  RensaWindow bad = window;

  groups.groups = 3;
  bad.stride[1] = 0;
  g_assert_null (rensa_convolve (x, W, NULL, &window, &error));
  assert_message (&error, RENSA_ERROR_INVALID, "convolve expects W to have shape (4, 2, 3, 3): found (4, 3, 3, 3)");
  g_assert_null (rensa_convolve (x, W, NULL, &groups, &error));
  assert_message (&error, RENSA_ERROR_INVALID, "convolve expects channel counts divisible by 3 groups: found 2 and 4");
  g_assert_null (rensa_convolve (x, doubles, NULL, &window, &error));
  assert_message (&error, RENSA_ERROR_INVALID, "convolve expects arrays of the same dtype: found float32 and float64");
  g_assert_null (rensa_convolve (integers, integers, NULL, &window, &error));
  assert_message (&error, RENSA_ERROR_INVALID, "convolve expects floating-point arrays: found int32");
  g_assert_null (rensa_convolve (flat, W, NULL, &window, &error));
  assert_message (&error, RENSA_ERROR_INVALID, "convolve expects x to have 4 axes: found shape (2, 5, 5)");
  g_assert_null (rensa_convolve (small, W, NULL, &window, &error));
  assert_message (
      &error, RENSA_ERROR_INVALID,
      "convolve expects an input at least as large as its window: found shape (1, 2, 2, 5), window 3 along spatial "
      "axis 0");
  g_assert_null (rensa_pool_max (x, &bad, NULL, &error));
  assert_message (&error, RENSA_ERROR_INVALID,
                  "pool expects kernel size, stride and dilation of at least 1 and non-negative padding: found 3, "
                  "0, 1 and 0 along spatial axis 1");
}

/* More places than backends count. */
static void
test_vast_windows (void)
{
  static const RensaWindow vast = { .n = 4,
                                    .kernel = { 1, 32767, 32767, 32767 },
                                    .stride = { 1, 1, 1, 1 },
                                    .pad = { 0, 32767, 32767, 32767 },
                                    .dilate = { 1, 1, 1, 1 },
                                    .groups = 1 };
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) x = noise (RENSA_FLOAT32, RENSA_SHAPE (1, 1, 1, 1, 1, 1), 1);

  g_assert_null (rensa_pool_sum (x, &vast, 1, &error));
  assert_message (&error, RENSA_ERROR_INVALID,
                  "pool expects windows of at most 2147483647 positions: found more along spatial axes 0 to 3");
}

static void
test_windows_over_nothing (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) x = rensa_array_zeros (RENSA_FLOAT32, &RENSA_SHAPE (0, 2, 5, 5), &error);
  g_autoptr (RensaArray) W = noise (RENSA_FLOAT32, RENSA_SHAPE (4, 2, 3, 3), 1);
  g_autoptr (RensaArray) y = rensa_convolve (x, W, NULL, &window, &error);
  g_autoptr (RensaArray) gW = rensa_convolve_backward_W (x, y, &window, &RENSA_SHAPE (4, 2, 3, 3), &error);
  g_autoptr (RensaArray) gx = rensa_convolve_backward_x (y, W, &window, &RENSA_SHAPE (0, 2, 5, 5), &error);
  g_autoptr (RensaArray) index = NULL;
  g_autoptr (RensaArray) pooled = rensa_pool_max (x, &window, &index, &error);
  g_autoptr (RensaArray) largest = rensa_reduce (RENSA_REDUCE_MAX, gW, 15, FALSE, &error);

  g_assert_no_error (error);
  assert_values_of (y, RENSA_FLOAT32, RENSA_SHAPE (0, 4, 3, 3), 0, NULL);
  assert_values_of (gx, RENSA_FLOAT32, RENSA_SHAPE (0, 2, 5, 5), 0, NULL);
  assert_values_of (pooled, RENSA_FLOAT32, RENSA_SHAPE (0, 2, 3, 3), 0, NULL);
  assert_values_of (index, RENSA_INT64, RENSA_SHAPE (0, 2, 3, 3), 0, NULL);
  assert_values (largest, RENSA_FLOAT32, RENSA_SHAPE_SCALAR, 0, 0);
}

static void
test_matrix_errors (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) a = noise (RENSA_FLOAT32, RENSA_SHAPE (2, 3), 1);
  g_autoptr (RensaArray) b = noise (RENSA_FLOAT32, RENSA_SHAPE (4, 3), 1);
  g_autoptr (RensaArray) bias = noise (RENSA_FLOAT32, RENSA_SHAPE (3), 1);
  g_autoptr (RensaArray) integers = rensa_array_zeros (RENSA_INT32, &RENSA_SHAPE (3, 4), &error);

  g_assert_null (rensa_matmul_arrays (a, b, FALSE, FALSE, &error));
  assert_message (&error, RENSA_ERROR_INVALID,
                  "matmul expects at least two axes and matching inner sizes: found (2, 3) and (4, 3)");
  g_assert_null (rensa_matmul_arrays (a, integers, FALSE, FALSE, &error));
  assert_message (&error, RENSA_ERROR_INVALID, "matmul expects floating-point arrays: found int32");
  g_assert_false (rensa_matmul_into (a, a, b, FALSE, TRUE, NULL, FALSE, &error));
  assert_message (&error, RENSA_ERROR_INVALID, "matmul_into expects y to have shape (2, 4): found (2, 3)");
  g_assert_null (rensa_linear_forward (a, b, bias, &error));
  assert_message (&error, RENSA_ERROR_INVALID, "linear expects b to have shape (4,): found (3,)");
  g_assert_null (rensa_linear_forward (bias, b, NULL, &error));
  assert_message (&error, RENSA_ERROR_INVALID, "linear expects x to have 2 axes: found shape (3,)");
  g_assert_null (rensa_linear_forward (NULL, b, NULL, &error));
  g_assert_no_error (error);
}

static void
test_matrices_of_nothing (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) x = rensa_array_zeros (RENSA_FLOAT32, &RENSA_SHAPE (2, 0), &error);
  g_autoptr (RensaArray) W = rensa_array_zeros (RENSA_FLOAT32, &RENSA_SHAPE (3, 0), &error);
  g_autoptr (RensaArray) b = ARRAY (RENSA_FLOAT32, RENSA_SHAPE (3), 1, 2, 3);
  g_autoptr (RensaArray) with_bias = rensa_linear_forward (x, W, b, &error);
  g_autoptr (RensaArray) without = rensa_matmul_arrays (x, W, FALSE, TRUE, &error);

  assert_values (with_bias, RENSA_FLOAT32, RENSA_SHAPE (2, 3), 0, 1, 2, 3, 1, 2, 3);
  assert_values (without, RENSA_FLOAT32, RENSA_SHAPE (2, 3), 0, 0, 0, 0, 0, 0, 0);
}

static void
test_normalization_errors (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) x = noise (RENSA_FLOAT32, RENSA_SHAPE (4, 3), 1);
  g_autoptr (RensaArray) empty = rensa_array_zeros (RENSA_FLOAT32, &RENSA_SHAPE (0, 3), &error);
  g_autoptr (RensaArray) gamma = noise (RENSA_FLOAT32, RENSA_SHAPE (3), 1);
  g_autoptr (RensaArray) four = noise (RENSA_FLOAT32, RENSA_SHAPE (4), 1);
  RensaArray *mean, *var, *inv_std;

  g_assert_null (rensa_normalize_forward (x, gamma, four, 1, 1e-5, &mean, &var, &inv_std, &error));
  assert_message (&error, RENSA_ERROR_INVALID, "normalize expects beta to have shape (3,): found (4,)");
  g_assert_null (rensa_normalize_forward (empty, gamma, gamma, 1, 1e-5, &mean, &var, &inv_std, &error));
  assert_message (&error, RENSA_ERROR_INVALID, "normalize expects at least one element: found shape (0, 3)");
  g_assert_null (rensa_normalize_forward (x, NULL, gamma, 1, 1e-5, &mean, &var, &inv_std, &error));
  g_assert_no_error (error);
}

static void
test_huge_array (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (rensa_array_zeros (RENSA_FLOAT64, &RENSA_SHAPE (G_GINT64_CONSTANT (1) << 40, 1 << 10), &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_NO_MEMORY);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/backends/front/output-size", test_output_size);
  g_test_add_func ("/backends/front/convolution-errors", test_convolution_errors);
  g_test_add_func ("/backends/front/vast-windows", test_vast_windows);
  g_test_add_func ("/backends/front/windows-over-nothing", test_windows_over_nothing);
  g_test_add_func ("/backends/front/matrix-errors", test_matrix_errors);
  g_test_add_func ("/backends/front/matrices-of-nothing", test_matrices_of_nothing);
  g_test_add_func ("/backends/front/normalization-errors", test_normalization_errors);
  g_test_add_func ("/backends/front/huge-array", test_huge_array);
  return run_tests ();
}
