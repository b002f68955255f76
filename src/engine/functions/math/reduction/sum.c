/* sum.c: sum over axes.
 * SPDX-License-Identifier: MIT */

#include "rensa-axes-private.h"
#include "rensa-functions.h"
#include "rensa-over-axes-private.h"

static const RensaAttrSpec attrs[] = {
  RENSA_OVER_AXES_ROWS (N_ ("Axes to sum over; None sums over all axes")),
};
static const RensaReduction reduction = RENSA_REDUCE_SUM;

static const RensaSample samples[] = {
  { "", "[[1, 2], [3, 4.5]]", "10.5" },
  { "axis=0", "[[1, 2], [3, 4.5]]", "[4, 6.5]" },
  { "axis=(-1,), keepdims=True", "[[1, 2], [3, 4.5]]", "[[3], [7.5]]" },
};

/* gx is gy, broadcast along the summed axes. */
static gboolean
backward (RensaBackward *backward, GError **error)
{
  const RensaType x = rensa_backward_get_input_type (backward, 0);
  g_autoptr (RensaVariable) gy = rensa_over_axes_keep (backward, error);

  rensa_backward_take_grad_input (backward, 0, rensa_broadcast_to (gy, &x.shape, error));
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_sum_class = {
  .name = "sum",
  .group = &rensa_math_group,
  .title = N_ ("Sum"),
  .summary = N_ ("The sum over some or all axes"),
  .words = N_ ("reduce;total"),
  .formula = "y = Σ x",
  .label = "Sum",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_ATTRS (RensaOverAxes, attrs),
  RENSA_SAMPLES (samples),
  .infer = rensa_over_axes_infer,
  .forward = rensa_over_axes_forward,
  .backward = backward,
  .rule = &reduction,
  RENSA_FORMS ({ "chainer", "F.sum({x}, axis={axis}, keepdims={keepdims})" },
               { "torch", "torch.sum({x}, dim={axis:always}, keepdim={keepdims})" },
               { "onnx", "count (axes (axis, ndim (x))) == 0 ? x : ReduceSum (x, axes (axis, ndim (x)), "
                         "keepdims=keepdims)" }),
};

/**
 * rensa_sum:
 * @axis: (nullable): the axes to sum over; NULL for all of them
 * @keepdims: keep these axes with extent 1
 *
 * y = Σ x over the axes, for x of any shape and floating dtype. RENSA_ERROR_TYPE_CHECK if an axis
 * is out of range or occurs twice.
 */
RENSA_API RensaVariable *
rensa_sum (RensaVariable *x, const RensaInts *axis, gboolean keepdims, GError **error)
{
  const RensaOverAxes self = { .axis = rensa_ints_or_none (axis), .keepdims = keepdims };

  return rensa_apply1 (&rensa_sum_class, &self, x, error);
}
