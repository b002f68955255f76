/* one-hot-categorical.c: one of several classes, encoded as a 1 among zeros.
 * SPDX-License-Identifier: MIT */

#include "rensa-distribution-private.h"
#include "rensa-distributions.h"

/* Σ over the classes. */
static RensaVariable *
sum_over (RensaVariable *terms, GError **error)
{
  return rensa_sum_last (terms, 1, error);
}

static RensaVariable *
compute_log_prob (RensaDistribution *self, RensaVariable *x, GError **error)
{
  g_autoptr (RensaVariable) terms = rensa_distribution_evaluate (self, "x == 0 ? 0 : x * log (p)", x, error);

  return sum_over (terms, error);
}

static RensaVariable *
compute_entropy (RensaDistribution *self, RensaVariable *x, GError **error)
{
  g_autoptr (RensaVariable) terms = rensa_distribution_evaluate (self, "p == 0 ? 0 : -p * log (p)", NULL, error);

  return sum_over (terms, error);
}

static RensaVariable *
compare (RensaDistribution *p, RensaDistribution *q, GError **error)
{
  g_autoptr (RensaVariable) terms =
      rensa_distribution_evaluate_pair (p, q, "p_p == 0 ? 0 : p_p * (log (p_p) - log (q_p))", error);

  return sum_over (terms, error);
}

/* Sets the column with the number of the class to 1. */
static RensaArray *
spread_classes (RensaArray *classes, gint64 n, RensaDtype dtype, GError **error)
{
  g_autofree double *numbers = g_new (double, n);
  g_autoptr (RensaArray) cast = rensa_array_cast (classes, dtype, error);
  g_autoptr (RensaArray) column =
      cast != NULL ? rensa_array_view_expand (cast, 1u << rensa_array_get_ndim (cast)) : NULL;
  g_autoptr (RensaArray) wide = NULL;
  g_autoptr (RensaArray) row = NULL;
  g_autoptr (RensaVariable) a = NULL;
  g_autoptr (RensaVariable) b = NULL;
  g_autoptr (RensaVariable) one_hot = NULL;

  for (gint64 i = 0; i < n; i++)
    numbers[i] = (double) i;
  wide = column != NULL ? rensa_array_new_from_host (RENSA_FLOAT64, &RENSA_SHAPE (n), numbers, error) : NULL;
  row = wide != NULL ? rensa_array_cast (wide, dtype, error) : NULL;
  a = rensa_variable_new_constant (column);
  b = rensa_variable_new_constant (row);
  one_hot = rensa_evaluate_formula ("a == b", "a, b", (RensaVariable *[]){ a, b }, 2, error);
  return one_hot != NULL ? rensa_array_ref (rensa_variable_get_array (one_hot)) : NULL;
}

static RensaArray *
draw (RensaDistribution *self, const RensaShape *shape, RensaRandom *random, GError **error)
{
  const RensaShape outer = rensa_shape_reduce (shape, 1u << (shape->ndim - 1), FALSE);
  g_autoptr (RensaVariable) log_p = rensa_distribution_evaluate (self, "log (p)", NULL, error);
  g_autoptr (RensaArray) classes = rensa_draw_classes_of (log_p, &outer, random, error);

  return classes != NULL
             ? spread_classes (classes, shape->dims[shape->ndim - 1], rensa_distribution_get_dtype (self), error)
             : NULL;
}

static const RensaDistributionParam params[] = {
  { "p", .n_axes = 1, .title = N_ ("Class Probabilities") },
};

/* Reference values computed by Chainer in float64. */
static const RensaDistributionMember members[] = {
  { "log_prob", .compute = compute_log_prob, .sample = "[-1.3862943611198906, -2.0794415416798357]" },
  { "log_p", "log (p)" },
  { "entropy", .compute = compute_entropy, .sample = "[1.0397207708399179, 0.9002560512685369]" },
  { "mean", "p" },
  { "variance", "p * (1 - p)" },
  { "kl_divergence", .compare = compare, .sample = "[0.17328679513998632, 0.05282132200138792]" },
  { "sample", .sample = "[[0, 0, 1], [1, 0, 0]]" },
};

const RensaDistributionClass rensa_one_hot_categorical_distribution_class = {
  .name = "OneHotCategorical",
  .group = &rensa_distribution_group,
  .title = N_ ("One-Hot Categorical"),
  .summary = N_ ("One of several classes, as a one-hot vector"),
  .words = "one-hot",
  .formula = "P(x) = Π p[i]^x[i]",
  .is_discrete = TRUE,
  .n_event_axes = 1,
  RENSA_DISTRIBUTION_PARAMS (params),
  RENSA_DISTRIBUTION_SETS ("p"),
  RENSA_DISTRIBUTION_MEMBERS (members),
  .draw = draw,
  .example = "[[0.25, 0.5, 0.25], [0.125, 0.25, 0.625]]",
  .other_example = "[[0.5, 0.25, 0.25], [0.25, 0.25, 0.5]]",
  .example_x = "[[0, 0, 1], [1, 0, 0]]",
  .example_noise = "[[0, 0, 1], [1, 0, 0]]",
};

/**
 * rensa_one_hot_categorical_distribution_new:
 * @p: probabilities of the classes, shape (…, K)
 *
 * ln P (x) = Σ x[i] ln p[i], where x (…, K) is 1 for one class and 0 for the others. Samples are
 * drawn as in Categorical; they have no gradient.
 */
RENSA_API RensaDistribution *
rensa_one_hot_categorical_distribution_new (RensaVariable *p, GError **error)
{
  return rensa_distribution_new (&rensa_one_hot_categorical_distribution_class, (RensaVariable *[]){ p }, NULL, error);
}
