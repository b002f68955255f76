/* cauchy.c: bell-shaped distribution with tails so heavy that it has no mean.
 * SPDX-License-Identifier: MIT */

#include "rensa-distribution-private.h"
#include "rensa-distributions.h"

static const RensaDistributionParam params[] = {
  { "loc", .title = N_ ("Location") },
  { "scale", .title = N_ ("Scale") },
};

/* Reference values computed by Chainer in float64; the divergence by numerical integration. */
static const RensaDistributionMember members[] = {
  { "log_prob", "z = (x - loc) / scale; -1.1447298858494002 - log (scale) - log1p (z * z)",
    .sample = "[-1.9694534241980648, -0.6747262566036645]" },
  { "cdf", "0.5 + 0.31830988618379067 * atan ((x - loc) / scale)",
    .sample = "[0.6142002512199082, 0.6475836176504333]" },
  { "survival_function", "0.5 - 0.31830988618379067 * atan ((x - loc) / scale)" },
  { "icdf", "loc + scale * tan (pi * (x - 0.5))", .sample = "[-1.5, -0.5]" },
  { "entropy", "2.5310242469692908 + log (scale)", .sample = "[3.224171427529236, 1.8378770664093453]" },
  { "mean", "nan" },
  { "variance", "nan" },
  { "mode", "loc" },
  { "kl_divergence", "d = p_loc - q_loc; s = p_scale + q_scale; log ((s * s + d * d) / (4 * p_scale * q_scale))",
    .sample = "[0.04082199452025629, 0.18924199963852847]" },
  { "sample", "loc + scale * tan (pi * (x - 0.5))", .sample = "[-4.32842712474619, -0.5]" },
};

const RensaDistributionClass rensa_cauchy_distribution_class = {
  .name = "Cauchy",
  .group = &rensa_distribution_group,
  .title = N_ ("Cauchy"),
  .summary = N_ ("Bell-shaped, with tails so heavy that the mean is undefined"),
  .words = "lorentz",
  .formula = "p(x) = 1 / (π scale (1 + ((x - loc) / scale)²))",
  .reference =
      "Chyzak and Nielsen, \"A closed-form formula for the Kullback-Leibler divergence between Cauchy distributions\", 2019",
  .support = "real",
  RENSA_DISTRIBUTION_PARAMS (params),
  RENSA_DISTRIBUTION_SETS ("loc scale"),
  RENSA_DISTRIBUTION_MEMBERS (members),
  .draw = rensa_draw_uniform,
  .example = "[0.5, -1]; [2, 0.5]",
  .other_example = "[0, -0.5]; [1.5, 0.75]",
  .example_x = "[1.25, -0.75]",
  .example_noise = "[0.125, 0.75]",
};

/**
 * rensa_cauchy_distribution_new:
 * @loc: medians
 * @scale: half widths at half maximum
 *
 * ln p (x) = -ln (π scale) - ln (1 + ((x - loc) / scale)²). Mean and variance are NaN. Samples are
 * the quantiles of uniform numbers.
 */
RENSA_API RensaDistribution *
rensa_cauchy_distribution_new (RensaVariable *loc, RensaVariable *scale, GError **error)
{
  return rensa_distribution_new (&rensa_cauchy_distribution_class, (RensaVariable *[]){ loc, scale }, NULL, error);
}
