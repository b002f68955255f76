/* cpu-normalize-rows.c: normalization of rows by their own mean and variance; each row stays in the
 * cache.
 * SPDX-License-Identifier: MIT */

#include "cpu-normalize-loops.h"
#include "cpu-normalize-rows-loops.h"

#include <math.h>

/* Maximum number of pieces of the first axis over which the gradients of gamma and beta are
 * summed, regardless of the number of threads. */
#define MAX_PIECES 64
#define LEAST_ROWS 16

/* x (N, G, K, S) in C order; row n G + g has K runs of S elements, each of which has one gamma and beta. */
typedef struct
{
  gint64 n;
  gint64 n_groups;
  gint64 n_runs;  /* K */
  gint64 n_inner; /* S */
  gint64 n_row;   /* K S */
  gsize size;     /* size of an element */
  gboolean is_double;
  const RensaCpuNormalizeLoops *runs;
  const RensaCpuNormalizeRowsLoops *rows;
} Layout;

static Layout
get_layout (RensaArray *x)
{
  const gint64 *dims = x->shape.dims;

  return (Layout){
    .n = dims[0],
    .n_groups = dims[1],
    .n_runs = dims[2],
    .n_inner = dims[3],
    .n_row = dims[2] * dims[3],
    .size = rensa_dtype_get_size (x->dtype),
    .is_double = x->dtype == RENSA_FLOAT64,
    .runs = RENSA_CPU_LOOPS (rensa_cpu_normalize_loops),
    .rows = RENSA_CPU_LOOPS (rensa_cpu_normalize_rows_loops),
  };
}

static inline gpointer
get_element (const Layout *layout, RensaArray *array, gint64 i)
{
  return (char *) array->data + i * (gint64) layout->size;
}

static inline double
get_number (const Layout *layout, RensaArray *array, gint64 i)
{
  return layout->is_double ? ((const double *) array->data)[i] : ((const float *) array->data)[i];
}

/* Computes the mean and 1 / sqrt (variance + eps); the sums are shifted by a value of the row,
 * since the square of the mean would otherwise swamp a small variance. */
static void
find_statistics (const Layout *layout, RensaArray *x, gint64 row, double eps, gboolean centred, double *mean,
                 double *inv_std)
{
  const gint64 at = row * layout->n_row;
  const double first = get_number (layout, x, at);
  const double centre = centred && isfinite (first) ? first : 0;
  double sums[2] = { 0, 0 };
  double shift, var;

  layout->runs->run_sums[layout->is_double](layout->n_row, get_element (layout, x, at), NULL, centre, sums);
  shift = centred ? sums[0] / layout->n_row : 0;
  var = sums[1] / layout->n_row - shift * shift;
  *mean = centre + shift;
  *inv_std = 1 / sqrt ((var < 0 ? 0 : var) + eps);
}

/* Converts @count factors of one run to the dtype of the arrays. */
static gconstpointer
pack_factors (const Layout *layout, const double *factors, int count, double *doubles, float *floats)
{
  for (int i = 0; i < count; i++)
    {
      doubles[i] = factors[i];
      floats[i] = (float) factors[i];
    }
  return layout->is_double ? (gconstpointer) doubles : (gconstpointer) floats;
}

static void
apply_row (const Layout *layout, RensaArray *x, RensaArray *gamma, RensaArray *beta, gint64 row, double mean,
           double inv_std, RensaArray *y)
{
  const gint64 first = row % layout->n_groups * layout->n_runs;
  const gint64 at = row * layout->n_row;

  if (layout->n_inner == 1)
    {
      layout->rows->apply[layout->is_double](layout->n_row, get_element (layout, x, at),
                                             get_element (layout, gamma, first), get_element (layout, beta, first),
                                             mean, inv_std, get_element (layout, y, at));
      return;
    }

  for (gint64 k = 0; k < layout->n_runs; k++)
    {
      const gint64 run = at + k * layout->n_inner;
      const double factors[3] = { mean, inv_std * get_number (layout, gamma, first + k),
                                  get_number (layout, beta, first + k) };
      double doubles[3];
      float floats[3];

      layout->runs->run_apply[layout->is_double](layout->n_inner, get_element (layout, x, run), NULL,
                                                 pack_factors (layout, factors, 3, doubles, floats), 1,
                                                 get_element (layout, y, run));
    }
}

gboolean
rensa_cpu_normalize_rows (RensaArray *x, RensaArray *gamma, RensaArray *beta, double eps, gboolean centred,
                          RensaArray *y, RensaArray *mean, RensaArray *inv_std, GError **error)
{
  const Layout layout = get_layout (x);
  const gint64 n_rows = layout.n * layout.n_groups;
  const int n_threads = rensa_cpu_get_threads ((double) x->count * 4);
  double *means = mean->data;
  double *inv_stds = inv_std->data;

#pragma omp parallel for schedule(static) num_threads(n_threads)
  for (gint64 row = 0; row < n_rows; row++)
    {
      find_statistics (&layout, x, row, eps, centred, &means[row], &inv_stds[row]);
      apply_row (&layout, x, gamma, beta, row, means[row], inv_stds[row], y);
    }

  return TRUE;
}

/* Adds to @ggamma and @gbeta of the row's group; @sums: see RensaRowGradSums. */
static void
sum_row (const Layout *layout, RensaArray *x, RensaArray *gamma, RensaArray *gy, gint64 row, double mean,
         double inv_std, double *ggamma, double *gbeta, double sums[2])
{
  const gint64 first = row % layout->n_groups * layout->n_runs;
  const gint64 at = row * layout->n_row;

  sums[0] = sums[1] = 0;
  if (layout->n_inner == 1)
    {
      layout->rows->grad_sums[layout->is_double](layout->n_row, get_element (layout, x, at),
                                                 get_element (layout, gy, at), get_element (layout, gamma, first), mean,
                                                 inv_std, sums, ggamma, gbeta);
      return;
    }

  for (gint64 k = 0; k < layout->n_runs; k++)
    {
      const gint64 run = at + k * layout->n_inner;
      const double weight = get_number (layout, gamma, first + k);
      double pair[2] = { 0, 0 };

      layout->runs->run_sums[layout->is_double](layout->n_inner, get_element (layout, x, run),
                                                get_element (layout, gy, run), mean, pair);
      sums[0] += weight * pair[0];
      sums[1] += weight * pair[1];
      ggamma[k] += inv_std * pair[1];
      gbeta[k] += pair[0];
    }
}

/* With x' = (x - mean) inv_std, w = gamma gy and means over the m elements of a row:
 *   gx = inv_std (w - Σ w / m - x' Σ w x' / m)
 * where the second term is missing if rows are not centred. */
static void
apply_row_grad (const Layout *layout, RensaArray *x, RensaArray *gamma, RensaArray *gy, gint64 row, double mean,
                double inv_std, gboolean centred, const double sums[2], RensaArray *gx)
{
  const gint64 first = row % layout->n_groups * layout->n_runs;
  const gint64 at = row * layout->n_row;
  const double slope = -inv_std * inv_std * inv_std * sums[1] / layout->n_row;
  const double offset = centred ? -inv_std * sums[0] / layout->n_row : 0;

  if (layout->n_inner == 1)
    {
      layout->rows->grad_apply[layout->is_double](layout->n_row, get_element (layout, x, at),
                                                  get_element (layout, gy, at), get_element (layout, gamma, first),
                                                  mean, inv_std, slope, offset, get_element (layout, gx, at));
      return;
    }

  for (gint64 k = 0; k < layout->n_runs; k++)
    {
      const gint64 run = at + k * layout->n_inner;
      const double factors[4] = { mean, slope, offset, inv_std * get_number (layout, gamma, first + k) };
      double doubles[4];
      float floats[4];

      layout->runs->run_apply[layout->is_double](
          layout->n_inner, get_element (layout, x, run), get_element (layout, gy, run),
          pack_factors (layout, factors, 4, doubles, floats), 1, get_element (layout, gx, run));
    }
}

/* Adds the partial sums of the pieces, in order. */
static void
add_pieces (const double *partial, gint64 n_pieces, gint64 n, RensaArray *target)
{
  double *sums = target->data;

  for (gint64 i = 0; i < n; i++)
    sums[i] = 0;
  for (gint64 piece = 0; piece < n_pieces; piece++)
    for (gint64 i = 0; i < n; i++)
      sums[i] += partial[2 * piece * n + i];
}

gboolean
rensa_cpu_normalize_rows_backward (RensaArray *x, RensaArray *gamma, RensaArray *gy, RensaArray *mean,
                                   RensaArray *inv_std, gboolean centred, RensaArray *gx, RensaArray *ggamma,
                                   RensaArray *gbeta, GError **error)
{
  const Layout layout = get_layout (x);
  const gint64 n_factors = layout.n_groups * layout.n_runs;
  const gint64 wanted = CLAMP (layout.n / LEAST_ROWS, 1, MAX_PIECES);
  const gint64 length = (layout.n + wanted - 1) / wanted;
  const gint64 n_pieces = (layout.n + length - 1) / length;
  const gint64 n_tasks = n_pieces * layout.n_groups;
  const int n_threads = rensa_cpu_get_threads ((double) x->count * 6);
  const double *means = mean->data;
  const double *inv_stds = inv_std->data;
  g_autoptr (RensaArray) partial =
      rensa_full_beside (x, RENSA_FLOAT64, &RENSA_SHAPE (n_pieces, 2, n_factors), 0, error);

  if (partial == NULL)
    return FALSE;

    /* Each task has separate partial sums: those of one piece and one group. */
#pragma omp parallel for schedule(static) num_threads(n_threads)
  for (gint64 task = 0; task < n_tasks; task++)
    {
      const gint64 piece = task / layout.n_groups;
      const gint64 group = task % layout.n_groups;
      double *of_piece = (double *) partial->data + 2 * piece * n_factors + group * layout.n_runs;

      for (gint64 i = piece * length; i < MIN ((piece + 1) * length, layout.n); i++)
        {
          const gint64 row = i * layout.n_groups + group;
          double sums[2];

          sum_row (&layout, x, gamma, gy, row, means[row], inv_stds[row], of_piece, of_piece + n_factors, sums);
          apply_row_grad (&layout, x, gamma, gy, row, means[row], inv_stds[row], centred, sums, gx);
        }
    }

  add_pieces (partial->data, n_pieces, n_factors, ggamma);
  add_pieces ((double *) partial->data + n_factors, n_pieces, n_factors, gbeta);
  return TRUE;
}
