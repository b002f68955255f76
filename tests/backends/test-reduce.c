/* test-reduce.c: reductions over any axes.
 * SPDX-License-Identifier: MIT */

#include "backend-fixture.h"

#include <math.h>

static void
test_values (void)
{
  static const struct
  {
    RensaReduction reduction;
    RensaDtype dtype; /* of the result */
    double rows[2];   /* over axis 1 */
    double columns[3];
    double all;
  } cases[] = {
    { RENSA_REDUCE_SUM, RENSA_FLOAT32, { 2, 15 }, { 5, 3, 9 }, 17 },
    { RENSA_REDUCE_SUM_SQUARE, RENSA_FLOAT32, { 14, 77 }, { 17, 29, 45 }, 91 },
    { RENSA_REDUCE_PROD, RENSA_FLOAT32, { -6, 120 }, { 4, -10, 18 }, -720 },
    { RENSA_REDUCE_MAX, RENSA_FLOAT32, { 3, 6 }, { 4, 5, 6 }, 6 },
    { RENSA_REDUCE_MIN, RENSA_FLOAT32, { -2, 4 }, { 1, -2, 3 }, -2 },
    { RENSA_REDUCE_ARGMAX, RENSA_INT64, { 2, 2 }, { 1, 1, 1 }, 5 },
    { RENSA_REDUCE_ARGMIN, RENSA_INT64, { 1, 0 }, { 0, 0, 0 }, 1 },
    { RENSA_REDUCE_N_NOT_FINITE, RENSA_INT64, { 0, 0 }, { 0, 0, 0 }, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (int dtype = RENSA_INT8; dtype < RENSA_N_DTYPES; dtype++)
      {
        /* uint8 holds no -2. */
        if (dtype == RENSA_UINT8)
          continue;

        g_autoptr (GError) error = NULL;
        g_autoptr (RensaArray) x = ARRAY (dtype, RENSA_SHAPE (2, 3), 1, -2, 3, 4, 5, 6);
        const RensaReduction reduction = cases[i].reduction;
        const gboolean keeps_dtype = reduction == RENSA_REDUCE_MAX || reduction == RENSA_REDUCE_MIN;
        const RensaDtype expected = cases[i].dtype == RENSA_INT64           ? RENSA_INT64
                                    : dtype >= RENSA_FLOAT16 || keeps_dtype ? (RensaDtype) dtype
                                                                            : RENSA_INT64;
        g_autoptr (RensaArray) rows = rensa_reduce (reduction, x, 2, FALSE, &error);
        g_autoptr (RensaArray) columns = rensa_reduce (reduction, x, 1, TRUE, &error);
        g_autoptr (RensaArray) all = rensa_reduce (reduction, x, 3, FALSE, &error);

        g_assert_no_error (error);
        assert_values_of (rows, expected, RENSA_SHAPE (2), 0, cases[i].rows);
        assert_values_of (columns, expected, RENSA_SHAPE (1, 3), 0, cases[i].columns);
        assert_values_of (all, expected, RENSA_SHAPE_SCALAR, 0, &cases[i].all);
      }
}

static void
test_integers (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) bytes = rensa_array_full (RENSA_UINT8, &RENSA_SHAPE (1000), 255, &error);
  g_autoptr (RensaArray) truths = rensa_array_full (RENSA_BOOL, &RENSA_SHAPE (300, 5), 1, &error);
  g_autoptr (RensaArray) sum = rensa_reduce (RENSA_REDUCE_SUM, bytes, 1, FALSE, &error);
  g_autoptr (RensaArray) squares = rensa_reduce (RENSA_REDUCE_SUM_SQUARE, bytes, 1, FALSE, &error);
  g_autoptr (RensaArray) counts = rensa_reduce (RENSA_REDUCE_SUM, truths, 1, FALSE, &error);

  assert_values (sum, RENSA_INT64, RENSA_SHAPE_SCALAR, 0, 255000);
  assert_values (squares, RENSA_INT64, RENSA_SHAPE_SCALAR, 0, 65025000);
  assert_values (counts, RENSA_INT64, RENSA_SHAPE (5), 0, 300, 300, 300, 300, 300);
}

static void
test_nan (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) x =
      ARRAY (RENSA_FLOAT32, RENSA_SHAPE (3, 4), 1, NAN, 3, NAN, -INFINITY, 2, INFINITY, 2, 4, 4, 0, 0);
  g_autoptr (RensaArray) max = rensa_reduce (RENSA_REDUCE_MAX, x, 2, FALSE, &error);
  g_autoptr (RensaArray) min = rensa_reduce (RENSA_REDUCE_MIN, x, 2, FALSE, &error);
  g_autoptr (RensaArray) argmax = rensa_reduce (RENSA_REDUCE_ARGMAX, x, 2, FALSE, &error);
  g_autoptr (RensaArray) argmin = rensa_reduce (RENSA_REDUCE_ARGMIN, x, 2, FALSE, &error);
  g_autoptr (RensaArray) column_max = rensa_reduce (RENSA_REDUCE_MAX, x, 1, FALSE, &error);
  g_autoptr (RensaArray) not_finite = rensa_reduce (RENSA_REDUCE_N_NOT_FINITE, x, 3, FALSE, &error);

  assert_values (max, RENSA_FLOAT32, RENSA_SHAPE (3), 0, NAN, INFINITY, 4);
  assert_values (min, RENSA_FLOAT32, RENSA_SHAPE (3), 0, NAN, -INFINITY, 0);
  assert_values (argmax, RENSA_INT64, RENSA_SHAPE (3), 0, 1, 2, 0);
  assert_values (argmin, RENSA_INT64, RENSA_SHAPE (3), 0, 1, 0, 2);
  assert_values (column_max, RENSA_FLOAT32, RENSA_SHAPE (4), 0, 4, NAN, INFINITY, NAN);
  assert_values (not_finite, RENSA_INT64, RENSA_SHAPE_SCALAR, 0, 4);
}

/* Against sums of the test's own, in double, over every set of axes of every layout. */
static void
check_axes (RensaShape shape, RensaArray *x, const double *values)
{
  for (guint mask = 0; mask < 1u << shape.ndim; mask++)
    {
      g_autoptr (GError) error = NULL;
      const RensaShape kept = rensa_shape_reduce (&shape, mask, TRUE);
      g_autofree double *sums = g_new0 (double, rensa_shape_count (&kept));
      g_autofree double *maxima = g_new0 (double, rensa_shape_count (&kept));
      g_autoptr (RensaArray) sum = rensa_reduce (RENSA_REDUCE_SUM, x, mask, TRUE, &error);
      g_autoptr (RensaArray) max = rensa_reduce (RENSA_REDUCE_MAX, x, mask, TRUE, &error);

      for (gint64 i = 0; i < rensa_shape_count (&kept); i++)
        maxima[i] = -INFINITY;
      for (gint64 i = 0; i < rensa_shape_count (&shape); i++)
        {
          gint64 place = 0;
          gint64 step = 1;
          gint64 rest = i;

          for (int axis = shape.ndim - 1; axis >= 0; axis--)
            {
              place += mask >> axis & 1 ? 0 : rest % shape.dims[axis] * step;
              step *= kept.dims[axis];
              rest /= shape.dims[axis];
            }
          sums[place] += values[i];
          maxima[place] = fmax (maxima[place], values[i]);
        }

      assert_values_of (sum, RENSA_FLOAT32, kept, 2e-5, sums);
      assert_values_of (max, RENSA_FLOAT32, kept, 0, maxima);
    }
}

static void
test_axes (void)
{
  static const RensaShape shapes[] = {
    { 1, { 1 } },       { 1, { 5000 } },    { 2, { 100, 10 } },  { 2, { 3, 1500 } },
    { 2, { 9000, 6 } }, { 2, { 40, 700 } }, { 3, { 7, 1, 33 } }, { 4, { 3, 5, 17, 19 } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    {
      g_autoptr (RensaArray) x = noise (RENSA_FLOAT32, shapes[i], i);
      g_autoptr (RensaArray) gaps = spread_out (x);
      g_autoptr (RensaArray) other_order = reordered (x);
      g_autofree double *values = get_values (x);

      check_axes (shapes[i], x, values);
      check_axes (shapes[i], gaps, values);
      check_axes (shapes[i], other_order, values);
    }
}

static void
test_arg_of_views (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) x = noise (RENSA_FLOAT32, RENSA_SHAPE (50, 70), 3);
  g_autoptr (RensaArray) other_order = reordered (x);
  g_autoptr (RensaArray) gaps = spread_out (x);

  for (guint mask = 1; mask < 4; mask++)
    {
      g_autoptr (RensaArray) expected = rensa_reduce (RENSA_REDUCE_ARGMAX, x, mask, FALSE, &error);
      g_autoptr (RensaArray) a = rensa_reduce (RENSA_REDUCE_ARGMAX, other_order, mask, FALSE, &error);
      g_autoptr (RensaArray) b = rensa_reduce (RENSA_REDUCE_ARGMAX, gaps, mask, FALSE, &error);

      assert_same (expected, a);
      assert_same (expected, b);
    }
}

/* A plain sum of this many ones sticks at 2^24. */
static void
test_precision (void)
{
  g_autoptr (GError) error = NULL;
  const gint64 n = (1 << 24) + 4096;
  g_autoptr (RensaArray) ones = rensa_array_full (RENSA_FLOAT32, &RENSA_SHAPE (n), 1, &error);
  g_autoptr (RensaArray) columns = rensa_array_reshape (ones, &RENSA_SHAPE (n / 4, 4), &error);
  g_autoptr (RensaArray) tenth = rensa_array_full (RENSA_FLOAT32, &RENSA_SHAPE (1000000, 1), 0.1, &error);
  g_autoptr (RensaArray) tenths = rensa_array_view_broadcast (tenth, &RENSA_SHAPE (1000000, 4));
  g_autoptr (RensaArray) all = rensa_reduce (RENSA_REDUCE_SUM, ones, 1, FALSE, &error);
  g_autoptr (RensaArray) by_columns = rensa_reduce (RENSA_REDUCE_SUM, columns, 1, FALSE, &error);
  g_autoptr (RensaArray) dense = rensa_array_contiguous (tenths, &error);
  g_autoptr (RensaArray) rows = rensa_reduce (RENSA_REDUCE_SUM, dense, 1, FALSE, &error);

  assert_values (all, RENSA_FLOAT32, RENSA_SHAPE_SCALAR, 0, (double) n);
  assert_values (by_columns, RENSA_FLOAT32, RENSA_SHAPE (4), 0, n / 4.0, n / 4.0, n / 4.0, n / 4.0);
  assert_values (rows, RENSA_FLOAT32, RENSA_SHAPE (4), 1e-6, 100000, 100000, 100000, 100000);
}

typedef struct
{
  RensaReduction reduction;
  RensaArray *x;
  guint mask;
} Case;

static RensaArray *
make_reduction (gconstpointer data)
{
  const Case *its = data;

  return rensa_reduce (its->reduction, its->x, its->mask, FALSE, NULL);
}

static void
test_threads (void)
{
  g_autoptr (RensaArray) x = noise (RENSA_FLOAT32, RENSA_SHAPE (20000, 24), 1);
  g_autoptr (RensaArray) other_order = reordered (x);

  for (int reduction = 0; reduction <= RENSA_REDUCE_N_NOT_FINITE; reduction++)
    for (guint mask = 1; mask < 4; mask++)
      {
        assert_same_for_any_threads (make_reduction, &(Case){ reduction, x, mask });
        assert_same_for_any_threads (make_reduction, &(Case){ reduction, other_order, mask });
      }
}

static void
test_nothing (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) x = rensa_array_zeros (RENSA_FLOAT32, &RENSA_SHAPE (2, 0), &error);
  g_autoptr (RensaArray) sum = rensa_reduce (RENSA_REDUCE_SUM, x, 2, FALSE, &error);
  g_autoptr (RensaArray) product = rensa_reduce (RENSA_REDUCE_PROD, x, 2, FALSE, &error);
  g_autoptr (RensaArray) max = rensa_reduce (RENSA_REDUCE_MAX, x, 1, FALSE, &error);

  assert_values (sum, RENSA_FLOAT32, RENSA_SHAPE (2), 0, 0, 0);
  assert_values (product, RENSA_FLOAT32, RENSA_SHAPE (2), 0, 1, 1);
  assert_values_of (max, RENSA_FLOAT32, RENSA_SHAPE (0), 0, NULL);
  g_assert_null (rensa_reduce (RENSA_REDUCE_ARGMIN, x, 2, FALSE, &error));
  assert_message (&error, RENSA_ERROR_INVALID, "min expects at least one element: found shape (2, 0)");
}

static void
test_reduce_to (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) x = ARRAY (RENSA_FLOAT32, RENSA_SHAPE (2, 2, 3), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
  g_autoptr (RensaArray) row = rensa_reduce_to (x, &RENSA_SHAPE (3), &error);
  g_autoptr (RensaArray) column = rensa_reduce_to (x, &RENSA_SHAPE (2, 1), &error);
  g_autoptr (RensaArray) scalar = rensa_reduce_to (x, &RENSA_SHAPE_SCALAR, &error);
  g_autoptr (RensaArray) same = rensa_reduce_to (x, &RENSA_SHAPE (2, 2, 3), &error);

  assert_values (row, RENSA_FLOAT32, RENSA_SHAPE (3), 0, 18, 22, 26);
  assert_values (column, RENSA_FLOAT32, RENSA_SHAPE (2, 1), 0, 24, 42);
  assert_values (scalar, RENSA_FLOAT32, RENSA_SHAPE_SCALAR, 0, 66);
  g_assert_true (same == x);
  g_assert_null (rensa_reduce_to (x, &RENSA_SHAPE (2), &error));
  assert_message (&error, RENSA_ERROR_INVALID,
                  "reduce_to expects a shape that can be broadcast to (2, 2, 3): "
                  "found (2,)");
}

static void
test_errors (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) x = noise (RENSA_FLOAT32, RENSA_SHAPE (2, 3, 4), 0);

  g_assert_null (rensa_reduce (RENSA_REDUCE_SUM, x, 8, FALSE, &error));
  assert_message (&error, RENSA_ERROR_INVALID, "reduce expects the axes of shape (2, 3, 4): found mask 0x8");
  g_assert_null (rensa_reduce (RENSA_REDUCE_ARGMAX, x, 3, FALSE, &error));
  assert_message (&error, RENSA_ERROR_INVALID, "argmax expects one axis or all of them: found 2 out of 3");
  g_assert_null (rensa_reduce (RENSA_REDUCE_SUM, NULL, 1, FALSE, &error));
  g_assert_no_error (error);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/backends/reduce/values", test_values);
  g_test_add_func ("/backends/reduce/integers", test_integers);
  g_test_add_func ("/backends/reduce/nan", test_nan);
  g_test_add_func ("/backends/reduce/axes", test_axes);
  g_test_add_func ("/backends/reduce/arg-of-views", test_arg_of_views);
  g_test_add_func ("/backends/reduce/precision", test_precision);
  g_test_add_func ("/backends/reduce/threads", test_threads);
  g_test_add_func ("/backends/reduce/nothing", test_nothing);
  g_test_add_func ("/backends/reduce/to-shape", test_reduce_to);
  g_test_add_func ("/backends/reduce/errors", test_errors);
  return run_tests ();
}
