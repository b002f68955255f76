/* log.c: the natural logarithm; all that the project knows about it.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-elementwise-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"

/* Worked out with 40 digits, not with this code. */
static const RensaSample samples[] = {
  { "", "[1, 2, 0.5]", "[0, 0.6931471805599453, -0.6931471805599453]" },
  { "", "[[10]]", "[[2.302585092994046]]" },
};

/* kernel: log_forward (x) -> y */
KERNEL real
log_forward (real x)
{
  return k_log (x);
}
/* end kernel */

static gboolean
forward (RensaCall *call, GError **error)
{
  rensa_call_retain_input (call, 0);
  return rensa_forward_map (call, RENSA_KERNEL_LOG_FORWARD, NULL, error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  RensaVariable *x = rensa_backward_get_input (backward, 0);

  rensa_backward_take_grad_input (backward, 0, rensa_divide (rensa_backward_get_grad_output (backward, 0), x, error));
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_log_class = {
  .name = "log",
  .group = RENSA_GROUP_MATH,
  .title = N_ ("Logarithm"),
  .summary = N_ ("The natural logarithm of each element"),
  .formula = "y = ln(x)",
  .label = "log",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_SAMPLES (samples),
  .infer = rensa_infer_elementwise,
  .forward = forward,
  .backward = backward,
  .chainer = "F.log({x})",
  .torch = "torch.log({x})",
  .onnx = "Log",
};

/**
 * rensa_log:
 *
 * y = ln (x), elementwise, for any shape and floating dtype; NaN below 0.
 */
RENSA_API RensaVariable *
rensa_log (RensaVariable *x, GError **error)
{
  return rensa_apply1 (&rensa_log_class, NULL, x, error);
}
