/* linear_interpolate.c: weighted mean of two arrays.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-elementwise-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"

static const RensaSample samples[] = {
  { "", "[0, 0.25, 1]; [1, 2, 3]; [10, 20, 30]", "[10, 15.5, 3]" },
  { "", "[[0.5]]; [[-4]]; [[1]]", "[[-1.5]]" },
};

/* kernel: linear_interpolate (p, x, y) -> z */
KERNEL real
linear_interpolate (real p, real x, real y)
{
  return p * x + (1 - p) * y;
}
/* end kernel */

/* kernel: linear_interpolate_grad (p, x, y, gz) -> (gp, gx, gy) */
KERNEL void
linear_interpolate_grad (real p, real x, real y, real gz, real *gp, real *gx, real *gy)
{
  *gp = gz * (x - y);
  *gx = gz * p;
  *gy = gz * (1 - p);
}
/* end kernel */

static gboolean
infer (RensaInference *inference, GError **error)
{
  for (int i = 1; i < 3; i++)
    if (!rensa_expect_same_dtype (inference, 0, i, error) || !rensa_expect_same_shape (inference, 0, i, error))
      return FALSE;

  return rensa_infer_elementwise (inference, error);
}

static gboolean
forward (RensaCall *call, GError **error)
{
  for (int i = 0; i < 3; i++)
    rensa_call_retain_input (call, i);
  return rensa_forward_map (call, RENSA_KERNEL_LINEAR_INTERPOLATE, NULL, error);
}

static gboolean
backward_in_one_pass (RensaBackward *backward, RensaVariable *gz, GError **error)
{
  RensaArray *inputs[4] = { NULL, NULL, NULL, rensa_variable_get_array (gz) };
  RensaArray *grads[3] = { NULL };

  for (int i = 0; i < 3; i++)
    inputs[i] = rensa_variable_get_array (rensa_backward_get_input (backward, i));
  rensa_map (RENSA_KERNEL_LINEAR_INTERPOLATE_GRAD, inputs, grads, NULL, error);
  for (int i = 0; i < 3; i++)
    rensa_backward_take_grad_array (backward, i, grads[i]);
  return rensa_backward_succeeded (backward);
}

/* gp = gz (x - y), gx = gz p, gy = gz (1 - p). */
static gboolean
backward (RensaBackward *backward, GError **error)
{
  RensaVariable *p = rensa_backward_get_input (backward, 0);
  RensaVariable *x = rensa_backward_get_input (backward, 1);
  RensaVariable *y = rensa_backward_get_input (backward, 2);
  RensaVariable *gz = rensa_backward_get_grad_output (backward, 0);

  if (!rensa_backward_is_recorded (backward))
    return backward_in_one_pass (backward, gz, error);

  g_autoptr (RensaVariable) distance = rensa_subtract (x, y, error);
  g_autoptr (RensaVariable) rest = rensa_subtract_from_scalar (p, 1, error);

  rensa_backward_take_grad_input (backward, 0, rensa_multiply (gz, distance, error));
  rensa_backward_take_grad_input (backward, 1, rensa_multiply (gz, p, error));
  rensa_backward_take_grad_input (backward, 2, rensa_multiply (gz, rest, error));
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_linear_interpolate_class = {
  .name = "linear_interpolate",
  .group = &rensa_math_group,
  .title = N_ ("Linear Interpolation"),
  .summary = N_ ("Interpolates between two arrays with weights from a third"),
  .formula = "z = p x + (1 - p) y",
  .label = "LinearInterpolate",
  .inputs = RENSA_INPUTS ("p", "x", "y"),
  .n_outputs = 1,
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.linear_interpolate({p}, {x}, {y})" }, { "torch", "torch.lerp({y}, {x}, {p})" },
               { "onnx", "p * x + (1 - p) * y" }),
};

/**
 * rensa_linear_interpolate:
 * @p: weight of @x
 *
 * z = p x + (1 - p) y, elementwise, for three arrays of one shape and floating dtype;
 * RENSA_ERROR_TYPE_CHECK if they differ.
 */
RENSA_API RensaVariable *
rensa_linear_interpolate (RensaVariable *p, RensaVariable *x, RensaVariable *y, GError **error)
{
  return rensa_apply3 (&rensa_linear_interpolate_class, NULL, p, x, y, error);
}
