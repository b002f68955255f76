/* cpu-normalize.c: normalization by the array's own mean and variance.
 * SPDX-License-Identifier: MIT */

#include "cpu-normalize-private.h"

#include <math.h>

/* Returns the number of elements per statistic. */
static gint64
get_n_summed (const RensaNormalizeLayout *layout)
{
  return layout->n_rows * layout->n_inner;
}

/* Converts to float64, in C order. */
static RensaArray *
take_doubles (RensaArray *array, GError **error)
{
  g_autoptr (RensaArray) doubles = rensa_new_beside (array, RENSA_FLOAT64, &array->shape, error);

  if (doubles == NULL || !rensa_cpu_assign (doubles, array, error))
    return NULL;

  return g_steal_pointer (&doubles);
}

static double
get_number (RensaArray *array, gint64 i)
{
  return array->dtype == RENSA_FLOAT64 ? ((const double *) array->data)[i] : ((const float *) array->data)[i];
}

/* Chooses a value near the elements of each statistic: the square of the mean would otherwise swamp
 * a small variance. */
static void
choose_centres (const RensaNormalizeLayout *layout, RensaArray *x, double *centres)
{
  for (gint64 outer = 0; outer < layout->n_outer; outer++)
    for (gint64 c = 0; c < layout->n_channels; c++)
      {
        const gint64 at = (outer * layout->n_rows * layout->n_channels + c) * layout->n_inner;
        const double first = get_number (x, at);

        centres[outer * layout->n_channels + c] = isfinite (first) ? first : 0;
      }
}

/* Intermediate values in float64 for the @n statistics of one call. */
typedef struct
{
  RensaArray *sums; /* (2, n) */
  RensaArray *mean; /* with the shape of the statistics, like the following arrays */
  RensaArray *var;
  RensaArray *inv_std;
  RensaArray *gamma;
  RensaArray *beta;
  RensaArray *factors; /* (4, n) */
} Figures;

static void
figures_clear (Figures *figures)
{
  g_clear_pointer (&figures->sums, rensa_array_unref);
  g_clear_pointer (&figures->mean, rensa_array_unref);
  g_clear_pointer (&figures->var, rensa_array_unref);
  g_clear_pointer (&figures->inv_std, rensa_array_unref);
  g_clear_pointer (&figures->gamma, rensa_array_unref);
  g_clear_pointer (&figures->beta, rensa_array_unref);
  g_clear_pointer (&figures->factors, rensa_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Figures, figures_clear)

static gboolean
figures_init (Figures *figures, RensaArray *x, const RensaShape *shape, GError **error)
{
  const gint64 n = rensa_shape_count (shape);

  return (figures->sums = rensa_new_beside (x, RENSA_FLOAT64, &RENSA_SHAPE (2, n), error)) != NULL
         && (figures->factors = rensa_new_beside (x, RENSA_FLOAT64, &RENSA_SHAPE (4, n), error)) != NULL;
}

static gboolean
figures_init_forward (Figures *figures, RensaArray *x, const RensaShape *shape, RensaArray *gamma, RensaArray *beta,
                      GError **error)
{
  return figures_init (figures, x, shape, error)
         && (figures->mean = rensa_new_beside (x, RENSA_FLOAT64, shape, error)) != NULL
         && (figures->var = rensa_new_beside (x, RENSA_FLOAT64, shape, error)) != NULL
         && (figures->inv_std = rensa_new_beside (x, RENSA_FLOAT64, shape, error)) != NULL
         && (figures->gamma = take_doubles (gamma, error)) != NULL
         && (figures->beta = take_doubles (beta, error)) != NULL;
}

/* Computes them from the sums about the centers, which are stored in the array of the means. */
static void
compute_statistics (Figures *figures, gint64 n, gint64 n_summed, double eps)
{
  const double *sums = figures->sums->data;
  const double *gamma = figures->gamma->data;
  const double *beta = figures->beta->data;
  double *mean = figures->mean->data;
  double *var = figures->var->data;
  double *inv_std = figures->inv_std->data;
  double *factors = figures->factors->data;

  for (gint64 i = 0; i < n; i++)
    {
      const double shift = sums[i] / n_summed;
      const double square = sums[n + i] / n_summed - shift * shift;

      mean[i] += shift;
      var[i] = square < 0 ? 0 : square;
      inv_std[i] = 1 / sqrt (var[i] + eps);
      factors[i] = mean[i];
      factors[n + i] = gamma[i] * inv_std[i];
      factors[2 * n + i] = beta[i];
      factors[3 * n + i] = 0;
    }
}

/* Writes y, whose memory order may differ from that of its inputs. */
static gboolean
apply (const RensaNormalizeLayout *layout, Figures *figures, RensaArray *arranged, RensaArray *gy, RensaArray *y,
       GError **error)
{
  g_autoptr (RensaArray) factors = rensa_array_cast (figures->factors, y->dtype, error);
  g_autoptr (RensaArray) result = factors != NULL ? rensa_normalize_take_like (y, arranged, error) : NULL;

  if (result == NULL)
    return FALSE;

  rensa_normalize_apply (layout, arranged, gy, factors, result);
  return result == y || rensa_cpu_assign (y, result, error);
}

gboolean
rensa_cpu_normalize_forward (RensaArray *x, RensaArray *gamma, RensaArray *beta, guint mask, double eps, RensaArray *y,
                             RensaArray *mean, RensaArray *var, RensaArray *inv_std, GError **error)
{
  const RensaShape shape = rensa_shape_reduce (&x->shape, mask, FALSE);
  g_auto (Figures) figures = { NULL };
  RensaNormalizeLayout layout;
  g_autoptr (RensaArray) arranged = rensa_normalize_arrange (x, mask, &layout, error);

  if (arranged == NULL || !figures_init_forward (&figures, x, &shape, gamma, beta, error))
    return FALSE;

  choose_centres (&layout, arranged, figures.mean->data);
  if (!rensa_normalize_sum (&layout, arranged, NULL, figures.mean->data, figures.sums->data, error))
    return FALSE;
  compute_statistics (&figures, rensa_shape_count (&shape), get_n_summed (&layout), eps);

  return apply (&layout, &figures, arranged, NULL, y, error) && rensa_cpu_assign (mean, figures.mean, error)
         && rensa_cpu_assign (var, figures.var, error) && rensa_cpu_assign (inv_std, figures.inv_std, error);
}

/* With x' = (x - mean) inv_std and sums over the m elements of a statistic:
 *   gbeta = Σ gy, ggamma = Σ gy x', gx = gamma inv_std (gy - gbeta / m - x' ggamma / m)
 * The gradients take the place of the sums. */
static void
compute_factors (Figures *figures, gint64 n, gint64 n_summed)
{
  double *sums = figures->sums->data;
  const double *gamma = figures->gamma->data;
  const double *mean = figures->mean->data;
  const double *inv_std = figures->inv_std->data;
  double *factors = figures->factors->data;

  for (gint64 i = 0; i < n; i++)
    {
      const double slope = gamma[i] * inv_std[i];

      sums[n + i] *= inv_std[i];
      factors[i] = mean[i];
      factors[n + i] = -slope * inv_std[i] * sums[n + i] / n_summed;
      factors[2 * n + i] = -slope * sums[i] / n_summed;
      factors[3 * n + i] = slope;
    }
}

static gboolean
assign_sum (Figures *figures, int row, RensaArray *y, GError **error)
{
  g_autoptr (RensaArray) range = rensa_array_view_range (figures->sums, 0, row, 1);
  g_autoptr (RensaArray) sums = rensa_array_view_reshape (range, &y->shape);

  return rensa_cpu_assign (y, sums, error);
}

gboolean
rensa_cpu_normalize_backward (RensaArray *x, RensaArray *gamma, RensaArray *gy, RensaArray *mean, RensaArray *inv_std,
                              guint mask, RensaArray *gx, RensaArray *ggamma, RensaArray *gbeta, GError **error)
{
  const RensaShape shape = rensa_shape_reduce (&x->shape, mask, FALSE);
  g_auto (Figures) figures = { NULL };
  RensaNormalizeLayout layout;
  g_autoptr (RensaArray) arranged = rensa_normalize_arrange (x, mask, &layout, error);
  g_autoptr (RensaArray) gy_arranged = arranged != NULL ? rensa_normalize_take_like (gy, arranged, error) : NULL;

  if (gy_arranged == NULL || !figures_init (&figures, x, &shape, error)
      || (figures.gamma = take_doubles (gamma, error)) == NULL || (figures.mean = take_doubles (mean, error)) == NULL
      || (figures.inv_std = take_doubles (inv_std, error)) == NULL)
    return FALSE;
  if (!rensa_normalize_sum (&layout, arranged, gy_arranged, figures.mean->data, figures.sums->data, error))
    return FALSE;
  compute_factors (&figures, rensa_shape_count (&shape), get_n_summed (&layout));

  return apply (&layout, &figures, arranged, gy_arranged, gx, error) && assign_sum (&figures, 0, gbeta, error)
         && assign_sum (&figures, 1, ggamma, error);
}
