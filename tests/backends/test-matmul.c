/* test-matmul.c: matrix products against plain loops in double.
 * SPDX-License-Identifier: MIT */

#include "backend-fixture.h"
#include "rensa-pool.h"

#include <math.h>

/* One factor of a product of matrices: its values in C order, and whether it is used transposed. */
typedef struct
{
  const double *values;
  gint64 rows;
  gint64 columns;
  gboolean transposed;
} Factor;

static double
get (const Factor *factor, gint64 i, gint64 j)
{
  return factor->transposed ? factor->values[j * factor->columns + i] : factor->values[i * factor->columns + j];
}

/* y = op (a) op (b), (m, n) with inner extent k. */
static void
multiply_plainly (const Factor *a, const Factor *b, gint64 m, gint64 n, gint64 k, double *y)
{
  for (gint64 i = 0; i < m; i++)
    for (gint64 j = 0; j < n; j++)
      {
        y[i * n + j] = 0;
        for (gint64 l = 0; l < k; l++)
          y[i * n + j] += get (a, i, l) * get (b, l, j);
      }
}

static double
get_tolerance (RensaDtype dtype, gint64 k)
{
  return (dtype == RENSA_FLOAT64 ? 1e-14 : 5e-7) * (4 + k);
}

static void
assert_product (RensaArray *a, RensaArray *b, gboolean transa, gboolean transb)
{
  g_autoptr (GError) error = NULL;
  g_autofree double *a_values = get_values (a);
  g_autofree double *b_values = get_values (b);
  const Factor a_factor = { a_values, rensa_array_get_dim (a, 0), rensa_array_get_dim (a, 1), transa };
  const Factor b_factor = { b_values, rensa_array_get_dim (b, 0), rensa_array_get_dim (b, 1), transb };
  const gint64 m = rensa_array_get_dim (a, transa ? 1 : 0);
  const gint64 k = rensa_array_get_dim (a, transa ? 0 : 1);
  const gint64 n = rensa_array_get_dim (b, transb ? 0 : 1);
  g_autofree double *expected = g_new (double, m *n);
  g_autoptr (RensaArray) y = rensa_matmul_arrays (a, b, transa, transb, &error);

  g_assert_no_error (error);
  multiply_plainly (&a_factor, &b_factor, m, n, k, expected);
  assert_values_of (y, rensa_array_get_dtype (a), RENSA_SHAPE (m, n), get_tolerance (rensa_array_get_dtype (a), k),
                    expected);
}

static const RensaDtype dtypes[] = { RENSA_FLOAT32, RENSA_FLOAT64 };

/* Products of one tile, of several small tiles, of several large ones; with remainders everywhere. */
static const gint64 sizes[][3] = {
  { 3, 4, 5 },    { 1, 1, 1 },      { 1, 7, 300 },   { 300, 1, 7 },
  { 37, 53, 29 }, { 101, 99, 103 }, { 67, 784, 41 }, { 131, 517, 143 },
};

static void
test_sizes (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (sizes) * G_N_ELEMENTS (dtypes) * 4; i++)
    {
      const gint64 *size = sizes[i / 8];
      const gboolean transa = i & 1;
      const gboolean transb = (i >> 1) & 1;
      const RensaDtype dtype = dtypes[(i >> 2) & 1];
      const RensaShape a_shape = transa ? RENSA_SHAPE (size[2], size[0]) : RENSA_SHAPE (size[0], size[2]);
      const RensaShape b_shape = transb ? RENSA_SHAPE (size[1], size[2]) : RENSA_SHAPE (size[2], size[1]);
      g_autoptr (RensaArray) a = noise (dtype, a_shape, i);
      g_autoptr (RensaArray) b = noise (dtype, b_shape, i + 1);

      assert_product (a, b, transa, transb);
    }
}

static void
test_literal (void)
{
  g_autoptr (RensaArray) a = noise (RENSA_FLOAT64, RENSA_SHAPE (2, 3), 12);
  g_autoptr (RensaArray) b = noise (RENSA_FLOAT64, RENSA_SHAPE (3, 2), 13);
  g_autoptr (RensaArray) y = rensa_matmul_arrays (a, b, FALSE, FALSE, NULL);

  assert_values (y, RENSA_FLOAT64, RENSA_SHAPE (2, 2), 1e-11, 1.19805098319, 0.551257645717, -0.435982541382,
                 0.200885320909);
}

/* Gaps, reversed axes, another order of axes: the elements are what counts. */
static void
test_strides (void)
{
  static const Rearrange rearrange[] = { spread_out, reordered };

  for (guint i = 0; i < G_N_ELEMENTS (rearrange) * 4; i++)
    {
      const gboolean transa = i & 1;
      const gboolean transb = (i >> 1) & 1;
      g_autoptr (RensaArray) a = noise (RENSA_FLOAT32, transa ? RENSA_SHAPE (13, 11) : RENSA_SHAPE (11, 13), 1);
      g_autoptr (RensaArray) b = noise (RENSA_FLOAT32, transb ? RENSA_SHAPE (7, 13) : RENSA_SHAPE (13, 7), 2);
      g_autoptr (RensaArray) a_view = rearrange[i / 4](a);
      g_autoptr (RensaArray) b_view = rearrange[i / 4](b);
      g_autoptr (RensaArray) a_back = reversed (a_view, 0);
      g_autoptr (RensaArray) b_back = reversed (b_view, 1);

      assert_product (a_view, b_view, transa, transb);
      assert_product (a_back, b, transa, transb);
      assert_product (a, b_back, transa, transb);
    }
}

/* A row and a column that are repeated by a stride of 0, and windows that overlap. */
static void
test_overlapping_strides (void)
{
  g_autoptr (RensaArray) row = noise (RENSA_FLOAT32, RENSA_SHAPE (1, 6), 1);
  g_autoptr (RensaArray) column = noise (RENSA_FLOAT32, RENSA_SHAPE (6, 1), 2);
  g_autoptr (RensaArray) rows = rensa_array_view_broadcast (row, &RENSA_SHAPE (5, 6));
  g_autoptr (RensaArray) columns = rensa_array_view_broadcast (column, &RENSA_SHAPE (6, 4));

  assert_product (rows, columns, FALSE, FALSE);
  assert_product (columns, rows, TRUE, TRUE);
}

/* Transposed views are taken as they are: no memory but the result is asked for. */
static void
test_no_copy (void)
{
  g_autoptr (RensaArray) a = noise (RENSA_FLOAT32, RENSA_SHAPE (512, 256), 1);
  g_autoptr (RensaArray) b = noise (RENSA_FLOAT32, RENSA_SHAPE (8, 512), 2);
  g_autoptr (RensaArray) a_view = rensa_array_view_transpose (a, (int[]){ 1, 0 });
  g_autoptr (RensaArray) b_view = rensa_array_view_transpose (b, (int[]){ 1, 0 });
  RensaPoolFigures before, after;

  rensa_pool_reset_peak ();
  rensa_pool_get_figures (&before);
  g_autoptr (RensaArray) y = rensa_matmul_arrays (a_view, b_view, FALSE, FALSE, NULL);
  rensa_pool_get_figures (&after);
  g_assert_nonnull (y);
  g_assert_cmpuint (after.peak_bytes - before.live_bytes, <=, 2 * rensa_array_get_n_bytes (y));
}

static void
test_batch (void)
{
  g_autoptr (RensaArray) a = noise (RENSA_FLOAT64, RENSA_SHAPE (2, 1, 2, 3), 14);
  g_autoptr (RensaArray) b = noise (RENSA_FLOAT64, RENSA_SHAPE (3, 3, 2), 15);
  g_autoptr (RensaArray) y = rensa_matmul_arrays (a, b, FALSE, FALSE, NULL);

  assert_values (y, RENSA_FLOAT64, RENSA_SHAPE (2, 3, 2, 2), 1e-11, -0.712958318337, -3.82237330445, -0.875257498496,
                 -0.0208982051929, -0.428720093203, -3.11734249652, 0.145788123868, 1.09675670578, -0.685439845481,
                 -3.45539089054, 0.787004404776, -2.36086373195, -2.12819728232, -0.90639220773, -2.96546624858,
                 -1.41907980368, -2.3982087986, -0.73557123209, -2.29769185598, -0.175330793571, 2.04213754216,
                 1.41310066127, 2.61805059198, -1.13476516578);
}

/* Each product of a batch equals the same product alone, whether b is shared or not and however a is laid out. */
static void
test_batch_parts (void)
{
  g_autoptr (RensaArray) a = noise (RENSA_FLOAT32, RENSA_SHAPE (9, 6, 5), 1);
  g_autoptr (RensaArray) a_view = reordered (a);
  g_autoptr (RensaArray) b = noise (RENSA_FLOAT32, RENSA_SHAPE (9, 5, 4), 2);
  g_autoptr (RensaArray) b_first = rensa_array_view_range (b, 0, 0, 1);
  g_autoptr (RensaArray) own = rensa_matmul_arrays (a, b, FALSE, FALSE, NULL);
  g_autoptr (RensaArray) shared = rensa_matmul_arrays (a, b_first, FALSE, FALSE, NULL);
  g_autoptr (RensaArray) strided = rensa_matmul_arrays (a_view, b, FALSE, FALSE, NULL);

  for (int i = 0; i < 9; i++)
    {
      g_autoptr (RensaArray) a_part = rensa_array_view_range (a, 0, i, 1);
      g_autoptr (RensaArray) b_part = rensa_array_view_range (b, 0, i, 1);
      g_autoptr (RensaArray) own_part = rensa_array_view_range (own, 0, i, 1);
      g_autoptr (RensaArray) shared_part = rensa_array_view_range (shared, 0, i, 1);
      g_autoptr (RensaArray) strided_part = rensa_array_view_range (strided, 0, i, 1);
      g_autoptr (RensaArray) expected = rensa_matmul_arrays (a_part, b_part, FALSE, FALSE, NULL);
      g_autoptr (RensaArray) expected_shared = rensa_matmul_arrays (a_part, b_first, FALSE, FALSE, NULL);
      g_autofree double *values = get_values (expected);
      g_autofree double *values_shared = get_values (expected_shared);

      assert_values_of (own_part, RENSA_FLOAT32, RENSA_SHAPE (1, 6, 4), 1e-6, values);
      assert_values_of (strided_part, RENSA_FLOAT32, RENSA_SHAPE (1, 6, 4), 1e-6, values);
      assert_values_of (shared_part, RENSA_FLOAT32, RENSA_SHAPE (1, 6, 4), 1e-6, values_shared);
    }
}

static void
assert_linear (RensaDtype dtype, gint64 n, gint64 k, gint64 m)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) x = noise (dtype, RENSA_SHAPE (n, k), 1);
  g_autoptr (RensaArray) W = noise (dtype, RENSA_SHAPE (m, k), 2);
  g_autoptr (RensaArray) b_back = noise (dtype, RENSA_SHAPE (m), 3);
  g_autoptr (RensaArray) b = reversed (b_back, 0);
  g_autofree double *x_values = get_values (x);
  g_autofree double *W_values = get_values (W);
  g_autofree double *b_values = get_values (b);
  const Factor x_factor = { x_values, n, k, FALSE };
  const Factor W_factor = { W_values, m, k, TRUE };
  g_autofree double *expected = g_new (double, n *m);
  g_autoptr (RensaArray) y = rensa_linear_forward (x, W, b, &error);

  g_assert_no_error (error);
  multiply_plainly (&x_factor, &W_factor, n, m, k, expected);
  for (gint64 i = 0; i < n * m; i++)
    expected[i] += b_values[i % m];
  assert_values_of (y, dtype, RENSA_SHAPE (n, m), get_tolerance (dtype, k), expected);
}

static void
test_bias (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (dtypes); i++)
    {
      assert_linear (dtypes[i], 4, 3, 2);
      assert_linear (dtypes[i], 100, 103, 101);
      assert_linear (dtypes[i], 120, 260, 290);
    }
}

/* Columns of a wider array, and one with gaps between its columns: into both, and onto what they hold. */
static void
assert_into (RensaArray *y, const gint64 *size, gboolean accumulate)
{
  const gint64 m = size[0], n = size[1], k = size[2];
  const RensaDtype dtype = rensa_array_get_dtype (y);
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) a = noise (dtype, RENSA_SHAPE (m, k), 1);
  g_autoptr (RensaArray) b = noise (dtype, RENSA_SHAPE (n, k), 2);
  g_autoptr (RensaArray) bias = noise (dtype, RENSA_SHAPE (n), 3);
  g_autoptr (RensaArray) old = noise (dtype, RENSA_SHAPE (m, n), 4);
  g_autofree double *a_values = get_values (a);
  g_autofree double *b_values = get_values (b);
  g_autofree double *added = get_values (accumulate ? old : bias);
  g_autofree double *expected = g_new (double, m *n);

  g_assert_true (rensa_array_assign (y, old, NULL));
  rensa_matmul_into (y, a, b, FALSE, TRUE, accumulate ? NULL : bias, accumulate, &error);
  g_assert_no_error (error);
  multiply_plainly (&(Factor){ a_values, m, k, FALSE }, &(Factor){ b_values, n, k, TRUE }, m, n, k, expected);
  for (gint64 i = 0; i < m * n; i++)
    expected[i] += added[accumulate ? i : i % n];
  assert_values_of (y, dtype, RENSA_SHAPE (m, n), get_tolerance (dtype, k), expected);
}

static void
test_into (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (sizes) * G_N_ELEMENTS (dtypes) * 2; i++)
    {
      const gint64 *size = sizes[i / 4];
      const RensaDtype dtype = dtypes[(i >> 1) & 1];
      g_autoptr (RensaArray) wide = noise (dtype, RENSA_SHAPE (size[0], size[1] + 5), 5);
      g_autoptr (RensaArray) columns = rensa_array_view_range (wide, 1, 3, size[1]);
      g_autoptr (RensaArray) dense = noise (dtype, RENSA_SHAPE (size[0], size[1]), 5);
      g_autoptr (RensaArray) gaps = spread_out (dense);

      assert_into (columns, size, i & 1);
      assert_into (gaps, size, i & 1);
    }
}

static void
test_half_into (void)
{
  g_autoptr (RensaArray) a = ARRAY (RENSA_FLOAT16, RENSA_SHAPE (1, 3), 1, 2, 0.5);
  g_autoptr (RensaArray) b = ARRAY (RENSA_FLOAT16, RENSA_SHAPE (3, 1), 1, 0.5, 1);
  g_autoptr (RensaArray) y = ARRAY (RENSA_FLOAT16, RENSA_SHAPE (1, 1), 0.25);

  g_assert_true (rensa_matmul_into (y, a, b, FALSE, FALSE, NULL, TRUE, NULL));
  assert_values (y, RENSA_FLOAT16, RENSA_SHAPE (1, 1), 0, 2.75);
  g_assert_true (rensa_matmul_into (y, a, b, FALSE, FALSE, NULL, FALSE, NULL));
  assert_values (y, RENSA_FLOAT16, RENSA_SHAPE (1, 1), 0, 2.5);
}

static void
test_half (void)
{
  g_autoptr (RensaArray) a = ARRAY (RENSA_FLOAT16, RENSA_SHAPE (1, 3), 1, 2, 0.5);
  g_autoptr (RensaArray) b = ARRAY (RENSA_FLOAT16, RENSA_SHAPE (3, 1), 2048, 0.5, 1);
  g_autoptr (RensaArray) y = rensa_matmul_arrays (a, b, FALSE, FALSE, NULL);

  /* 2049.5 lies between 2048 and 2050; term by term in float16 it would stay 2048. */
  assert_values (y, RENSA_FLOAT16, RENSA_SHAPE (1, 1), 0, 2050);
}

/* NaN in memory that is used again must not come through. */
static void
test_old_contents (void)
{
  static const gint64 sides[] = { 8, 100, 300 };

  for (guint i = 0; i < G_N_ELEMENTS (sides); i++)
    {
      const RensaShape shape = RENSA_SHAPE (sides[i], sides[i]);
      g_autoptr (RensaArray) ones = rensa_array_full (RENSA_FLOAT32, &shape, 1, NULL);
      g_autoptr (RensaArray) old = rensa_array_full (RENSA_FLOAT32, &shape, NAN, NULL);

      g_clear_pointer (&old, rensa_array_unref);
      g_autoptr (RensaArray) y = rensa_matmul_arrays (ones, ones, FALSE, FALSE, NULL);
      g_autoptr (RensaArray) expected = rensa_array_full (RENSA_FLOAT32, &shape, sides[i], NULL);
      assert_same (y, expected);
    }
}

static void
test_empty (void)
{
  g_autoptr (RensaArray) a = rensa_array_zeros (RENSA_FLOAT32, &RENSA_SHAPE (2, 0), NULL);
  g_autoptr (RensaArray) b = rensa_array_zeros (RENSA_FLOAT32, &RENSA_SHAPE (0, 3), NULL);
  g_autoptr (RensaArray) W = rensa_array_zeros (RENSA_FLOAT32, &RENSA_SHAPE (3, 0), NULL);
  g_autoptr (RensaArray) bias = ARRAY (RENSA_FLOAT32, RENSA_SHAPE (3), 1, 2, 3);
  g_autoptr (RensaArray) inner = rensa_matmul_arrays (a, b, FALSE, FALSE, NULL);
  g_autoptr (RensaArray) no_rows = rensa_matmul_arrays (b, W, FALSE, FALSE, NULL);
  g_autoptr (RensaArray) linear = rensa_linear_forward (a, W, bias, NULL);

  assert_values (inner, RENSA_FLOAT32, RENSA_SHAPE (2, 3), 0, 0, 0, 0, 0, 0, 0);
  assert_values_of (no_rows, RENSA_FLOAT32, RENSA_SHAPE (0, 0), 0, NULL);
  assert_values (linear, RENSA_FLOAT32, RENSA_SHAPE (2, 3), 0, 1, 2, 3, 1, 2, 3);

  g_assert_true (rensa_matmul_into (linear, a, b, FALSE, FALSE, NULL, TRUE, NULL));
  assert_values (linear, RENSA_FLOAT32, RENSA_SHAPE (2, 3), 0, 1, 2, 3, 1, 2, 3);
}

/* The libraries count with int; the arrays repeat one element, so they take no memory. */
static void
test_too_long (void)
{
  const gint64 n = (gint64) G_MAXINT + 2;
  const RensaShape shapes[3][3] = {
    { RENSA_SHAPE (n, 1), RENSA_SHAPE (1, 1), RENSA_SHAPE (n, 1) },
    { RENSA_SHAPE (1, 1), RENSA_SHAPE (1, n), RENSA_SHAPE (1, n) },
    { RENSA_SHAPE (1, n), RENSA_SHAPE (n, 1), RENSA_SHAPE (1, 1) },
  };

  for (guint i = 0; i < 2 * G_N_ELEMENTS (shapes); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (RensaArray) one = rensa_array_zeros (dtypes[i % 2], &RENSA_SHAPE (1, 1), NULL);
      g_autoptr (RensaArray) a = rensa_array_view_broadcast (one, &shapes[i / 2][0]);
      g_autoptr (RensaArray) b = rensa_array_view_broadcast (one, &shapes[i / 2][1]);
      g_autoptr (RensaArray) y = rensa_array_view_broadcast (one, &shapes[i / 2][2]);

      g_assert_false (rensa_matmul_into (y, a, b, FALSE, FALSE, NULL, FALSE, &error));
      g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
      g_assert_true (g_str_has_prefix (error->message, "matmul expects sizes of at most 2147483647: found"));
    }
}

static RensaArray *
make_product (gconstpointer data)
{
  const guint i = GPOINTER_TO_UINT (data);
  const gint64 *size = sizes[i / 2];
  g_autoptr (RensaArray) a = noise (dtypes[i % 2], RENSA_SHAPE (size[0], size[2]), 1);
  g_autoptr (RensaArray) b = noise (dtypes[i % 2], RENSA_SHAPE (size[1], size[2]), 2);

  return rensa_matmul_arrays (a, b, FALSE, TRUE, NULL);
}

static RensaArray *
make_batch (gconstpointer data)
{
  g_autoptr (RensaArray) a = noise (RENSA_FLOAT32, RENSA_SHAPE (500, 10, 12), 1);
  g_autoptr (RensaArray) b = noise (RENSA_FLOAT32, RENSA_SHAPE (500, 12, 20), 2);

  return rensa_matmul_arrays (a, b, FALSE, FALSE, NULL);
}

static void
test_threads (void)
{
  for (guint i = 0; i < 2 * G_N_ELEMENTS (sizes); i++)
    assert_same_for_any_threads (make_product, GUINT_TO_POINTER (i));
  assert_same_for_any_threads (make_batch, NULL);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/backends/matmul/literal", test_literal);
  g_test_add_func ("/backends/matmul/sizes", test_sizes);
  g_test_add_func ("/backends/matmul/strides", test_strides);
  g_test_add_func ("/backends/matmul/overlapping-strides", test_overlapping_strides);
  g_test_add_func ("/backends/matmul/no-copy", test_no_copy);
  g_test_add_func ("/backends/matmul/batch", test_batch);
  g_test_add_func ("/backends/matmul/batch-parts", test_batch_parts);
  g_test_add_func ("/backends/matmul/bias", test_bias);
  g_test_add_func ("/backends/matmul/into", test_into);
  g_test_add_func ("/backends/matmul/half-into", test_half_into);
  g_test_add_func ("/backends/matmul/half", test_half);
  g_test_add_func ("/backends/matmul/old-contents", test_old_contents);
  g_test_add_func ("/backends/matmul/empty", test_empty);
  g_test_add_func ("/backends/matmul/too-long", test_too_long);
  g_test_add_func ("/backends/matmul/threads", test_threads);

  return run_tests ();
}
