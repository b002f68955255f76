/* sum.c: the sum over axes; all that the project knows about it.
 * SPDX-License-Identifier: MIT */

#include "rensa-axes-private.h"
#include "rensa-functions.h"
#include "rensa-primitives.h"

typedef struct
{
  RensaInts axis;
  gboolean keepdims;
} Sum;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INTS (Sum, axis, .allow_none = TRUE, .none = TRUE, .title = N_ ("Axes"),
                   .hint = N_ ("The axes to sum over; None stands for all of them")),
  RENSA_ATTR_BOOL (Sum, keepdims, .title = N_ ("Keep Axes"), .hint = N_ ("Leaves the axes in place with extent 1")),
};

static const RensaSample samples[] = {
  { "", "[[1, 2], [3, 4.5]]", "10.5" },
  { "axis=0", "[[1, 2], [3, 4.5]]", "[4, 6.5]" },
  { "axis=(-1,), keepdims=True", "[[1, 2], [3, 4.5]]", "[[3], [7.5]]" },
};

static gboolean
infer (RensaInference *inference, GError **error)
{
  const Sum *self = rensa_inference_get_attrs (inference);
  const RensaType *x = rensa_inference_get_input (inference, 0);
  RensaShape shape;
  guint mask;

  if (!rensa_expect_floating (inference, 0, error) || !rensa_expect_axes (inference, &self->axis, &mask, error))
    return FALSE;

  shape = rensa_shape_reduce (&x->shape, mask, self->keepdims);
  rensa_inference_set_output_shape (inference, 0, x->dtype, &shape);
  return TRUE;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const Sum *self = rensa_call_get_attrs (call);
  RensaArray *x = rensa_call_get_input (call, 0);
  const guint mask = rensa_axes_to_mask (&self->axis, rensa_array_get_ndim (x));

  rensa_call_take_output (call, 0, rensa_reduce (RENSA_REDUCE_SUM, x, mask, self->keepdims, error));
  return rensa_call_succeeded (call);
}

/* gx is gy, repeated along the axes that were summed over. */
static gboolean
backward (RensaBackward *backward, GError **error)
{
  const Sum *self = rensa_backward_get_attrs (backward);
  const RensaType x = rensa_backward_get_input_type (backward, 0);
  const RensaShape kept = rensa_shape_reduce (&x.shape, rensa_axes_to_mask (&self->axis, x.shape.ndim), TRUE);
  g_autoptr (RensaVariable) gy = rensa_reshape (rensa_backward_get_grad_output (backward, 0), &kept, error);

  rensa_backward_take_grad_input (backward, 0, rensa_broadcast_to (gy, &x.shape, error));
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_sum_class = {
  .name = "sum",
  .group = RENSA_GROUP_MATH,
  .title = N_ ("Sum"),
  .summary = N_ ("The sum over some or all axes"),
  .formula = "y = Σ x",
  .label = "Sum",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_ATTRS (Sum, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  .chainer = "F.sum({x}, axis={axis}, keepdims={keepdims})",
  .torch = "torch.sum({x}, dim={axis}, keepdim={keepdims})",
};

/**
 * rensa_sum:
 * @axis: (nullable): the axes to sum over; NULL for all of them
 * @keepdims: leave them in place with extent 1
 *
 * y = Σ x over the axes, for x of any shape and floating dtype.  RENSA_ERROR_TYPE_CHECK where an axis is out of range
 * or stands twice.
 */
RENSA_API RensaVariable *
rensa_sum (RensaVariable *x, const RensaInts *axis, gboolean keepdims, GError **error)
{
  const Sum self = { .axis = rensa_ints_or_none (axis), .keepdims = keepdims };

  return rensa_apply1 (&rensa_sum_class, &self, x, error);
}
