/* test-threads.c: the same bits for any number of threads, around each number at which the CPU computes another way.
 *
 * backend-limits.h holds these numbers, read from the sources of the backend.  Each operation is run with an extent, or an amount of
 * work, just below, at and just above each of them.
 * SPDX-License-Identifier: MIT */

#include <math.h>
#include <omp.h>

#include "backend-fixture.h"
#include "backend-limits.h"
#include "rensa-test-kernels.h"

#define BELOW -1
#define ABOVE 1
#define MOST_THREADS 3

/* Extents up to which an operation is tried, so that it makes about as many elements. */
#define FAR 350000
#define MIDDLE 70000
#define NEAR 4200
#define CLOSE 520

static const gint64 limits[] = { LIMITS };
static const RensaDtype dtypes[] = { RENSA_FLOAT32, RENSA_FLOAT64 };

typedef guint64 (*Compute) (RensaDtype dtype, gint64 n);

/* Takes @array, which must be there. */
static guint64
mix (guint64 hash, RensaArray *array)
{
  const gsize size = array != NULL ? rensa_array_get_n_bytes (array) : 0;
  g_autofree guchar *bytes = g_malloc (size + 1);

  g_assert_nonnull (array);
  g_assert_true (rensa_array_to_host (array, bytes, NULL));
  for (gsize i = 0; i < size; i++)
    hash = (hash ^ bytes[i]) * G_GUINT64_CONSTANT (1099511628211);
  rensa_array_unref (array);
  return hash;
}

static guint64
multiply (RensaDtype dtype, gint64 m, gint64 n, gint64 k)
{
  const gboolean transa = (m + k) % 2 == 0;
  g_autoptr (RensaArray) a = noise (dtype, transa ? RENSA_SHAPE (k, m) : RENSA_SHAPE (m, k), 1);
  g_autoptr (RensaArray) b = noise (dtype, n % 2 == 0 ? RENSA_SHAPE (n, k) : RENSA_SHAPE (k, n), 2);

  return mix (0, rensa_matmul_arrays (a, b, transa, n % 2 == 0, NULL));
}

static guint64
multiply_tall (RensaDtype dtype, gint64 n)
{
  return multiply (dtype, n, 40, 50);
}

static guint64
multiply_wide (RensaDtype dtype, gint64 n)
{
  return multiply (dtype, 32, n, 30);
}

static guint64
multiply_deep (RensaDtype dtype, gint64 n)
{
  return multiply (dtype, 24, 21, n);
}

static guint64
multiply_narrow (RensaDtype dtype, gint64 n)
{
  return multiply (dtype, 3, 5, n);
}

static guint64
multiply_batch (RensaDtype dtype, gint64 n)
{
  g_autoptr (RensaArray) a = noise (dtype, RENSA_SHAPE (n, 9, 11), 1);
  g_autoptr (RensaArray) b = noise (dtype, RENSA_SHAPE (n, 11, 10), 2);

  return mix (0, rensa_matmul_arrays (a, b, FALSE, FALSE, NULL));
}

/* So much work, in rows above, in columns, in depth, and in all three. */
static guint64
multiply_work (RensaDtype dtype, gint64 n)
{
  const gint64 side = (gint64) cbrt ((double) n);
  guint64 hash = 0;

  for (gint64 more = 0; more < 2; more++)
    {
      hash = hash * 31 + multiply (dtype, n / 1600 + more, 40, 40);
      hash = hash * 31 + multiply (dtype, 32, n / 3200 + more, 100);
      hash = hash * 31 + multiply (dtype, 20, 30, n / 600 + more);
      hash = hash * 31 + multiply (dtype, side + more, side, side);
    }
  return hash;
}

/* As large as the spatial axes of @extents say. */
static RensaWindow
make_window (const RensaShape *extents, gint64 stride, gint64 groups)
{
  RensaWindow window = { .n = extents->ndim - 2, .groups = groups };

  for (int i = 0; i < window.n; i++)
    {
      window.kernel[i] = extents->dims[2 + i];
      window.stride[i] = stride;
      window.pad[i] = 1;
      window.dilate[i] = 1;
    }
  return window;
}

static guint64
convolve (RensaDtype dtype, RensaShape x_shape, RensaShape W_shape, gint64 stride)
{
  const RensaWindow window = make_window (&W_shape, stride, x_shape.dims[1] / W_shape.dims[1]);
  g_autoptr (RensaArray) x = noise (dtype, x_shape, 1);
  g_autoptr (RensaArray) W = noise (dtype, W_shape, 2);
  g_autoptr (RensaArray) b = noise (dtype, RENSA_SHAPE (W_shape.dims[0]), 3);
  g_autoptr (RensaArray) y = rensa_convolve (x, W, b, &window, NULL);
  guint64 hash = mix (0, rensa_convolve_backward_x (y, W, &window, &x_shape, NULL));

  hash = mix (hash, rensa_convolve_backward_W (x, y, &window, &W_shape, NULL));
  return mix (hash, rensa_array_ref (y));
}

static guint64
convolve_batch (RensaDtype dtype, gint64 n)
{
  return convolve (dtype, RENSA_SHAPE (n, 3, 8, 9), RENSA_SHAPE (5, 3, 3, 3), 1);
}

static guint64
convolve_channels (RensaDtype dtype, gint64 n)
{
  return convolve (dtype, RENSA_SHAPE (4, n, 7, 7), RENSA_SHAPE (20, n, 3, 3), 1)
         + convolve (dtype, RENSA_SHAPE (2, n, 9, 9), RENSA_SHAPE (20, n, 1, 1), 2);
}

static guint64
convolve_maps (RensaDtype dtype, gint64 n)
{
  return convolve (dtype, RENSA_SHAPE (4, 16, 7, 7), RENSA_SHAPE (n, 16, 3, 3), 2)
         + convolve (dtype, RENSA_SHAPE (2, n, 9, 9), RENSA_SHAPE (n, 1, 3, 3), 1);
}

static guint64
convolve_images (RensaDtype dtype, gint64 n)
{
  return convolve (dtype, RENSA_SHAPE (2, 6, 12, n), RENSA_SHAPE (8, 6, 5, 5), 1)
         + convolve (dtype, RENSA_SHAPE (1, 16, n, 10), RENSA_SHAPE (16, 16, 3, 3), 1);
}

/* The gradient with respect to the weights is a sum over all pixels, that with respect to x one over all maps. */
static guint64
convolve_deep (RensaDtype dtype, gint64 n)
{
  return convolve (dtype, RENSA_SHAPE (1, n, 14, 14), RENSA_SHAPE (n, n, 1, 1), 1)
         + convolve (dtype, RENSA_SHAPE (3, n, 7, 7), RENSA_SHAPE (n, n, 3, 3), 1);
}

static guint64
convolve_axes (RensaDtype dtype, gint64 n)
{
  return convolve (dtype, RENSA_SHAPE (2, 4, 3, 4, 2, n), RENSA_SHAPE (6, 2, 2, 3, 1, 3), 1);
}

static guint64
pool (RensaDtype dtype, RensaShape shape, gint64 extent)
{
  const RensaShape extents = { shape.ndim, { 1, 1, extent, extent, extent, extent } };
  const RensaWindow window = make_window (&extents, 2, 1);
  g_autoptr (RensaArray) x = noise (dtype, shape, 1);
  g_autoptr (RensaArray) index = NULL;
  g_autoptr (RensaArray) y = rensa_pool_max (x, &window, &index, NULL);
  guint64 hash = mix (0, rensa_pool_max_scatter (y, index, &window, &shape, NULL));

  hash = mix (hash, rensa_pool_max_gather (x, index, &window, NULL));
  hash = mix (hash, rensa_pool_average (x, &window, NULL));
  hash = mix (hash, rensa_pool_average_backward (y, &window, &shape, NULL));
  return mix (mix (hash, g_steal_pointer (&y)), g_steal_pointer (&index));
}

static guint64
pool_images (RensaDtype dtype, gint64 n)
{
  return pool (dtype, RENSA_SHAPE (n, 2, 6, 7), 3) + pool (dtype, RENSA_SHAPE (2, n, 6, 7), 2);
}

static guint64
pool_extent (RensaDtype dtype, gint64 n)
{
  return pool (dtype, RENSA_SHAPE (2, 3, 6, n), 2) + pool (dtype, RENSA_SHAPE (1, 2, n, 12), 3);
}

static guint64
pool_window (RensaDtype dtype, gint64 n)
{
  return pool (dtype, RENSA_SHAPE (2, 9, n + 3, n + 2), n);
}

static guint64
pool_axes (RensaDtype dtype, gint64 n)
{
  return pool (dtype, RENSA_SHAPE (1, 2, 3, 2, n, 4), 2);
}

static guint64
reduce (RensaDtype dtype, RensaShape shape, guint mask)
{
  static const RensaReduction reductions[] = { RENSA_REDUCE_SUM, RENSA_REDUCE_SUM_SQUARE, RENSA_REDUCE_PROD,
                                               RENSA_REDUCE_MAX, RENSA_REDUCE_ARGMIN,     RENSA_REDUCE_N_NOT_FINITE };
  g_autoptr (RensaArray) x = noise (dtype, shape, 1);
  guint64 hash = 0;

  for (guint i = 0; i < G_N_ELEMENTS (reductions); i++)
    hash = mix (hash, rensa_reduce (reductions[i], x, mask, FALSE, NULL));
  return hash;
}

static guint64
reduce_all (RensaDtype dtype, gint64 n)
{
  return reduce (dtype, RENSA_SHAPE (n), 1);
}

static guint64
reduce_rows (RensaDtype dtype, gint64 n)
{
  return reduce (dtype, RENSA_SHAPE (n, 7), 2) + reduce (dtype, RENSA_SHAPE (7, n), 2);
}

static guint64
reduce_columns (RensaDtype dtype, gint64 n)
{
  return reduce (dtype, RENSA_SHAPE (n, 9), 1) + reduce (dtype, RENSA_SHAPE (9, n), 1);
}

static guint64
reduce_square (RensaDtype dtype, gint64 n)
{
  return reduce (dtype, RENSA_SHAPE (n, 300), 1) + reduce (dtype, RENSA_SHAPE (300, n), 2);
}

static guint64
normalize (RensaDtype dtype, RensaShape shape, gint64 channels, guint mask)
{
  g_autoptr (RensaArray) x = noise (dtype, shape, 1);
  g_autoptr (RensaArray) gamma = noise (dtype, RENSA_SHAPE (channels), 2);
  g_autoptr (RensaArray) mean = NULL;
  g_autoptr (RensaArray) inv_std = NULL;
  RensaArray *var = NULL;
  RensaArray *gradients[3] = { NULL };
  g_autoptr (RensaArray) y = rensa_normalize_forward (x, gamma, gamma, mask, 1e-5, &mean, &var, &inv_std, NULL);
  guint64 hash = mix (0, var);

  g_assert_true (
      rensa_normalize_backward (x, gamma, y, mean, inv_std, mask, &gradients[0], &gradients[1], &gradients[2], NULL));
  for (int i = 0; i < 3; i++)
    hash = mix (hash, gradients[i]);
  return mix (hash, g_steal_pointer (&y));
}

static guint64
normalize_batch (RensaDtype dtype, gint64 n)
{
  return normalize (dtype, RENSA_SHAPE (n, 9), 9, 1) + normalize (dtype, RENSA_SHAPE (9, n), n, 1);
}

static guint64
normalize_images (RensaDtype dtype, gint64 n)
{
  return normalize (dtype, RENSA_SHAPE (n, 3, 5), 3, 1 | 4) + normalize (dtype, RENSA_SHAPE (5, n, 3), n, 1 | 4)
         + normalize (dtype, RENSA_SHAPE (3, 5, n), 5, 1 | 4);
}

static guint64
normalize_rows (RensaDtype dtype, gint64 n)
{
  const RensaShape shapes[] = { RENSA_SHAPE (n, 2, 3, 2), RENSA_SHAPE (2, 3, n, 2), RENSA_SHAPE (2, 1, 3, n) };
  guint64 hash = 0;

  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    {
      g_autoptr (RensaArray) x = noise (dtype, shapes[i], 1);
      g_autoptr (RensaArray) gamma = noise (dtype, RENSA_SHAPE (shapes[i].dims[1], shapes[i].dims[2]), 2);
      g_autoptr (RensaArray) mean = NULL;
      g_autoptr (RensaArray) inv_std = NULL;
      RensaArray *gradients[3] = { NULL };
      g_autoptr (RensaArray) y = rensa_normalize_rows (x, gamma, gamma, 1e-5, TRUE, &mean, &inv_std, NULL);

      g_assert_true (rensa_normalize_rows_backward (x, gamma, y, mean, inv_std, TRUE, &gradients[0], &gradients[1],
                                                    &gradients[2], NULL));
      for (int k = 0; k < 3; k++)
        hash = mix (hash, gradients[k]);
      hash = mix (hash, g_steal_pointer (&y));
    }
  return hash;
}

static guint64
softmax (RensaDtype dtype, gint64 n)
{
  g_autoptr (RensaArray) x = noise (dtype, RENSA_SHAPE (n, 11), 1);
  g_autoptr (RensaArray) wide = noise (dtype, RENSA_SHAPE (11, n), 1);
  guint64 hash = mix (0, rensa_softmax_rows (x, 1, FALSE, NULL));

  hash = mix (hash, rensa_softmax_rows (x, 0, TRUE, NULL));
  hash = mix (hash, rensa_softmax_rows (wide, 1, TRUE, NULL));
  return mix (hash, rensa_softmax_rows (wide, 0, FALSE, NULL));
}

static guint64
scan (RensaDtype dtype, gint64 n)
{
  g_autoptr (RensaArray) x = noise (dtype, RENSA_SHAPE (n, 3), 1);
  g_autoptr (RensaArray) wide = noise (dtype, RENSA_SHAPE (3, n), 1);
  guint64 hash = mix (0, rensa_scan (RENSA_SCAN_SUM, x, 0, NULL));

  hash = mix (hash, rensa_scan (RENSA_SCAN_SUM, x, 1, NULL));
  hash = mix (hash, rensa_scan (RENSA_SCAN_SUM, wide, 1, NULL));
  return mix (hash, rensa_scan_linear (wide, wide, 1, NULL));
}

static guint64
fill (RensaDtype dtype, gint64 n)
{
  RensaRandom random = rensa_random_init (1, 2);
  guint64 hash = 0;

  for (int i = 0; i < 3; i++)
    {
      g_autoptr (RensaArray) x = rensa_array_new (dtype, &RENSA_SHAPE (n), NULL);

      if (i == 0)
        g_assert_true (rensa_fill_uniform (x, &random, -1, 3, NULL));
      else if (i == 1)
        g_assert_true (rensa_fill_normal (x, &random, 0.5, 2, NULL));
      else
        g_assert_true (rensa_fill_bernoulli (x, &random, 0.7, 1.5, NULL));
      hash = mix (hash, g_steal_pointer (&x));
    }
  return hash;
}

static guint64
map (RensaDtype dtype, gint64 n)
{
  g_autoptr (RensaArray) x = noise (dtype, RENSA_SHAPE (n, 5), 1);
  g_autoptr (RensaArray) row = noise (dtype, RENSA_SHAPE (1, 5), 2);
  g_autoptr (RensaArray) column = noise (dtype, RENSA_SHAPE (n, 1), 3);
  g_autoptr (RensaArray) turned = reordered (x);
  guint64 hash = mix (0, rensa_map1 (RENSA_KERNEL_TEST_TANH, x, NULL, NULL));

  hash = mix (hash, rensa_map2 (RENSA_KERNEL_TEST_ADD, row, column, NULL, NULL));
  hash = mix (hash, rensa_map2 (RENSA_KERNEL_TEST_ADD, turned, x, NULL, NULL));
  return mix (hash, rensa_array_contiguous (turned, NULL));
}

static guint64
take_and_scatter (RensaDtype dtype, gint64 n)
{
  const RensaShape target = RENSA_SHAPE (23, 6);
  g_autoptr (RensaArray) rows = noise (dtype, RENSA_SHAPE (n, 6), 1);
  g_autoptr (RensaArray) places = noise (RENSA_FLOAT64, RENSA_SHAPE (n), 2);
  g_autoptr (RensaArray) spread = rensa_map2 (RENSA_KERNEL_TEST_MAX, places, places, NULL, NULL);
  g_autoptr (RensaArray) index = rensa_array_cast (spread, RENSA_INT32, NULL);
  guint64 hash = mix (0, rensa_scatter_rows (&target, index, rows, G_MININT64, TRUE, NULL));

  return mix (hash, rensa_take_rows (rows, index, G_MININT64, TRUE, NULL));
}

/* Entries in two matrices of four rows, and rows of @n elements; among the places is -1, which is none. */
static guint64
multiply_sparse_of (RensaDtype dtype, gint64 n_entries, gint64 n)
{
  g_autoptr (RensaArray) data = noise (dtype, RENSA_SHAPE (2, n_entries), 1);
  g_autoptr (RensaArray) left = noise (dtype, RENSA_SHAPE (2, 4, n), 2);
  g_autoptr (RensaArray) right = noise (dtype, RENSA_SHAPE (2, 2, n), 3);
  g_autoptr (RensaArray) numbers = noise (RENSA_FLOAT64, RENSA_SHAPE (2, n_entries), 4);
  g_autoptr (RensaArray) row = rensa_array_cast (numbers, RENSA_INT32, NULL);
  guint64 hash = mix (0, rensa_multiply_sparse (data, row, row, right, 2, NULL));

  return mix (hash, rensa_sample_product (left, right, row, row, NULL));
}

static guint64
multiply_sparse (RensaDtype dtype, gint64 n)
{
  return multiply_sparse_of (dtype, n, 37) + multiply_sparse_of (dtype, 37, n);
}

static guint64
solve (RensaDtype dtype, gint64 n)
{
  g_autoptr (RensaArray) a = noise (dtype, RENSA_SHAPE (2, n, n), 1);
  g_autoptr (RensaArray) values = NULL;
  g_autoptr (RensaArray) vectors = NULL;
  guint64 hash = mix (0, rensa_invert_matrices (a, NULL));

  g_assert_true (rensa_decompose_symmetric (a, &values, &vectors, NULL));
  hash = mix (mix (hash, g_steal_pointer (&values)), g_steal_pointer (&vectors));
  return mix (hash, rensa_get_determinants (a, NULL));
}

static guint64
transform (RensaDtype dtype, gint64 n)
{
  g_autoptr (RensaArray) re = noise (dtype, RENSA_SHAPE (3, n), 1);
  g_autoptr (RensaArray) im = noise (dtype, RENSA_SHAPE (3, n), 2);
  RensaArray *y[2] = { NULL };

  g_assert_true (rensa_transform_fourier (re, im, FALSE, &y[0], &y[1], NULL));
  return mix (mix (0, y[0]), y[1]);
}

typedef struct
{
  const char *name;
  Compute compute;
  gint64 least;
  gint64 most;
} Operation;

static const Operation operations[] = {
  { "multiply-tall", multiply_tall, 1, NEAR },
  { "multiply-wide", multiply_wide, 1, NEAR },
  { "multiply-deep", multiply_deep, 1, MIDDLE },
  { "multiply-narrow", multiply_narrow, 1, FAR },
  { "multiply-batch", multiply_batch, 1, NEAR },
  { "multiply-work", multiply_work, 10000, 9000000 },
  { "convolve-batch", convolve_batch, 1, CLOSE },
  { "convolve-channels", convolve_channels, 1, CLOSE / 2 },
  { "convolve-maps", convolve_maps, 1, CLOSE / 2 },
  { "convolve-images", convolve_images, 4, CLOSE },
  { "convolve-deep", convolve_deep, 1, CLOSE / 4 },
  { "convolve-axes", convolve_axes, 1, CLOSE },
  { "pool-images", pool_images, 1, NEAR },
  { "pool-extent", pool_extent, 1, NEAR },
  { "pool-window", pool_window, 2, CLOSE / 4 },
  { "pool-axes", pool_axes, 1, NEAR },
  { "reduce-all", reduce_all, 1, FAR },
  { "reduce-rows", reduce_rows, 1, MIDDLE },
  { "reduce-columns", reduce_columns, 1, MIDDLE },
  { "reduce-square", reduce_square, 1, NEAR },
  { "normalize-batch", normalize_batch, 1, MIDDLE },
  { "normalize-images", normalize_images, 1, NEAR * 4 },
  { "normalize-rows", normalize_rows, 1, NEAR * 4 },
  { "softmax", softmax, 1, MIDDLE },
  { "scan", scan, 1, MIDDLE },
  { "fill", fill, 1, FAR },
  { "map", map, 1, MIDDLE },
  { "take-and-scatter", take_and_scatter, 1, MIDDLE },
  { "multiply-sparse", multiply_sparse, 1, NEAR },
  { "solve", solve, 1, CLOSE / 2 },
  { "transform", transform, 1, MIDDLE },
};

static void
check (const Operation *operation, RensaDtype dtype, gint64 n)
{
  guint64 alone = 0;

  for (int n_threads = 1; n_threads <= MOST_THREADS; n_threads++)
    {
      omp_set_num_threads (n_threads);
      const guint64 hash = operation->compute (dtype, n);

      if (n_threads > 1 && hash != alone)
        {
          g_test_message ("%s of %" G_GINT64_FORMAT ", %s: %d threads give other bits than one", operation->name, n,
                          rensa_dtype_get_name (dtype), n_threads);
          g_test_fail ();
        }
      alone = n_threads == 1 ? hash : alone;
    }
}

static void
test_operation (gconstpointer data)
{
  const Operation *operation = data;
  const int n_threads = omp_get_max_threads ();
  gint64 last = 0;

  for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
    for (gint64 n = MAX (limits[i] + BELOW, last + 1); n <= limits[i] + ABOVE; n++)
      {
        if (n < operation->least || n > operation->most)
          continue;
        for (guint k = 0; k < G_N_ELEMENTS (dtypes); k++)
          check (operation, dtypes[k], n);
        last = n;
      }
  g_assert_cmpint (last, >, 0);
  omp_set_num_threads (n_threads);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (operations); i++)
    {
      g_autofree char *path = g_strdup_printf ("/backends/threads/%s", operations[i].name);

      g_test_add_data_func (path, &operations[i], test_operation);
    }
  return run_tests ();
}
