/* exponential.c: waiting time until an event.
 * SPDX-License-Identifier: MIT */

#include "rensa-distribution-private.h"
#include "rensa-distributions.h"

static const RensaDistributionParam params[] = {
  { "lam", .title = N_ ("Rate") },
};

/* Reference values computed by Chainer in float64. */
static const RensaDistributionMember members[] = {
  { "log_prob", "x >= 0 ? log (lam) - lam * x : -inf", .sample = "[-1.3181471805599454, 0.1931471805599453]" },
  { "cdf", "x >= 0 ? -expm1 (-lam * x) : 0", .sample = "[0.4647385714810098, 0.3934693402873666]" },
  { "survival_function", "x >= 0 ? exp (-lam * x) : 1" },
  { "log_survival_function", "x >= 0 ? -lam * x : 0" },
  { "icdf", "-log1p (-x) / lam", .sample = "[0.5753641449035618, 0.6931471805599453]" },
  { "entropy", "1 - log (lam)", .sample = "[1.6931471805599454, 0.3068528194400547]" },
  { "mean", "1 / lam" },
  { "mode", "0" },
  { "variance", "1 / (lam * lam)" },
  { "stddev", "1 / lam" },
  { "kl_divergence", "log (p_lam / q_lam) + q_lam / p_lam - 1",
    .sample = "[0.09453489189183562, 0.03768207245178079]" },
  { "sample", "-log1p (-x) / lam", .sample = "[0.26706278524904525, 0.6931471805599453]" },
};

const RensaDistributionClass rensa_exponential_distribution_class = {
  .name = "Exponential",
  .group = &rensa_distribution_group,
  .title = N_ ("Exponential"),
  .summary = N_ ("Waiting time until an event that occurs at a given rate"),
  .words = "waiting time",
  .formula = "p(x) = lam exp(-lam x)",
  .support = "positive",
  RENSA_DISTRIBUTION_PARAMS (params),
  RENSA_DISTRIBUTION_SETS ("lam"),
  RENSA_DISTRIBUTION_MEMBERS (members),
  .draw = rensa_draw_uniform,
  .example = "[0.5, 2]",
  .other_example = "[0.75, 1.5]",
  .example_x = "[1.25, 0.25]",
  .example_noise = "[0.125, 0.75]",
};

/**
 * rensa_exponential_distribution_new:
 * @lam: rates
 *
 * ln p (x) = ln lam - lam x for x ≥ 0. Samples are the quantiles of uniform numbers.
 */
RENSA_API RensaDistribution *
rensa_exponential_distribution_new (RensaVariable *lam, GError **error)
{
  return rensa_distribution_new (&rensa_exponential_distribution_class, (RensaVariable *[]){ lam }, NULL, error);
}
