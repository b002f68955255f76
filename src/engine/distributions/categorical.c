/* categorical.c: one of several classes.
 * SPDX-License-Identifier: MIT */

#include "rensa-distribution-private.h"
#include "rensa-distributions.h"

enum
{
  P,
  LOGIT,
};

static RensaVariable *
compute_p (RensaDistribution *self, RensaVariable *x, GError **error)
{
  return self->params[P] != NULL ? rensa_variable_ref (self->params[P])
                                 : rensa_softmax (self->params[LOGIT], self->batch.ndim, error);
}

static RensaVariable *
compute_log_p (RensaDistribution *self, RensaVariable *x, GError **error)
{
  return self->params[P] != NULL ? rensa_log (self->params[P], error)
                                 : rensa_log_softmax (self->params[LOGIT], self->batch.ndim, error);
}

/* Selects rows of @log_p, one for each value. */
static RensaVariable *
select_values (RensaVariable *log_p, RensaVariable *x, const RensaShape *shape, GError **error)
{
  const RensaShape *all = rensa_array_get_shape (rensa_variable_get_array (log_p));
  g_autoptr (RensaVariable) rows =
      rensa_reshape (log_p, &RENSA_SHAPE (rensa_shape_count (shape), all->dims[all->ndim - 1]), error);
  g_autoptr (RensaVariable) spread = rensa_broadcast_to (x, shape, error);
  g_autoptr (RensaVariable) flat = rensa_reshape (spread, &RENSA_SHAPE (rensa_shape_count (shape)), error);
  g_autoptr (RensaVariable) selected = rensa_select_item (rows, flat, error);

  return rensa_reshape (selected, shape, error);
}

static RensaVariable *
compute_log_prob (RensaDistribution *self, RensaVariable *x, GError **error)
{
  const RensaShape given = rensa_variable_get_type (x).shape;
  g_autoptr (RensaVariable) log_p = compute_log_p (self, NULL, error);
  g_autoptr (RensaVariable) spread = NULL;
  RensaShape shape;
  RensaShape all;

  if (log_p == NULL || !rensa_shape_broadcast (&given, &self->batch, &shape, error)
      || !rensa_shape_join (&shape, &RENSA_SHAPE (rensa_variable_get_type (log_p).shape.dims[self->batch.ndim]), &all,
                            error))
    return NULL;
  spread = rensa_broadcast_to (log_p, &all, error);
  return spread != NULL ? select_values (spread, x, &shape, error) : NULL;
}

/* Σ p f over the classes, where f is @formula in log_p and others; classes of probability 0 are ignored. */
static RensaVariable *
expect (RensaDistribution *self, const char *formula, RensaVariable *other, GError **error)
{
  g_autoptr (RensaVariable) p = compute_p (self, NULL, error);
  g_autoptr (RensaVariable) log_p = compute_log_p (self, NULL, error);
  g_autoptr (RensaVariable) terms =
      p != NULL && log_p != NULL && other != NULL
          ? rensa_evaluate_formula (formula, "p, log_p, q", (RensaVariable *[]){ p, log_p, other }, 3, error)
          : NULL;

  return rensa_sum_last (terms, 1, error);
}

static RensaVariable *
compute_entropy (RensaDistribution *self, RensaVariable *x, GError **error)
{
  g_autoptr (RensaVariable) p = compute_p (self, NULL, error);

  return expect (self, "p == 0 ? 0 : -p * log_p", p, error);
}

static RensaVariable *
compare (RensaDistribution *p, RensaDistribution *q, GError **error)
{
  g_autoptr (RensaVariable) log_q = compute_log_p (q, NULL, error);

  return expect (p, "p == 0 ? 0 : p * (log_p - q)", log_q, error);
}

static RensaArray *
draw (RensaDistribution *self, const RensaShape *shape, RensaRandom *random, GError **error)
{
  g_autoptr (RensaVariable) log_p = compute_log_p (self, NULL, error);

  return rensa_draw_classes_of (log_p, shape, random, error);
}

static const RensaDistributionParam params[] = {
  { "p", .n_axes = 1, .compute = compute_p, .title = N_ ("Class Probabilities") },
  { "logit", .n_axes = 1, .compute = compute_log_p, .title = N_ ("Log Probabilities") },
};

/* Reference values computed by Chainer in float64. */
static const RensaDistributionMember members[] = {
  { "log_prob", .compute = compute_log_prob, .sample = "[-1.3862943611198906, -2.0794415416798357]" },
  { "log_p", .compute = compute_log_p },
  { "entropy", .compute = compute_entropy, .sample = "[1.0397207708399179, 0.9002560512685369]" },
  { "kl_divergence", .compare = compare, .sample = "[0.17328679513998632, 0.05282132200138792]" },
  { "sample", .sample = "[2, 0]" },
};

const RensaDistributionClass rensa_categorical_distribution_class = {
  .name = "Categorical",
  .group = &rensa_distribution_group,
  .title = N_ ("Categorical"),
  .summary = N_ ("One of several classes, as a class number"),
  .words = "multinoulli;discrete",
  .formula = "P(x) = p[x]",
  .is_discrete = TRUE,
  .takes_classes = TRUE,
  RENSA_DISTRIBUTION_PARAMS (params),
  RENSA_DISTRIBUTION_SETS ("p", "logit"),
  RENSA_DISTRIBUTION_MEMBERS (members),
  .draw = draw,
  .sample_dtype = "int32",
  .example = "[[0.25, 0.5, 0.25], [0.125, 0.25, 0.625]]",
  .other_example = "[[0.5, 0.25, 0.25], [0.25, 0.25, 0.5]]",
  .example_x = "[2, 0]",
  .example_noise = "[2, 0]",
};

/**
 * rensa_categorical_distribution_new:
 * @p: probabilities of the classes, shape (…, K)
 *
 * ln P (x) = ln p[x]. In the class, logit can be given instead, with p = softmax (logit). Samples
 * are class numbers, int32, drawn as the largest of ln p + Gumbel noise; they have no gradient.
 */
RENSA_API RensaDistribution *
rensa_categorical_distribution_new (RensaVariable *p, GError **error)
{
  return rensa_distribution_new (&rensa_categorical_distribution_class, (RensaVariable *[]){ p, NULL }, NULL, error);
}
