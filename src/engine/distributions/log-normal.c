/* log-normal.c: numbers with normal logarithms.
 * SPDX-License-Identifier: MIT */

#include "rensa-distribution-private.h"
#include "rensa-distributions.h"

static const RensaDistributionParam params[] = {
  { "mu", .title = N_ ("Mean of Logarithm") },
  { "sigma", .title = N_ ("Standard Deviation of Logarithm") },
};

/* Reference values computed by Chainer in float64; cdf by numerical integration. */
static const RensaDistributionMember members[] = {
  { "log_prob",
    "z = (log (x) - mu) / sigma; x > 0 ? -0.5 * z * z - log (x) - log (sigma) - 0.91893853320467274 : "
    "-inf",
    .sample = "[-0.9225328948927971, 0.8620563416091143]" },
  { "cdf", "x > 0 ? 0.5 * erfc ((mu - log (x)) / (sigma * 1.4142135623730951)) : 0",
    .sample = "[0.35601096785852504, 0.21988291048777586]" },
  { "icdf", "exp (mu + sigma * ndtri (x))", .sample = "[0.9941498664170532, 0.5154293043442841]" },
  { "entropy", "mu + log (sigma) + 1.4189385332046727", .sample = "[1.6312564607528919, -0.2742086473552726]" },
  { "mean", "exp (mu + 0.5 * sigma * sigma)" },
  { "mode", "exp (mu - sigma * sigma)" },
  { "variance", "s = sigma * sigma; expm1 (s) * exp (2 * mu + s)" },
  { "kl_divergence", "d = (p_mu - q_mu) / q_sigma; r = p_sigma / q_sigma; 0.5 * (r * r + d * d - 1) - log (r)",
    .sample = "[0.37370273611550087, 0.3499095525526088]" },
  { "sample", "exp (mu + sigma * x)", .sample = "[2.398875293967098, 0.19691167520419406]" },
};

const RensaDistributionClass rensa_log_normal_distribution_class = {
  .name = "LogNormal",
  .group = &rensa_distribution_group,
  .title = N_ ("Log-Normal"),
  .summary = N_ ("Positive numbers with normally distributed logarithms"),
  .formula = "p(x) = exp(-(ln x - mu)² / (2 sigma²)) / (x sigma √(2π))",
  .support = "positive",
  RENSA_DISTRIBUTION_PARAMS (params),
  RENSA_DISTRIBUTION_SETS ("mu sigma"),
  RENSA_DISTRIBUTION_MEMBERS (members),
  .draw = rensa_draw_normal,
  .example = "[0.5, -1]; [0.75, 0.5]",
  .other_example = "[0, -0.5]; [1.5, 0.75]",
  .example_x = "[1.25, 0.25]",
  .example_noise = "[0.5, -1.25]",
};

/**
 * rensa_log_normal_distribution_new:
 * @mu: means of the logarithms
 * @sigma: standard deviations of the logarithms
 *
 * ln p (x) = -((ln x - mu) / sigma)² / 2 - ln (x sigma √(2π)) for x > 0. Samples are exp (mu +
 * sigma ε), ε ~ N (0, 1).
 */
RENSA_API RensaDistribution *
rensa_log_normal_distribution_new (RensaVariable *mu, RensaVariable *sigma, GError **error)
{
  return rensa_distribution_new (&rensa_log_normal_distribution_class, (RensaVariable *[]){ mu, sigma }, NULL, error);
}
