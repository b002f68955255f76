/* gaussian_nll.c: Gaussian negative log-likelihood.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "rensa-total-private.h"

typedef struct
{
  int reduce;
} GaussianNll;

enum
{
  X,
  MEAN,
  LN_VAR,
};

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_CHOICE (GaussianNll, reduce, .initial = RENSA_TOTAL_SUM, .choices = rensa_total_sum_mean_no,
                     .title = N_ ("Reduction"), .hint = N_ ("Sum, mean, or loss of each element")),
};

/* Computed independently with 30 digits. */
static const RensaSample samples[] = {
  { "", "[0, 1, 3]; [0.5, -1, 2]; [0, 1, -2]", "6.81210253142222798" },
  { "reduce='mean'", "[0, 1, 3]; [0.5, -1, 2]; [0, 1, -2]", "2.27070084380740933" },
  { "reduce='no'", "[[0, 1, 3]]; [[0.5, -1, 2]]; [[0, 1, -2]]",
    "[[1.04393853320467274, 2.15469741554755738, 3.61346658266999786]]" },
};

/* kernel: gaussian_nll_term (x, mean, ln_var; share) -> loss */
KERNEL real
gaussian_nll_term (real x, real mean, real ln_var, real share)
{
  const real ln_2_pi = (real) 1.83787706640934548356;
  const real d = x - mean;

  return (real) 0.5 * share * (ln_2_pi + ln_var + d * d * k_exp (-ln_var));
}
/* end kernel */

/* kernel: gaussian_nll_grad_x (x, mean, ln_var, gy; share) -> gx */
KERNEL real
gaussian_nll_grad_x (real x, real mean, real ln_var, real gy, real share)
{
  return share * (x - mean) * k_exp (-ln_var) * gy;
}
/* end kernel */

/* kernel: gaussian_nll_grad_mean (x, mean, ln_var, gy; share) -> gmean */
KERNEL real
gaussian_nll_grad_mean (real x, real mean, real ln_var, real gy, real share)
{
  return share * (mean - x) * k_exp (-ln_var) * gy;
}
/* end kernel */

/* kernel: gaussian_nll_grad_ln_var (x, mean, ln_var, gy; share) -> gln_var */
KERNEL real
gaussian_nll_grad_ln_var (real x, real mean, real ln_var, real gy, real share)
{
  const real d = x - mean;

  return (real) 0.5 * share * (1 - d * d * k_exp (-ln_var)) * gy;
}
/* end kernel */

static gboolean
infer (RensaInference *inference, GError **error)
{
  const GaussianNll *self = rensa_inference_get_attrs (inference);

  return rensa_total_infer_alike (inference, self->reduce, error);
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const GaussianNll *self = rensa_call_get_attrs (call);
  const RensaTotal total = rensa_total_choose (self->reduce, rensa_array_get_shape (rensa_call_get_input (call, 0)));

  return rensa_total_forward (&total, call, RENSA_KERNEL_GAUSSIAN_NLL_TERM, &total.share, error);
}

/* With d = x - mean: gx = d exp (-ln_var) gy, gmean = -gx, gln_var = (1 - d² exp (-ln_var)) gy / 2. */
static gboolean
backward_variables (RensaBackward *backward, const RensaTotal *total, GError **error)
{
  RensaVariable *x = rensa_backward_get_input (backward, X);
  RensaVariable *mean = rensa_backward_get_input (backward, MEAN);
  g_autoptr (RensaVariable) d = rensa_subtract (x, mean, error);
  g_autoptr (RensaVariable) negated = rensa_negate (rensa_backward_get_input (backward, LN_VAR), error);
  g_autoptr (RensaVariable) precision = rensa_exp (negated, error);
  g_autoptr (RensaVariable) slope = rensa_multiply (d, precision, error);
  g_autoptr (RensaVariable) square = rensa_multiply (d, slope, error);
  g_autoptr (RensaVariable) rest = rensa_subtract_from_scalar (square, 1, error);

  return rensa_total_backward_slope (total, backward, MEAN, rensa_negate (slope, error), error)
         && rensa_total_backward_slope (total, backward, LN_VAR, rensa_multiply_scalar (rest, 0.5, error), error)
         && rensa_total_backward_slope (total, backward, X, g_steal_pointer (&slope), error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const RensaKernel *const kernels[] = { RENSA_KERNEL_GAUSSIAN_NLL_GRAD_X, RENSA_KERNEL_GAUSSIAN_NLL_GRAD_MEAN,
                                         RENSA_KERNEL_GAUSSIAN_NLL_GRAD_LN_VAR };
  const GaussianNll *self = rensa_backward_get_attrs (backward);
  const RensaType type = rensa_backward_get_input_type (backward, X);
  const RensaTotal total = rensa_total_choose (self->reduce, &type.shape);

  if (rensa_backward_is_recorded (backward))
    return backward_variables (backward, &total, error);

  for (int i = X; i <= LN_VAR; i++)
    if (!rensa_total_backward_map (&total, backward, i, kernels[i], &total.share, error))
      return FALSE;
  return TRUE;
}

const RensaFunctionClass rensa_gaussian_nll_class = {
  .name = "gaussian_nll",
  .group = &rensa_loss_group,
  .title = N_ ("Gaussian Negative Log-Likelihood"),
  .summary = N_ ("Negative log-likelihood of data under normal distributions"),
  .formula = "L = Σ (ln 2π + ln_var + (x - mean)² exp(-ln_var)) / 2",
  .inputs = RENSA_INPUTS ("x", "mean", "ln_var"),
  .n_outputs = 1,
  RENSA_ATTRS (GaussianNll, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.gaussian_nll({x}, {mean}, {ln_var}, reduce={reduce})" },
               { "torch", "F.gaussian_nll_loss({mean}, {x}, torch.exp({ln_var}), full=True, reduction='sum')" },
               { "torch_more",
                 "F.gaussian_nll_loss({mean}, {x}, torch.exp({ln_var}), full=True, reduction={reduce:reduction})" },
               { "onnx", "d = x - mean; l = (ln_var + d * d * Exp (-ln_var) + 1.8378770664093453) * 0.5; "
                         "reduce == 'sum' ? ReduceSum (l, keepdims=0) : reduce == 'mean' ? ReduceMean (l, "
                         "keepdims=0) : l" }),
};

/**
 * rensa_gaussian_nll:
 * @x: data of any shape
 * @mean: means, of the same shape
 * @ln_var: logarithms of variances, of the same shape
 *
 * L = -Σ ln N (x; mean, exp (ln_var)) = Σ (ln 2π + ln_var + (x - mean)² exp (-ln_var)) / 2,
 * including the constant; a scalar. RENSA_ERROR_TYPE_CHECK if shapes or dtypes differ.
 */
RENSA_API RensaVariable *
rensa_gaussian_nll (RensaVariable *x, RensaVariable *mean, RensaVariable *ln_var, GError **error)
{
  const GaussianNll self = { .reduce = RENSA_TOTAL_SUM };

  return rensa_apply3 (&rensa_gaussian_nll_class, &self, x, mean, ln_var, error);
}
