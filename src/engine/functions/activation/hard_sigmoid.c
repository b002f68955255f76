/* hard_sigmoid.c: piecewise linear sigmoid.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-elementwise-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"

static const RensaSample samples[] = {
  { "", "[-3, -1, 0, 1, 3]", "[0, 0.3, 0.5, 0.7, 1]" },
  { "", "[[2.25]]", "[[0.95]]" },
};

/* kernel: hard_sigmoid (x) -> y */
KERNEL real
hard_sigmoid (real x)
{
  return k_min (k_max ((real) 0.2 * x + (real) 0.5, 0), 1);
}
/* end kernel */

/* kernel: hard_sigmoid_grad (x, gy) -> gx */
KERNEL real
hard_sigmoid_grad (real x, real gy)
{
  return k_abs (x) < (real) 2.5 ? (real) 0.2 * gy : 0;
}
/* end kernel */

static gboolean
forward (RensaCall *call, GError **error)
{
  rensa_call_retain_input (call, 0);
  return rensa_forward_map (call, RENSA_KERNEL_HARD_SIGMOID, NULL, error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  RensaArray *x = rensa_variable_get_array (rensa_backward_get_input (backward, 0));

  return rensa_backward_piecewise (backward, RENSA_KERNEL_HARD_SIGMOID_GRAD, NULL, &x,
                                   rensa_backward_get_grad_output (backward, 0), error);
}

const RensaFunctionClass rensa_hard_sigmoid_class = {
  .name = "hard_sigmoid",
  .group = &rensa_activation_group,
  .title = N_ ("Hard Sigmoid"),
  .summary = N_ ("Piecewise linear step from 0 to 1"),
  .formula = "y = min(max(0.2 x + 0.5, 0), 1)",
  .label = "HardSigmoid",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_SAMPLES (samples),
  .infer = rensa_infer_elementwise,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.hard_sigmoid({x})" }, { "torch", "torch.clamp(0.2 * {x} + 0.5, 0, 1)" },
               { "onnx", "HardSigmoid (x, alpha=0.2, beta=0.5)" }),
};

/**
 * rensa_hard_sigmoid:
 *
 * y = min (max (0.2 x + 0.5, 0), 1), elementwise, for x of any shape and floating dtype; the
 * gradient is 0 at both bounds.
 */
RENSA_API RensaVariable *
rensa_hard_sigmoid (RensaVariable *x, GError **error)
{
  return rensa_apply1 (&rensa_hard_sigmoid_class, NULL, x, error);
}
