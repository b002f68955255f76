/* max.c: the largest element over axes; all that the project knows about it.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-axes-private.h"
#include "rensa-elementwise-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"

typedef struct
{
  RensaInts axis;
  gboolean keepdims;
} Max;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INTS (Max, axis, .allow_none = TRUE, .none = TRUE, .title = N_ ("Axes"),
                   .hint = N_ ("The axes to search; None stands for all of them")),
  RENSA_ATTR_BOOL (Max, keepdims, .title = N_ ("Keep Axes"), .hint = N_ ("Leaves the axes in place with extent 1")),
};

static const RensaSample samples[] = {
  { "", "[[1, -2], [7, 4.5]]", "7" },
  { "axis=0", "[[1, -2], [7, 4.5]]", "[7, 4.5]" },
  { "axis=1, keepdims=True", "[[1, -2], [7, 4.5]]", "[[1], [7]]" },
};

/* kernel: max_grad (x, y, gy) -> gx */
KERNEL real
max_grad (real x, real y, real gy)
{
  return x == y ? gy : 0;
}
/* end kernel */

static gboolean
infer (RensaInference *inference, GError **error)
{
  const Max *self = rensa_inference_get_attrs (inference);
  const RensaType *x = rensa_inference_get_input (inference, 0);
  RensaShape shape;
  guint mask;

  if (!rensa_expect_floating (inference, 0, error) || !rensa_expect_axes (inference, &self->axis, &mask, error))
    return FALSE;

  shape = rensa_shape_reduce (&x->shape, mask, self->keepdims);
  if (rensa_shape_count (&x->shape) == 0 && rensa_shape_count (&shape) != 0)
    {
      g_autofree char *text = rensa_shape_to_string (&x->shape);

      return rensa_inference_fail_text (inference, error, "at least one element to choose from", "x.shape == %s", text);
    }

  rensa_inference_set_output_shape (inference, 0, x->dtype, &shape);
  return TRUE;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const Max *self = rensa_call_get_attrs (call);
  RensaArray *x = rensa_call_get_input (call, 0);
  const guint mask = rensa_axes_to_mask (&self->axis, rensa_array_get_ndim (x));

  rensa_call_retain_input (call, 0);
  rensa_call_retain_output (call, 0);
  rensa_call_take_output (call, 0, rensa_reduce (RENSA_REDUCE_MAX, x, mask, self->keepdims, error));
  return rensa_call_succeeded (call);
}

/* Every element that equals the largest receives the whole gradient. */
static gboolean
backward (RensaBackward *backward, GError **error)
{
  const Max *self = rensa_backward_get_attrs (backward);
  RensaArray *x = rensa_variable_get_array (rensa_backward_get_input (backward, 0));
  const RensaShape *shape = rensa_array_get_shape (x);
  const RensaShape kept = rensa_shape_reduce (shape, rensa_axes_to_mask (&self->axis, shape->ndim), TRUE);
  g_autoptr (RensaVariable) gy = rensa_reshape (rensa_backward_get_grad_output (backward, 0), &kept, error);
  g_autoptr (RensaArray) y =
      rensa_array_reshape (rensa_variable_get_array (rensa_backward_get_output (backward, 0)), &kept, error);

  if (gy == NULL || y == NULL)
    return FALSE;

  return rensa_backward_piecewise (backward, RENSA_KERNEL_MAX_GRAD, NULL, (RensaArray *[]){ x, y }, gy, error);
}

const RensaFunctionClass rensa_max_class = {
  .name = "max",
  .group = RENSA_GROUP_MATH,
  .title = N_ ("Maximum over Axes"),
  .summary = N_ ("The largest element over some or all axes"),
  .formula = "y = max x",
  .label = "Max",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_ATTRS (Max, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  .chainer = "F.max({x}, axis={axis}, keepdims={keepdims})",
  .torch = "torch.amax({x}, dim={axis}, keepdim={keepdims})",
  .onnx = "ReduceMax",
};

/**
 * rensa_max:
 * @axis: (nullable): the axes to search; NULL for all of them
 * @keepdims: leave them in place with extent 1
 *
 * The largest element over the axes, NaN where there is one; each of several equal ones receives the whole gradient.
 * RENSA_ERROR_TYPE_CHECK where an axis is out of range or there is no element to choose from.
 */
RENSA_API RensaVariable *
rensa_max (RensaVariable *x, const RensaInts *axis, gboolean keepdims, GError **error)
{
  const Max self = { .axis = rensa_ints_or_none (axis), .keepdims = keepdims };

  return rensa_apply1 (&rensa_max_class, &self, x, error);
}
