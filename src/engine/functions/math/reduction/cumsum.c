/* cumsum.c: cumulative sums along an axis.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions.h"
#include "rensa-running-private.h"

static const RensaSample samples[] = {
  { "", "[[1, 2], [3, -4.5]]", "[1, 3, 6, 1.5]" },
  { "axis=0", "[[1, 2], [3, -4.5]]", "[[1, 2], [4, -2.5]]" },
  { "axis=-1", "[[1, 2, 3], [3, -4.5, 0]]", "[[1, 3, 6], [3, -1.5, -1.5]]" },
};

static gboolean
forward (RensaCall *call, GError **error)
{
  return rensa_running_forward (call, RENSA_SCAN_SUM, error);
}

/* Each element contributes to all sums from its own on, so gx is the cumulative sum of gy from the end. */
static gboolean
backward (RensaBackward *backward, GError **error)
{
  const RensaType x = rensa_backward_get_input_type (backward, 0);
  RensaShape shape;
  const int axis = rensa_running_get_axis (rensa_backward_get_attrs (backward), &x.shape, &shape);
  g_autoptr (RensaVariable) gy = rensa_flip (rensa_backward_get_grad_output (backward, 0), axis, error);
  g_autoptr (RensaVariable) sums = rensa_cumsum (gy, axis, error);
  g_autoptr (RensaVariable) gx = rensa_flip (sums, axis, error);

  rensa_backward_take_grad_input (backward, 0, rensa_reshape (gx, &x.shape, error));
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_cumsum_class = {
  .name = "cumsum",
  .group = &rensa_math_group,
  .title = N_ ("Cumulative Sum"),
  .summary = N_ ("Cumulative sum of the elements along an axis"),
  .formula = "y[i] = x[0] + … + x[i]",
  .label = "Cumsum",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_ATTRS (RensaRunning, rensa_running_attrs),
  RENSA_SAMPLES (samples),
  .infer = rensa_running_infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.cumsum({x}, axis={axis})" }, { "torch", "torch.cumsum({x}, dim={axis:given})" },
               { "torch_more", "torch.cumsum({x}.flatten(), dim=0)" }, { "torch_needless", "{axis}" },
               { "onnx", "given (axis) ? CumSum (x, int64 (axis)) : CumSum (Reshape (x, [-1]), int64 (0))" }),
};

/**
 * rensa_cumsum:
 * @axis: counts from the end if negative; RENSA_INT_NONE for the flattened array
 *
 * y[i] = x[0] + … + x[i] along @axis, in the shape of @x, or flat. RENSA_ERROR_TYPE_CHECK if the
 * axis is out of range.
 */
RENSA_API RensaVariable *
rensa_cumsum (RensaVariable *x, gint64 axis, GError **error)
{
  const RensaRunning self = { .axis = axis };

  return rensa_apply1 (&rensa_cumsum_class, &self, x, error);
}
