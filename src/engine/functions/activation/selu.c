/* selu.c: scaled ELU, which preserves mean and variance.
 * SPDX-License-Identifier: MIT */

#include "rensa-elementwise-private.h"
#include "rensa-elu-private.h"
#include "rensa-functions.h"

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_FLOAT (RensaElu, alpha, .initial = 1.6732632423543772, .title = N_ ("Alpha"),
                    .hint = N_ ("Very negative inputs approach minus this value, times the scale")),
  RENSA_ATTR_FLOAT (RensaElu, scale, .initial = 1.0507009873554805, .title = N_ ("Scale"),
                    .hint = N_ ("Factor by which the result is multiplied")),
};

/* Computed independently with 40 digits. */
static const RensaSample samples[] = {
  { "", "[-2, 0, 1.5]", "[-1.5201664685956948, 0, 1.5760514810332206]" },
  { "alpha=0.5, scale=2", "[[-0.5, 4]]", "[[-0.3934693402873666, 8]]" },
};

static gboolean
forward (RensaCall *call, GError **error)
{
  return rensa_elu_forward (call, rensa_call_get_attrs (call), error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  return rensa_elu_backward (backward, rensa_backward_get_attrs (backward), error);
}

const RensaFunctionClass rensa_selu_class = {
  .name = "selu",
  .group = &rensa_activation_group,
  .title = N_ ("SELU"),
  .summary = N_ ("ELU scaled to preserve mean 0 and variance 1 across many layers"),
  .formula = "y = scale x where x ≥ 0, else scale α (exp(x) - 1)",
  .label = "SELU",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_ATTRS (RensaElu, attrs),
  RENSA_SAMPLES (samples),
  .infer = rensa_infer_elementwise,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.selu({x}, alpha={alpha}, scale={scale})" },
               { "torch", "{scale} * F.elu({x}, alpha={alpha})" }, { "onnx", "Selu (x, alpha=alpha, gamma=scale)" }),
};

/**
 * rensa_selu:
 * @alpha: coefficient of the exponential, 1.6732632423543772 in the paper
 * @scale: factor of the result, 1.0507009873554805 in the paper
 *
 * y = scale x where x ≥ 0, else scale α (exp (x) - 1), elementwise, for x of any shape and floating
 * dtype.
 *
 * Klambauer et al., "Self-Normalizing Neural Networks", NIPS 2017.
 */
RENSA_API RensaVariable *
rensa_selu (RensaVariable *x, double alpha, double scale, GError **error)
{
  const RensaElu self = { .alpha = alpha, .scale = scale };

  return rensa_apply1 (&rensa_selu_class, &self, x, error);
}
