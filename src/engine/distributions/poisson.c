/* poisson.c: number of events in an interval.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "rensa-distribution-private.h"
#include "rensa-distributions.h"

#define FEW 10

/* Counts the exponential waiting times that fit into one unit. */
static double
draw_few (RensaRandom *random, double lam)
{
  const double limit = exp (-lam);
  double product = rensa_random_double (random);
  double n = 0;

  while (product > limit)
    {
      product *= rensa_random_double (random);
      n++;
    }
  return n;
}

/* Rejection sampling with a table-mountain hat, obtained by transforming a uniform number (PTRS). */
static double
draw_many (RensaRandom *random, double lam)
{
  const double b = 0.931 + 2.53 * sqrt (lam);
  const double a = -0.059 + 0.02483 * b;
  const double inverse_alpha = 1.1239 + 1.1328 / (b - 3.4);
  const double v_r = 0.9277 - 3.6224 / (b - 2);

  for (;;)
    {
      const double u = rensa_random_double (random) - 0.5;
      const double v = 1 - rensa_random_double (random);
      const double us = 0.5 - fabs (u);
      const double n = floor ((2 * a / us + b) * u + lam + 0.43);

      if (us >= 0.07 && v <= v_r)
        return n;
      if (n < 0 || us <= 0 || (us < 0.013 && v > us))
        continue;
      if (log (v * inverse_alpha / (a / (us * us) + b)) <= n * log (lam) - lam - lgamma (n + 1))
        return n;
    }
}

static double
draw_one (RensaRandom *random, double lam)
{
  if (!(lam >= 0) || isinf (lam))
    return NAN;
  return lam < FEW ? draw_few (random, lam) : draw_many (random, lam);
}

static RensaArray *
draw (RensaDistribution *self, const RensaShape *shape, RensaRandom *random, GError **error)
{
  return rensa_draw_each (rensa_variable_get_array (self->params[0]), shape, random, draw_one, error);
}

static const RensaDistributionParam params[] = {
  { "lam", .title = N_ ("Mean") },
};

/* Reference values computed by Chainer in float64. */
static const RensaDistributionMember members[] = {
  { "log_prob", "x >= 0 && floor (x) == x ? (x == 0 ? 0 : x * log (lam)) - lam - lgamma (x + 1) : -inf",
    .sample = "[-1.3822169643436166, -1.6328763858683835]" },
  { "mean", "lam" },
  { "mode", "floor (lam)" },
  { "variance", "lam" },
  { "kl_divergence", "p_lam * log (p_lam / q_lam) - p_lam + q_lam",
    .sample = "[0.06847689132232859, 0.03412557049809006]" },
  { "sample", .sample = "[2, 5]" },
};

const RensaDistributionClass rensa_poisson_distribution_class = {
  .name = "Poisson",
  .group = &rensa_distribution_group,
  .title = N_ ("Poisson"),
  .summary = N_ ("Number of events that occur at a given rate"),
  .words = "count",
  .formula = "P(x) = lam^x exp(-lam) / x!",
  .reference =
      "Hörmann, \"The transformed rejection method for generating Poisson random variables\", Insurance: Mathematics and Economics 12, 1993",
  .support = "non negative integer",
  .is_discrete = TRUE,
  RENSA_DISTRIBUTION_PARAMS (params),
  RENSA_DISTRIBUTION_SETS ("lam"),
  RENSA_DISTRIBUTION_MEMBERS (members),
  .draw = draw,
  .example = "[1.5, 4]",
  .other_example = "[2, 3.5]",
  .example_x = "[2, 3]",
  .example_noise = "[2, 5]",
};

/**
 * rensa_poisson_distribution_new:
 * @lam: means
 *
 * ln P (x) = x ln lam - lam - ln x! for x = 0, 1, 2 … Samples have no gradient.
 */
RENSA_API RensaDistribution *
rensa_poisson_distribution_new (RensaVariable *lam, GError **error)
{
  return rensa_distribution_new (&rensa_poisson_distribution_class, (RensaVariable *[]){ lam }, NULL, error);
}
