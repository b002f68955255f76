/* group-normalization.c: normalizes groups of channels of each example.
 * SPDX-License-Identifier: MIT */

#include "group-normalization.py.inc"
#include "rensa-functions.h"
#include "rensa-links.h"

typedef struct
{
  gint64 groups;
  gint64 size;
  double eps;
  RensaAttrs *initial_gamma;
  RensaAttrs *initial_beta;
} GroupNormalization;

enum
{
  GAMMA,
  BETA,
};

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (GroupNormalization, groups, .required = TRUE, .min = 1, .max = G_MAXINT, .title = N_ ("Groups"),
                  .hint = N_ ("Number of channel groups; must divide the number of channels")),
  RENSA_ATTR_SIZE (GroupNormalization, size, 1, .title = N_ ("Channels"),
                   .hint = N_ ("None infers it from the first batch")),
  RENSA_ATTR_FLOAT (GroupNormalization, eps, .initial = 1e-5, .min = 0, .max = 1, .title = N_ ("Epsilon"),
                    .hint = N_ ("Added to the variance to prevent division by zero")),
  RENSA_ATTR_INITIALIZER (GroupNormalization, initial_gamma, "One", N_ ("Initial Scale")),
  RENSA_ATTR_INITIALIZER (GroupNormalization, initial_beta, "Zero", N_ ("Initial Shift")),
};

static const RensaParamSpec params[] = {
  [GAMMA] = { "gamma", { "size" }, .initializer = "initial_gamma" },
  [BETA] = { "beta", { "size" }, .initializer = "initial_beta" },
};

/* Computed by hand: mean 2 and variance 1 over both channels together; then for each channel separately. */
static const RensaSample samples[] = {
  { "groups=1, size=2, eps=0", "[[[1, 3], [3, 1]]]", "[[[-1, 1], [1, -1]]]" },
  { "groups=2, eps=0, initial_gamma=2, initial_beta=5", "[[[1, 3], [10, 30]]]", "[[[3, 7], [3, 7]]]" },
};

static RensaVariable *
forward (RensaLink *link, RensaVariable *x, GError **error)
{
  const GroupNormalization *self = rensa_link_get_values (link);

  return rensa_group_normalization (x, self->groups, rensa_link_get_param (link, GAMMA),
                                    rensa_link_get_param (link, BETA), self->eps, error);
}

const RensaLinkClass rensa_group_normalization_link_class = {
  .name = "GroupNormalization",
  .group = &rensa_normalization_group,
  .title = N_ ("Group Normalization"),
  .summary = N_ ("Normalizes groups of channels of each example to mean 0 and standard deviation 1, then applies a "
                 "learned scale and shift"),
  .words = N_ ("groupnorm;group norm;gn;small batches;normalise;normalize"),
  .stem = "gn",
  .formula = "y = γ (x - mean) / √(var + ε) + β",
  .reference = "Wu and He, \"Group Normalization\", ECCV 2018",
  RENSA_ATTRS (GroupNormalization, attrs),
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_PARAMS (params),
  RENSA_SAMPLES (samples),
  .learns = "size",
  .learns_from = "1",
  .takes = { N_ ("{} channel"), N_ ("{} channels") },
  .forward1 = forward,
  RENSA_FORMS ({ "chainer", "L.GroupNormalization({groups}, size={size}, eps={eps}, initial_gamma={initial_gamma}, "
                            "initial_beta={initial_beta})" },
               { "torch_initial", "weight={initial_gamma}, bias={initial_beta}" },
               { "torch", "nn.GroupNorm({groups}, {size:given}, eps={eps:always})" },
               { "torch_more", "GroupNormalization({groups}, {eps})" }, { "torch_class", torch_class }),
};

/**
 * rensa_group_normalization_link_new:
 * @groups: number of channel groups; a divisor of their number
 * @size: number of channels (axis 1 of the input); %RENSA_INT_NONE to infer it from the first batch
 *
 * A GroupNormalization with ε 1e-5. Returns NULL with RENSA_ERROR_INVALID if a size is less than
 * one.
 */
RENSA_API RensaLink *
rensa_group_normalization_link_new (gint64 groups, gint64 size, GError **error)
{
  const GroupNormalization self = { groups, size, 1e-5 };

  return rensa_link_new_from_values (&rensa_group_normalization_link_class, &self, error);
}
