/* scale.c: multiplication by an array along some axes of another.
 * SPDX-License-Identifier: MIT */

#include "rensa-aligned-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "scale.py.inc"

static const RensaSample samples[] = {
  { "", "[[1, 2, 3], [4, 5, 6]]; [0.5, -1, 2]", "[[0.5, -2, 6], [2, -5, 12]]" },
  { "axis=0", "[[1, 2, 3], [4, 5, 6]]; [10, -20]", "[[10, 20, 30], [-80, -100, -120]]" },
  { "axis=-2", "[[[1, 2], [3, 4]]]; [[1, 0], [0, 1]]", "[[[1, 0], [0, 4]]]" },
};

static gboolean
forward (RensaCall *call, GError **error)
{
  for (int i = 0; i < 2; i++)
    if (rensa_call_needs_grad (call, i))
      rensa_call_retain_input (call, 1 - i);

  return rensa_aligned_forward (call, RENSA_KERNEL_OP_MUL, error);
}

/* gx = gz y and gy = Σ gz x */
static gboolean
backward (RensaBackward *backward, GError **error)
{
  RensaVariable *gz = rensa_backward_get_grad_output (backward, 0);

  if (rensa_backward_needs_grad (backward, 0))
    {
      const RensaShape aligned_shape = rensa_aligned_get_shape (backward);
      g_autoptr (RensaVariable) aligned = rensa_reshape (rensa_backward_get_input (backward, 1), &aligned_shape, error);

      rensa_backward_take_grad_input (backward, 0, rensa_multiply (gz, aligned, error));
    }
  if (rensa_backward_needs_grad (backward, 1))
    rensa_aligned_take_grad_y (backward, rensa_multiply (gz, rensa_backward_get_input (backward, 0), error), error);

  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_scale_class = {
  .name = "scale",
  .group = &rensa_math_group,
  .title = N_ ("Scale"),
  .summary = N_ ("Multiplies an array by another along some axes"),
  .formula = "z = x y",
  .label = "Scale",
  .inputs = RENSA_INPUTS ("x", "y"),
  .n_outputs = 1,
  RENSA_ATTRS (RensaAligned, rensa_aligned_attrs),
  RENSA_SAMPLES (samples),
  .infer = rensa_aligned_infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.scale({x}, {y}, axis={axis})" }, { "torch", "multiply_along({x}, {y}, axis={axis})" },
               { "torch_class", torch_class },
               { "onnx", "x * Reshape (y, [shape (y), spread (1, ndim (x) - axis (axis, ndim (x)) - ndim (y))])" }),
};

/**
 * rensa_scale:
 * @axis: axis of @x with which the axes of @y are aligned; counts from the end if negative, which
 *   Chainer rejects
 *
 * z = x y, where @y is broadcast along the axes of @x that it lacks. RENSA_ERROR_TYPE_CHECK if the
 * extents of
 * @y differ from those of @x from @axis on.
 */
RENSA_API RensaVariable *
rensa_scale (RensaVariable *x, RensaVariable *y, gint64 axis, GError **error)
{
  const RensaAligned self = { .axis = axis };

  return rensa_apply2 (&rensa_scale_class, &self, x, y, error);
}
