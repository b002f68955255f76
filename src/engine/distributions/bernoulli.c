/* bernoulli.c: binary random variable.
 * SPDX-License-Identifier: MIT */

#include "rensa-distribution-private.h"
#include "rensa-distributions.h"

typedef struct
{
  gboolean binary_check;
} Bernoulli;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_BOOL (Bernoulli, binary_check, .title = N_ ("Check Values"),
                   .hint = N_ ("Assign probability 0 to values other than 0 and 1")),
};

/* ln (1 + exp (-logit)) and ln (1 + exp (logit)), the costs of 1 and of 0, without overflow and
 * with the correct derivative at 0. */
#define COST_OF_1(logit) "(" logit " > 0 ? log1p (exp (-" logit ")) : log1p (exp (" logit ")) - " logit ")"
#define COST_OF_0(logit) "(" logit " > 0 ? " logit " + log1p (exp (-" logit ")) : log1p (exp (" logit ")))"
#define UNLESS_CHECKED "binary_check && x != 0 && x != 1 ? "

static const RensaDistributionParam params[] = {
  { "p", .formula = "sigmoid (logit)", .title = N_ ("Probability of 1") },
  { "logit", .formula = "log (p) - log1p (-p)", .title = N_ ("Logit") },
};

/* Reference values computed by Chainer in float64. */
static const RensaDistributionMember members[] = {
  { "log_prob",
    UNLESS_CHECKED
    "-inf : (x == 0 ? 0 : -x * " COST_OF_1 ("logit") ") + (x == 1 ? 0 : (x - 1) * " COST_OF_0 ("logit") ")",
    .sample = "[-1.3862943611198904, -0.9808292530117262]" },
  { "prob", UNLESS_CHECKED "0 : x * p + (1 - x) * (1 - p)" },
  { "entropy", "(p == 0 ? 0 : -p * log (p)) + (p == 1 ? 0 : (p - 1) * log1p (-p))",
    .sample = "[0.5623351446188083, 0.6615632381579821]" },
  { "mean", "p" },
  { "mode", "p > 0.5" },
  { "variance", "p * (1 - p)" },
  { "kl_divergence",
    "(p_p == 0 ? 0 : p_p * (" COST_OF_1 ("q_logit") " - " COST_OF_1 (
        "p_logit") "))"
                   " + (p_p == 1 ? 0 : (1 - p_p) * (" COST_OF_0 ("q_logit") " - " COST_OF_0 ("p_logit") "))",
    .sample = "[0.1308120359411371, 0.12770640594149762]" },
  { "sample", "x < p", .sample = "[1, 0]" },
};

const RensaDistributionClass rensa_bernoulli_distribution_class = {
  .name = "Bernoulli",
  .group = &rensa_distribution_group,
  .title = N_ ("Bernoulli"),
  .summary = N_ ("1 with a given probability, otherwise 0"),
  .words = "binary;coin",
  .formula = "P(1) = p, P(0) = 1 - p",
  RENSA_ATTRS (Bernoulli, attrs),
  .support = "{0, 1}",
  .is_discrete = TRUE,
  RENSA_DISTRIBUTION_PARAMS (params),
  RENSA_DISTRIBUTION_SETS ("p", "logit"),
  RENSA_DISTRIBUTION_MEMBERS (members),
  .draw = rensa_draw_uniform,
  .sample_dtype = "int64",
  .example = "[0.25, 0.625]",
  .other_example = "[0.5, 0.375]",
  .example_x = "[1, 0]",
  .example_noise = "[0.125, 0.75]",
};

/**
 * rensa_bernoulli_distribution_new:
 * @p: probabilities of 1
 *
 * In the class, logit = ln (p / (1 - p)) can be given instead of p, and is more accurate if p is
 * close to 0 or 1. With binary_check, all values except 0 and 1 have the probability 0; without it
 * ln P (x) = x ln p + (1 - x) ln (1 - p) for any x. Samples are int64 and have no gradient.
 */
RENSA_API RensaDistribution *
rensa_bernoulli_distribution_new (RensaVariable *p, GError **error)
{
  return rensa_distribution_new (&rensa_bernoulli_distribution_class, (RensaVariable *[]){ p, NULL }, NULL, error);
}
