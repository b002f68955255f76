/* sigmoid_cross_entropy.c: binary cross entropy of logits.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-function.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "rensa-mean-private.h"
#include "sigmoid_cross_entropy.py.inc"

typedef struct
{
  gboolean normalize;
  int reduce;
} SigmoidCrossEntropy;

enum
{
  REDUCE_MEAN,
  REDUCE_NO,
};

static const char *const reductions[] = { "mean", "no", NULL };

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_BOOL (SigmoidCrossEntropy, normalize, .initial = TRUE, .title = N_ ("Normalize"),
                   .hint = N_ ("Divides by the number of labels that are not ignored instead of the batch size")),
  RENSA_ATTR_CHOICE (SigmoidCrossEntropy, reduce, .initial = REDUCE_MEAN, .choices = reductions,
                     .title = N_ ("Reduction"), .hint = N_ ("Mean, or loss of each element")),
};

/* Computed independently with 30 digits. */
static const RensaSample samples[] = {
  { "", "[0, 2, -2]; [1, 1, 0]", "0.315667734215296767" },
  { "normalize=false", "[[0, 2]]; [[1, -1]]", "0.693147180559945309" },
  { "reduce='no'", "[0, 2, -50]; [1, 0, -1]", "[0.693147180559945309, 2.12692801104297249, 0]" },
};

/* kernel: sigmoid_cross_entropy (x, t) -> (loss, valid) */
KERNEL void
sigmoid_cross_entropy (real x, real t, real *loss, real *valid)
{
  /* Computes ln (1 + e^x) - t x without overflow of exp (). */
  const real y = k_max (x, 0) + k_log1p (k_exp (-k_abs (x))) - t * x;

  *loss = t == -1 ? 0 : y;
  *valid = t != -1;
}
/* end kernel */

/* kernel: sigmoid_cross_entropy_grad (x, t, gy, divisor) -> gx */
KERNEL real
sigmoid_cross_entropy_grad (real x, real t, real gy, real divisor)
{
  const real y = 1 / (1 + k_exp (-x));

  return t == -1 ? 0 : (y - t) * gy / k_max (divisor, 1);
}
/* end kernel */

/* kernel: sigmoid_cross_entropy_weight (t, divisor) -> weight */
KERNEL real
sigmoid_cross_entropy_weight (real t, real divisor)
{
  return t == -1 ? 0 : 1 / k_max (divisor, 1);
}
/* end kernel */

static gboolean
infer (RensaInference *inference, GError **error)
{
  const SigmoidCrossEntropy *self = rensa_inference_get_attrs (inference);
  const RensaType *x = rensa_inference_get_input (inference, 0);

  if (!rensa_expect_floating (inference, 0, error) || !rensa_expect_integer (inference, 1, error)
      || !rensa_expect_same_shape (inference, 0, 1, error))
    return FALSE;

  rensa_inference_set_output_shape (inference, 0, x->dtype,
                                    self->reduce == REDUCE_NO ? &x->shape : &RENSA_SHAPE_SCALAR);
  return TRUE;
}

/* Returns the divisor of the sum of the losses. */
static RensaArray *
new_divisor (const SigmoidCrossEntropy *self, RensaArray *valid, GError **error)
{
  const RensaDtype dtype = rensa_array_get_dtype (valid);

  if (self->reduce == REDUCE_NO)
    return rensa_array_new_scalar (dtype, 1, error);
  if (self->normalize)
    return rensa_sum_all (valid, error);
  return rensa_array_new_scalar (dtype, rensa_array_get_ndim (valid) > 0 ? (double) rensa_array_get_dim (valid, 0) : 1,
                                 error);
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const SigmoidCrossEntropy *self = rensa_call_get_attrs (call);
  RensaArray *x = rensa_call_get_input (call, 0);
  const RensaDtype dtype = rensa_array_get_dtype (x);
  g_autoptr (RensaArray) wide = rensa_array_widen (x, error);
  RensaArray *results[2] = { NULL, NULL };
  g_autoptr (RensaArray) loss = NULL;
  g_autoptr (RensaArray) valid = NULL;
  g_autoptr (RensaArray) divisor = NULL;

  if (!rensa_map (RENSA_KERNEL_SIGMOID_CROSS_ENTROPY, (RensaArray *[]){ wide, rensa_call_get_input (call, 1) }, results,
                  NULL, error))
    return FALSE;

  loss = results[0];
  valid = results[1];
  divisor = new_divisor (self, valid, error);
  if (divisor == NULL)
    return FALSE;

  rensa_call_retain_input (call, 0);
  rensa_call_retain_input (call, 1);
  rensa_call_take_output (call, 0,
                          self->reduce == REDUCE_NO ? rensa_array_cast (loss, dtype, error)
                                                    : rensa_sum_over (loss, divisor, dtype, error));
  rensa_call_keep (call, 0, g_steal_pointer (&divisor));
  return rensa_call_succeeded (call);
}

/* gx = (sigmoid (x) - t) weight gy */
static gboolean
backward_variables (RensaBackward *backward, GError **error)
{
  RensaVariable *x = rensa_backward_get_input (backward, 0);
  RensaArray *t = rensa_variable_get_array (rensa_backward_get_input (backward, 1));
  const RensaDtype dtype = rensa_backward_get_input_type (backward, 0).dtype;
  g_autoptr (RensaArray) target = rensa_array_cast (t, dtype, error);
  g_autoptr (RensaArray) wide_weight =
      rensa_map2 (RENSA_KERNEL_SIGMOID_CROSS_ENTROPY_WEIGHT, t, rensa_backward_get_kept (backward, 0), NULL, error);
  g_autoptr (RensaArray) weight = wide_weight != NULL ? rensa_array_cast (wide_weight, dtype, error) : NULL;
  g_autoptr (RensaVariable) target_variable = rensa_variable_new_constant (target);
  g_autoptr (RensaVariable) weight_variable = rensa_variable_new_constant (weight);
  g_autoptr (RensaVariable) y = rensa_sigmoid (x, error);
  g_autoptr (RensaVariable) difference = rensa_subtract (y, target_variable, error);
  g_autoptr (RensaVariable) slope = rensa_multiply (difference, weight_variable, error);

  rensa_backward_take_grad_input (backward, 0,
                                  rensa_multiply (slope, rensa_backward_get_grad_output (backward, 0), error));
  return rensa_backward_succeeded (backward);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  RensaArray *inputs[4];
  g_autoptr (RensaArray) gx = NULL;

  if (rensa_backward_is_recorded (backward))
    return backward_variables (backward, error);

  inputs[0] = rensa_variable_get_array (rensa_backward_get_input (backward, 0));
  inputs[1] = rensa_variable_get_array (rensa_backward_get_input (backward, 1));
  inputs[2] = rensa_variable_get_array (rensa_backward_get_grad_output (backward, 0));
  inputs[3] = rensa_backward_get_kept (backward, 0);
  if (!rensa_map (RENSA_KERNEL_SIGMOID_CROSS_ENTROPY_GRAD, inputs, &gx, NULL, error))
    return FALSE;

  rensa_backward_take_grad_array (backward, 0, rensa_array_cast (gx, rensa_array_get_dtype (inputs[0]), error));
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_sigmoid_cross_entropy_class = {
  .name = "sigmoid_cross_entropy",
  .group = &rensa_loss_group,
  .title = N_ ("Sigmoid Cross Entropy"),
  .summary = N_ ("Binary cross entropy of logits; elements with label -1 are ignored"),
  .words = N_ ("bce;binary classification;logistic loss"),
  .formula = "L = Σ (ln(1 + exp(x)) - t x) / n",
  .label = "SigmoidCrossEntropy",
  .prediction = RENSA_PREDICTION_SIGMOID,
  .inputs = RENSA_INPUTS ("x", "t:int"),
  .n_outputs = 1,
  RENSA_ATTRS (SigmoidCrossEntropy, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "labels", "-1 1" },
               { "chainer", "F.sigmoid_cross_entropy({x}, {t}, normalize={normalize}, reduce={reduce})" },
               { "torch", "F.binary_cross_entropy_with_logits({x}[{t} != -1], {t}[{t} != -1].to({x}.dtype))" },
               { "torch_more", "sigmoid_cross_entropy({x}, {t}, normalize={normalize}, reduce={reduce})" },
               { "torch_class", torch_class },
               { "onnx", "m = Cast (t != -1, to=dtype (x)); l = (Softplus (x) - x * Cast (t, to=dtype (x))) * m; "
                         "reduce == 'no' ? l : ReduceSum (l, keepdims=0) / (normalize ? Max (ReduceSum (m, "
                         "keepdims=0), 1) : dim (x, 0))" }),
};

/**
 * rensa_sigmoid_cross_entropy:
 * @x: scores of any shape
 * @t: integers of the same shape: 1 for yes, 0 for no, -1 to ignore the element
 *
 * L = Σ (ln (1 + exp (x)) - t x) / n over the n labels that are not ignored; a scalar of the dtype
 * of @x; 0 if all labels are ignored. RENSA_ERROR_TYPE_CHECK if shapes or dtypes do not fit.
 */
RENSA_API RensaVariable *
rensa_sigmoid_cross_entropy (RensaVariable *x, RensaVariable *t, GError **error)
{
  const SigmoidCrossEntropy self = { .normalize = TRUE, .reduce = REDUCE_MEAN };

  return rensa_apply2 (&rensa_sigmoid_cross_entropy_class, &self, x, t, error);
}
