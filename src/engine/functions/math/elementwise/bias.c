/* bias.c: addition of an array along some axes of another.
 * SPDX-License-Identifier: MIT */

#include "bias.py.inc"
#include "rensa-aligned-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"

static const RensaSample samples[] = {
  { "", "[[1, 2, 3], [4, 5, 6]]; [0.5, -1, 2]", "[[1.5, 1, 5], [4.5, 4, 8]]" },
  { "axis=0", "[[1, 2, 3], [4, 5, 6]]; [10, -20]", "[[11, 12, 13], [-16, -15, -14]]" },
  { "axis=-2", "[[[1, 2], [3, 4]]]; [[1, 0], [0, 1]]", "[[[2, 2], [3, 5]]]" },
};

static gboolean
forward (RensaCall *call, GError **error)
{
  return rensa_aligned_forward (call, RENSA_KERNEL_OP_ADD, error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  RensaVariable *gz = rensa_backward_get_grad_output (backward, 0);

  if (rensa_backward_needs_grad (backward, 0))
    rensa_backward_take_grad_input (backward, 0, rensa_variable_ref (gz));
  if (rensa_backward_needs_grad (backward, 1))
    rensa_aligned_take_grad_y (backward, rensa_variable_ref (gz), error);

  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_bias_class = {
  .name = "bias",
  .group = &rensa_math_group,
  .title = N_ ("Bias"),
  .summary = N_ ("Adds an array to another along some axes"),
  .formula = "z = x + y",
  .label = "Bias",
  .inputs = RENSA_INPUTS ("x", "y"),
  .n_outputs = 1,
  RENSA_ATTRS (RensaAligned, rensa_aligned_attrs),
  RENSA_SAMPLES (samples),
  .infer = rensa_aligned_infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.bias({x}, {y}, axis={axis})" }, { "torch", "add_along({x}, {y}, axis={axis})" },
               { "torch_class", torch_class },
               { "onnx", "x + Reshape (y, [shape (y), spread (1, ndim (x) - axis (axis, ndim (x)) - ndim (y))])" }),
};

/**
 * rensa_bias:
 * @axis: axis of @x with which the axes of @y are aligned; counts from the end if negative, which
 *   Chainer rejects
 *
 * z = x + y, where @y is broadcast along the axes of @x that it lacks. RENSA_ERROR_TYPE_CHECK if
 * the extents of @y differ from those of @x from @axis on.
 */
RENSA_API RensaVariable *
rensa_bias (RensaVariable *x, RensaVariable *y, gint64 axis, GError **error)
{
  const RensaAligned self = { .axis = axis };

  return rensa_apply2 (&rensa_bias_class, &self, x, y, error);
}
