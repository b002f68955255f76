/* test-bits.c: the stand-in for a GPU gives the bits that the host gives, in any order of its threads.
 * SPDX-License-Identifier: MIT */

#include "gpu-fixture.h"

#include <math.h>

#include "rensa-backends-kernels.h"
#include "rensa-datasets-kernels.h"
#include "rensa-functions-kernels.h"
#include "rensa-late-check.h"
#include "rensa-optimizer-hooks-kernels.h"
#include "rensa-optimizers-kernels.h"
#include "rensa-transforms-kernels.h"

#define N_SEEDS 3

/* Numbers of all kinds: some are whole, some are none. */
static RensaArray *
mixture (RensaDtype dtype, RensaShape shape, guint seed)
{
  static const double special[] = { 0, -0.0, 1, -1, INFINITY, -INFINITY, NAN, 1e-30, 3, 0.5 };
  g_autoptr (RensaArray) plain = noise (RENSA_FLOAT64, shape, seed);
  g_autofree double *values = get_values (plain);

  for (gint64 i = 0; i < rensa_array_get_count (plain); i++)
    if ((i + seed) % 3 == 0)
      values[i] = special[(i / 3 + seed) % G_N_ELEMENTS (special)];
  return array_of (dtype, shape, values);
}

#define ADDRESS(kernel) &kernel,

static const RensaKernel *const kernels[] = {
  /* clang-format off */
  RENSA_BACKENDS_KERNELS (ADDRESS)
  RENSA_DATASETS_KERNELS (ADDRESS)
  RENSA_FUNCTIONS_KERNELS (ADDRESS)
  RENSA_OPTIMIZERS_KERNELS (ADDRESS)
  RENSA_OPTIMIZER_HOOKS_KERNELS (ADDRESS)
  RENSA_TRANSFORMS_KERNELS (ADDRESS)
  /* clang-format on */
};

static void
clear (RensaArray **arrays, int n)
{
  for (int i = 0; i < n; i++)
    g_clear_pointer (&arrays[i], rensa_array_unref);
}

/* Inputs of several layouts, the last one broadcast. */
static void
compare_map (const RensaKernel *kernel, RensaDtype dtype, RensaShape shape, Rearrange rearrange)
{
  g_autoptr (GError) error = NULL;
  RensaArray *here[RENSA_KERNEL_MAX_ARGS] = { NULL };
  RensaArray *there[RENSA_KERNEL_MAX_ARGS] = { NULL };
  RensaArray *results[RENSA_KERNEL_MAX_ARGS] = { NULL };
  RensaArray *far_results[RENSA_KERNEL_MAX_ARGS] = { NULL };
  double params[K_MAX_PARAMS];

  for (int i = 0; i < K_MAX_PARAMS; i++)
    params[i] = 0.25 + i;
  for (int i = 0; i < kernel->n_inputs; i++)
    {
      const RensaShape row = RENSA_SHAPE (shape.dims[shape.ndim - 1]);
      g_autoptr (RensaArray) plain = mixture (dtype, i > 0 && i == kernel->n_inputs - 1 ? row : shape, (guint) i);
      const Rearrange own = rensa_array_get_ndim (plain) > 1 ? rearrange : unchanged;

      here[i] = own (plain);
      there[i] = rearrange_there (plain, own);
    }
  rensa_map (kernel, here, results, params, &error);
  g_assert_no_error (error);
  rensa_map (kernel, there, far_results, params, &error);
  g_assert_no_error (error);
  for (int i = 0; i < kernel->n_outputs; i++)
    assert_same_bits (kernel->name, results[i], far_results[i]);

  clear (here, kernel->n_inputs);
  clear (there, kernel->n_inputs);
  clear (results, kernel->n_outputs);
  clear (far_results, kernel->n_outputs);
}

static void
test_maps (void)
{
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (kernels); i++)
    {
      if (kernels[i]->shape != RENSA_KERNEL_MAP)
        continue;
      for (int dtype = RENSA_FLOAT32; dtype <= RENSA_FLOAT64; dtype++)
        {
          compare_map (kernels[i], dtype, RENSA_SHAPE (3, 29), unchanged);
          compare_map (kernels[i], dtype, RENSA_SHAPE (5, 3, 7), reordered);
          compare_map (kernels[i], dtype, RENSA_SHAPE (2, 3), spread_out);
        }
      n++;
    }
  g_assert_cmpuint (n, >, 200);
}

/* What lies outside of a dtype's range included. */
static void
test_fills (void)
{
  static const double values[] = { 0, -0.0, 1, -1, 300, -40000, 3e9, -3e9, 1e20, 1e300, INFINITY, -INFINITY, NAN };

  for (int dtype = 0; dtype < RENSA_N_DTYPES; dtype++)
    for (gsize i = 0; i < G_N_ELEMENTS (values); i++)
      {
        g_autoptr (GError) error = NULL;
        g_autofree char *what = g_strdup_printf ("%s of %g", rensa_dtype_get_name (dtype), values[i]);
        g_autoptr (RensaArray) here = rensa_array_zeros (dtype, &RENSA_SHAPE (3), &error);
        g_autoptr (RensaArray) there = gpu_copy_to (MOCK, here);

        g_assert_true (rensa_array_fill (here, values[i], &error));
        g_assert_true (rensa_array_fill (there, values[i], &error));
        assert_same_bits (what, here, there);
      }
}

static void
test_casts (void)
{
  for (int from = 0; from < RENSA_N_DTYPES; from++)
    for (int to = 0; to < RENSA_N_DTYPES; to++)
      {
        g_autoptr (GError) error = NULL;
        g_autoptr (RensaArray) numbers = noise (from, RENSA_SHAPE (7, 13), 5);
        g_autoptr (RensaArray) x = reordered (numbers);
        g_autoptr (RensaArray) far_x = rearrange_there (numbers, reordered);
        g_autoptr (RensaArray) y = rensa_array_cast (x, to, &error);
        g_autoptr (RensaArray) far_y = rensa_array_cast (far_x, to, &error);

        g_assert_no_error (error);
        assert_same_bits ("cast", y, far_y);
      }
}

static void
compare_random (RensaDtype dtype, gint64 n)
{
  for (int which = 0; which < 3; which++)
    {
      g_autoptr (GError) error = NULL;
      RensaArray *both[2];

      for (int i = 0; i < 2; i++)
        {
          const RensaDevice *device = i == 0 ? rensa_device_get_host () : MOCK;
          RensaRandom random = { 0x123456789abcdef0u, 77, 5 };

          both[i] = rensa_array_new_on (device, dtype, &RENSA_SHAPE (n), &error);
          if (which == 0)
            rensa_fill_uniform (both[i], &random, -1, 3, &error);
          else if (which == 1)
            rensa_fill_normal (both[i], &random, 1, 2, &error);
          else
            rensa_fill_bernoulli (both[i], &random, 0.3, 7, &error);
        }
      g_assert_no_error (error);
      assert_same_bits ("random", both[0], both[1]);
      clear (both, 2);
    }
}

static void
test_random (void)
{
  static const gint64 counts[] = { 1, 2, 3, 5, 63, 64, 65, 1000, 20001 };

  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    {
      compare_random (RENSA_FLOAT16, counts[i]);
      compare_random (RENSA_BFLOAT16, counts[i]);
      compare_random (RENSA_FLOAT32, counts[i]);
      compare_random (RENSA_FLOAT64, counts[i]);
    }
}

static void
compare_reduction (RensaReduction reduction, RensaDtype dtype, RensaShape shape, guint mask, Rearrange rearrange)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) plain =
      dtype >= RENSA_FLOAT16 && rensa_shape_count (&shape) < 500 ? mixture (dtype, shape, 3) : noise (dtype, shape, 3);
  g_autoptr (RensaArray) x = rearrange (plain);
  g_autoptr (RensaArray) far_x = rearrange_there (plain, rearrange);
  g_autoptr (RensaArray) y = rensa_reduce (reduction, x, mask, FALSE, &error);
  g_autoptr (RensaArray) far_y = rensa_reduce (reduction, far_x, mask, FALSE, &error);
  g_autofree char *what =
      g_strdup_printf ("reduction %d of %s over 0x%x", reduction, rensa_dtype_get_name (dtype), mask);

  g_assert_no_error (error);
  assert_same_bits (what, y, far_y);
}

/* Sizes on both sides of each way of going about it. */
static void
test_reductions (void)
{
  static const struct
  {
    RensaShape shape;
    guint mask;
  } cases[] = {
    { { 1, { 1 } }, 1 },           { { 1, { 23 } }, 1 },       { { 1, { 24 } }, 1 },        { { 1, { 31 } }, 1 },
    { { 1, { 1025 } }, 1 },        { { 1, { 7 * 1024 } }, 1 }, { { 2, { 3, 40 } }, 2 },     { { 2, { 3, 40 } }, 1 },
    { { 2, { 40, 3 } }, 1 },       { { 2, { 70, 9 } }, 2 },    { { 2, { 2000, 5 } }, 1 },   { { 2, { 9000, 2 } }, 1 },
    { { 3, { 5, 6, 7 } }, 2 },     { { 3, { 5, 6, 7 } }, 5 },  { { 3, { 33, 6, 35 } }, 5 }, { { 3, { 5, 6, 7 } }, 7 },
    { { 4, { 4, 3, 5, 6 } }, 13 }, { { 2, { 3, 5000 } }, 2 },
  };
  static const RensaDtype dtypes[] = { RENSA_UINT8,    RENSA_INT64,   RENSA_FLOAT16,
                                       RENSA_BFLOAT16, RENSA_FLOAT32, RENSA_FLOAT64 };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint j = 0; j < G_N_ELEMENTS (dtypes); j++)
      for (int reduction = RENSA_REDUCE_SUM; reduction <= RENSA_REDUCE_N_NOT_FINITE; reduction++)
        {
          const gboolean is_arg = reduction == RENSA_REDUCE_ARGMAX || reduction == RENSA_REDUCE_ARGMIN;
          const guint all = (1u << cases[i].shape.ndim) - 1;

          if (is_arg && cases[i].mask != all && __builtin_popcount (cases[i].mask) != 1)
            continue;
          compare_reduction (reduction, dtypes[j], cases[i].shape, cases[i].mask, unchanged);
          if (cases[i].shape.ndim > 1)
            compare_reduction (reduction, dtypes[j], cases[i].shape, cases[i].mask, reordered);
        }
}

static void
compare_scan (RensaScan scan, RensaDtype dtype, RensaShape shape, int axis, Rearrange rearrange)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) plain = noise (dtype, shape, 1);
  g_autoptr (RensaArray) plain_factor = noise (dtype, shape, 2);
  g_autoptr (RensaArray) x = rearrange (plain);
  g_autoptr (RensaArray) factor = rearrange (plain_factor);
  g_autoptr (RensaArray) far_x = rearrange_there (plain, rearrange);
  g_autoptr (RensaArray) far_factor = rearrange_there (plain_factor, rearrange);
  g_autoptr (RensaArray) y =
      scan == RENSA_SCAN_LINEAR ? rensa_scan_linear (x, factor, axis, &error) : rensa_scan (scan, x, axis, &error);
  g_autoptr (RensaArray) far_y = scan == RENSA_SCAN_LINEAR ? rensa_scan_linear (far_x, far_factor, axis, &error)
                                                           : rensa_scan (scan, far_x, axis, &error);

  g_assert_no_error (error);
  assert_same_bits ("scan", y, far_y);
}

static void
test_scans (void)
{
  for (int scan = RENSA_SCAN_SUM; scan <= RENSA_SCAN_LINEAR; scan++)
    for (int dtype = RENSA_FLOAT32; dtype <= RENSA_FLOAT64; dtype++)
      {
        compare_scan (scan, dtype, RENSA_SHAPE (50), 0, unchanged);
        compare_scan (scan, dtype, RENSA_SHAPE (4, 9), 0, unchanged);
        compare_scan (scan, dtype, RENSA_SHAPE (4, 9, 5), 1, reordered);
        compare_scan (scan, dtype, RENSA_SHAPE (2, 150000), 1, unchanged);
      }
}

static void
compare_rows (RensaDtype dtype, gint64 width)
{
  static const double picks[] = { 3, 0, -1, 3, 7, 2, -4, 3, 0, 5, 0, 3 };
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) table = noise (dtype, RENSA_SHAPE (8, width), 1);
  g_autoptr (RensaArray) index = array_of (RENSA_INT32, RENSA_SHAPE (3, 4), picks);
  g_autoptr (RensaArray) rows = noise (dtype, RENSA_SHAPE (3, 4, width), 2);
  g_autoptr (RensaArray) far_table = gpu_copy_to (MOCK, table);
  g_autoptr (RensaArray) far_index = gpu_copy_to (MOCK, index);
  g_autoptr (RensaArray) far_rows = gpu_copy_to (MOCK, rows);
  g_autoptr (RensaArray) taken = rensa_take_rows (table, index, 7, TRUE, &error);
  g_autoptr (RensaArray) far_taken = rensa_take_rows (far_table, far_index, 7, TRUE, &error);
  g_autoptr (RensaArray) along = rensa_take_along (rows, 1, index, TRUE, &error);
  g_autoptr (RensaArray) far_along = rensa_take_along (far_rows, 1, far_index, TRUE, &error);
  const RensaShape shape = RENSA_SHAPE (8, width);
  g_autoptr (RensaArray) sum = rensa_scatter_rows (&shape, index, rows, 7, TRUE, &error);
  g_autoptr (RensaArray) far_sum = rensa_scatter_rows (&shape, far_index, far_rows, 7, TRUE, &error);

  /* Of the picks along an axis of four, some lie outside, which a device tells later. */
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
  g_assert_null (along);
  g_assert_nonnull (far_along);
  g_clear_error (&error);
  g_assert_false (rensa_late_checks_read (&error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
  assert_same_bits ("take", taken, far_taken);
  assert_same_bits ("scatter", sum, far_sum);
}

/* So many picks that several blocks of threads sort them. */
static void
compare_many_rows (void)
{
  const RensaShape shape = RENSA_SHAPE (37, 2);
  g_autofree double *picks = g_new (double, 3000);
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) rows = noise (RENSA_FLOAT32, RENSA_SHAPE (3000, 2), 3);

  for (int i = 0; i < 3000; i++)
    picks[i] = i * i % 38 - 1;

  g_autoptr (RensaArray) index = array_of (RENSA_INT64, RENSA_SHAPE (3000), picks);
  g_autoptr (RensaArray) far_index = gpu_copy_to (MOCK, index);
  g_autoptr (RensaArray) far_rows = gpu_copy_to (MOCK, rows);
  g_autoptr (RensaArray) sum = rensa_scatter_rows (&shape, index, rows, -1, FALSE, &error);
  g_autoptr (RensaArray) far_sum = rensa_scatter_rows (&shape, far_index, far_rows, -1, FALSE, &error);

  assert_same_bits ("scatter many", sum, far_sum);
}

static void
test_rows (void)
{
  compare_many_rows ();
  compare_rows (RENSA_FLOAT32, 1);
  compare_rows (RENSA_FLOAT32, 70);
  compare_rows (RENSA_FLOAT64, 9);
  compare_rows (RENSA_FLOAT16, 9);
  compare_rows (RENSA_BFLOAT16, 9);
  compare_rows (RENSA_INT16, 9);
}

/* Each order of threads, blocks and streams. */
static void
run_for_seeds (gconstpointer data)
{
  void (*const run) (void) = data;

  for (guint seed = 1; seed <= N_SEEDS; seed++)
    {
      rensa_mock_set_options (&(RensaMockOptions){ .seed = seed });
      run ();
    }
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    void (*run) (void);
  } tests[] = {
    { "/gpu/bits/maps", test_maps },     { "/gpu/bits/fills", test_fills },           { "/gpu/bits/casts", test_casts },
    { "/gpu/bits/random", test_random }, { "/gpu/bits/reductions", test_reductions }, { "/gpu/bits/scans", test_scans },
    { "/gpu/bits/rows", test_rows },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add_data_func (tests[i].path, tests[i].run, run_for_seeds);
  return run_tests ();
}
