/* huber_loss.c: quadratic for small errors, linear for large ones.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-difference-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"

typedef struct
{
  double delta;
  int reduce;
} HuberLoss;

enum
{
  REDUCE_SUM_ALONG_SECOND_AXIS,
  REDUCE_NO,
};

static const char *const reductions[] = { "sum_along_second_axis", "no", NULL };

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_FLOAT (HuberLoss, delta, .required = TRUE, .min = 0, .max = 1e12, .title = N_ ("Threshold"),
                    .hint = N_ ("Error above which the loss is linear")),
  RENSA_ATTR_CHOICE (HuberLoss, reduce, .initial = REDUCE_SUM_ALONG_SECOND_AXIS, .choices = reductions,
                     .title = N_ ("Reduction"), .hint = N_ ("Sums along axis 1, or loss of each element")),
};

static const RensaSample samples[] = {
  { "delta=1", "[[0, 0.5, 3], [-2, 1, 0]]; [[0, 0, 0], [0, 0, 0.25]]", "[2.625, 2.03125]" },
  { "delta=0.5, reduce='no'", "[0.25, 2]; [0.5, -1]", "[0.03125, 1.375]" },
};

/* kernel: huber_term (x, t; share, delta) -> y */
KERNEL real
huber_term (real x, real t, real share, real delta)
{
  const real d = k_abs (x - t);

  return share * (d > delta ? delta * (d - (real) 0.5 * delta) : (real) 0.5 * d * d);
}
/* end kernel */

/* kernel: huber_term_grad (x, t, gy; share, delta) -> gx */
KERNEL real
huber_term_grad (real x, real t, real gy, real share, real delta)
{
  return share * gy * k_max (-delta, k_min (delta, x - t));
}
/* end kernel */

/* kernel: huber_slope (difference; delta) -> (rising, level) */
KERNEL void
huber_slope (real difference, real delta, real *rising, real *level)
{
  const real limited = k_max (-delta, k_min (delta, difference));

  /* NaN counts as rising, so that it propagates. */
  *rising = limited != difference && difference == difference ? 0 : 1;
  *level = limited != difference && difference == difference ? limited : 0;
}
/* end kernel */

/* Expresses clip (difference, -delta, delta) as rising difference + level, which is quick to
 * differentiate. */
static RensaVariable *
get_slope (RensaVariable *difference, const double *params, GError **error)
{
  RensaArray *parts[2] = { NULL, NULL };
  RensaArray *inputs[] = { rensa_variable_get_array (difference) };

  if (!rensa_map (RENSA_KERNEL_HUBER_SLOPE, inputs, parts, &params[1], error))
    return NULL;

  g_autoptr (RensaArray) rising_array = parts[0];
  g_autoptr (RensaArray) level_array = parts[1];
  g_autoptr (RensaVariable) rising = rensa_variable_new_constant (rising_array);
  g_autoptr (RensaVariable) level = rensa_variable_new_constant (level_array);
  g_autoptr (RensaVariable) product = rensa_multiply (rising, difference, error);

  return rensa_add (product, level, error);
}

static RensaDifference
get_difference (const HuberLoss *self)
{
  return (RensaDifference){ .term = RENSA_KERNEL_HUBER_TERM,
                            .term_grad = RENSA_KERNEL_HUBER_TERM_GRAD,
                            .slope = get_slope,
                            .total = { .mask = self->reduce == REDUCE_NO ? 0 : 1u << 1, .share = 1 },
                            .params = { 1, self->delta } };
}

static gboolean
infer (RensaInference *inference, GError **error)
{
  const HuberLoss *self = rensa_inference_get_attrs (inference);
  const RensaDifference huber = get_difference (self);
  const RensaType *x = rensa_inference_get_input (inference, 0);

  if (!rensa_difference_expect (inference, error))
    return FALSE;
  if (self->reduce != REDUCE_NO && !RENSA_EXPECT (inference, x->shape.ndim, >=, 2, error))
    return FALSE;

  rensa_total_infer (&huber.total, inference, x->dtype, &x->shape);
  return TRUE;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const RensaDifference huber = get_difference (rensa_call_get_attrs (call));

  return rensa_difference_forward (&huber, call, error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const RensaDifference huber = get_difference (rensa_backward_get_attrs (backward));

  return rensa_difference_backward (&huber, backward, error);
}

const RensaFunctionClass rensa_huber_loss_class = {
  .name = "huber_loss",
  .group = &rensa_loss_group,
  .title = N_ ("Huber Loss"),
  .summary = N_ ("Quadratic for small errors and linear for large ones, so that outliers count less"),
  .formula = "L = Σ d²/2 where |d| ≤ δ, else δ(|d| - δ/2), d = x - t",
  .reference = "Huber, \"Robust Estimation of a Location Parameter\", Annals of Mathematical Statistics 35, 1964",
  .label = "HuberLoss",
  .inputs = RENSA_INPUTS ("x", "t"),
  .n_outputs = 1,
  RENSA_ATTRS (HuberLoss, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.huber_loss({x}, {t}, {delta}, reduce={reduce})" },
               { "torch", "F.huber_loss({x}, {t}, delta={delta:always}, reduction='none').sum(1)" },
               { "torch_more", "F.huber_loss({x}, {t}, delta={delta:always}, reduction={reduce:reduction})" },
               { "onnx", "a = Abs (x - t); d = Min (a, delta); l = d * (a - d * 0.5); "
                         "reduce == 'no' ? l : ReduceSum (l, [1], keepdims=0)" }),
};

/**
 * rensa_huber_loss:
 * @delta: at least 0; error above which the loss is linear
 *
 * d²/2 where |d| ≤ δ, else δ (|d| - δ/2), with d = x - t, summed along axis 1: x and t of shape (N,
 * D, …) give (N, …). The gradient is d, clipped to -δ … δ. RENSA_ERROR_TYPE_CHECK if shapes or
 * dtypes differ or there is no axis 1.
 *
 * Huber, "Robust Estimation of a Location Parameter", Annals of Mathematical Statistics 35, 1964.
 */
RENSA_API RensaVariable *
rensa_huber_loss (RensaVariable *x, RensaVariable *t, double delta, GError **error)
{
  const HuberLoss self = { .delta = delta, .reduce = REDUCE_SUM_ALONG_SECOND_AXIS };

  return rensa_apply2 (&rensa_huber_loss_class, &self, x, t, error);
}
