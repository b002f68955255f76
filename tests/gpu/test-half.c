/* test-half.c: what reads and writes halves itself, with sums of float32 that are rounded once.
 * SPDX-License-Identifier: MIT */

#include "gpu-fixture.h"
#include "rensa-late-check.h"

#include <math.h>

/* A kind of halves, and half of the last bit of its fraction, and a little. */
typedef struct
{
  const char *name;
  RensaDtype dtype;
  double rounding;
} Kind;

static const Kind kinds[] = {
  { "float16", RENSA_FLOAT16, 0x1.01p-11 },
  { "bfloat16", RENSA_BFLOAT16, 0x1.01p-8 },
};

/* A result of halves beside one of float32, whose sums are of another order. */
static void
assert_rounded (const Kind *kind, RensaArray *half, RensaArray *single)
{
  g_autofree double *found = half != NULL ? get_values (half) : NULL;
  g_autofree double *expected = get_values (single);

  g_assert_nonnull (found);
  g_assert_cmpint (rensa_array_get_dtype (half), ==, kind->dtype);
  g_assert_true (rensa_shape_equal (rensa_array_get_shape (half), rensa_array_get_shape (single)));
  for (gint64 i = 0; i < rensa_array_get_count (half); i++)
    g_assert_cmpfloat_with_epsilon (found[i], expected[i], fabs (expected[i]) * kind->rounding + 0x1p-20);
}

/* Halves on the device, and the same as float32 on the host. */
typedef struct
{
  RensaArray *far;
  RensaArray *near;
} Pair;

static Pair
pair_new (const Kind *kind, RensaShape shape, guint seed)
{
  g_autoptr (RensaArray) half = noise (kind->dtype, shape, seed);

  return (Pair){ gpu_copy_to (MOCK, half), rensa_array_cast (half, RENSA_FLOAT32, NULL) };
}

static void
pair_clear (Pair *pair)
{
  rensa_array_unref (pair->far);
  rensa_array_unref (pair->near);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Pair, pair_clear)

/* What is asked of a device between two looks: calls of libraries, and all that is not one. */
typedef struct
{
  guint64 n_calls;
  guint64 n_others;
} Work;

static Work
look (void)
{
  RensaMockCounts counts;

  rensa_mock_get_counts (&counts);
  return (Work){ counts.n_blas_calls + counts.n_dnn_calls, counts.n_launches + counts.n_copies_within };
}

/* One call since @before, and nothing beside it but, on a device that does not multiply bfloat16, casts. */
static void
assert_one_call (const Kind *kind, Work before)
{
  const Work after = look ();
  const gboolean casts = kind->dtype == RENSA_BFLOAT16 && g_strcmp0 (g_getenv ("RENSA_MOCK"), "architecture=75") == 0;

  g_assert_cmpuint (after.n_calls - before.n_calls, ==, 1);
  g_assert_cmpint (after.n_others > before.n_others, ==, casts);
}

#define M 5
#define N 7
#define K 9

static RensaShape
get_shape (int ndim, gint64 rows, gint64 columns, gboolean transposed)
{
  const gint64 first = transposed ? columns : rows;
  const gint64 second = transposed ? rows : columns;

  return ndim == 2 ? RENSA_SHAPE (first, second) : RENSA_SHAPE (3, first, second);
}

static void
test_products (gconstpointer data)
{
  const Kind *kind = data;

  for (int i = 0; i < 8; i++)
    {
      const gboolean transa = i & 1;
      const gboolean transb = i >> 1 & 1;
      const int ndim = i < 4 ? 2 : 3;
      g_auto (Pair) a = pair_new (kind, get_shape (ndim, M, K, transa), 1);
      g_auto (Pair) b = pair_new (kind, get_shape (ndim, K, N, transb), 2);
      g_autoptr (RensaArray) expected = rensa_matmul_arrays (a.near, b.near, transa, transb, NULL);
      const Work before = look ();
      g_autoptr (RensaArray) y = rensa_matmul_arrays (a.far, b.far, transa, transb, NULL);

      assert_one_call (kind, before);
      assert_rounded (kind, y, expected);
    }
}

static void
test_bias (gconstpointer data)
{
  const Kind *kind = data;

  g_auto (Pair) x = pair_new (kind, RENSA_SHAPE (M, K), 1);
  g_auto (Pair) W = pair_new (kind, RENSA_SHAPE (N, K), 2);
  g_auto (Pair) b = pair_new (kind, RENSA_SHAPE (N), 3);
  g_autoptr (RensaArray) expected = rensa_linear_forward (x.near, W.near, b.near, NULL);
  const Work before = look ();
  g_autoptr (RensaArray) y = rensa_linear_forward (x.far, W.far, b.far, NULL);

  assert_one_call (kind, before);
  assert_rounded (kind, y, expected);
}

/* Also into memory that a product cannot be written to. */
static void
test_accumulate (gconstpointer data)
{
  const Kind *kind = data;

  g_auto (Pair) a = pair_new (kind, RENSA_SHAPE (M, K), 1);
  g_auto (Pair) b = pair_new (kind, RENSA_SHAPE (K, N), 2);
  g_auto (Pair) y = pair_new (kind, RENSA_SHAPE (M, N), 3);

  g_assert_true (rensa_matmul_into (y.near, a.near, b.near, FALSE, FALSE, NULL, TRUE, NULL));
  const Work before = look ();
  g_assert_true (rensa_matmul_into (y.far, a.far, b.far, FALSE, FALSE, NULL, TRUE, NULL));
  assert_one_call (kind, before);
  assert_rounded (kind, y.far, y.near);
}

/* @large + 1 + 1/2, of which a half between the sum and the bias would make @large; in steps of @n, for which there is a plan or is not. */
static void
assert_rounded_once (const Kind *kind, double large, gint64 n)
{
  const RensaWindow window = { .n = 2, .kernel = { 1, 1 }, .stride = { n, n }, .dilate = { 1, 1 }, .groups = 1 };
  g_autoptr (RensaArray) x = ARRAY (kind->dtype, RENSA_SHAPE (1, 2, 1, 1), large, 1);
  g_autoptr (RensaArray) W = ARRAY (kind->dtype, RENSA_SHAPE (1, 2, 1, 1), 1, 1);
  g_autoptr (RensaArray) b = ARRAY (kind->dtype, RENSA_SHAPE (1), 0.5);
  g_autoptr (RensaArray) far_x = gpu_copy_to (MOCK, x);
  g_autoptr (RensaArray) far_W = gpu_copy_to (MOCK, W);
  g_autoptr (RensaArray) far_b = gpu_copy_to (MOCK, b);
  g_autoptr (RensaArray) y = rensa_convolve (far_x, far_W, far_b, &window, NULL);

  assert_values (y, kind->dtype, RENSA_SHAPE (1, 1, 1, 1), 0, large + 2);
}

/* Of @n examples; cuDNN has a plan, or float32 stands in. */
static void
compare_convolutions (const Kind *kind, gint64 n, gboolean has_plan)
{
  const RensaWindow window = {
    .n = 2, .kernel = { 3, 3 }, .stride = { 2, 1 }, .pad = { 1, 0 }, .dilate = { 1, 1 }, .groups = 1
  };
  const RensaShape x_shape = RENSA_SHAPE (n, 3, 7, 6);
  const RensaShape W_shape = RENSA_SHAPE (5, 3, 3, 3);
  g_auto (Pair) x = pair_new (kind, x_shape, 1);
  g_auto (Pair) W = pair_new (kind, W_shape, 2);
  g_auto (Pair) b = pair_new (kind, RENSA_SHAPE (5), 3);
  g_auto (Pair) gy = pair_new (kind, RENSA_SHAPE (n, 5, 4, 4), 4);
  g_autoptr (RensaArray) y = rensa_convolve (x.near, W.near, b.near, &window, NULL);
  g_autoptr (RensaArray) gx = rensa_convolve_backward_x (gy.near, W.near, &window, &x_shape, NULL);
  g_autoptr (RensaArray) gW = rensa_convolve_backward_W (x.near, gy.near, &window, &W_shape, NULL);
  const Work before = look ();
  g_autoptr (RensaArray) far_y = rensa_convolve (x.far, W.far, b.far, &window, NULL);
  g_autoptr (RensaArray) far_gx = rensa_convolve_backward_x (gy.far, W.far, &window, &x_shape, NULL);
  g_autoptr (RensaArray) far_gW = rensa_convolve_backward_W (x.far, gy.far, &window, &W_shape, NULL);
  const Work after = look ();

  g_assert_cmpuint (after.n_calls - before.n_calls, ==, 3);
  if (has_plan)
    g_assert_cmpuint (after.n_others - before.n_others, ==, 0);
  else
    g_assert_cmpuint (after.n_others - before.n_others, >, 0);
  assert_rounded (kind, far_y, y);
  assert_rounded (kind, far_gx, gx);
  assert_rounded (kind, far_gW, gW);
  assert_rounded_once (kind, kind->dtype == RENSA_FLOAT16 ? 2048 : 256, n);
}

static void
test_convolutions (gconstpointer data)
{
  const Kind *kind = data;

  compare_convolutions (kind, 2, TRUE);
}

static void
test_no_plan (gconstpointer data)
{
  const Kind *kind = data;

  rensa_mock_set_options (&(RensaMockOptions){ .seed = 1, .refuses_convolutions = TRUE });
  compare_convolutions (kind, 3, FALSE);
  rensa_mock_set_options (&(RensaMockOptions){ .seed = 1 });
}

/* All that a network does to an array of halves beside products, each into @results, NULL behind the last. */
#define MOST_RESULTS 12

static void
run_others (const Kind *kind, RensaDtype dtype, RensaArray *results[MOST_RESULTS])
{
  const RensaWindow window = { .n = 2, .kernel = { 3, 3 }, .stride = { 2, 2 }, .dilate = { 1, 1 }, .groups = 1 };
  g_autoptr (GError) error = NULL;
  g_auto (Pair) pair = pair_new (kind, RENSA_SHAPE (2, 4, 7, 7), 1);
  g_autoptr (RensaArray) x = rensa_array_cast (pair.far, dtype, &error);
  g_autoptr (RensaArray) plain = ARRAY (RENSA_FLOAT32, RENSA_SHAPE (4), 1, 2, -1, 0.5);
  g_autoptr (RensaArray) gamma = gpu_copy_to (MOCK, plain);
  g_autoptr (RensaArray) index = NULL;
  g_autoptr (RensaArray) mean = NULL, var = NULL, inv_std = NULL;
  int n = 0;

  results[n++] = rensa_pool_max (x, &window, &index, &error);
  results[n++] = rensa_pool_max_scatter (results[0], index, &window, rensa_array_get_shape (x), &error);
  results[n++] = rensa_pool_max_gather (x, index, &window, &error);
  results[n++] = rensa_pool_sum (x, &window, 0.25, &error);
  results[n++] = rensa_pool_sum_backward (results[0], &window, 0.25, rensa_array_get_shape (x), &error);
  results[n++] = rensa_softmax_rows (x, 1, TRUE, &error);
  results[n++] = rensa_softmax_rows (x, 3, FALSE, &error);
  results[n++] = rensa_reduce (RENSA_REDUCE_SUM, x, 13, FALSE, &error);
  results[n++] = rensa_normalize_forward (x, gamma, gamma, 13, 1e-5, &mean, &var, &inv_std, &error);
  results[n++] = rensa_array_copy (x, &error);
  g_assert_true (rensa_array_accumulate (results[n - 1], results[1], &error));
  g_assert_true (rensa_late_checks_read (&error));
  g_assert_no_error (error);
}

/* As many launches as for float32, so no casts, and the same numbers. */
static void
test_others (gconstpointer data)
{
  const Kind *kind = data;

  RensaArray *half[MOST_RESULTS] = { NULL };
  RensaArray *single[MOST_RESULTS] = { NULL };
  const Work first = look ();

  run_others (kind, RENSA_FLOAT32, single);
  const Work second = look ();
  run_others (kind, kind->dtype, half);
  const Work third = look ();

  /* That of the fixture, to float32. */
  g_assert_cmpuint (third.n_others - second.n_others + 1, ==, second.n_others - first.n_others);
  for (int i = 0; i < MOST_RESULTS && half[i] != NULL; i++)
    assert_rounded (kind, half[i], single[i]);
  rensa_arrays_clear (half, MOST_RESULTS);
  rensa_arrays_clear (single, MOST_RESULTS);
}

static void
add_test (const Kind *kind, const char *name, GTestDataFunc test)
{
  g_autofree char *path = g_strdup_printf ("/gpu/half/%s/%s", kind->name, name);

  g_test_add_data_func (path, kind, test);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      add_test (&kinds[i], "products", test_products);
      add_test (&kinds[i], "bias", test_bias);
      add_test (&kinds[i], "accumulate", test_accumulate);
      add_test (&kinds[i], "convolutions", test_convolutions);
      add_test (&kinds[i], "no-plan", test_no_plan);
      add_test (&kinds[i], "others", test_others);
    }
  return run_tests ();
}
