/* uniform.c: constant density between two bounds.
 * SPDX-License-Identifier: MIT */

#include "rensa-distribution-private.h"
#include "rensa-distributions.h"

static const RensaDistributionParam params[] = {
  { "low", .formula = "loc", .title = N_ ("Lower Bound") },
  { "high", .formula = "loc + scale", .title = N_ ("Upper Bound") },
  { "loc", .formula = "low", .title = N_ ("Lower Bound") },
  { "scale", .formula = "high - low", .title = N_ ("Width") },
};

/* Reference values computed by Chainer in float64. */
static const RensaDistributionMember members[] = {
  { "log_prob", "x >= low && x <= high ? -log (scale) : -inf", .sample = "[-0.4054651081081644, -0.4054651081081644]" },
  { "cdf", "x < low ? 0 : x > high ? 1 : (x - low) / scale", .sample = "[0.5, 0.16666666666666666]" },
  { "icdf", "x >= 0 && x <= 1 ? low + scale * x : nan", .sample = "[0.875, 0.125]" },
  { "entropy", "log (scale)", .sample = "[0.4054651081081644, 0.4054651081081644]" },
  { "mean", "0.5 * (low + high)" },
  { "variance", "scale * scale / 12" },
  { "stddev", "scale / 3.4641016151377546" },
  { "kl_divergence", "p_low >= q_low && p_high <= q_high ? log (q_scale / p_scale) : inf",
    .sample = "[0.4054651081081644, 0.5108256237659906]" },
  { "sample", "low + scale * x", .sample = "[0.6875, 0.125]" },
};

const RensaDistributionClass rensa_uniform_distribution_class = {
  .name = "Uniform",
  .group = &rensa_distribution_group,
  .title = N_ ("Uniform"),
  .summary = N_ ("All numbers between two bounds are equally likely"),
  .words = "constant;even",
  .formula = "p(x) = 1 / (high - low)",
  .support = "[low, high]",
  RENSA_DISTRIBUTION_PARAMS (params),
  RENSA_DISTRIBUTION_SETS ("low high", "loc scale"),
  RENSA_DISTRIBUTION_MEMBERS (members),
  .draw = rensa_draw_uniform,
  .example = "[0.5, -1]; [2, 0.5]",
  .other_example = "[0.25, -1.5]; [2.5, 1]",
  .example_x = "[1.25, -0.75]",
  .example_noise = "[0.125, 0.75]",
};

/**
 * rensa_uniform_distribution_new:
 * @low: lower bounds
 * @high: upper bounds
 *
 * ln p (x) = -ln (high - low) from low to high. In the class, loc = low and scale = high - low can
 * be given instead.
 */
RENSA_API RensaDistribution *
rensa_uniform_distribution_new (RensaVariable *low, RensaVariable *high, GError **error)
{
  return rensa_distribution_new (&rensa_uniform_distribution_class, (RensaVariable *[]){ low, high, NULL, NULL }, NULL,
                                 error);
}
