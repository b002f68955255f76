/* independent.c: several events treated as one.
 * SPDX-License-Identifier: MIT */

#include "rensa-distribution-private.h"
#include "rensa-distributions.h"
#include "rensa-fault.h"
#include "rensa-language.h"

typedef struct
{
  gint64 reinterpreted_batch_ndims;
} Independent;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (Independent, reinterpreted_batch_ndims, .allow_none = TRUE, .none = TRUE, .min = 0,
                  .max = RENSA_MAX_NDIM, .title = N_ ("Axes"),
                  .hint = N_ ("Number of trailing batch axes that form one event; None means all but the first")),
};

/* Ways to combine the members of single events. */
typedef enum
{
  SAME,
  SUM,
  PRODUCT,
  BLOCKS,
} Reduction;

static const struct
{
  const char *name;
  Reduction reduction;
} reductions[] = {
  { "log_prob", SUM },
  { "prob", PRODUCT },
  { "cdf", PRODUCT },
  { "log_cdf", SUM },
  { "survival_function", PRODUCT },
  { "log_survival_function", SUM },
  { "entropy", SUM },
  { "mean", SAME },
  { "mode", SAME },
  { "variance", SAME },
  { "stddev", SAME },
  { "covariance", BLOCKS },
};

static RensaVariable *
multiply_last (RensaVariable *x, int n, GError **error)
{
  RensaInts axes = { .n = n };

  if (n == 0)
    return rensa_variable_ref (x);
  for (int i = 0; i < n; i++)
    axes.values[i] = -1 - i;
  return rensa_prod (x, &axes, FALSE, error);
}

/* Returns the identity matrix with additional axes of extent 1: shape (m, 1, m, 1). */
static RensaVariable *
new_diagonal (gint64 m, RensaDtype dtype, GError **error)
{
  g_autofree double *values = g_new0 (double, MAX (m * m, 1));
  g_autoptr (RensaArray) wide = NULL;
  g_autoptr (RensaArray) diagonal = NULL;

  for (gint64 i = 0; i < m; i++)
    values[i * (m + 1)] = 1;
  wide = rensa_array_new_from_host (RENSA_FLOAT64, &RENSA_SHAPE (m, 1, m, 1), values, error);
  diagonal = wide != NULL ? rensa_array_cast (wide, dtype, error) : NULL;
  return rensa_variable_new_constant (diagonal);
}

/* Arranges the covariances (…, m, d, d) of m events of d numbers as diagonal blocks of one matrix
 * (…, m d, m d). */
static RensaVariable *
arrange_blocks (RensaDistribution *self, RensaVariable *covariance, GError **error)
{
  const gint64 d = rensa_shape_count (&self->inner->event);
  const gint64 n = rensa_shape_count (&self->batch);
  const gint64 m = n > 0 ? rensa_shape_count (&self->inner->batch) / n : 0;
  g_autoptr (RensaVariable) diagonal = new_diagonal (m, rensa_distribution_get_dtype (self), error);
  g_autoptr (RensaVariable) column = rensa_reshape (covariance, &RENSA_SHAPE (n, m, d, 1, d), error);
  g_autoptr (RensaVariable) blocks = diagonal != NULL ? rensa_multiply (column, diagonal, error) : NULL;
  RensaShape shape;

  if (!rensa_shape_join (&self->batch, &RENSA_SHAPE (m * d, m * d), &shape, error))
    return NULL;
  return rensa_reshape (blocks, &shape, error);
}

static RensaVariable *
reduce (RensaDistribution *self, Reduction reduction, RensaVariable *value, GError **error)
{
  switch (reduction)
    {
    case SUM:
      return rensa_sum_last (value, self->n_inner, error);
    case PRODUCT:
      return multiply_last (value, self->n_inner, error);
    case BLOCKS:
      return arrange_blocks (self, value, error);
    default:
      return rensa_variable_ref (value);
    }
}

static gboolean
wraps (const char *member)
{
  for (guint i = 0; i < G_N_ELEMENTS (reductions); i++)
    if (g_str_equal (reductions[i].name, member))
      return TRUE;
  return FALSE;
}

static RensaVariable *
wrap (RensaDistribution *self, const char *member, RensaVariable *x, GError **error)
{
  g_autoptr (RensaVariable) value = rensa_distribution_compute (self->inner, member, x, error);

  for (guint i = 0; i < G_N_ELEMENTS (reductions) && value != NULL; i++)
    if (g_str_equal (reductions[i].name, member))
      return reduce (self, reductions[i].reduction, value, error);
  return NULL;
}

static RensaVariable *
compare (RensaDistribution *p, RensaDistribution *q, GError **error)
{
  g_autoptr (RensaVariable) divergence = NULL;

  if (!rensa_expect_extent ("Independent", N_ ("event axes"), p->n_inner, q->n_inner, error))
    return NULL;
  divergence = rensa_kl_divergence (p->inner, q->inner, error);
  return rensa_sum_last (divergence, p->n_inner, error);
}

static const RensaDistributionMember members[] = {
  { "kl_divergence", .compare = compare },
};

const RensaDistributionClass rensa_independent_distribution_class = {
  .name = "Independent",
  .group = &rensa_distribution_group,
  .title = N_ ("Independent"),
  .summary = N_ ("Treats several independent events as one"),
  .formula = "p(x) = Π p[i](x[i])",
  RENSA_ATTRS (Independent, attrs),
  RENSA_DISTRIBUTION_MEMBERS (members),
  .wraps = wraps,
  .wrap = wrap,
};

/**
 * rensa_independent_distribution_new:
 * @inner: the distribution of the single events
 * @n_axes: number of the last batch axes that become axes of one event; RENSA_INT_NONE for all but
 *   the first
 *
 * ln p (x) = Σ ln p (x[i]); entropies and divergences are also added, probabilities multiplied.
 * Covariances are block-diagonal. RENSA_ERROR_INVALID if the batch has fewer axes.
 */
RENSA_API RensaDistribution *
rensa_independent_distribution_new (RensaDistribution *inner, gint64 n_axes, GError **error)
{
  const int ndim = inner != NULL ? inner->batch.ndim : 0;
  const gint64 n = n_axes != RENSA_INT_NONE ? n_axes : MAX (ndim - 1, 0);
  RensaDistribution *self;

  if (inner == NULL)
    return NULL;
  if (n < 0 || n > ndim)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s accepts 0 to %d batch axes, not %lld"), "Independent", ndim,
                       (long long) n);
      return NULL;
    }
  self = g_new0 (RensaDistribution, 1);
  self->ref_count = 1;
  self->klass = &rensa_independent_distribution_class;
  self->inner = rensa_distribution_ref (inner);
  self->n_inner = (int) n;
  self->batch = inner->batch;
  self->event = (RensaShape){ .ndim = (int) n };
  self->batch.ndim -= (int) n;
  for (int i = 0; i < n; i++)
    self->event.dims[i] = inner->batch.dims[self->batch.ndim + i];
  rensa_shape_join (&self->event, &inner->event, &self->event, NULL);
  return self;
}
