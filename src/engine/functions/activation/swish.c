/* swish.c: Swish with a trainable sharpness.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-channels-private.h"
#include "rensa-composed-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "swish.py.inc"

/* Computed independently with 40 digits. */
static const RensaSample samples[] = {
  { "", "[[-1, 2], [3, -4]]; [1, 0.5]",
    "[[-0.2689414213699951, 1.4621171572600098], [2.8577223804673, -0.4768116880884702]]" },
  { "", "[[[0.5, -0.5]]]; [2]", "[[[0.3655292893150024, -0.1344707106849976]]]" },
};

/* kernel: swish_forward (x, beta) -> y */
KERNEL real
swish_forward (real x, real beta)
{
  return x / (1 + k_exp (-beta * x));
}
/* end kernel */

/* kernel: swish_grad_x (x, beta, gy) -> gx */
KERNEL real
swish_grad_x (real x, real beta, real gy)
{
  const real s = 1 / (1 + k_exp (-beta * x));

  return gy * (s + beta * x * s * (1 - s));
}
/* end kernel */

/* kernel: swish_grad_beta (x, beta, gy) -> gbeta */
KERNEL real
swish_grad_beta (real x, real beta, real gy)
{
  const real s = 1 / (1 + k_exp (-beta * x));

  return gy * x * x * s * (1 - s);
}
/* end kernel */

static gboolean
forward (RensaCall *call, GError **error)
{
  return rensa_channels_forward (call, RENSA_KERNEL_SWISH_FORWARD, error);
}

static gboolean
compose (gconstpointer attrs, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, GError **error)
{
  g_autoptr (RensaVariable) scaled = rensa_scale (inputs[0], inputs[1], 1, error);
  g_autoptr (RensaVariable) gate = rensa_sigmoid (scaled, error);

  outputs[0] = rensa_multiply (inputs[0], gate, error);
  return outputs[0] != NULL;
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const RensaComposition composition = { .compose = compose };

  if (rensa_backward_is_recorded (backward))
    return rensa_backward_composed (backward, &composition, error);
  return rensa_channels_backward (backward, RENSA_KERNEL_SWISH_GRAD_X, RENSA_KERNEL_SWISH_GRAD_BETA, error);
}

const RensaFunctionClass rensa_swish_class = {
  .name = "swish",
  .group = &rensa_activation_group,
  .title = N_ ("Swish"),
  .summary = N_ ("Multiplies each value by its sigmoid, with a learned sharpness per channel"),
  .formula = "y = x sigmoid(βx)",
  .label = "Swish",
  .inputs = RENSA_INPUTS ("x", "beta"),
  .n_outputs = 1,
  RENSA_SAMPLES (samples),
  .infer = rensa_channels_infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.swish({x}, {beta})" }, { "torch", "swish({x}, {beta})" }, { "torch_class", torch_class },
               { "onnx", "x * Sigmoid (x * Reshape (beta, [shape (beta), spread (1, ndim (x) - 1 - ndim (beta))]))" }),
};

/**
 * rensa_swish:
 * @x: shape (N, C…, …)
 * @beta: shape (C…), the sharpness
 *
 * y = x sigmoid (βx), where β is broadcast along the axes that it lacks. RENSA_ERROR_TYPE_CHECK if
 * the axes of @x after the first do not begin with those of @beta.
 *
 * Ramachandran et al., "Searching for Activation Functions", 2017.
 */
RENSA_API RensaVariable *
rensa_swish (RensaVariable *x, RensaVariable *beta, GError **error)
{
  return rensa_apply2 (&rensa_swish_class, NULL, x, beta, error);
}
