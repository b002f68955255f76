/* pareto.c: power-law distribution.
 * SPDX-License-Identifier: MIT */

#include "rensa-distribution-private.h"
#include "rensa-distributions.h"

static const RensaDistributionParam params[] = {
  { "scale", .title = N_ ("Minimum Value") },
  { "alpha", .title = N_ ("Exponent") },
};

/* Reference values computed by Chainer in float64. */
static const RensaDistributionMember members[] = {
  { "log_prob", "x >= scale ? log (alpha) + alpha * log (scale) - (alpha + 1) * log (x) : -inf",
    .sample = "[-1.5975796491254424, -1.139850863073581]" },
  { "cdf", "x >= scale ? -expm1 (alpha * log (scale / x)) : 0", .sample = "[0.8988071148746118, 0.8134110787172012]" },
  { "icdf", "scale * exp (-log1p (-x) / alpha)", .sample = "[0.5609775727230998, 1.5874010519681994]" },
  { "entropy", "log (scale / alpha) + 1 / alpha + 1", .sample = "[-0.20943791243410015, 0.2347210446652237]" },
  { "mean", "alpha > 1 ? alpha * scale / (alpha - 1) : inf" },
  { "mode", "scale" },
  { "variance", "a = alpha - 1; alpha > 2 ? scale * scale * alpha / (a * a * (alpha - 2)) : inf" },
  { "kl_divergence",
    "p_scale >= q_scale ? q_alpha * log (p_scale / q_scale) + log (p_alpha / q_alpha) + (q_alpha "
    "- p_alpha) / p_alpha : inf",
    .sample = "[1.1505463946059082, 0.6474959196783927]" },
  { "sample", "scale * exp (-log1p (-x) / alpha)", .sample = "[0.5274323736245159, 1.5874010519681994]" },
};

const RensaDistributionClass rensa_pareto_distribution_class = {
  .name = "Pareto",
  .group = &rensa_distribution_group,
  .title = N_ ("Pareto"),
  .summary = N_ ("Power law above a minimum value"),
  .words = "power law",
  .formula = "p(x) = alpha scale^alpha / x^(alpha + 1)",
  .support = "[scale, inf]",
  RENSA_DISTRIBUTION_PARAMS (params),
  RENSA_DISTRIBUTION_SETS ("scale alpha"),
  RENSA_DISTRIBUTION_MEMBERS (members),
  .draw = rensa_draw_uniform,
  .example = "[0.5, 1]; [2.5, 3]",
  .other_example = "[0.25, 0.75]; [1.5, 2]",
  .example_x = "[1.25, 1.75]",
  .example_noise = "[0.125, 0.75]",
};

/**
 * rensa_pareto_distribution_new:
 * @scale: minimum values
 * @alpha: exponents
 *
 * ln p (x) = ln alpha + alpha ln scale - (alpha + 1) ln x for x ≥ scale. The mean is infinite for
 * alpha ≤ 1, the variance for alpha ≤ 2. Samples are the quantiles of uniform numbers.
 */
RENSA_API RensaDistribution *
rensa_pareto_distribution_new (RensaVariable *scale, RensaVariable *alpha, GError **error)
{
  return rensa_distribution_new (&rensa_pareto_distribution_class, (RensaVariable *[]){ scale, alpha }, NULL, error);
}
