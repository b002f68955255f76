/* test-map.c: elementwise kernels.
 * SPDX-License-Identifier: MIT */

#include "backend-fixture.h"
#include "rensa-test-kernels.h"

#include <math.h>
#include <string.h>

static void
test_values (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) x = ARRAY (RENSA_FLOAT32, RENSA_SHAPE (3), -1, 0, 3);
  g_autoptr (RensaArray) far = ARRAY (RENSA_FLOAT64, RENSA_SHAPE (2), -60, 60);
  g_autoptr (RensaArray) y = rensa_map1 (RENSA_KERNEL_TEST_SOFTPLUS, x, (double[]){ 2 }, &error);
  g_autoptr (RensaArray) z = rensa_map1 (RENSA_KERNEL_TEST_SOFTPLUS, far, (double[]){ 1 }, &error);

  assert_values (y, RENSA_FLOAT32, RENSA_SHAPE (3), 1e-6, 0.06346400552148, 0.34657359027997, 3.00123784256887);
  assert_values (z, RENSA_FLOAT64, RENSA_SHAPE (2), 1e-15, 8.75651076269652e-27, 60);
}

/* Figures from NumPy and SciPy. */
static void
test_special_values (void)
{
  static const struct
  {
    const RensaKernel *kernel;
    double expected[6];
  } cases[] = {
    { &rensa_kernel_test_exp, { NAN, INFINITY, 0, 1, 0.0820849986238988, INFINITY } },
    { &rensa_kernel_test_log, { NAN, INFINITY, NAN, -INFINITY, NAN, 9.210340371976184 } },
    { &rensa_kernel_test_tanh, { NAN, 1, -1, 0, -0.9866142981514303, 1 } },
    { &rensa_kernel_test_erf, { NAN, 1, -1, 0, -0.9995930479825550, 1 } },
    { &rensa_kernel_test_sign, { NAN, 1, -1, 0, -1, 1 } },
    { &rensa_kernel_test_branches, { NAN, INFINITY, -0.5, 0, -0.4589575006880506, 10000 } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (int dtype = RENSA_FLOAT32; dtype <= RENSA_FLOAT64; dtype++)
      {
        g_autoptr (GError) error = NULL;
        g_autoptr (RensaArray) x = ARRAY (dtype, RENSA_SHAPE (6), NAN, INFINITY, -INFINITY, 0, -2.5, 1e4);
        g_autoptr (RensaArray) y = rensa_map1 (cases[i].kernel, x, NULL, &error);

        assert_values_of (y, dtype, RENSA_SHAPE (6), dtype == RENSA_FLOAT32 ? 1e-6 : 1e-14, cases[i].expected);
      }
}

static void
test_nan_wins (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) x = ARRAY (RENSA_FLOAT32, RENSA_SHAPE (5), NAN, 1, NAN, -INFINITY, 2);
  g_autoptr (RensaArray) y = ARRAY (RENSA_FLOAT32, RENSA_SHAPE (5), 0, NAN, NAN, 3, 1);
  g_autoptr (RensaArray) max = rensa_map2 (RENSA_KERNEL_TEST_MAX, x, y, NULL, &error);
  g_autoptr (RensaArray) min = rensa_map2 (RENSA_KERNEL_TEST_MIN, x, y, NULL, &error);

  assert_values (max, RENSA_FLOAT32, RENSA_SHAPE (5), 0, NAN, NAN, NAN, 3, 2);
  assert_values (min, RENSA_FLOAT32, RENSA_SHAPE (5), 0, NAN, NAN, NAN, -INFINITY, 1);
}

static void
test_pow (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) x = ARRAY (RENSA_FLOAT32, RENSA_SHAPE (7), 2, -2, 0, -8, 2, NAN, 0);
  g_autoptr (RensaArray) y = ARRAY (RENSA_FLOAT32, RENSA_SHAPE (7), 10, 3, 0, 1.0 / 3, -INFINITY, 0, -1);
  g_autoptr (RensaArray) z = rensa_map2 (RENSA_KERNEL_TEST_POW, x, y, NULL, &error);

  assert_values (z, RENSA_FLOAT32, RENSA_SHAPE (7), 1e-6, 1024, -8, 1, NAN, 0, 1, INFINITY);
}

/* Quotients of any size, and products that are just above or below a multiple. */
static void
fill_divisions (double *x, double *y, gboolean is_float, int n)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);

  for (int i = 0; i < n; i++)
    {
      const double size = ldexp (g_rand_double_range (rand, -1, 1), g_rand_int_range (rand, -40, 40));

      y[i] = ldexp (g_rand_double_range (rand, -1, 1), g_rand_int_range (rand, -40, 40));
      x[i] = i % 2 == 0 ? size : y[i] * g_rand_int_range (rand, 0, 100000);
      x[i] = is_float ? (float) x[i] : x[i];
      y[i] = is_float ? (float) y[i] : y[i];
    }
}

/* As exact as the C library's. */
static void
test_fmod (void)
{
  const int n = 20000;
  g_autofree double *x_values = g_new (double, n);
  g_autofree double *y_values = g_new (double, n);

  for (int dtype = RENSA_FLOAT32; dtype <= RENSA_FLOAT64; dtype++)
    {
      g_autoptr (GError) error = NULL;

      fill_divisions (x_values, y_values, dtype == RENSA_FLOAT32, n);
      /* The first ones are divided by what nothing reaches. */
      for (int i = 0; i < 100; i++)
        y_values[i] = i % 2 == 0 ? INFINITY : -INFINITY;
      g_autoptr (RensaArray) x64 = rensa_array_new_from_host (RENSA_FLOAT64, &RENSA_SHAPE (n), x_values, &error);
      g_autoptr (RensaArray) y64 = rensa_array_new_from_host (RENSA_FLOAT64, &RENSA_SHAPE (n), y_values, &error);
      g_autoptr (RensaArray) x = rensa_array_cast (x64, dtype, &error);
      g_autoptr (RensaArray) y = rensa_array_cast (y64, dtype, &error);
      g_autoptr (RensaArray) rest = rensa_map2 (RENSA_KERNEL_TEST_FMOD, x, y, NULL, &error);
      g_autofree double *values = get_values (rest);

      for (int i = 0; i < n; i++)
        {
          const double expected = fmod (x_values[i], y_values[i]);

          g_assert_cmpfloat (values[i], ==, expected);
          g_assert_cmpint (signbit (values[i]), ==, signbit (expected));
        }
    }
}

static void
test_result_dtypes (void)
{
  static const struct
  {
    RensaDtype x, y, expected;
  } cases[] = {
    { RENSA_FLOAT32, RENSA_FLOAT32, RENSA_FLOAT32 }, { RENSA_FLOAT32, RENSA_FLOAT64, RENSA_FLOAT64 },
    { RENSA_FLOAT16, RENSA_FLOAT16, RENSA_FLOAT16 }, { RENSA_FLOAT16, RENSA_FLOAT32, RENSA_FLOAT32 },
    { RENSA_FLOAT16, RENSA_INT64, RENSA_FLOAT16 },   { RENSA_INT64, RENSA_UINT8, RENSA_FLOAT32 },
    { RENSA_BOOL, RENSA_FLOAT64, RENSA_FLOAT64 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (RensaArray) x = ARRAY (cases[i].x, RENSA_SHAPE (2), 0, 1);
      g_autoptr (RensaArray) y = ARRAY (cases[i].y, RENSA_SHAPE (2), 1, 1);
      g_autoptr (RensaArray) z = rensa_map2 (RENSA_KERNEL_TEST_ADD, x, y, NULL, &error);

      assert_values (z, cases[i].expected, RENSA_SHAPE (2), 0, 1, 2);
    }
}

/* float16 is computed in float32: 2048 + 1 - 1 would stick at 2048 - 1 otherwise. */
static void
test_float16_rounds_once (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) x = ARRAY (RENSA_FLOAT16, RENSA_SHAPE (1), 2048);
  g_autoptr (RensaArray) one = ARRAY (RENSA_FLOAT16, RENSA_SHAPE (1), 1);
  RensaArray *outputs[2] = { NULL, NULL };

  g_assert_true (
      rensa_map (RENSA_KERNEL_TEST_COMBINE, (RensaArray *[]){ x, one, one }, outputs, (double[]){ 1, 1 }, &error));
  assert_values (outputs[0], RENSA_FLOAT16, RENSA_SHAPE (1), 0, 2050);
  assert_values (outputs[1], RENSA_FLOAT16, RENSA_SHAPE (1), 0, 2048);
  rensa_array_unref (outputs[0]);
  rensa_array_unref (outputs[1]);
}

/* The same values lie in memory in every way that there is; the result must be the same bits, in the same places. */
static void
check_layouts (RensaDtype dtype, RensaShape shape)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) x = noise (dtype, shape, 1);
  g_autoptr (RensaArray) gaps = spread_out (x);
  g_autoptr (RensaArray) other_order = reordered (x);
  g_autoptr (RensaArray) back = reversed (x, shape.ndim - 1);
  g_autoptr (RensaArray) expected = rensa_map1 (RENSA_KERNEL_TEST_TANH, x, NULL, &error);
  g_autoptr (RensaArray) from_gaps = rensa_map1 (RENSA_KERNEL_TEST_TANH, gaps, NULL, &error);
  g_autoptr (RensaArray) from_order = rensa_map1 (RENSA_KERNEL_TEST_TANH, other_order, NULL, &error);
  g_autoptr (RensaArray) from_back = rensa_map1 (RENSA_KERNEL_TEST_TANH, back, NULL, &error);
  g_autoptr (RensaArray) forth = reversed (from_back, shape.ndim - 1);
  g_autofree double *values = get_values (x);
  g_autofree double *results = get_values (expected);

  for (gint64 i = 0; i < rensa_array_get_count (x); i++)
    g_assert_cmpfloat_with_epsilon (results[i], tanh (values[i]), dtype == RENSA_FLOAT64 ? 1e-14 : 1e-6);
  assert_same (expected, from_gaps);
  assert_same (expected, from_order);
  assert_same (expected, forth);
  g_assert_cmpmem (rensa_array_get_strides (from_order), shape.ndim * sizeof (gint64),
                   rensa_array_get_strides (other_order), shape.ndim * sizeof (gint64));
}

static void
test_layouts (void)
{
  for (int dtype = RENSA_FLOAT32; dtype <= RENSA_FLOAT64; dtype++)
    {
      for (gint64 n = 1; n < 70; n++)
        check_layouts (dtype, RENSA_SHAPE (n));
      check_layouts (dtype, RENSA_SHAPE (1000));
      check_layouts (dtype, RENSA_SHAPE (3, 5));
      check_layouts (dtype, RENSA_SHAPE (300, 7));
      check_layouts (dtype, RENSA_SHAPE (7, 300));
      check_layouts (dtype, RENSA_SHAPE (2, 3, 4, 5));
      check_layouts (dtype, RENSA_SHAPE (20, 30, 3, 40));
      check_layouts (dtype, RENSA_SHAPE (2, 1, 2, 1, 2, 1, 2, 3));
    }
}

/* Two matrices of which one is spread along an axis; checked with a loop of the test's own. */
static void
check_broadcast (RensaShape a_shape, RensaShape b_shape, gboolean reorder)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) a_flat = noise (RENSA_FLOAT32, a_shape, 1);
  g_autoptr (RensaArray) b = noise (RENSA_FLOAT32, b_shape, 2);
  g_autoptr (RensaArray) a = reorder ? reordered (a_flat) : rensa_array_ref (a_flat);
  g_autoptr (RensaArray) sum = rensa_map2 (RENSA_KERNEL_TEST_ADD, a, b, NULL, &error);
  g_autoptr (RensaArray) mirrored = rensa_map2 (RENSA_KERNEL_TEST_ADD, b, a, NULL, &error);
  RensaShape shape;

  g_assert_true (rensa_shape_broadcast (&a_shape, &b_shape, &shape, &error));
  g_autoptr (RensaArray) a_view = rensa_array_view_broadcast (a, &shape);
  g_autoptr (RensaArray) b_view = rensa_array_view_broadcast (b, &shape);
  g_autofree double *a_values = get_values (a_view);
  g_autofree double *b_values = get_values (b_view);
  g_autofree double *expected = g_new (double, rensa_shape_count (&shape));

  for (gint64 i = 0; i < rensa_shape_count (&shape); i++)
    expected[i] = (float) a_values[i] + (float) b_values[i];
  assert_values_of (sum, RENSA_FLOAT32, shape, 1e-7, expected);
  assert_same (sum, mirrored);
}

static void
test_broadcast (void)
{
  for (int reorder = FALSE; reorder <= TRUE; reorder++)
    {
      check_broadcast (RENSA_SHAPE (100, 10), RENSA_SHAPE (10), reorder);
      check_broadcast (RENSA_SHAPE (100, 10), RENSA_SHAPE (100, 1), reorder);
      check_broadcast (RENSA_SHAPE (700, 97), RENSA_SHAPE (97), reorder);
      check_broadcast (RENSA_SHAPE (3, 1000), RENSA_SHAPE (3, 1), reorder);
      check_broadcast (RENSA_SHAPE (1000, 3), RENSA_SHAPE (1, 3), reorder);
      check_broadcast (RENSA_SHAPE (4, 5, 30, 30), RENSA_SHAPE (5, 1, 1), reorder);
      check_broadcast (RENSA_SHAPE (5, 1, 3), RENSA_SHAPE (4, 1), reorder);
      check_broadcast (RENSA_SHAPE (17), RENSA_SHAPE (1), reorder);
    }
}

static void
test_scalars_and_nothing (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) one = rensa_array_new_scalar (RENSA_FLOAT32, 1, &error);
  g_autoptr (RensaArray) empty = rensa_array_zeros (RENSA_FLOAT32, &RENSA_SHAPE (3, 0), &error);
  g_autoptr (RensaArray) two = rensa_map2 (RENSA_KERNEL_TEST_ADD, one, one, NULL, &error);
  g_autoptr (RensaArray) nothing = rensa_map2 (RENSA_KERNEL_TEST_ADD, empty, one, NULL, &error);

  assert_values (two, RENSA_FLOAT32, RENSA_SHAPE_SCALAR, 0, 2);
  assert_values_of (nothing, RENSA_FLOAT32, RENSA_SHAPE (3, 0), 0, NULL);
}

static void
test_in_place (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) x = ARRAY (RENSA_FLOAT32, RENSA_SHAPE (2, 3), 1, 2, 3, 4, 5, 6);
  g_autoptr (RensaArray) row = ARRAY (RENSA_FLOAT32, RENSA_SHAPE (3), 10, 20, 30);
  g_autoptr (RensaArray) gaps = spread_out (x);
  g_autoptr (RensaArray) half = rensa_array_cast (x, RENSA_FLOAT16, &error);
  RensaArray *outputs[] = { x, gaps, half };

  for (int i = 0; i < 3; i++)
    {
      g_assert_true (rensa_map (RENSA_KERNEL_TEST_ADD, (RensaArray *[]){ outputs[i], row }, &outputs[i], NULL, &error));
      assert_values (outputs[i], rensa_array_get_dtype (outputs[i]), RENSA_SHAPE (2, 3), 0, 11, 22, 33, 14, 25, 36);
    }
}

static void
test_two_outputs (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) x = noise (RENSA_FLOAT64, RENSA_SHAPE (13, 21), 1);
  g_autoptr (RensaArray) y = noise (RENSA_FLOAT64, RENSA_SHAPE (21), 2);
  g_autoptr (RensaArray) z = noise (RENSA_FLOAT64, RENSA_SHAPE (13, 1), 3);
  g_autofree double *xs = get_values (x);
  g_autofree double *ys = get_values (y);
  g_autofree double *zs = get_values (z);
  double sums[13 * 21];
  double products[13 * 21];
  RensaArray *outputs[2] = { NULL, NULL };

  for (int i = 0; i < 13 * 21; i++)
    {
      sums[i] = 2 * xs[i] + ys[i % 21] + zs[i / 21];
      products[i] = 3 * xs[i] * ys[i % 21] * zs[i / 21];
    }
  g_assert_true (
      rensa_map (RENSA_KERNEL_TEST_COMBINE, (RensaArray *[]){ x, y, z }, outputs, (double[]){ 2, 3 }, &error));
  assert_values_of (outputs[0], RENSA_FLOAT64, RENSA_SHAPE (13, 21), 0, sums);
  assert_values_of (outputs[1], RENSA_FLOAT64, RENSA_SHAPE (13, 21), 0, products);
  rensa_array_unref (outputs[0]);
  rensa_array_unref (outputs[1]);
}

static RensaArray *
make_exp (gconstpointer data)
{
  return rensa_map1 (RENSA_KERNEL_TEST_EXP, (RensaArray *) data, NULL, NULL);
}

/* What has another dtype than the loop is the same as if it were cast first. */
static void
check_mixed (RensaDtype a_dtype, RensaDtype b_dtype, RensaShape a_shape, RensaShape b_shape)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) a_noise = noise (RENSA_FLOAT32, a_shape, 1);
  g_autoptr (RensaArray) b_noise = noise (RENSA_FLOAT32, b_shape, 2);
  g_autoptr (RensaArray) a = rensa_array_cast (a_noise, a_dtype, &error);
  g_autoptr (RensaArray) b = rensa_array_cast (b_noise, b_dtype, &error);
  g_autoptr (RensaArray) a_gaps = spread_out (a);
  g_autoptr (RensaArray) a_wide = rensa_array_cast (a, RENSA_FLOAT32, &error);
  g_autoptr (RensaArray) b_wide = rensa_array_cast (b, RENSA_FLOAT32, &error);
  g_autoptr (RensaArray) sum = rensa_map2 (RENSA_KERNEL_TEST_ADD, a, b, NULL, &error);
  g_autoptr (RensaArray) sum_of_gaps = rensa_map2 (RENSA_KERNEL_TEST_ADD, a_gaps, b, NULL, &error);
  g_autoptr (RensaArray) wide_sum = rensa_map2 (RENSA_KERNEL_TEST_ADD, a_wide, b_wide, NULL, &error);
  g_autoptr (RensaArray) expected = rensa_array_cast (wide_sum, rensa_array_get_dtype (sum), &error);

  assert_same (sum, expected);
  assert_same (sum_of_gaps, expected);
}

static void
test_mixed_dtypes (void)
{
  static const RensaDtype pairs[][2] = {
    { RENSA_FLOAT16, RENSA_FLOAT16 }, { RENSA_FLOAT16, RENSA_FLOAT32 }, { RENSA_BOOL, RENSA_FLOAT32 },
    { RENSA_BOOL, RENSA_FLOAT16 },    { RENSA_FLOAT32, RENSA_INT64 },   { RENSA_UINT8, RENSA_INT8 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      check_mixed (pairs[i][0], pairs[i][1], RENSA_SHAPE (1), RENSA_SHAPE (1));
      check_mixed (pairs[i][0], pairs[i][1], RENSA_SHAPE (2003), RENSA_SHAPE (1));
      check_mixed (pairs[i][0], pairs[i][1], RENSA_SHAPE (700, 7), RENSA_SHAPE (7));
      check_mixed (pairs[i][0], pairs[i][1], RENSA_SHAPE (5, 1000), RENSA_SHAPE (5, 1));
      check_mixed (pairs[i][0], pairs[i][1], RENSA_SHAPE (300, 701), RENSA_SHAPE (300, 701));
    }
}

static void
test_threads (void)
{
  g_autoptr (RensaArray) x = noise (RENSA_FLOAT32, RENSA_SHAPE (300, 701), 1);
  g_autoptr (RensaArray) gaps = spread_out (x);
  g_autoptr (RensaArray) narrow = noise (RENSA_FLOAT32, RENSA_SHAPE (50001, 3), 1);
  g_autoptr (RensaArray) narrow_gaps = spread_out (narrow);

  assert_same_for_any_threads (make_exp, x);
  assert_same_for_any_threads (make_exp, gaps);
  assert_same_for_any_threads (make_exp, narrow_gaps);
}

static void
test_errors (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) x = noise (RENSA_FLOAT32, RENSA_SHAPE (2, 3), 1);
  g_autoptr (RensaArray) y = noise (RENSA_FLOAT32, RENSA_SHAPE (2), 1);
  g_autoptr (RensaArray) integers = rensa_array_zeros (RENSA_INT32, &RENSA_SHAPE (2, 3), &error);

  g_assert_null (rensa_map2 (RENSA_KERNEL_TEST_ADD, x, y, NULL, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
  g_assert_nonnull (strstr (error->message, "(2, 3)"));
  g_clear_error (&error);

  g_assert_false (rensa_map (RENSA_KERNEL_TEST_ADD, (RensaArray *[]){ x, x }, &y, NULL, &error));
  assert_message (&error, RENSA_ERROR_INVALID, "test_add expects y to have shape (2, 3): found (2,)");
  g_assert_false (rensa_map (RENSA_KERNEL_TEST_ADD, (RensaArray *[]){ x, x }, &integers, NULL, &error));
  assert_message (&error, RENSA_ERROR_INVALID, "test_add expects floating-point arrays: found int32");

  g_assert_null (rensa_map2 (RENSA_KERNEL_TEST_ADD, x, NULL, NULL, &error));
  g_assert_no_error (error);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/backends/map/values", test_values);
  g_test_add_func ("/backends/map/special-values", test_special_values);
  g_test_add_func ("/backends/map/nan-wins", test_nan_wins);
  g_test_add_func ("/backends/map/pow", test_pow);
  g_test_add_func ("/backends/map/fmod", test_fmod);
  g_test_add_func ("/backends/map/result-dtypes", test_result_dtypes);
  g_test_add_func ("/backends/map/float16-rounds-once", test_float16_rounds_once);
  g_test_add_func ("/backends/map/layouts", test_layouts);
  g_test_add_func ("/backends/map/broadcast", test_broadcast);
  g_test_add_func ("/backends/map/scalars-and-nothing", test_scalars_and_nothing);
  g_test_add_func ("/backends/map/in-place", test_in_place);
  g_test_add_func ("/backends/map/two-outputs", test_two_outputs);
  g_test_add_func ("/backends/map/mixed-dtypes", test_mixed_dtypes);
  g_test_add_func ("/backends/map/threads", test_threads);
  g_test_add_func ("/backends/map/errors", test_errors);
  return run_tests ();
}
