/* instance-norm.c: normalizes each channel of each example.
 * SPDX-License-Identifier: MIT */

#include "instance-norm.py.inc"
#include "rensa-functions.h"
#include "rensa-links.h"

typedef struct
{
  gint64 size;
  double eps;
  RensaAttrs *initial_gamma;
  RensaAttrs *initial_beta;
} InstanceNorm;

enum
{
  GAMMA,
  BETA,
};

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_SIZE (InstanceNorm, size, 1, .title = N_ ("Channels"), .hint = N_ ("None infers it from the first batch")),
  RENSA_ATTR_FLOAT (InstanceNorm, eps, .initial = 1e-5, .min = 0, .max = 1, .title = N_ ("Epsilon"),
                    .hint = N_ ("Added to the variance to prevent division by zero")),
  RENSA_ATTR_INITIALIZER (InstanceNorm, initial_gamma, "One", N_ ("Initial Scale")),
  RENSA_ATTR_INITIALIZER (InstanceNorm, initial_beta, "Zero", N_ ("Initial Shift")),
};

static const RensaParamSpec params[] = {
  [GAMMA] = { "gamma", { "size" }, .initializer = "initial_gamma" },
  [BETA] = { "beta", { "size" }, .initializer = "initial_beta" },
};

/* Computed by hand: mean 2 and variance 1 for the first channel, 20 and 100 for the second. */
static const RensaSample samples[] = {
  { "size=2, eps=0", "[[[1, 3], [30, 10]]]", "[[[-1, 1], [1, -1]]]" },
  { "eps=0, initial_gamma=2, initial_beta=5", "[[[1, 3], [10, 30]]]", "[[[3, 7], [3, 7]]]" },
};

static RensaVariable *
forward (RensaLink *link, RensaVariable *x, GError **error)
{
  const InstanceNorm *self = rensa_link_get_values (link);

  return rensa_instance_norm (x, rensa_link_get_param (link, GAMMA), rensa_link_get_param (link, BETA), self->eps,
                              error);
}

const RensaLinkClass rensa_instance_norm_link_class = {
  .name = "InstanceNorm",
  .group = &rensa_normalization_group,
  .title = N_ ("Instance Norm"),
  .summary = N_ ("Normalizes each channel of each example to mean 0 and standard deviation 1, then applies a "
                 "learned scale and shift"),
  .words = N_ ("instance normalization;in;style transfer;contrast;normalise;normalize"),
  .stem = "norm",
  .formula = "y = γ (x - mean) / √(var + ε) + β",
  .reference = "Ulyanov, Vedaldi and Lempitsky, \"Instance Normalization\", 2016",
  RENSA_ATTRS (InstanceNorm, attrs),
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_PARAMS (params),
  RENSA_SAMPLES (samples),
  .learns = "size",
  .learns_from = "1",
  .takes = { N_ ("{} channel"), N_ ("{} channels") },
  .forward1 = forward,
  RENSA_FORMS (
      { "chainer", "InstanceNorm({size}, eps={eps}, initial_gamma={initial_gamma}, initial_beta={initial_beta})" },
      { "chainer_class", chainer_class }, { "torch", "InstanceNorm({eps})" },
      { "torch_initial", "gamma={initial_gamma}, beta={initial_beta}" }, { "torch_class", torch_class },
      { "torch_needless", "{size}" }),
};

/**
 * rensa_instance_norm_link_new:
 * @size: number of channels (axis 1 of the input); %RENSA_INT_NONE to infer it from the first batch
 *
 * An InstanceNorm with ε 1e-5. Returns NULL with RENSA_ERROR_INVALID if the size is less than one.
 */
RENSA_API RensaLink *
rensa_instance_norm_link_new (gint64 size, GError **error)
{
  const InstanceNorm self = { size, 1e-5 };

  return rensa_link_new_from_values (&rensa_instance_norm_link_class, &self, error);
}
