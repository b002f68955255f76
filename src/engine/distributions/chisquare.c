/* chisquare.c: sum of squares of normal numbers.
 * SPDX-License-Identifier: MIT */

#include "rensa-distribution-private.h"
#include "rensa-distributions.h"

static double
draw_one (RensaRandom *random, double k)
{
  return 2 * rensa_draw_one_gamma (random, k / 2);
}

static RensaArray *
draw (RensaDistribution *self, const RensaShape *shape, RensaRandom *random, GError **error)
{
  return rensa_draw_each (rensa_variable_get_array (self->params[0]), shape, random, draw_one, error);
}

static const RensaDistributionParam params[] = {
  { "k", .title = N_ ("Degrees of Freedom") },
};

/* Reference values computed by Chainer in float64; the divergence by numerical integration. */
static const RensaDistributionMember members[] = {
  { "log_prob", "h = 0.5 * k; x >= 0 ? (h - 1) * log (x) - 0.5 * x - lgamma (h) - h * 0.69314718055994531 : -inf",
    .sample = "[-1.4323667575475678, -1.8931147240615498]" },
  { "entropy", "h = 0.5 * k; h + 0.69314718055994531 + lgamma (h) + (1 - h) * digamma (h)",
    .sample = "[2.0541199559354117, 2.423095090065]" },
  { "mean", "k" },
  { "variance", "2 * k" },
  { "kl_divergence", "a = 0.5 * p_k; b = 0.5 * q_k; (a - b) * digamma (a) - lgamma (a) + lgamma (b)",
    .sample = "[0.13902722462453393, 0.01597800458078823]" },
  { "sample", .sample = "[1.25, 2.5]" },
};

const RensaDistributionClass rensa_chisquare_distribution_class = {
  .name = "Chisquare",
  .group = &rensa_distribution_group,
  .title = N_ ("Chi-Square"),
  .summary = N_ ("Sum of the squares of k standard normal variables"),
  .words = "chi squared;χ²",
  .formula = "p(x) = x^(k/2 - 1) exp(-x / 2) / (2^(k/2) Γ(k/2))",
  .support = "positive",
  RENSA_DISTRIBUTION_PARAMS (params),
  RENSA_DISTRIBUTION_SETS ("k"),
  RENSA_DISTRIBUTION_MEMBERS (members),
  .draw = draw,
  .example = "[3, 5]",
  .other_example = "[2, 4.5]",
  .example_x = "[1.25, 2.5]",
  .example_noise = "[1.25, 2.5]",
};

/**
 * rensa_chisquare_distribution_new:
 * @k: number of squares; any positive number
 *
 * Gamma (k / 2, 2): ln p (x) = (k / 2 - 1) ln x - x / 2 - ln Γ (k / 2) - k / 2 ln 2 for x ≥ 0.
 * Samples have no gradient.
 */
RENSA_API RensaDistribution *
rensa_chisquare_distribution_new (RensaVariable *k, GError **error)
{
  return rensa_distribution_new (&rensa_chisquare_distribution_class, (RensaVariable *[]){ k }, NULL, error);
}
