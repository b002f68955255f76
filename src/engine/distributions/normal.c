/* normal.c: Gaussian distribution.
 * SPDX-License-Identifier: MIT */

#include "rensa-distribution-private.h"
#include "rensa-distributions.h"

static const RensaDistributionParam params[] = {
  { "loc", .title = N_ ("Location") },
  { "scale", .formula = "exp (log_scale)", .title = N_ ("Scale") },
  { "log_scale", .formula = "log (scale)", .title = N_ ("Log Scale") },
};

/* Reference values computed by Chainer in float64. */
static const RensaDistributionMember members[] = {
  { "log_prob", "z = (x - loc) / scale; -0.5 * z * z - log_scale - 0.91893853320467274",
    .sample = "[-1.682398213764618, -0.3507913526447274]" },
  { "prob", "z = (x - loc) / scale; 0.3989422804014327 / scale * exp (-0.5 * z * z)" },
  { "cdf", "0.5 * erfc ((loc - x) / (scale * 1.4142135623730951))",
    .sample = "[0.6461697666727237, 0.6914624612740131]" },
  { "log_cdf", "log_ndtr ((x - loc) / scale)" },
  { "survival_function", "0.5 * erfc ((x - loc) / (scale * 1.4142135623730951))" },
  { "log_survival_function", "log_ndtr ((loc - x) / scale)" },
  { "icdf", "loc + scale * ndtri (x)", .sample = "[-0.8489795003921634, -0.6627551249019592]" },
  { "entropy", "log_scale + 1.4189385332046727", .sample = "[2.112085713764618, 0.7257913526447274]" },
  { "mean", "loc" },
  { "mode", "loc" },
  { "variance", "scale * scale" },
  { "stddev", "scale" },
  { "kl_divergence",
    "d = (p_loc - q_loc) / q_scale; r = p_scale / q_scale; q_log_scale - p_log_scale + 0.5 * (r "
    "* r + d * d - 1)",
    .sample = "[0.15676237199266352, 0.3499095525526088]" },
  { "sample", "loc + scale * x", .sample = "[1.5, -1.625]" },
};

const RensaDistributionClass rensa_normal_distribution_class = {
  .name = "Normal",
  .group = &rensa_distribution_group,
  .title = N_ ("Normal"),
  .summary = N_ ("Bell curve with a given mean and standard deviation"),
  .words = "gaussian;bell curve",
  .formula = "p(x) = exp(-(x - loc)² / (2 scale²)) / (scale √(2π))",
  .support = "real",
  RENSA_DISTRIBUTION_PARAMS (params),
  RENSA_DISTRIBUTION_SETS ("loc scale", "loc log_scale"),
  RENSA_DISTRIBUTION_MEMBERS (members),
  .draw = rensa_draw_normal,
  .example = "[0.5, -1]; [2, 0.5]",
  .other_example = "[0, -0.5]; [1.5, 0.75]",
  .example_x = "[1.25, -0.75]",
  .example_noise = "[0.5, -1.25]",
};

/**
 * rensa_normal_distribution_new:
 * @loc: means
 * @scale: standard deviations, of a shape that broadcasts with @loc
 *
 * ln p (x) = -((x - loc) / scale)² / 2 - ln scale - ln √(2π). In the class, log_scale can be given
 * instead of scale. Samples are loc + scale ε, ε ~ N (0, 1).
 */
RENSA_API RensaDistribution *
rensa_normal_distribution_new (RensaVariable *loc, RensaVariable *scale, GError **error)
{
  return rensa_distribution_new (&rensa_normal_distribution_class, (RensaVariable *[]){ loc, scale, NULL }, NULL,
                                 error);
}
