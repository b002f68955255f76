/* gaussian.c: normal samples through which gradients pass.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-elementwise-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"

typedef struct
{
  gboolean return_eps;
} Gaussian;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_BOOL (Gaussian, return_eps, .title = N_ ("Return Noise"),
                   .hint = N_ ("Also returns the standard normal noise")),
};

/* Computed independently of this code, with 40 digits. */
static const RensaSample samples[] = {
  { "", "[1, -2]; [0, 1]; [0.5, -1]", "[1.5, -3.648721270700128]" },
  { "return_eps=true", "[[0.5]]; [[-2]]; [[2]]", "[[1.2357588823428847]]; [[2]]" },
};

/* kernel: gaussian_forward (mean, ln_var, eps) -> y */
KERNEL real
gaussian_forward (real mean, real ln_var, real eps)
{
  return mean + eps * k_exp ((real) 0.5 * ln_var);
}
/* end kernel */

/* kernel: gaussian_grad (ln_var, eps, gy) -> gln_var */
KERNEL real
gaussian_grad (real ln_var, real eps, real gy)
{
  return (real) 0.5 * gy * eps * k_exp ((real) 0.5 * ln_var);
}
/* end kernel */

static gboolean
infer (RensaInference *inference, GError **error)
{
  const Gaussian *self = rensa_inference_get_attrs (inference);
  const RensaType *mean = rensa_inference_get_input (inference, 0);

  if (!rensa_expect_floating (inference, 0, error))
    return FALSE;
  for (int i = 1; i < rensa_inference_get_n_inputs (inference); i++)
    if (rensa_inference_get_input (inference, i) != NULL
        && (!rensa_expect_same_dtype (inference, 0, i, error) || !rensa_expect_same_shape (inference, 0, i, error)))
      return FALSE;

  rensa_inference_set_output (inference, 0, mean);
  if (self->return_eps)
    rensa_inference_set_output (inference, 1, mean);
  return TRUE;
}

static RensaArray *
draw (RensaArray *mean, GError **error)
{
  g_autoptr (RensaArray) eps =
      rensa_array_new_ordered (rensa_array_get_dtype (mean), rensa_array_get_shape (mean), mean, error);

  if (eps == NULL || !rensa_fill_normal (eps, rensa_random_get_default (), 0, 1, error))
    return NULL;
  return g_steal_pointer (&eps);
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const Gaussian *self = rensa_call_get_attrs (call);
  RensaArray *mean = rensa_call_get_input (call, 0);
  RensaArray *ln_var = rensa_call_get_input (call, 1);
  RensaArray *given = rensa_call_get_input (call, 2);
  g_autoptr (RensaArray) eps = given != NULL ? rensa_array_ref (given) : draw (mean, error);

  rensa_call_retain_input (call, 1);
  rensa_call_take_output (call, 0, rensa_map3 (RENSA_KERNEL_GAUSSIAN_FORWARD, mean, ln_var, eps, NULL, error));
  if (self->return_eps)
    rensa_call_take_output (call, 1, eps != NULL ? rensa_array_ref (eps) : NULL);
  if (eps != NULL)
    rensa_call_keep (call, 0, g_steal_pointer (&eps));
  return rensa_call_succeeded (call);
}

/* ε exp (ln σ² / 2) / 2. */
static RensaVariable *
make_slope (RensaVariable *ln_var, RensaVariable *eps, GError **error)
{
  g_autoptr (RensaVariable) half = rensa_multiply_scalar (ln_var, 0.5, error);
  g_autoptr (RensaVariable) deviation = rensa_exp (half, error);
  g_autoptr (RensaVariable) noise = rensa_multiply (deviation, eps, error);

  return rensa_multiply_scalar (noise, 0.5, error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  RensaVariable *ln_var = rensa_backward_get_input (backward, 1);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);
  g_autoptr (RensaVariable) eps = rensa_variable_new_constant (rensa_backward_get_kept (backward, 0));
  g_autoptr (RensaVariable) slope = NULL;

  /* The noise has no inputs, so no gradient is passed on. */
  if (gy == NULL)
    return TRUE;
  rensa_backward_take_grad_input (backward, 0, rensa_variable_ref (gy));
  if (!rensa_backward_is_recorded (backward))
    return rensa_backward_take_map (backward, 1, RENSA_KERNEL_GAUSSIAN_GRAD, NULL,
                                    (RensaVariable *[]){ ln_var, eps, gy }, error);

  slope = make_slope (ln_var, eps, error);
  rensa_backward_take_grad_input (backward, 1, rensa_multiply (gy, slope, error));
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_gaussian_class = {
  .name = "gaussian",
  .group = &rensa_noise_group,
  .title = N_ ("Gaussian Sampling"),
  .summary = N_ ("Draws differentiable samples from normal distributions with given mean and variance"),
  .formula = "y = mean + ε exp(ln_var / 2), ε ~ N(0, 1)",
  .label = "Gaussian",
  .inputs = RENSA_INPUTS ("mean", "ln_var", "eps?"),
  RENSA_ATTRS (Gaussian, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS (
      { "chainer", "F.gaussian({mean}, {ln_var}, eps=chainer.as_array({eps}), return_eps={return_eps:tuple})" },
      { "torch", "{mean} + torch.randn_like({mean}) * torch.exp({ln_var} / 2)" },
      { "onnx", "return_eps ? [mean + Exp (ln_var * 0.5) * eps, eps] : mean + Exp (ln_var * 0.5) * eps" }),
};

/**
 * rensa_gaussian:
 * @mean: any shape
 * @ln_var: logarithms of the variances, of the same shape
 *
 * y = mean + ε exp (ln_var / 2) with ε drawn from the standard normal distribution by the generator of this thread, so that
 * gradients reach @mean and @ln_var (the reparametrization trick).
 *
 * Kingma and Welling, "Auto-Encoding Variational Bayes", ICLR 2014.
 */
RENSA_API RensaVariable *
rensa_gaussian (RensaVariable *mean, RensaVariable *ln_var, GError **error)
{
  const Gaussian self = { 0 };

  return rensa_apply2 (&rensa_gaussian_class, &self, mean, ln_var, error);
}
