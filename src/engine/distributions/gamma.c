/* gamma.c: waiting time until several events have happened.
 * SPDX-License-Identifier: MIT */

#include "rensa-distribution-private.h"
#include "rensa-distributions.h"

static RensaArray *
draw (RensaDistribution *self, const RensaShape *shape, RensaRandom *random, GError **error)
{
  return rensa_draw_gamma (rensa_variable_get_array (self->params[0]), shape, random, error);
}

static const RensaDistributionParam params[] = {
  { "k", .title = N_ ("Shape") },
  { "theta", .title = N_ ("Scale") },
};

/* Reference values computed by Chainer in float64. */
static const RensaDistributionMember members[] = {
  { "log_prob", "x >= 0 ? (k - 1) * log (x) - x / theta - lgamma (k) - k * log (theta) : -inf",
    .sample = "[-1.4323667575475678, 0.1631530242686362]" },
  { "entropy", "k + log (theta) + lgamma (k) + (1 - k) * digamma (k)",
    .sample = "[2.0541199559354117, -0.011331449075267952]" },
  { "mean", "k * theta" },
  { "variance", "k * theta * theta" },
  { "kl_divergence",
    "(p_k - q_k) * digamma (p_k) - lgamma (p_k) + lgamma (q_k) + q_k * log (q_theta / p_theta) + "
    "p_k * (p_theta - q_theta) / q_theta",
    .sample = "[0.14976995300013562, 0.49820903717533316]" },
  { "sample", "theta * x", .sample = "[2.5, 0.25]" },
};

const RensaDistributionClass rensa_gamma_distribution_class = {
  .name = "Gamma",
  .group = &rensa_distribution_group,
  .title = N_ ("Gamma"),
  .summary = N_ ("Positive numbers, such as sums of exponential variables"),
  .words = "erlang",
  .formula = "p(x) = x^(k - 1) exp(-x / theta) / (Γ(k) theta^k)",
  .support = "positive",
  RENSA_DISTRIBUTION_PARAMS (params),
  RENSA_DISTRIBUTION_SETS ("k theta"),
  RENSA_DISTRIBUTION_MEMBERS (members),
  .draw = draw,
  .example = "[1.5, 0.75]; [2, 0.5]",
  .other_example = "[2.5, 1.25]; [1.5, 0.75]",
  .example_x = "[1.25, 0.25]",
  .example_noise = "[1.25, 0.5]",
};

/**
 * rensa_gamma_distribution_new:
 * @k: shape parameters
 * @theta: scales
 *
 * ln p (x) = (k - 1) ln x - x / theta - ln Γ (k) - k ln theta for x ≥ 0. Samples are theta times a
 * number from Gamma (k, 1), which is treated as constant.
 */
RENSA_API RensaDistribution *
rensa_gamma_distribution_new (RensaVariable *k, RensaVariable *theta, GError **error)
{
  return rensa_distribution_new (&rensa_gamma_distribution_class, (RensaVariable *[]){ k, theta }, NULL, error);
}
