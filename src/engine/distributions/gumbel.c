/* gumbel.c: maximum of many values.
 * SPDX-License-Identifier: MIT */

#include "rensa-distribution-private.h"
#include "rensa-distributions.h"

static const RensaDistributionParam params[] = {
  { "loc", .title = N_ ("Location") },
  { "scale", .title = N_ ("Scale") },
};

/* Reference values computed by Chainer in float64. */
static const RensaDistributionMember members[] = {
  { "log_prob", "z = (x - loc) / scale; -z - exp (-z) - log (scale)",
    .sample = "[-1.7554364593509175, -0.41338347915268814]" },
  { "cdf", "exp (-exp ((loc - x) / scale))", .sample = "[0.5029375464134954, 0.545239211892605]" },
  { "survival_function", "-expm1 (-exp ((loc - x) / scale))" },
  { "log_cdf", "-exp ((loc - x) / scale)" },
  { "icdf", "loc - scale * log (-log (x))", .sample = "[-0.15326851995656188, -0.3770503381463809]" },
  { "entropy", "log (scale) + 1.5772156649015329", .sample = "[2.270362845461478, 0.8840684843415875]" },
  { "mean", "loc + 0.57721566490153287 * scale" },
  { "mode", "loc" },
  { "variance", "1.6449340668482264 * scale * scale" },
  { "kl_divergence",
    "r = p_scale / q_scale; d = (p_loc - q_loc) / q_scale; d - log (r) + 0.57721566490153287 * "
    "(r - 1) + exp (lgamma (1 + r) - d) - 1",
    .sample = "[0.09118685550240496, 0.30470095729006286]" },
  { "sample", "loc - scale * log (max (-log1p (-x), 3e-8))", .sample = "[4.526837356079896, -1.1633171299891405]" },
};

const RensaDistributionClass rensa_gumbel_distribution_class = {
  .name = "Gumbel",
  .group = &rensa_distribution_group,
  .title = N_ ("Gumbel"),
  .summary = N_ ("Distribution of the maximum of many numbers"),
  .words = "extreme value",
  .formula = "p(x) = exp(-z - exp(-z)) / scale, z = (x - loc) / scale",
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
 * rensa_gumbel_distribution_new:
 * @loc: modes
 * @scale: widths
 *
 * With z = (x - loc) / scale, ln p (x) = -z - exp (-z) - ln scale. Samples are loc - scale ln E,
 * where E is exponential.
 */
RENSA_API RensaDistribution *
rensa_gumbel_distribution_new (RensaVariable *loc, RensaVariable *scale, GError **error)
{
  return rensa_distribution_new (&rensa_gumbel_distribution_class, (RensaVariable *[]){ loc, scale }, NULL, error);
}
