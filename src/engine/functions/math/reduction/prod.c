/* prod.c: product over axes.
 * SPDX-License-Identifier: MIT */

#include "prod.py.inc"
#include "rensa-axes-private.h"
#include "rensa-functions.h"
#include "rensa-over-axes-private.h"
#include "rensa-running-private.h"

static const RensaAttrSpec attrs[] = {
  RENSA_OVER_AXES_ROWS (N_ ("Axes to multiply over; None multiplies over all axes")),
};
static const RensaReduction reduction = RENSA_REDUCE_PROD;

static const RensaSample samples[] = {
  { "", "[[1, 2], [3, -4.5]]", "-27" },
  { "axis=0", "[[1, 2, 0], [3, 4.5, 5]]", "[3, 9, 0]" },
  { "axis=(0, 2), keepdims=True", "[[[1, 2], [3, 4]], [[0.5, 5], [2, 0.25]]]", "[[[5], [6]]]" },
};

static gboolean
forward (RensaCall *call, GError **error)
{
  rensa_call_retain_input (call, 0);
  return rensa_over_axes_forward (call, error);
}

/* Permutation that moves the axes to multiply over to the end, where they are merged into one. */
typedef struct
{
  RensaInts order; /* axes of x in permuted order */
  RensaInts back;
  RensaShape moved;
  RensaShape rows;
} Layout;

static Layout
get_layout (const RensaShape *x, guint mask)
{
  Layout layout = { .order = { .n = 0 }, .back = { .n = x->ndim }, .moved = { .ndim = x->ndim } };
  const RensaShape kept = rensa_shape_reduce (x, mask, FALSE);
  const RensaShape gone = rensa_shape_reduce (x, ~mask, FALSE);

  for (int pass = 0; pass < 2; pass++)
    for (int axis = 0; axis < x->ndim; axis++)
      if ((mask >> axis & 1) == (guint) pass)
        {
          layout.moved.dims[layout.order.n] = x->dims[axis];
          layout.back.values[axis] = layout.order.n;
          layout.order.values[layout.order.n++] = axis;
        }

  layout.rows = RENSA_SHAPE (rensa_shape_count (&kept), rensa_shape_count (&gone));
  return layout;
}

/* Returns, for each element, the product of all elements before it along axis 1. */
static RensaVariable *
multiply_before (RensaVariable *rows, GError **error)
{
  g_autoptr (RensaVariable) products = rensa_cumprod (rows, 1, error);

  return rensa_push_along (products, 1, 1, error);
}

/* gx is gy times the product of all elements before and that of all after. There is no division by
 * x, which may be zero. */
static gboolean
backward (RensaBackward *backward, GError **error)
{
  const RensaOverAxes *self = rensa_backward_get_attrs (backward);
  const RensaType x = rensa_backward_get_input_type (backward, 0);
  const Layout layout = get_layout (&x.shape, rensa_axes_to_mask (&self->axis, x.shape.ndim));
  const RensaShape gy_shape = RENSA_SHAPE (layout.rows.dims[0], 1);
  g_autoptr (RensaVariable) gy = rensa_reshape (rensa_backward_get_grad_output (backward, 0), &gy_shape, error);
  g_autoptr (RensaVariable) moved = rensa_transpose (rensa_backward_get_input (backward, 0), &layout.order, error);
  g_autoptr (RensaVariable) rows = rensa_reshape (moved, &layout.rows, error);
  g_autoptr (RensaVariable) before = multiply_before (rows, error);
  g_autoptr (RensaVariable) from_end = rensa_flip (rows, 1, error);
  g_autoptr (RensaVariable) behind = multiply_before (from_end, error);
  g_autoptr (RensaVariable) after = rensa_flip (behind, 1, error);
  g_autoptr (RensaVariable) others = rensa_multiply (before, after, error);
  g_autoptr (RensaVariable) gx_rows = rensa_multiply (others, gy, error);
  g_autoptr (RensaVariable) gx = rensa_reshape (gx_rows, &layout.moved, error);

  rensa_backward_take_grad_input (backward, 0, rensa_transpose (gx, &layout.back, error));
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_prod_class = {
  .name = "prod",
  .group = &rensa_math_group,
  .title = N_ ("Product"),
  .summary = N_ ("The product over some or all axes"),
  .formula = "y = Π x",
  .label = "Prod",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_ATTRS (RensaOverAxes, attrs),
  RENSA_SAMPLES (samples),
  .infer = rensa_over_axes_infer,
  .forward = forward,
  .backward = backward,
  .rule = &reduction,
  RENSA_FORMS ({ "chainer", "F.prod({x}, axis={axis}, keepdims={keepdims})" }, { "torch", "torch.prod({x})" },
               { "torch_more", "prod({x}, {axis:given}, keepdims={keepdims})" }, { "torch_class", torch_class },
               { "onnx", "ReduceProd (x, axes=axes (axis, ndim (x)), keepdims=keepdims)" }),
};

/**
 * rensa_prod:
 * @axis: (nullable): the axes to multiply over; NULL for all of them
 * @keepdims: keep these axes with extent 1
 *
 * y = Π x over the axes, 1 for no elements. The gradient is correct for zero elements.
 * RENSA_ERROR_TYPE_CHECK if an axis is out of range or occurs twice.
 */
RENSA_API RensaVariable *
rensa_prod (RensaVariable *x, const RensaInts *axis, gboolean keepdims, GError **error)
{
  const RensaOverAxes self = { .axis = rensa_ints_or_none (axis), .keepdims = keepdims };

  return rensa_apply1 (&rensa_prod_class, &self, x, error);
}
