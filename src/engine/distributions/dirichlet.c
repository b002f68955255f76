/* dirichlet.c: proportions with sum 1.
 * SPDX-License-Identifier: MIT */

#include "rensa-distribution-private.h"
#include "rensa-distributions.h"

static RensaVariable *
sum_of (RensaDistribution *self, const char *formula, RensaVariable *x, GError **error)
{
  g_autoptr (RensaVariable) terms = rensa_distribution_evaluate (self, formula, x, error);

  return rensa_sum_last (terms, 1, error);
}

static RensaVariable *
compute_alpha0 (RensaDistribution *self, RensaVariable *x, GError **error)
{
  return rensa_sum_last (self->params[0], 1, error);
}

/* Evaluates a formula of alpha0 = Σ alpha and of the sum @b. */
static RensaVariable *
evaluate_sums (RensaDistribution *self, const char *formula, RensaVariable *b, GError **error)
{
  g_autoptr (RensaVariable) alpha0 = compute_alpha0 (self, NULL, error);

  return alpha0 != NULL && b != NULL
             ? rensa_evaluate_formula (formula, "alpha0, b", (RensaVariable *[]){ alpha0, b }, 2, error)
             : NULL;
}

static RensaVariable *
compute_log_prob (RensaDistribution *self, RensaVariable *x, GError **error)
{
  g_autoptr (RensaVariable) terms = sum_of (self, "(alpha - 1) * log (x) - lgamma (alpha)", x, error);

  return evaluate_sums (self, "b + lgamma (alpha0)", terms, error);
}

/* Each component contributes (1 - alpha) ψ (alpha) + ln Γ (alpha) + ψ (Σ alpha) (alpha - 1). */
static RensaVariable *
compute_entropy (RensaDistribution *self, RensaVariable *x, GError **error)
{
  const double n = (double) self->event.dims[0];
  g_autoptr (RensaVariable) terms = sum_of (self, "(1 - alpha) * digamma (alpha) + lgamma (alpha)", NULL, error);
  g_autofree char *formula = g_strdup_printf ("b - lgamma (alpha0) + (alpha0 - %.0f) * digamma (alpha0)", n);

  return evaluate_sums (self, formula, terms, error);
}

/* Evaluates formulas of each alpha and of their sum, with one more axis. */
static RensaVariable *
evaluate_shares (RensaDistribution *self, const char *formula, GError **error)
{
  g_autoptr (RensaVariable) alpha0 = compute_alpha0 (self, NULL, error);
  g_autoptr (RensaVariable) column = rensa_expand_dims (alpha0, self->batch.ndim, error);

  return column != NULL ? rensa_evaluate_formula (formula, "alpha, alpha0",
                                                  (RensaVariable *[]){ self->params[0], column }, 2, error)
                        : NULL;
}

static RensaVariable *
compute_mean (RensaDistribution *self, RensaVariable *x, GError **error)
{
  return evaluate_shares (self, "alpha / alpha0", error);
}

static RensaVariable *
compute_variance (RensaDistribution *self, RensaVariable *x, GError **error)
{
  return evaluate_shares (self, "alpha * (alpha0 - alpha) / (alpha0 * alpha0 * (alpha0 + 1))", error);
}

/* ln Γ (Σ p) - ln Γ (Σ q) + Σ (ln Γ (q) - ln Γ (p) + (p - q) (ψ (p) - ψ (Σ p))). */
static RensaVariable *
compare (RensaDistribution *p, RensaDistribution *q, GError **error)
{
  g_autoptr (RensaVariable) p0 = compute_alpha0 (p, NULL, error);
  g_autoptr (RensaVariable) q0 = compute_alpha0 (q, NULL, error);
  g_autoptr (RensaVariable) terms = rensa_distribution_evaluate_pair (
      p, q, "lgamma (q_alpha) - lgamma (p_alpha) + (p_alpha - q_alpha) * digamma (p_alpha)", error);
  g_autoptr (RensaVariable) sum = rensa_sum_last (terms, 1, error);

  return p0 != NULL && q0 != NULL && sum != NULL
             ? rensa_evaluate_formula ("s + lgamma (p) - lgamma (q) - (p - q) * digamma (p)", "p, q, s",
                                       (RensaVariable *[]){ p0, q0, sum }, 3, error)
             : NULL;
}

/* Draws gamma numbers, divided by their sum. */
static RensaArray *
draw (RensaDistribution *self, const RensaShape *shape, RensaRandom *random, GError **error)
{
  g_autoptr (RensaArray) x = rensa_draw_gamma (rensa_variable_get_array (self->params[0]), shape, random, error);
  g_autoptr (RensaArray) sum = rensa_reduce (RENSA_REDUCE_SUM, x, 1u << (shape->ndim - 1), TRUE, error);
  g_autoptr (RensaVariable) a = rensa_variable_new_constant (x);
  g_autoptr (RensaVariable) b = rensa_variable_new_constant (sum);
  g_autoptr (RensaVariable) shares =
      sum != NULL ? rensa_evaluate_formula ("a / b", "a, b", (RensaVariable *[]){ a, b }, 2, error) : NULL;

  return shares != NULL ? rensa_array_ref (rensa_variable_get_array (shares)) : NULL;
}

static const RensaDistributionParam params[] = {
  { "alpha", .n_axes = 1, .title = N_ ("Weights") },
};

/* Reference values computed by Chainer in float64. */
static const RensaDistributionMember members[] = {
  { "log_prob", .compute = compute_log_prob, .sample = "[0.9922374428144038, 0.9347116558304358]" },
  { "alpha0", .compute = compute_alpha0 },
  { "entropy", .compute = compute_entropy, .sample = "[-1.0885987322380863, -1.715083961377212]" },
  { "mean", .compute = compute_mean },
  { "variance", .compute = compute_variance },
  { "kl_divergence", .compare = compare, .sample = "[0.4363145460553605, 0.21039303273264642]" },
  { "sample", .sample = "[[0.25, 0.25, 0.5], [0.5, 0.375, 0.125]]" },
};

const RensaDistributionClass rensa_dirichlet_distribution_class = {
  .name = "Dirichlet",
  .group = &rensa_distribution_group,
  .title = N_ ("Dirichlet"),
  .summary = N_ ("Proportions that sum to 1"),
  .words = "simplex",
  .formula = "p(x) = Γ(Σ alpha) Π x[i]^(alpha[i] - 1) / Π Γ(alpha[i])",
  .support = "[0, 1]",
  .n_event_axes = 1,
  RENSA_DISTRIBUTION_PARAMS (params),
  RENSA_DISTRIBUTION_SETS ("alpha"),
  RENSA_DISTRIBUTION_MEMBERS (members),
  .draw = draw,
  .example = "[[1.5, 0.75, 2], [2.5, 1, 0.5]]",
  .other_example = "[[1, 1.25, 1.5], [2, 0.75, 0.75]]",
  .example_x = "[[0.25, 0.25, 0.5], [0.5, 0.375, 0.125]]",
  .example_noise = "[[0.25, 0.25, 0.5], [0.5, 0.375, 0.125]]",
};

/**
 * rensa_dirichlet_distribution_new:
 * @alpha: concentrations, shape (…, K)
 *
 * ln p (x) = Σ (alpha[i] - 1) ln x[i] + ln Γ (Σ alpha) - Σ ln Γ (alpha[i]) for proportions x (…, K)
 * with sum 1. Samples have no gradient.
 */
RENSA_API RensaDistribution *
rensa_dirichlet_distribution_new (RensaVariable *alpha, GError **error)
{
  return rensa_distribution_new (&rensa_dirichlet_distribution_class, (RensaVariable *[]){ alpha }, NULL, error);
}
