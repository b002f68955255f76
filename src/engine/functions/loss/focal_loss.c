/* focal_loss.c: binary focal loss, which down-weights easy examples.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "focal_loss.py.inc"
#include "k.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "rensa-mean-private.h"
#include "rensa-total-private.h"

typedef struct
{
  double gamma;
  double alpha;
  int reduce;
} FocalLoss;

enum
{
  X,
  T,
};

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_FLOAT (FocalLoss, gamma, .initial = 2, .min = 0, .max = 100, .title = N_ ("Focus"),
                    .hint = N_ ("Larger values reduce the weight of easy examples; 0 is plain cross entropy")),
  RENSA_ATTR_FLOAT (FocalLoss, alpha, .initial = 0.25, .min = 0, .max = 1, .allow_none = TRUE, .title = N_ ("Balance"),
                    .hint = N_ ("Weight of label 1; label 0 gets 1 minus this weight. None uses 1 for both")),
  RENSA_ATTR_CHOICE (FocalLoss, reduce, .initial = RENSA_TOTAL_MEAN, .choices = rensa_total_sum_mean_no,
                     .title = N_ ("Reduction"), .hint = N_ ("Sum, mean, or loss of each element")),
};

/* Computed independently with 30 digits. */
static const RensaSample samples[] = {
  { "", "[0, 2, -1, 0.5]; [1, 0, 1, -1]", "0.485449136401299827" },
  { "gamma=1, alpha=None, reduce='sum'", "[[0, 2], [-1, 0.5]]; [[1, 0], [1, -1]]", "3.18003679012224572" },
  { "reduce='no'", "[0, 2, -1, 0.5]; [1, 0, 1, -1]",
    "[0.0433216987849965818, 1.23755863456605665, 0.175467075852846244, 0]" },
};

/* kernel: focal_counts (t) -> y */
KERNEL real
focal_counts (real t)
{
  return t != -1 ? 1 : 0;
}
/* end kernel */

/* kernel: focal_parts (t, divisor; right, wrong) -> (sign, weight) */
KERNEL void
focal_parts (real t, real divisor, real right, real wrong, real *sign, real *weight)
{
  *sign = t == 1 ? 1 : -1;
  *weight = t == -1 ? 0 : (t == 1 ? right : wrong) / k_max (divisor, 1);
}
/* end kernel */

/* kernel: focal_term (x, sign, weight; gamma) -> loss */
KERNEL real
focal_term (real x, real sign, real weight, real gamma)
{
  /* p, the probability of the correct answer, is sigmoid (z). */
  const real z = sign * x;
  const real rest = k_log1p (k_exp (-k_abs (z)));
  const real minus_ln_q = k_max (z, 0) + rest;
  const real minus_ln_p = k_max (-z, 0) + rest;

  return weight == 0 ? 0 : weight * k_exp (-gamma * minus_ln_q) * minus_ln_p;
}
/* end kernel */

/* kernel: focal_grad (x, sign, weight, gy; gamma) -> gx */
KERNEL real
focal_grad (real x, real sign, real weight, real gy, real gamma)
{
  const real z = sign * x;
  const real e = k_exp (-k_abs (z));
  const real q = (z > 0 ? e : 1) / (1 + e);
  const real ln_q = -(k_max (z, 0) + k_log1p (e));
  const real ln_p = -(k_max (-z, 0) + k_log1p (e));

  /* Derivative of -(1 - p)^γ ln p by z, with q = 1 - p. */
  return weight == 0 ? 0 : sign * weight * gy * k_exp (gamma * ln_q) * (gamma * (1 - q) * ln_p - q);
}
/* end kernel */

static gboolean
infer (RensaInference *inference, GError **error)
{
  const FocalLoss *self = rensa_inference_get_attrs (inference);
  const RensaType *x = rensa_inference_get_input (inference, X);
  const RensaTotal total = rensa_total_choose (self->reduce, &x->shape);

  if (!rensa_expect_floating (inference, X, error) || !rensa_expect_integer (inference, T, error)
      || !rensa_expect_same_shape (inference, X, T, error))
    return FALSE;

  rensa_total_infer (&total, inference, x->dtype, &x->shape);
  return TRUE;
}

/* Returns the number of labels that are not ignored, if the mean is requested; in the dtype of the
 * computation. */
static RensaArray *
new_divisor (const FocalLoss *self, RensaArray *t, RensaDtype dtype, GError **error)
{
  g_autoptr (RensaArray) counts = NULL;
  g_autoptr (RensaArray) total = NULL;

  if (self->reduce != RENSA_TOTAL_MEAN)
    return rensa_array_new_scalar (dtype, 1, error);

  counts = rensa_map1 (RENSA_KERNEL_FOCAL_COUNTS, t, NULL, error);
  total = rensa_sum_all (counts, error);
  return total != NULL ? rensa_array_cast (total, dtype, error) : NULL;
}

/* NaN means None. */
static gboolean
find_parts (const FocalLoss *self, RensaArray *t, RensaArray *divisor, RensaArray *parts[2], GError **error)
{
  const double weights[] = { isnan (self->alpha) ? 1 : self->alpha, isnan (self->alpha) ? 1 : 1 - self->alpha };

  return rensa_map (RENSA_KERNEL_FOCAL_PARTS, (RensaArray *[]){ t, divisor }, parts, weights, error);
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const FocalLoss *self = rensa_call_get_attrs (call);
  RensaArray *x = rensa_call_get_input (call, X);
  RensaArray *t = rensa_call_get_input (call, T);
  const RensaTotal total = { .mask = rensa_total_choose (self->reduce, rensa_array_get_shape (x)).mask, .share = 1 };
  const RensaDtype dtype = rensa_dtype_promote (RENSA_FLOAT32, rensa_array_get_dtype (x));
  g_autoptr (RensaArray) divisor = new_divisor (self, t, dtype, error);
  g_autoptr (RensaArray) wide = rensa_array_cast (x, dtype, error);
  RensaArray *parts[2] = { NULL, NULL };
  g_autoptr (RensaArray) sign = NULL;
  g_autoptr (RensaArray) weight = NULL;
  g_autoptr (RensaArray) terms = NULL;

  if (!find_parts (self, t, divisor, parts, error))
    return FALSE;

  sign = parts[0];
  weight = parts[1];
  terms = rensa_map3 (RENSA_KERNEL_FOCAL_TERM, wide, sign, weight, &self->gamma, error);
  rensa_call_retain_input (call, X);
  rensa_call_retain_input (call, T);
  rensa_call_keep (call, 0, g_steal_pointer (&divisor));
  rensa_call_take_output (call, 0, rensa_total_reduce (&total, terms, rensa_array_get_dtype (x), error));
  return rensa_call_succeeded (call);
}

/* Derivative of q^γ softplus (-z) by x, times weight, with q = exp (-softplus (z)) = 1 - sigmoid
 * (z) and z = sign x. */
static RensaVariable *
get_slope (RensaVariable *x, RensaVariable *sign, RensaVariable *weight, double gamma, GError **error)
{
  g_autoptr (RensaVariable) z = rensa_multiply (x, sign, error);
  g_autoptr (RensaVariable) minus_z = rensa_negate (z, error);
  g_autoptr (RensaVariable) minus_ln_q = rensa_softplus (z, 1, error);
  g_autoptr (RensaVariable) minus_ln_p = rensa_softplus (minus_z, 1, error);
  g_autoptr (RensaVariable) exponent = rensa_multiply_scalar (minus_ln_q, -gamma, error);
  g_autoptr (RensaVariable) focus = rensa_exp (exponent, error);
  g_autoptr (RensaVariable) p = rensa_sigmoid (z, error);
  g_autoptr (RensaVariable) q = rensa_sigmoid (minus_z, error);
  g_autoptr (RensaVariable) product = rensa_multiply (p, minus_ln_p, error);
  g_autoptr (RensaVariable) scaled = rensa_multiply_scalar (product, gamma, error);
  g_autoptr (RensaVariable) sum = rensa_add (scaled, q, error);
  g_autoptr (RensaVariable) minus_slope = rensa_multiply (focus, sum, error);
  g_autoptr (RensaVariable) slope = rensa_negate (minus_slope, error);
  g_autoptr (RensaVariable) signed_slope = rensa_multiply (slope, sign, error);

  return rensa_multiply (signed_slope, weight, error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const FocalLoss *self = rensa_backward_get_attrs (backward);
  const RensaDtype dtype = rensa_backward_get_input_type (backward, X).dtype;
  RensaVariable *x = rensa_backward_get_input (backward, X);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);
  RensaArray *t = rensa_variable_get_array (rensa_backward_get_input (backward, T));
  RensaArray *parts[2] = { NULL, NULL };
  g_autoptr (RensaArray) wide_sign = NULL;
  g_autoptr (RensaArray) wide_weight = NULL;
  g_autoptr (RensaArray) gx = NULL;

  if (!find_parts (self, t, rensa_backward_get_kept (backward, 0), parts, error))
    return FALSE;

  wide_sign = parts[0];
  wide_weight = parts[1];
  if (rensa_backward_is_recorded (backward))
    {
      g_autoptr (RensaArray) narrow_sign = rensa_array_cast (wide_sign, dtype, error);
      g_autoptr (RensaArray) narrow_weight = rensa_array_cast (wide_weight, dtype, error);
      g_autoptr (RensaVariable) sign = rensa_variable_new_constant (narrow_sign);
      g_autoptr (RensaVariable) weight = rensa_variable_new_constant (narrow_weight);
      g_autoptr (RensaVariable) slope = get_slope (x, sign, weight, self->gamma, error);

      rensa_backward_take_grad_input (backward, X, rensa_multiply (slope, gy, error));
      return rensa_backward_succeeded (backward);
    }

  if (!rensa_map (
          RENSA_KERNEL_FOCAL_GRAD,
          (RensaArray *[]){ rensa_variable_get_array (x), wide_sign, wide_weight, rensa_variable_get_array (gy) }, &gx,
          &self->gamma, error))
    return FALSE;
  rensa_backward_take_grad_array (backward, X, rensa_array_cast (gx, dtype, error));
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_focal_loss_class = {
  .name = "focal_loss",
  .group = &rensa_loss_group,
  .title = N_ ("Focal Loss"),
  .summary = N_ ("Binary cross entropy that gives easy examples a small weight"),
  .formula = "L = -Σ αₜ (1 - pₜ)^γ ln pₜ / n",
  .reference = "Lin et al., \"Focal Loss for Dense Object Detection\", ICCV 2017",
  .label = "FocalLoss",
  .prediction = RENSA_PREDICTION_SIGMOID,
  .inputs = RENSA_INPUTS ("x", "t:int"),
  .n_outputs = 1,
  RENSA_ATTRS (FocalLoss, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "torch", "focal_loss({x}, {t}, gamma={gamma}, alpha={alpha}, reduce={reduce:always})" },
               { "torch_class", torch_class },
               { "onnx", "p = Cast (t == 1, to=dtype (x)); m = Cast (t != -1, to=dtype (x)); "
                         "w = given (alpha) ? m * (p * (2 * alpha - 1) + (1 - alpha)) : m; z = (p * 2 - 1) * x; "
                         "l = w * Exp (Softplus (z) * -gamma) * Softplus (-z); "
                         "reduce == 'no' ? l : reduce == 'sum' ? ReduceSum (l, keepdims=0) : ReduceSum (l, "
                         "keepdims=0) / Max (ReduceSum (m, keepdims=0), 1)" }),
};

/**
 * rensa_focal_loss:
 * @x: scores before the sigmoid, of any shape
 * @t: integers of the same shape: 1 for yes, 0 for no, -1 to ignore the element
 * @gamma: at least 0; larger values reduce the weight of easy examples
 * @alpha: weight of label 1, from 0 to 1; label 0 has weight 1 - alpha; NaN for 1 of both
 *
 * L = -Σ α_t (1 - p_t)^γ ln p_t / n over the n labels that are not ignored, where p_t is the
 * probability of the correct answer by sigmoid (x); a scalar, 0 if all labels are ignored.
 * RENSA_ERROR_TYPE_CHECK if shapes or dtypes do not fit. Not in Chainer.
 *
 * Lin et al., "Focal Loss for Dense Object Detection", ICCV 2017.
 */
RENSA_API RensaVariable *
rensa_focal_loss (RensaVariable *x, RensaVariable *t, double gamma, double alpha, GError **error)
{
  const FocalLoss self = { .gamma = gamma, .alpha = alpha, .reduce = RENSA_TOTAL_MEAN };

  return rensa_apply2 (&rensa_focal_loss_class, &self, x, t, error);
}
