/* logsumexp.c: logarithm of a sum of exponentials.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-axes-private.h"
#include "rensa-elementwise-private.h"
#include "rensa-extremum-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "rensa-mean-private.h"

typedef struct
{
  RensaInts axis;
} LogSumExp;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INTS (LogSumExp, axis, .allow_none = TRUE, .none = TRUE, .title = N_ ("Axes"),
                   .hint = N_ ("Axes to sum over; None sums over all axes")),
};

/* Computed with 40 digits. */
static const RensaSample samples[] = {
  { "", "[[0, 0], [0, 0]]", "1.3862943611198906" },
  { "axis=1", "[[1, 2, 3], [-1, 0, 0.5]]", "[3.4076059644443804, 1.1041306053367283]" },
  { "axis=(0,)", "[[1000, -1000], [1000, -1001]]", "[1000.6931471805599, -999.68673831248178]" },
};

/* kernel helpers */
/* Value subtracted before the exponential, so that it cannot overflow; subtracting infinity would
 * give NaN. */
KERNEL real
logsumexp_offset (real largest)
{
  return k_isfinite (largest) ? largest : 0;
}
/* end kernel */

/* kernel: logsumexp_term (x, largest) -> y */
KERNEL real
logsumexp_term (real x, real largest)
{
  return k_exp (x - logsumexp_offset (largest));
}
/* end kernel */

/* kernel: logsumexp_total (sum, largest) -> y */
KERNEL real
logsumexp_total (real sum, real largest)
{
  return k_log (sum) + logsumexp_offset (largest);
}
/* end kernel */

/* kernel: logsumexp_grad (x, y, gy) -> gx */
KERNEL real
logsumexp_grad (real x, real y, real gy)
{
  return gy * k_exp (x - y);
}
/* end kernel */

static gboolean
infer (RensaInference *inference, GError **error)
{
  const LogSumExp *self = rensa_inference_get_attrs (inference);
  const RensaType *x = rensa_inference_get_input (inference, 0);
  RensaShape shape;
  guint mask;

  if (!rensa_expect_floating (inference, 0, error) || !rensa_expect_axes (inference, &self->axis, &mask, error))
    return FALSE;

  shape = rensa_shape_reduce (&x->shape, mask, FALSE);
  if (!rensa_expect_choice (inference, &shape, error))
    return FALSE;

  rensa_inference_set_output_shape (inference, 0, x->dtype, &shape);
  return TRUE;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const LogSumExp *self = rensa_call_get_attrs (call);
  const RensaType *y_type = rensa_call_get_output_type (call, 0);
  g_autoptr (RensaArray) x = rensa_array_widen (rensa_call_get_input (call, 0), error);

  if (x == NULL)
    return FALSE;

  const guint mask = rensa_axes_to_mask (&self->axis, rensa_array_get_ndim (x));
  g_autoptr (RensaArray) largest = rensa_reduce (RENSA_REDUCE_MAX, x, mask, TRUE, error);
  g_autoptr (RensaArray) terms = rensa_map2 (RENSA_KERNEL_LOGSUMEXP_TERM, x, largest, NULL, error);
  g_autoptr (RensaArray) sum = rensa_reduce (RENSA_REDUCE_SUM, terms, mask, TRUE, error);
  g_autoptr (RensaArray) total = rensa_map2 (RENSA_KERNEL_LOGSUMEXP_TOTAL, sum, largest, NULL, error);
  g_autoptr (RensaArray) y = rensa_array_reshape (total, &y_type->shape, error);

  rensa_call_retain_input (call, 0);
  rensa_call_retain_output (call, 0);
  rensa_call_take_output (call, 0, rensa_array_cast (y, y_type->dtype, error));
  return rensa_call_succeeded (call);
}

/* gx = gy exp (x - y) */
static RensaVariable *
new_grad (RensaVariable *x, RensaVariable *y, RensaVariable *gy, GError **error)
{
  g_autoptr (RensaVariable) difference = rensa_subtract (x, y, error);
  g_autoptr (RensaVariable) share = rensa_exp (difference, error);

  return rensa_multiply (gy, share, error);
}

/* A large y has too few digits in half precision for a difference, so it is recomputed. */
static RensaVariable *
new_half_grad (RensaVariable *x, const RensaInts *axis, RensaVariable *gy, GError **error)
{
  const RensaShape kept = rensa_variable_get_type (gy).shape;
  g_autoptr (RensaVariable) wide_x = rensa_cast (x, RENSA_FLOAT32, error);
  g_autoptr (RensaVariable) wide_gy = rensa_cast (gy, RENSA_FLOAT32, error);
  g_autoptr (RensaVariable) wide_y = rensa_logsumexp (wide_x, axis, error);
  g_autoptr (RensaVariable) y = rensa_reshape (wide_y, &kept, error);
  g_autoptr (RensaVariable) gx = new_grad (wide_x, y, wide_gy, error);

  return rensa_cast (gx, rensa_variable_get_type (x).dtype, error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const LogSumExp *self = rensa_backward_get_attrs (backward);
  RensaVariable *x = rensa_backward_get_input (backward, 0);
  const RensaType type = rensa_backward_get_input_type (backward, 0);
  const RensaShape kept = rensa_shape_reduce (&type.shape, rensa_axes_to_mask (&self->axis, type.shape.ndim), TRUE);
  g_autoptr (RensaVariable) y = rensa_reshape (rensa_backward_get_output (backward, 0), &kept, error);
  g_autoptr (RensaVariable) gy = rensa_reshape (rensa_backward_get_grad_output (backward, 0), &kept, error);

  if (y == NULL || gy == NULL)
    return FALSE;

  if (rensa_dtype_is_half (type.dtype))
    rensa_backward_take_grad_input (backward, 0, new_half_grad (x, &self->axis, gy, error));
  else if (rensa_backward_is_recorded (backward))
    rensa_backward_take_grad_input (backward, 0, new_grad (x, y, gy, error));
  else
    return rensa_backward_take_map (backward, 0, RENSA_KERNEL_LOGSUMEXP_GRAD, NULL, (RensaVariable *[]){ x, y, gy },
                                    error);

  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_logsumexp_class = {
  .name = "logsumexp",
  .group = &rensa_math_group,
  .title = N_ ("Log-Sum-Exp"),
  .summary = N_ ("Logarithm of the sum of exponentials over some or all axes"),
  .formula = "y = ln Σ exp x",
  .label = "LogSumExp",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_ATTRS (LogSumExp, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.logsumexp({x}, axis={axis})" }, { "torch", "torch.logsumexp({x}, dim={axis:given})" },
               { "torch_more", "torch.logsumexp({x}, dim=tuple(range({x}.ndim)))" },
               { "onnx", "ReduceLogSumExp (x, axes=axes (axis, ndim (x)), keepdims=0)" }),
};

/**
 * rensa_logsumexp:
 * @axis: (nullable): the axes to sum over; NULL for all of them
 *
 * y = ln Σ exp (x) over the axes, without overflow; -∞ if all elements are. RENSA_ERROR_TYPE_CHECK
 * if an axis is out of range or there are no elements.
 */
RENSA_API RensaVariable *
rensa_logsumexp (RensaVariable *x, const RensaInts *axis, GError **error)
{
  const LogSumExp self = { .axis = rensa_ints_or_none (axis) };

  return rensa_apply1 (&rensa_logsumexp_class, &self, x, error);
}
