/* rms-norm.c: normalizes values by their root mean square, without subtracting the mean.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions.h"
#include "rensa-links.h"
#include "rms-norm.py.inc"

typedef struct
{
  gint64 size;
  double eps;
  RensaAttrs *initial_gamma;
} RMSNorm;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_SIZE (RMSNorm, size, 1, .title = N_ ("Last Axis"),
                   .hint = N_ ("Length of the last axis; None infers it from the first batch")),
  RENSA_ATTR_FLOAT (RMSNorm, eps, .initial = 1e-6, .min = 0, .max = 1, .title = N_ ("Epsilon"),
                    .hint = N_ ("Added to the mean square to prevent division by zero")),
  RENSA_ATTR_INITIALIZER (RMSNorm, initial_gamma, "One", N_ ("Initial Scale")),
};

static const RensaParamSpec params[] = { { "gamma", { "size" }, .initializer = "initial_gamma" } };

/* Computed by hand: the root of the mean square of 1 and 7 is 5. */
static const RensaSample samples[] = {
  { "size=2, eps=0", "[[1, 7]]", "[[0.2, 1.4]]" },
  { "eps=0, initial_gamma=10", "[[[1, 7], [-7, 1]]]", "[[[2, 14], [-14, 2]]]" },
};

static RensaVariable *
forward (RensaLink *link, RensaVariable *x, GError **error)
{
  const RMSNorm *self = rensa_link_get_values (link);

  return rensa_rms_norm (x, rensa_link_get_param (link, 0), self->eps, error);
}

const RensaLinkClass rensa_rms_norm_link_class = {
  .name = "RMSNorm",
  .group = &rensa_normalization_group,
  .title = N_ ("RMS Norm"),
  .summary = N_ ("Divides by the root mean square along the last axis, then applies a learned scale"),
  .words = N_ ("rms normalization;root mean square;llama;transformer"),
  .stem = "norm",
  .formula = "y = γ x / √(mean(x²) + ε)",
  .reference = "Zhang and Sennrich, \"Root Mean Square Layer Normalization\", NeurIPS 2019",
  RENSA_ATTRS (RMSNorm, attrs),
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_PARAMS (params),
  RENSA_SAMPLES (samples),
  .learns = "size",
  .learns_from = "-1",
  .takes = { N_ ("a last axis of length {}"), N_ ("a last axis of length {}") },
  .forward1 = forward,
  RENSA_FORMS ({ "chainer", "RMSNorm({size}, eps={eps}, initial_gamma={initial_gamma})" },
               { "chainer_class", chainer_class }, { "torch", "RMSNorm(eps={eps})" },
               { "torch_initial", "gamma={initial_gamma}" }, { "torch_class", torch_class },
               { "torch_needless", "{size}" }),
};

/**
 * rensa_rms_norm_link_new:
 * @size: extent of the last axis; %RENSA_INT_NONE to infer it from the first batch
 *
 * An RMSNorm with ε 1e-6: y = γ x / √(mean (x²) + ε) along the last axis. Returns NULL with
 * RENSA_ERROR_INVALID if the size is less than one.
 */
RENSA_API RensaLink *
rensa_rms_norm_link_new (gint64 size, GError **error)
{
  const RMSNorm self = { size, 1e-6 };

  return rensa_link_new_from_values (&rensa_rms_norm_link_class, &self, error);
}
