/* average.c: mean over axes, optionally weighted.
 * SPDX-License-Identifier: MIT */

#include "average.py.inc"
#include "rensa-average-private.h"
#include "rensa-axes-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "rensa-primitives.h"

const RensaAttrSpec rensa_average_attrs[2] = {
  RENSA_ATTR_INTS (RensaAverage, axis, .allow_none = TRUE, .none = TRUE, .title = N_ ("Axes"),
                   .hint = N_ ("Axes to average over; None averages over all axes")),
  RENSA_ATTR_BOOL (RensaAverage, keepdims, .title = N_ ("Keep Axes"),
                   .hint = N_ ("Keeps the reduced axes with length 1")),
};

static const RensaSample samples[] = {
  { "", "[[1, 2], [3, 6]]", "3" },
  { "axis=1, keepdims=True", "[[1, 2], [3, 6]]", "[[1.5], [4.5]]" },
  { "axis=0", "[[1, 2], [3, 6]]; [3, 1]", "[1.5, 3]" },
};

/* Shape of the weights aligned to x: extent 1 on the axes that are not averaged over. */
static RensaShape
get_weights_shape (const RensaShape *x, guint mask)
{
  return rensa_shape_reduce (x, ~mask, TRUE);
}

static gboolean
expect_weights (RensaInference *inference, const RensaType *x, guint mask, GError **error)
{
  const RensaType *weights = rensa_inference_get_input (inference, 1);
  const RensaShape expected = rensa_shape_reduce (&x->shape, ~mask, FALSE);

  if (weights == NULL)
    return TRUE;
  if (!rensa_expect_same_dtype (inference, 0, 1, error))
    return FALSE;
  if (!rensa_shape_equal (&weights->shape, &expected))
    {
      g_autofree char *expect = NULL;
      g_autofree char *expected_text = rensa_shape_to_string (&expected);
      g_autofree char *actual = rensa_shape_to_string (&weights->shape);

      expect = g_strdup_printf ("weights.shape == %s", expected_text);
      return rensa_inference_fail_text (inference, error, expect, "%s != %s", actual, expected_text);
    }

  return TRUE;
}

gboolean
rensa_average_infer (RensaInference *inference, GError **error)
{
  const RensaAverage *self = rensa_inference_get_attrs (inference);
  const RensaType *x = rensa_inference_get_input (inference, 0);
  RensaShape shape;
  guint mask;

  if (!rensa_expect_floating (inference, 0, error) || !rensa_expect_axes (inference, &self->axis, &mask, error)
      || !expect_weights (inference, x, mask, error))
    return FALSE;

  shape = rensa_shape_reduce (&x->shape, mask, self->keepdims);
  rensa_inference_set_output_shape (inference, 0, x->dtype, &shape);
  return TRUE;
}

/* Returns the number of elements per mean. */
static double
get_divisor (const RensaShape *x, guint mask)
{
  const RensaShape averaged = rensa_shape_reduce (x, ~mask, FALSE);

  return (double) rensa_shape_count (&averaged);
}

static RensaArray *
average_plainly (RensaArray *x, guint mask, gboolean keepdims, GError **error)
{
  const double divisor = get_divisor (rensa_array_get_shape (x), mask);
  g_autoptr (RensaArray) sum = rensa_reduce (RENSA_REDUCE_SUM, x, mask, keepdims, error);

  return rensa_map1 (RENSA_KERNEL_OP_DIV_SCALAR, sum, &divisor, error);
}

static RensaArray *
average_weighted (RensaArray *x, RensaArray *weights, guint mask, gboolean keepdims, GError **error)
{
  const RensaShape shape = get_weights_shape (rensa_array_get_shape (x), mask);
  const guint all = (1u << rensa_array_get_ndim (weights)) - 1;
  g_autoptr (RensaArray) aligned = rensa_array_reshape (weights, &shape, error);
  g_autoptr (RensaArray) weighted = rensa_map2 (RENSA_KERNEL_OP_MUL, x, aligned, NULL, error);
  g_autoptr (RensaArray) sum = rensa_reduce (RENSA_REDUCE_SUM, weighted, mask, keepdims, error);
  g_autoptr (RensaArray) total = rensa_reduce (RENSA_REDUCE_SUM, weights, all, FALSE, error);

  return rensa_map2 (RENSA_KERNEL_OP_DIV, sum, total, NULL, error);
}

/* In half precision the sum may overflow even if the mean does not. */
static RensaArray *
widen (RensaArray *array, GError **error)
{
  const RensaDtype dtype = rensa_array_get_dtype (array);

  return rensa_array_cast (array, rensa_dtype_widen (dtype), error);
}

gboolean
rensa_average_forward (RensaCall *call, GError **error)
{
  const RensaAverage *self = rensa_call_get_attrs (call);
  RensaArray *weights = rensa_call_get_input (call, 1);
  const RensaType *y_type = rensa_call_get_output_type (call, 0);
  g_autoptr (RensaArray) wide = widen (rensa_call_get_input (call, 0), error);
  g_autoptr (RensaArray) y = NULL;

  if (wide == NULL)
    return FALSE;

  const guint mask = rensa_axes_to_mask (&self->axis, rensa_array_get_ndim (wide));

  if (weights == NULL)
    y = average_plainly (wide, mask, self->keepdims, error);
  else
    {
      g_autoptr (RensaArray) wide_weights = widen (weights, error);

      rensa_call_retain_input (call, 1);
      if (rensa_call_needs_grad (call, 1))
        {
          rensa_call_retain_input (call, 0);
          rensa_call_retain_output (call, 0);
        }
      y = wide_weights != NULL ? average_weighted (wide, wide_weights, mask, self->keepdims, error) : NULL;
    }

  rensa_call_take_output (call, 0, rensa_array_cast (y, y_type->dtype, error));
  return rensa_call_succeeded (call);
}

/* gw = Σ g (x - y) over the axes that the weights do not have, with g = gy / Σ w. */
static void
take_grad_weights (RensaBackward *backward, RensaVariable *g, const RensaShape *kept, const RensaShape *aligned,
                   GError **error)
{
  const RensaType weights = rensa_backward_get_input_type (backward, 1);
  RensaVariable *x = rensa_backward_get_input (backward, 0);
  g_autoptr (RensaVariable) y = rensa_reshape (rensa_backward_get_output (backward, 0), kept, error);
  g_autoptr (RensaVariable) deviation = rensa_subtract (x, y, error);
  g_autoptr (RensaVariable) scaled = rensa_multiply (deviation, g, error);
  g_autoptr (RensaVariable) summed = rensa_sum_to (scaled, aligned, error);

  rensa_backward_take_grad_input (backward, 1, rensa_reshape (summed, &weights.shape, error));
}

/* gx = w g. */
static void
take_grads_weighted (RensaBackward *backward, RensaVariable *weights, RensaVariable *gy, const RensaShape *kept,
                     const RensaShape *aligned_shape, GError **error)
{
  g_autoptr (RensaVariable) total = rensa_sum (weights, NULL, FALSE, error);
  g_autoptr (RensaVariable) g = rensa_divide (gy, total, error);

  if (rensa_backward_needs_grad (backward, 0))
    {
      g_autoptr (RensaVariable) aligned = rensa_reshape (weights, aligned_shape, error);

      rensa_backward_take_grad_input (backward, 0, rensa_multiply (g, aligned, error));
    }
  if (rensa_backward_needs_grad (backward, 1))
    take_grad_weights (backward, g, kept, aligned_shape, error);
}

gboolean
rensa_average_backward (RensaBackward *backward, GError **error)
{
  const RensaAverage *self = rensa_backward_get_attrs (backward);
  const RensaType x = rensa_backward_get_input_type (backward, 0);
  const guint mask = rensa_axes_to_mask (&self->axis, x.shape.ndim);
  const RensaShape kept = rensa_shape_reduce (&x.shape, mask, TRUE);
  RensaVariable *weights = rensa_backward_get_input (backward, 1);
  g_autoptr (RensaVariable) gy = rensa_reshape (rensa_backward_get_grad_output (backward, 0), &kept, error);

  if (weights != NULL)
    {
      const RensaShape aligned = get_weights_shape (&x.shape, mask);

      take_grads_weighted (backward, weights, gy, &kept, &aligned, error);
    }
  else
    {
      g_autoptr (RensaVariable) g = rensa_divide_scalar (gy, get_divisor (&x.shape, mask), error);

      rensa_backward_take_grad_input (backward, 0, rensa_broadcast_to (g, &x.shape, error));
    }

  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_average_class = {
  .name = "average",
  .group = &rensa_math_group,
  .title = N_ ("Average"),
  .summary = N_ ("Mean over some or all axes, optionally weighted"),
  .words = N_ ("mean;reduce"),
  .formula = "y = Σ w x / Σ w",
  .label = "Average",
  .inputs = RENSA_INPUTS ("x", "weights?"),
  .n_outputs = 1,
  RENSA_ATTRS (RensaAverage, rensa_average_attrs),
  RENSA_SAMPLES (samples),
  .infer = rensa_average_infer,
  .forward = rensa_average_forward,
  .backward = rensa_average_backward,
  RENSA_FORMS ({ "chainer", "F.average({x}, axis={axis}, weights={weights}, keepdims={keepdims})" },
               { "torch", "torch.mean({x}, dim={axis:always}, keepdim={keepdims})" },
               { "torch_more", "average({x}, axis={axis}, weights={weights}, keepdims={keepdims})" },
               { "torch_class", rensa_average_torch_class },
               { "onnx", "a = axes (axis, ndim (x)); "
                         "w = given (weights) ? ndim (weights) == ndim (x) ? weights : Reshape (weights, keep "
                         "(shape (x), a)) : none; "
                         "given (weights) ? ReduceSum (x * w, a, keepdims=keepdims) / ReduceSum (w, a, "
                         "keepdims=keepdims) : count (a) == 0 ? x : ReduceMean (x, axes=a, keepdims=keepdims)" }),
};

/**
 * rensa_average:
 * @weights: (nullable): shape of @x along @axis
 * @axis: (nullable): the axes to average over; NULL for all of them
 * @keepdims: keep these axes with extent 1
 *
 * y = Σ w x / Σ w over the axes, or the plain mean without weights. RENSA_ERROR_TYPE_CHECK if an
 * axis is out of range or the shape of the weights does not match.
 */
RENSA_API RensaVariable *
rensa_average (RensaVariable *x, RensaVariable *weights, const RensaInts *axis, gboolean keepdims, GError **error)
{
  const RensaAverage self = { .axis = rensa_ints_or_none (axis), .keepdims = keepdims };

  return rensa_apply2 (&rensa_average_class, &self, x, weights, error);
}
