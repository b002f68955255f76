/* absolute.c: the magnitude.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-elementwise-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"

static const RensaSample samples[] = {
  { "", "[-1.5, 0, 2]", "[1.5, 0, 2]" },
  { "", "[[-3]]", "[[3]]" },
};

/* kernel: absolute (x) -> y */
KERNEL real
absolute (real x)
{
  return k_abs (x);
}
/* end kernel */

/* kernel: absolute_grad (x, gy) -> gx */
KERNEL real
absolute_grad (real x, real gy)
{
  return k_sign (x) * gy;
}
/* end kernel */

static gboolean
forward (RensaCall *call, GError **error)
{
  rensa_call_retain_input (call, 0);
  return rensa_forward_map (call, RENSA_KERNEL_ABSOLUTE, NULL, error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  RensaArray *x = rensa_variable_get_array (rensa_backward_get_input (backward, 0));
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);

  return rensa_backward_piecewise (backward, RENSA_KERNEL_ABSOLUTE_GRAD, NULL, &x, gy, error);
}

const RensaFunctionClass rensa_absolute_class = {
  .name = "absolute",
  .group = &rensa_math_group,
  .title = N_ ("Absolute"),
  .summary = N_ ("Absolute value of each element"),
  .words = N_ ("abs"),
  .formula = "y = |x|",
  .label = "|_|",
  .inputs = RENSA_INPUTS ("self"),
  .n_outputs = 1,
  RENSA_SAMPLES (samples),
  .infer = rensa_infer_elementwise,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.absolute({self})" }, { "torch", "torch.abs({self})" }, { "onnx", "Abs (self)" }),
};

/**
 * rensa_absolute:
 *
 * y = |x|, elementwise, for any shape and floating dtype; the gradient at 0 is 0.
 */
RENSA_API RensaVariable *
rensa_absolute (RensaVariable *x, GError **error)
{
  return rensa_apply1 (&rensa_absolute_class, NULL, x, error);
}
