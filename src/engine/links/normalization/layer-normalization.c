/* layer-normalization.c: normalizes the values of each example.
 * SPDX-License-Identifier: MIT */

#include "layer-normalization.py.inc"
#include "rensa-functions.h"
#include "rensa-links.h"

typedef struct
{
  gint64 size;
  double eps;
  RensaAttrs *initial_gamma;
  RensaAttrs *initial_beta;
} LayerNormalization;

enum
{
  GAMMA,
  BETA,
};

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_SIZE (LayerNormalization, size, 1, .title = N_ ("Inputs"),
                   .hint = N_ ("Number of values per example; None infers it from the first batch")),
  RENSA_ATTR_FLOAT (LayerNormalization, eps, .initial = 1e-6, .min = 0, .max = 1, .title = N_ ("Epsilon"),
                    .hint = N_ ("Added to the variance to prevent division by zero")),
  RENSA_ATTR_INITIALIZER (LayerNormalization, initial_gamma, "One", N_ ("Initial Scale")),
  RENSA_ATTR_INITIALIZER (LayerNormalization, initial_beta, "Zero", N_ ("Initial Shift")),
};

static const RensaParamSpec params[] = {
  [GAMMA] = { "gamma", { "size" }, .initializer = "initial_gamma" },
  [BETA] = { "beta", { "size" }, .initializer = "initial_beta" },
};

/* Computed by hand: mean 2 and variance 1, then 20 and 100. */
static const RensaSample samples[] = {
  { "size=2, eps=0", "[[1, 3], [10, 30]]", "[[-1, 1], [-1, 1]]" },
  { "eps=0, initial_gamma=Constant(fill_value=2), initial_beta=Constant(fill_value=5)", "[[1, 3]]", "[[3, 7]]" },
};

static RensaVariable *
forward (RensaLink *link, RensaVariable *x, GError **error)
{
  const LayerNormalization *self = rensa_link_get_values (link);

  return rensa_layer_normalization (x, rensa_link_get_param (link, GAMMA), rensa_link_get_param (link, BETA), self->eps,
                                    error);
}

const RensaLinkClass rensa_layer_normalization_link_class = {
  .name = "LayerNormalization",
  .group = &rensa_normalization_group,
  .title = N_ ("Layer Normalization"),
  .summary = N_ ("Normalizes the values of each example to mean 0 and standard deviation 1, then applies a learned "
                 "scale and shift"),
  .words = N_ ("layernorm;layer norm;ln;transformer;normalise;normalize"),
  .stem = "ln",
  .formula = "y = γ (x - mean) / √(var + ε) + β",
  .reference = "Ba, Kiros and Hinton, \"Layer Normalization\", 2016",
  RENSA_ATTRS (LayerNormalization, attrs),
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_PARAMS (params),
  RENSA_SAMPLES (samples),
  .learns = "size",
  .learns_from = "1:",
  RENSA_TAKES_VALUES,
  .forward1 = forward,
  RENSA_FORMS ({ "chainer", "L.LayerNormalization({size}, eps={eps}, initial_gamma={initial_gamma}, "
                            "initial_beta={initial_beta})" },
               { "torch", "nn.LayerNorm({size:given}, eps={eps:always})" },
               { "torch_more", "LayerNormalization({eps})" },
               { "torch_initial", "weight={initial_gamma}, bias={initial_beta}" }, { "torch_class", torch_class }),
};

/**
 * rensa_layer_normalization_link_new:
 * @size: values per example; %RENSA_INT_NONE to infer it from the first batch
 *
 * A LayerNormalization with ε 1e-6. Returns NULL with RENSA_ERROR_INVALID if the size is less than
 * one.
 */
RENSA_API RensaLink *
rensa_layer_normalization_link_new (gint64 size, GError **error)
{
  const LayerNormalization self = { size, 1e-6 };

  return rensa_link_new_from_values (&rensa_layer_normalization_link_class, &self, error);
}
