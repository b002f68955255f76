/* cpu-normalize.c: normalization by the mean and variance of the array itself.
 * SPDX-License-Identifier: MIT */

#include "cpu-normalize-private.h"

#include <math.h>

/* How many elements each statistic is of. */
static gint64
get_n_summed (const RensaNormalizeLayout *layout)
{
  return layout->n_rows * layout->n_inner;
}

/* As float64, in C order. */
static RensaArray *
take_doubles (RensaArray *array, GError **error)
{
  g_autoptr (RensaArray) doubles = rensa_array_new (RENSA_FLOAT64, &array->shape, error);

  if (doubles == NULL || !rensa_cpu_assign (doubles, array, error))
    return NULL;

  return g_steal_pointer (&doubles);
}

static double
get_number (RensaArray *array, gint64 i)
{
  return array->dtype == RENSA_FLOAT64 ? ((const double *) array->data)[i] : ((const float *) array->data)[i];
}

/* A value near those that each statistic is of: the square of the mean would otherwise cover a small variance. */
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

/* What is worked out in float64 for the @n statistics of one call. */
typedef struct
{
  RensaArray *sums; /* (2, n) */
  RensaArray *mean; /* of the shape of the statistics, and so on */
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
figures_init (Figures *figures, const RensaShape *shape, GError **error)
{
  const gint64 n = rensa_shape_count (shape);

  return (figures->sums = rensa_array_new (RENSA_FLOAT64, &RENSA_SHAPE (2, n), error)) != NULL
         && (figures->factors = rensa_array_new (RENSA_FLOAT64, &RENSA_SHAPE (4, n), error)) != NULL;
}

static gboolean
figures_init_forward (Figures *figures, const RensaShape *shape, RensaArray *gamma, RensaArray *beta, GError **error)
{
  return figures_init (figures, shape, error) && (figures->mean = rensa_array_new (RENSA_FLOAT64, shape, error)) != NULL
         && (figures->var = rensa_array_new (RENSA_FLOAT64, shape, error)) != NULL
         && (figures->inv_std = rensa_array_new (RENSA_FLOAT64, shape, error)) != NULL
         && (figures->gamma = take_doubles (gamma, error)) != NULL
         && (figures->beta = take_doubles (beta, error)) != NULL;
}

/* From the sums about the centres, which stand where the means will be. */
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

RensaArray *
rensa_cpu_normalize_forward (RensaArray *x, RensaArray *gamma, RensaArray *beta, guint mask, double eps,
                             RensaArray **mean, RensaArray **var, RensaArray **inv_std, GError **error)
{
  const RensaShape shape = rensa_shape_reduce (&x->shape, mask, FALSE);
  g_auto (Figures) figures = { NULL };
  RensaNormalizeLayout layout;
  g_autoptr (RensaArray) arranged = rensa_normalize_arrange (x, mask, &layout, error);

  if (arranged == NULL || !figures_init_forward (&figures, &shape, gamma, beta, error))
    return NULL;

  choose_centres (&layout, arranged, figures.mean->data);
  if (!rensa_normalize_sum (&layout, arranged, NULL, figures.mean->data, figures.sums->data, error))
    return NULL;
  compute_statistics (&figures, rensa_shape_count (&shape), get_n_summed (&layout), eps);

  g_autoptr (RensaArray) factors = rensa_array_cast (figures.factors, x->dtype, error);
  g_autoptr (RensaArray) y = rensa_array_new_ordered (x->dtype, &x->shape, arranged, error);
  g_autoptr (RensaArray) mean_out = rensa_array_cast (figures.mean, x->dtype, error);
  g_autoptr (RensaArray) var_out = rensa_array_cast (figures.var, x->dtype, error);
  g_autoptr (RensaArray) inv_std_out = rensa_array_cast (figures.inv_std, x->dtype, error);
  if (factors == NULL || y == NULL || mean_out == NULL || var_out == NULL || inv_std_out == NULL)
    return NULL;

  rensa_normalize_apply (&layout, arranged, NULL, factors, y);
  *mean = g_steal_pointer (&mean_out);
  *var = g_steal_pointer (&var_out);
  *inv_std = g_steal_pointer (&inv_std_out);
  return g_steal_pointer (&y);
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

/* Row @row of the sums, as an array of shape @shape and dtype @dtype. */
static RensaArray *
take_sum (Figures *figures, int row, const RensaShape *shape, RensaDtype dtype, GError **error)
{
  g_autoptr (RensaArray) range = rensa_array_view_range (figures->sums, 0, row, 1);
  g_autoptr (RensaArray) view = rensa_array_view_reshape (range, shape);
  g_autoptr (RensaArray) result = rensa_array_new (dtype, shape, error);

  if (result == NULL || !rensa_cpu_assign (result, view, error))
    return NULL;

  return g_steal_pointer (&result);
}

gboolean
rensa_cpu_normalize_backward (RensaArray *x, RensaArray *gamma, RensaArray *gy, RensaArray *mean, RensaArray *inv_std,
                              guint mask, RensaArray **gx, RensaArray **ggamma, RensaArray **gbeta, GError **error)
{
  const RensaShape shape = rensa_shape_reduce (&x->shape, mask, FALSE);
  g_auto (Figures) figures = { NULL };
  RensaNormalizeLayout layout;
  g_autoptr (RensaArray) arranged = rensa_normalize_arrange (x, mask, &layout, error);
  g_autoptr (RensaArray) gy_arranged = arranged != NULL ? rensa_normalize_take_like (gy, arranged, error) : NULL;

  if (gy_arranged == NULL || !figures_init (&figures, &shape, error)
      || (figures.gamma = take_doubles (gamma, error)) == NULL || (figures.mean = take_doubles (mean, error)) == NULL
      || (figures.inv_std = take_doubles (inv_std, error)) == NULL)
    return FALSE;
  if (!rensa_normalize_sum (&layout, arranged, gy_arranged, figures.mean->data, figures.sums->data, error))
    return FALSE;
  compute_factors (&figures, rensa_shape_count (&shape), get_n_summed (&layout));

  g_autoptr (RensaArray) factors = rensa_array_cast (figures.factors, x->dtype, error);
  g_autoptr (RensaArray) gx_out = rensa_array_new_ordered (x->dtype, &x->shape, arranged, error);
  g_autoptr (RensaArray) gbeta_out = take_sum (&figures, 0, &shape, x->dtype, error);
  g_autoptr (RensaArray) ggamma_out = gbeta_out != NULL ? take_sum (&figures, 1, &shape, x->dtype, error) : NULL;
  if (factors == NULL || gx_out == NULL || ggamma_out == NULL)
    return FALSE;

  rensa_normalize_apply (&layout, arranged, gy_arranged, factors, gx_out);
  *gx = g_steal_pointer (&gx_out);
  *ggamma = g_steal_pointer (&ggamma_out);
  *gbeta = g_steal_pointer (&gbeta_out);
  return TRUE;
}
