/* geometric.c: number of trials until the first success.
 * SPDX-License-Identifier: MIT */

#include "rensa-distribution-private.h"
#include "rensa-distributions.h"

static const RensaDistributionParam params[] = {
  { "p", .title = N_ ("Success Probability") },
};

/* Reference values computed by Chainer in float64; the entropy by summation. */
static const RensaDistributionMember members[] = {
  { "log_prob", "x >= 1 && floor (x) == x ? (x == 1 ? 0 : (x - 1) * log1p (-p)) + log (p) : -inf",
    .sample = "[-1.9616585060234524, -0.4700036292457356]" },
  { "cdf", "x >= 1 ? -expm1 (floor (x) * log1p (-p)) : 0", .sample = "[0.578125, 0.625]" },
  { "entropy", "((p == 1 ? 0 : (p - 1) * log1p (-p)) - p * log (p)) / p",
    .sample = "[2.249340578475234, 1.058501181052771]" },
  { "mean", "1 / p" },
  { "mode", "1" },
  { "variance", "(1 - p) / (p * p)" },
  { "kl_divergence", "log (p_p / q_p) + (1 - p_p) / p_p * (log1p (-p_p) - log1p (-q_p))",
    .sample = "[0.5232481437645479, 0.20433024950639622]" },
  { "sample", "max (ceil (log1p (-x) / log1p (-p)), 1)", .sample = "[3, 1]" },
};

const RensaDistributionClass rensa_geometric_distribution_class = {
  .name = "Geometric",
  .group = &rensa_distribution_group,
  .title = N_ ("Geometric"),
  .summary = N_ ("Number of trials until the first success"),
  .formula = "P(x) = p (1 - p)^(x - 1)",
  .support = "positive integer",
  .is_discrete = TRUE,
  RENSA_DISTRIBUTION_PARAMS (params),
  RENSA_DISTRIBUTION_SETS ("p"),
  RENSA_DISTRIBUTION_MEMBERS (members),
  .draw = rensa_draw_uniform,
  .example = "[0.25, 0.625]",
  .other_example = "[0.5, 0.375]",
  .example_x = "[3, 1]",
  .example_noise = "[0.5, 0.125]",
};

/**
 * rensa_geometric_distribution_new:
 * @p: success probabilities of each trial
 *
 * ln P (x) = (x - 1) ln (1 - p) + ln p for x = 1, 2, 3 … Samples have no gradient.
 */
RENSA_API RensaDistribution *
rensa_geometric_distribution_new (RensaVariable *p, GError **error)
{
  return rensa_distribution_new (&rensa_geometric_distribution_class, (RensaVariable *[]){ p }, NULL, error);
}
