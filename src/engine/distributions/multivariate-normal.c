/* multivariate-normal.c: correlated normal numbers.
 * SPDX-License-Identifier: MIT */

#include "rensa-distribution-private.h"
#include "rensa-distributions.h"
#include "rensa-language.h"

enum
{
  LOC,
  SCALE_TRIL,
};

#define HALF_LOG_2_PI 0.91893853320467274

static gint64
get_n (RensaDistribution *self)
{
  return self->event.dims[0];
}

static gboolean
check (RensaDistribution *self, GError **error)
{
  const RensaShape shape = rensa_variable_get_type (self->params[SCALE_TRIL]).shape;

  return rensa_expect_extent ("MultivariateNormal", N_ ("rows of scale_tril"), get_n (self), shape.dims[shape.ndim - 2],
                              error)
         && rensa_expect_extent ("MultivariateNormal", N_ ("columns of scale_tril"), get_n (self),
                                 shape.dims[shape.ndim - 1], error);
}

/* Returns a matrix with 1 on and below the diagonal. */
static RensaVariable *
new_mask (RensaDistribution *self, GError **error)
{
  const gint64 n = get_n (self);
  g_autofree double *values = g_new0 (double, MAX (n * n, 1));
  g_autoptr (RensaArray) wide = NULL;
  g_autoptr (RensaArray) mask = NULL;

  for (gint64 i = 0; i < n; i++)
    for (gint64 j = 0; j <= i; j++)
      values[i * n + j] = 1;
  wide = rensa_array_new_from_host (RENSA_FLOAT64, &RENSA_SHAPE (n, n), values, error);
  mask = wide != NULL ? rensa_array_cast (wide, rensa_distribution_get_dtype (self), error) : NULL;
  return rensa_variable_new_constant (mask);
}

/* Inverts the lower triangle; elements above it are ignored. */
static RensaVariable *
invert_scale (RensaDistribution *self, GError **error)
{
  RensaVariable *scale = self->params[SCALE_TRIL];
  const RensaShape shape = rensa_variable_get_type (scale).shape;
  g_autoptr (RensaVariable) mask = new_mask (self, error);
  g_autoptr (RensaVariable) lower = mask != NULL ? rensa_multiply (scale, mask, error) : NULL;
  g_autoptr (RensaVariable) flat =
      rensa_reshape (lower, &RENSA_SHAPE (rensa_shape_count (&self->batch), get_n (self), get_n (self)), error);
  g_autoptr (RensaVariable) inverse = rensa_batch_inv (flat, error);

  return rensa_reshape (inverse, &shape, error);
}

/* Computes ln |det scale_tril|. */
static RensaVariable *
compute_log_det (RensaDistribution *self, GError **error)
{
  g_autoptr (RensaVariable) diagonal = rensa_diagonal (self->params[SCALE_TRIL], 0, -2, -1, error);
  g_autoptr (RensaVariable) logs =
      diagonal != NULL ? rensa_evaluate_formula ("log (abs (a))", "a", &diagonal, 1, error) : NULL;

  return rensa_sum_last (logs, 1, error);
}

/* Computes A b for matrices A and vectors b. */
static RensaVariable *
apply (RensaVariable *a, RensaVariable *b, GError **error)
{
  g_autoptr (RensaVariable) column = b != NULL ? rensa_expand_dims (b, -1, error) : NULL;
  g_autoptr (RensaVariable) product = rensa_matmul (a, column, FALSE, FALSE, error);
  RensaShape shape;

  if (product == NULL)
    return NULL;
  shape = rensa_variable_get_type (product).shape;
  shape.ndim--;
  return rensa_reshape (product, &shape, error);
}

/* |scale_tril⁻¹ d|². */
static RensaVariable *
compute_distance (RensaDistribution *self, RensaVariable *d, GError **error)
{
  g_autoptr (RensaVariable) inverse = invert_scale (self, error);
  g_autoptr (RensaVariable) z = d != NULL ? apply (inverse, d, error) : NULL;
  g_autoptr (RensaVariable) squares = rensa_square (z, error);

  return rensa_sum_last (squares, 1, error);
}

static RensaVariable *
compute_log_prob (RensaDistribution *self, RensaVariable *x, GError **error)
{
  g_autoptr (RensaVariable) d = rensa_subtract (x, self->params[LOC], error);
  g_autoptr (RensaVariable) distance = compute_distance (self, d, error);
  g_autoptr (RensaVariable) log_det = compute_log_det (self, error);
  g_autofree char *formula = g_strdup_printf ("-0.5 * a - b - %.17g", HALF_LOG_2_PI * (double) get_n (self));

  return distance != NULL && log_det != NULL
             ? rensa_evaluate_formula (formula, "a, b", (RensaVariable *[]){ distance, log_det }, 2, error)
             : NULL;
}

static RensaVariable *
compute_entropy (RensaDistribution *self, RensaVariable *x, GError **error)
{
  g_autoptr (RensaVariable) log_det = compute_log_det (self, error);

  return rensa_add_scalar (log_det, (HALF_LOG_2_PI + 0.5) * (double) get_n (self), error);
}

static RensaVariable *
compute_mean (RensaDistribution *self, RensaVariable *x, GError **error)
{
  return rensa_variable_ref (self->params[LOC]);
}

static RensaVariable *
compute_covariance (RensaDistribution *self, RensaVariable *x, GError **error)
{
  return rensa_matmul (self->params[SCALE_TRIL], self->params[SCALE_TRIL], FALSE, TRUE, error);
}

static RensaVariable *
compute_variance (RensaDistribution *self, RensaVariable *x, GError **error)
{
  g_autoptr (RensaVariable) covariance = compute_covariance (self, NULL, error);

  return rensa_diagonal (covariance, 0, -2, -1, error);
}

static RensaVariable *
compute_sample (RensaDistribution *self, RensaVariable *x, GError **error)
{
  g_autoptr (RensaVariable) away = apply (self->params[SCALE_TRIL], x, error);

  return rensa_add (away, self->params[LOC], error);
}

/* Computes Σ (Lq⁻¹ Lp)², which is tr (Σq⁻¹ Σp). */
static RensaVariable *
compute_trace (RensaDistribution *p, RensaDistribution *q, GError **error)
{
  g_autoptr (RensaVariable) inverse = invert_scale (q, error);
  g_autoptr (RensaVariable) ratio = rensa_matmul (inverse, p->params[SCALE_TRIL], FALSE, FALSE, error);
  g_autoptr (RensaVariable) squares = rensa_square (ratio, error);

  return rensa_sum_last (squares, 2, error);
}

static RensaVariable *
compare (RensaDistribution *p, RensaDistribution *q, GError **error)
{
  g_autoptr (RensaVariable) p_det = compute_log_det (p, error);
  g_autoptr (RensaVariable) q_det = compute_log_det (q, error);
  g_autoptr (RensaVariable) trace = compute_trace (p, q, error);
  g_autoptr (RensaVariable) d = rensa_subtract (p->params[LOC], q->params[LOC], error);
  g_autoptr (RensaVariable) distance = compute_distance (q, d, error);
  g_autofree char *formula = g_strdup_printf ("q - p + 0.5 * (trace + distance - %" G_GINT64_FORMAT ")", get_n (p));

  return p_det != NULL && q_det != NULL && trace != NULL && distance != NULL ? rensa_evaluate_formula (
             formula, "p, q, trace, distance", (RensaVariable *[]){ p_det, q_det, trace, distance }, 4, error)
                                                                             : NULL;
}

static const RensaDistributionParam params[] = {
  { "loc", .n_axes = 1, .title = N_ ("Means") },
  { "scale_tril", .n_axes = 2, .title = N_ ("Lower Triangle") },
};

/* Reference values computed by SciPy and NumPy. */
static const RensaDistributionMember members[] = {
  { "log_prob", .compute = compute_log_prob, .sample = "[-2.2720181267570867, -1.9804551914093453]" },
  { "entropy", .compute = compute_entropy, .sample = "[2.9556601020657287, 2.8378770664093453]" },
  { "mean", .compute = compute_mean },
  { "mode", .compute = compute_mean },
  { "variance", .compute = compute_variance },
  { "covariance", .compute = compute_covariance },
  { "kl_divergence", .compare = compare, .sample = "[0.6653605156578261, 0.6810546405946548]" },
  { "sample", .compute = compute_sample, .sample = "[[1.25, -1.6875], [0.5, 1.25]]" },
};

const RensaDistributionClass rensa_multivariate_normal_distribution_class = {
  .name = "MultivariateNormal",
  .group = &rensa_distribution_group,
  .title = N_ ("Multivariate Normal"),
  .summary = N_ ("Normal variables that depend on each other"),
  .words = "gaussian;covariance",
  .formula = "p(x) = exp(-(x - loc)ᵀ Σ⁻¹ (x - loc) / 2) / √det(2πΣ), Σ = scale_tril scale_trilᵀ",
  .support = "real",
  .n_event_axes = 1,
  RENSA_DISTRIBUTION_PARAMS (params),
  RENSA_DISTRIBUTION_SETS ("loc scale_tril"),
  RENSA_DISTRIBUTION_MEMBERS (members),
  .draw = rensa_draw_normal,
  .check = check,
  .example = "[[0.5, -1], [0, 1]]; [[[1.5, 0], [0.5, 0.75]], [[0.5, 0], [-0.25, 2]]]",
  .other_example = "[[0, -0.5], [0.5, 0.5]]; [[[1, 0], [0.25, 1.25]], [[0.75, 0], [0.5, 1.5]]]",
  .example_x = "[[0.25, -0.5], [0.25, 0.5]]",
  .example_noise = "[[0.5, -1.25], [1, 0.25]]",
};

/**
 * rensa_multivariate_normal_distribution_new:
 * @loc: means, shape (…, D)
 * @scale_tril: lower triangles L (…, D, D), with the covariance L Lᵀ
 *
 * ln p (x) = -|L⁻¹ (x - loc)|² / 2 - ln |det L| - D ln √(2π). Samples are loc + L ε, ε ~ N (0, 1).
 */
RENSA_API RensaDistribution *
rensa_multivariate_normal_distribution_new (RensaVariable *loc, RensaVariable *scale_tril, GError **error)
{
  return rensa_distribution_new (&rensa_multivariate_normal_distribution_class, (RensaVariable *[]){ loc, scale_tril },
                                 NULL, error);
}
