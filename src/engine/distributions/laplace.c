/* laplace.c: two exponential distributions back to back.
 * SPDX-License-Identifier: MIT */

#include "rensa-distribution-private.h"
#include "rensa-distributions.h"

static const RensaDistributionParam params[] = {
  { "loc", .title = N_ ("Location") },
  { "scale", .title = N_ ("Scale") },
};

/* Reference values computed by Chainer in float64. */
static const RensaDistributionMember members[] = {
  { "log_prob", "-abs (x - loc) / scale - log (2 * scale)", .sample = "[-1.7612943611198906, -0.5]" },
  { "cdf", "z = (x - loc) / scale; z < 0 ? 0.5 * exp (z) : 1 - 0.5 * exp (-z)",
    .sample = "[0.6563553606045139, 0.6967346701436833]" },
  { "survival_function", "z = (x - loc) / scale; z < 0 ? 1 - 0.5 * exp (z) : 0.5 * exp (-z)" },
  { "icdf", "x < 0.5 ? loc + scale * log (2 * x) : loc - scale * log (2 - 2 * x)",
    .sample = "[-0.8862943611198906, -0.6534264097200273]" },
  { "entropy", "1 + log (2 * scale)", .sample = "[2.386294361119891, 1]" },
  { "mean", "loc" },
  { "mode", "loc" },
  { "variance", "2 * scale * scale" },
  { "stddev", "1.4142135623730951 * scale" },
  { "kl_divergence",
    "d = abs (p_loc - q_loc); log (q_scale / p_scale) + (p_scale * exp (-d / p_scale) + d) / "
    "q_scale - 1",
    .sample = "[0.08405230497675897, 0.31738473555579283]" },
  { "sample", "u = max (x, 3e-8); u < 0.5 ? loc + scale * log (2 * u) : loc - scale * log (2 - 2 * u)",
    .sample = "[-2.272588722239781, -0.6534264097200273]" },
};

const RensaDistributionClass rensa_laplace_distribution_class = {
  .name = "Laplace",
  .group = &rensa_distribution_group,
  .title = N_ ("Laplace"),
  .summary = N_ ("Exponential on both sides of the location"),
  .words = "double exponential",
  .formula = "p(x) = exp(-|x - loc| / scale) / (2 scale)",
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
 * rensa_laplace_distribution_new:
 * @loc: centers
 * @scale: scales
 *
 * ln p (x) = -|x - loc| / scale - ln (2 scale). Samples are the quantiles of uniform numbers.
 */
RENSA_API RensaDistribution *
rensa_laplace_distribution_new (RensaVariable *loc, RensaVariable *scale, GError **error)
{
  return rensa_distribution_new (&rensa_laplace_distribution_class, (RensaVariable *[]){ loc, scale }, NULL, error);
}
