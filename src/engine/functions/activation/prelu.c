/* prelu.c: rectifier with a learned slope.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-channels-private.h"
#include "rensa-composed-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"

static const RensaSample samples[] = {
  { "", "[[-1, 2], [3, -4]]; [0.5, 0.25]", "[[-0.5, 2], [3, -1]]" },
  { "", "[[[-1, 2, -3]]]; [2]", "[[[-2, 2, -6]]]" },
};

/* kernel: prelu_forward (x, slope) -> y */
KERNEL real
prelu_forward (real x, real slope)
{
  return x >= 0 ? x : slope * x;
}
/* end kernel */

/* kernel: prelu_grad_x (x, slope, gy) -> gx */
KERNEL real
prelu_grad_x (real x, real slope, real gy)
{
  return x >= 0 ? gy : slope * gy;
}
/* end kernel */

/* kernel: prelu_grad_slope (x, slope, gy) -> gslope */
KERNEL real
prelu_grad_slope (real x, real slope, real gy)
{
  return x >= 0 ? 0 : x * gy;
}
/* end kernel */

static gboolean
forward (RensaCall *call, GError **error)
{
  return rensa_channels_forward (call, RENSA_KERNEL_PRELU_FORWARD, error);
}

/* y = max (x, 0) - W max (-x, 0) */
static gboolean
compose (gconstpointer attrs, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, GError **error)
{
  g_autoptr (RensaVariable) positive = rensa_relu (inputs[0], error);
  g_autoptr (RensaVariable) turned = rensa_negate (inputs[0], error);
  g_autoptr (RensaVariable) distance = rensa_relu (turned, error);
  g_autoptr (RensaVariable) scaled = rensa_scale (distance, inputs[1], 1, error);

  outputs[0] = rensa_subtract (positive, scaled, error);
  return outputs[0] != NULL;
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const RensaComposition composition = { .compose = compose };

  if (rensa_backward_is_recorded (backward))
    return rensa_backward_composed (backward, &composition, error);
  return rensa_channels_backward (backward, RENSA_KERNEL_PRELU_GRAD_X, RENSA_KERNEL_PRELU_GRAD_SLOPE, error);
}

const RensaFunctionClass rensa_prelu_class = {
  .name = "prelu",
  .group = &rensa_activation_group,
  .title = N_ ("PReLU"),
  .summary = N_ ("Rectifier with a learned slope per channel for negative inputs"),
  .formula = "y = x where x ≥ 0, else W x",
  .label = "PReLUFunction",
  .inputs = RENSA_INPUTS ("x", "W"),
  .n_outputs = 1,
  RENSA_SAMPLES (samples),
  .infer = rensa_channels_infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.prelu({x}, {W})" }, { "torch", "F.prelu({x}, {W})" },
               { "onnx", "PRelu (x, Reshape (W, [shape (W), spread (1, ndim (x) - 1 - ndim (W))]))" }),
};

/**
 * rensa_prelu:
 * @x: shape (N, C…, …)
 * @W: shape (C…), the slopes
 *
 * y = x if x ≥ 0, otherwise W x, with W repeated along the axes that it does not have.
 * RENSA_ERROR_TYPE_CHECK unless the axes of @x after the first begin with those of @W.
 *
 * He et al., "Delving Deep into Rectifiers: Surpassing Human-Level Performance on ImageNet
 * Classification", ICCV 2015.
 */
RENSA_API RensaVariable *
rensa_prelu (RensaVariable *x, RensaVariable *W, GError **error)
{
  return rensa_apply2 (&rensa_prelu_class, NULL, x, W, error);
}
