/* gaussian_kl_divergence.c: divergence of a normal distribution from the standard one.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "rensa-total-private.h"

typedef struct
{
  int reduce;
} GaussianKlDivergence;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_CHOICE (GaussianKlDivergence, reduce, .initial = RENSA_TOTAL_SUM, .choices = rensa_total_sum_mean_no,
                     .title = N_ ("Reduction"), .hint = N_ ("Sum, mean, or divergence of each element")),
};

/* Computed independently with 30 digits. */
static const RensaSample samples[] = {
  { "", "[0.5, -1, 2]; [0, 1, -2]", "3.55180855584782896" },
  { "reduce='mean'", "[0.5, -1, 2]; [0, 1, -2]", "1.18393618528260965" },
  { "reduce='no'", "[[0.5, -1, 2]]; [[0, 1, -2]]", "[[0.125, 0.859140914229522618, 2.56766764161830635]]" },
};

/* kernel: gaussian_kl_term (mean, ln_var; share) -> loss */
KERNEL real
gaussian_kl_term (real mean, real ln_var, real share)
{
  return (real) 0.5 * share * (mean * mean + (k_expm1 (ln_var) - ln_var));
}
/* end kernel */

/* kernel: gaussian_kl_grad_mean (mean, ln_var, gy; share) -> gmean */
KERNEL real
gaussian_kl_grad_mean (real mean, real ln_var, real gy, real share)
{
  return share * mean * gy;
}
/* end kernel */

/* kernel: gaussian_kl_grad_ln_var (mean, ln_var, gy; share) -> gln_var */
KERNEL real
gaussian_kl_grad_ln_var (real mean, real ln_var, real gy, real share)
{
  return (real) 0.5 * share * k_expm1 (ln_var) * gy;
}
/* end kernel */

static gboolean
infer (RensaInference *inference, GError **error)
{
  const GaussianKlDivergence *self = rensa_inference_get_attrs (inference);

  return rensa_total_infer_alike (inference, self->reduce, error);
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const GaussianKlDivergence *self = rensa_call_get_attrs (call);
  const RensaTotal total = rensa_total_choose (self->reduce, rensa_array_get_shape (rensa_call_get_input (call, 0)));

  return rensa_total_forward (&total, call, RENSA_KERNEL_GAUSSIAN_KL_TERM, &total.share, error);
}

/* gmean = mean gy, gln_var = (exp (ln_var) - 1) gy / 2. */
static gboolean
backward (RensaBackward *backward, GError **error)
{
  const GaussianKlDivergence *self = rensa_backward_get_attrs (backward);
  const RensaType type = rensa_backward_get_input_type (backward, 0);
  const RensaTotal total = rensa_total_choose (self->reduce, &type.shape);
  RensaVariable *mean = rensa_backward_get_input (backward, 0);
  g_autoptr (RensaVariable) var = NULL;
  g_autoptr (RensaVariable) excess = NULL;

  if (!rensa_backward_is_recorded (backward))
    return rensa_total_backward_map (&total, backward, 0, RENSA_KERNEL_GAUSSIAN_KL_GRAD_MEAN, &total.share, error)
           && rensa_total_backward_map (&total, backward, 1, RENSA_KERNEL_GAUSSIAN_KL_GRAD_LN_VAR, &total.share, error);

  var = rensa_exp (rensa_backward_get_input (backward, 1), error);
  excess = rensa_subtract_scalar (var, 1, error);
  return rensa_total_backward_slope (&total, backward, 0, rensa_variable_ref (mean), error)
         && rensa_total_backward_slope (&total, backward, 1, rensa_multiply_scalar (excess, 0.5, error), error);
}

const RensaFunctionClass rensa_gaussian_kl_divergence_class = {
  .name = "gaussian_kl_divergence",
  .group = &rensa_loss_group,
  .title = N_ ("Gaussian KL Divergence"),
  .summary = N_ ("Kullback-Leibler divergence of normal distributions from the standard normal distribution"),
  .formula = "L = Σ (mean² + exp(ln_var) - ln_var - 1) / 2",
  .reference = "Kingma and Welling, \"Auto-Encoding Variational Bayes\", ICLR 2014",
  .inputs = RENSA_INPUTS ("mean", "ln_var"),
  .n_outputs = 1,
  RENSA_ATTRS (GaussianKlDivergence, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.gaussian_kl_divergence({mean}, {ln_var}, reduce={reduce})" },
               { "torch_class", rensa_reduction_torch_class },
               { "torch", "0.5 * ({mean} ** 2 + torch.expm1({ln_var}) - {ln_var}).sum()" },
               { "torch_more", "reduce_loss(0.5 * ({mean} ** 2 + torch.expm1({ln_var}) - {ln_var}), {reduce})" },
               { "torch_class", rensa_reduction_torch_class },
               { "onnx", "l = (mean * mean + Exp (ln_var) - ln_var - 1) * 0.5; "
                         "reduce == 'sum' ? ReduceSum (l, keepdims=0) : reduce == 'mean' ? ReduceMean (l, "
                         "keepdims=0) : l" }),
};

/**
 * rensa_gaussian_kl_divergence:
 * @mean: means, of any shape
 * @ln_var: logarithms of variances, of the same shape
 *
 * L = Σ KL (N (mean, exp (ln_var)) || N (0, 1)) = Σ (mean² + exp (ln_var) - ln_var - 1) / 2; a
 * scalar. RENSA_ERROR_TYPE_CHECK if shapes or dtypes differ.
 *
 * Kingma and Welling, "Auto-Encoding Variational Bayes", ICLR 2014.
 */
RENSA_API RensaVariable *
rensa_gaussian_kl_divergence (RensaVariable *mean, RensaVariable *ln_var, GError **error)
{
  const GaussianKlDivergence self = { .reduce = RENSA_TOTAL_SUM };

  return rensa_apply2 (&rensa_gaussian_kl_divergence_class, &self, mean, ln_var, error);
}
