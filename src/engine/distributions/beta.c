/* beta.c: chances.
 * SPDX-License-Identifier: MIT */

#include "rensa-distribution-private.h"
#include "rensa-distributions.h"

/* X / (X + Y) with X ~ Gamma (a, 1) and Y ~ Gamma (b, 1). */
static RensaArray *
draw (RensaDistribution *self, const RensaShape *shape, RensaRandom *random, GError **error)
{
  g_autoptr (RensaArray) x = rensa_draw_gamma (rensa_variable_get_array (self->params[0]), shape, random, error);
  g_autoptr (RensaArray) y =
      x != NULL ? rensa_draw_gamma (rensa_variable_get_array (self->params[1]), shape, random, error) : NULL;
  g_autoptr (RensaVariable) first = rensa_variable_new_constant (x);
  g_autoptr (RensaVariable) second = rensa_variable_new_constant (y);
  g_autoptr (RensaVariable) share =
      rensa_evaluate_formula ("x / (x + y)", "x, y", (RensaVariable *[]){ first, second }, 2, error);

  return share != NULL ? rensa_array_ref (rensa_variable_get_array (share)) : NULL;
}

static const RensaDistributionParam params[] = {
  { "a", .title = N_ ("Weight of 1") },
  { "b", .title = N_ ("Weight of 0") },
};

/* Reference values computed by Chainer in float64. */
static const RensaDistributionMember members[] = {
  { "log_prob",
    "c = lgamma (a) + lgamma (b) - lgamma (a + b); x >= 0 && x <= 1 ? (a - 1) * log (x) + (b - 1) * "
    "log1p (-x) - c : -inf",
    .sample = "[0.10592477234772546, -0.38350310427194545]" },
  { "entropy",
    "c = lgamma (a) + lgamma (b) - lgamma (a + b); c - (a - 1) * digamma (a) - (b - 1) * digamma (b) + "
    "(a + b - 2) * digamma (a + b)",
    .sample = "[-0.10805020110220998, -0.20871235214732228]" },
  { "mean", "a / (a + b)" },
  { "variance", "s = a + b; a * b / (s * s * (s + 1))" },
  { "kl_divergence",
    "p = lgamma (p_a) + lgamma (p_b) - lgamma (p_a + p_b); q = lgamma (q_a) + lgamma (q_b) - "
    "lgamma (q_a + q_b); q - p + (p_a - q_a) * digamma (p_a) + (p_b - q_b) * digamma (p_b) + (q_a - p_a + q_b - "
    "p_b) * digamma (p_a + p_b)",
    .sample = "[0.4203775174852171, 0.09430918059806667]" },
  { "sample", .sample = "[0.25, 0.75]" },
};

const RensaDistributionClass rensa_beta_distribution_class = {
  .name = "Beta",
  .group = &rensa_distribution_group,
  .title = N_ ("Beta"),
  .summary = N_ ("Numbers between 0 and 1, such as probabilities"),
  .formula = "p(x) = x^(a - 1) (1 - x)^(b - 1) / B(a, b)",
  .support = "[0, 1]",
  RENSA_DISTRIBUTION_PARAMS (params),
  RENSA_DISTRIBUTION_SETS ("a b"),
  RENSA_DISTRIBUTION_MEMBERS (members),
  .draw = draw,
  .example = "[1.5, 0.75]; [2, 0.5]",
  .other_example = "[2.5, 1.25]; [1.5, 0.75]",
  .example_x = "[0.625, 0.25]",
  .example_noise = "[0.25, 0.75]",
};

/**
 * rensa_beta_distribution_new:
 * @a: first shape parameters
 * @b: second shape parameters
 *
 * ln p (x) = (a - 1) ln x + (b - 1) ln (1 - x) - ln Γ (a) - ln Γ (b) + ln Γ (a + b) from 0 to 1.
 * Samples have no gradient.
 */
RENSA_API RensaDistribution *
rensa_beta_distribution_new (RensaVariable *a, RensaVariable *b, GError **error)
{
  return rensa_distribution_new (&rensa_beta_distribution_class, (RensaVariable *[]){ a, b }, NULL, error);
}
