/* hard_swish.c: x multiplied by a piecewise linear sigmoid.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-composed-private.h"
#include "rensa-elementwise-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"

static const RensaSample samples[] = {
  { "", "[-4, -1.5, 0, 1.5, 4]", "[0, -0.375, 0, 1.125, 4]" },
  { "", "[[1]]", "[[0.6666666666666666]]" },
};

/* kernel: hard_swish_forward (x) -> y */
KERNEL real
hard_swish_forward (real x)
{
  return x * k_min (k_max (x + 3, 0), 6) / 6;
}
/* end kernel */

/* kernel: hard_swish_grad (x, gy) -> gx */
KERNEL real
hard_swish_grad (real x, real gy)
{
  const real middle = (2 * x + 3) / 6;
  const real right = x >= 3 ? 1 : middle;

  return gy * (x <= -3 ? 0 : right);
}
/* end kernel */

static gboolean
forward (RensaCall *call, GError **error)
{
  rensa_call_retain_input (call, 0);
  return rensa_forward_map (call, RENSA_KERNEL_HARD_SWISH_FORWARD, NULL, error);
}

static gboolean
compose (gconstpointer attrs, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, GError **error)
{
  g_autoptr (RensaVariable) shifted = rensa_add_scalar (inputs[0], 3, error);
  g_autoptr (RensaVariable) step = rensa_relu6 (shifted, error);
  g_autoptr (RensaVariable) product = rensa_multiply (inputs[0], step, error);

  outputs[0] = rensa_multiply_scalar (product, 1.0 / 6, error);
  return outputs[0] != NULL;
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const RensaComposition composition = { .compose = compose };
  RensaVariable *args[] = { rensa_backward_get_input (backward, 0), rensa_backward_get_grad_output (backward, 0) };

  if (rensa_backward_is_recorded (backward))
    return rensa_backward_composed (backward, &composition, error);
  return rensa_backward_take_map (backward, 0, RENSA_KERNEL_HARD_SWISH_GRAD, NULL, args, error);
}

const RensaFunctionClass rensa_hard_swish_class = {
  .name = "hard_swish",
  .group = &rensa_activation_group,
  .title = N_ ("Hard Swish"),
  .summary = N_ ("Multiplies each value by a piecewise linear step"),
  .formula = "y = x min(max(x + 3, 0), 6) / 6",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_SAMPLES (samples),
  .infer = rensa_infer_elementwise,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "torch", "F.hardswish({x})" }, { "onnx", "HardSwish (x)" }),
};

/**
 * rensa_hard_swish:
 *
 * y = x min (max (x + 3, 0), 6) / 6, elementwise, for x of any shape and floating dtype. Not in
 * Chainer.
 *
 * Howard et al., "Searching for MobileNetV3", ICCV 2019.
 */
RENSA_API RensaVariable *
rensa_hard_swish (RensaVariable *x, GError **error)
{
  return rensa_apply1 (&rensa_hard_swish_class, NULL, x, error);
}
