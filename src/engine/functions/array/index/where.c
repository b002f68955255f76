/* where.c: elementwise choice between two arrays.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-elementwise-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"

static const RensaSample samples[] = {
  { "", "[1, 0, 1]; [1, 2, 3]; [-1, -2, -3]", "[1, -2, 3]" },
  { "", "[[1], [0]]; [1, 2]; [[5, 6], [7, 8]]", "[[1, 2], [7, 8]]" },
};

/* kernel: where (condition, x, y) -> z */
KERNEL real
where (real condition, real x, real y)
{
  return condition != 0 ? x : y;
}
/* end kernel */

static gboolean
expect_condition (RensaInference *inference, GError **error)
{
  const RensaDtype dtype = rensa_inference_get_input (inference, 0)->dtype;

  if (dtype == RENSA_BOOL || rensa_dtype_is_integer (dtype))
    return TRUE;

  return rensa_inference_fail_text (inference, error, "condition.dtype == bool", "%s != bool",
                                    rensa_dtype_get_name (dtype));
}

static gboolean
infer (RensaInference *inference, GError **error)
{
  RensaShape shape;

  if (!expect_condition (inference, error) || !rensa_expect_floating (inference, 1, error)
      || !rensa_expect_same_dtype (inference, 1, 2, error) || !rensa_expect_common_shape (inference, &shape, error))
    return FALSE;

  rensa_inference_set_output_shape (inference, 0, rensa_inference_get_input (inference, 1)->dtype, &shape);
  return TRUE;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  rensa_call_retain_input (call, 0);
  return rensa_forward_map (call, RENSA_KERNEL_WHERE, NULL, error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);
  RensaVariable *condition = rensa_backward_get_input (backward, 0);
  g_autoptr (RensaArray) zero = rensa_array_new_scalar (rensa_variable_get_type (gy).dtype, 0, error);
  g_autoptr (RensaVariable) none = rensa_variable_new_constant (zero);

  if (rensa_backward_needs_grad (backward, 1))
    rensa_backward_take_summed (backward, 1, rensa_where (condition, gy, none, error), error);
  if (rensa_backward_needs_grad (backward, 2))
    rensa_backward_take_summed (backward, 2, rensa_where (condition, none, gy, error), error);
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_where_class = {
  .name = "where",
  .group = &rensa_array_group,
  .title = N_ ("Where"),
  .summary = N_ ("Selects elements from one of two arrays by a condition"),
  .formula = "z = x where condition, else y",
  .label = "Where",
  .inputs = RENSA_INPUTS ("condition:int", "x", "y"),
  .n_outputs = 1,
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.where(chainer.as_array({condition}) != 0, {x}, {y})" },
               { "torch", "torch.where({condition} != 0, {x}, {y})" },
               { "onnx", "Where (Cast (condition, to=9), x, y)" }),
};

/**
 * rensa_where:
 * @condition: bools, or integers, which count as true unless zero
 * @x: floating
 * @y: the dtype of @x
 *
 * Returns x where the condition holds, y elsewhere, with NumPy's broadcasting of all three.
 * Elements that are not selected have no influence, even if they are NaN. RENSA_ERROR_TYPE_CHECK if
 * dtypes or shapes do not fit.
 */
RENSA_API RensaVariable *
rensa_where (RensaVariable *condition, RensaVariable *x, RensaVariable *y, GError **error)
{
  return y != NULL ? rensa_apply3 (&rensa_where_class, NULL, condition, x, y, error) : NULL;
}
