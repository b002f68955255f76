/* softplus.c: a smooth rectifier.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "rensa-primitives.h"

typedef struct
{
  double beta;
} Softplus;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_FLOAT (Softplus, beta, .initial = 1.0, .min = 1e-3, .max = 1e3, .title = N_ ("Sharpness"),
                    .hint = N_ ("Larger values approach ReLU")),
};

/* Computed independently with 40 digits. */
static const RensaSample samples[] = {
  { "beta=1", "[0]", "[0.6931471805599453]" },
  { "beta=2", "[-1, 0, 3]", "[0.06346400552148, 0.34657359027997, 3.00123784256887]" },
  { "beta=1", "[-60, 60]", "[8.75651076269652e-27, 60]" },
};

/* kernel: softplus (x; beta) -> y */
KERNEL real
softplus (real x, real beta)
{
  const real t = beta * x;

  /* With max (t, 0) outside the logarithm, exp () cannot overflow. */
  return (k_max (t, 0) + k_log1p (k_exp (-k_abs (t)))) / beta;
}
/* end kernel */

static gboolean
infer (RensaInference *inference, GError **error)
{
  if (!rensa_expect_floating (inference, 0, error))
    return FALSE;

  rensa_inference_set_output (inference, 0, rensa_inference_get_input (inference, 0));
  return TRUE;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const Softplus *self = rensa_call_get_attrs (call);
  RensaArray *x = rensa_call_get_input (call, 0);

  rensa_call_retain_input (call, 0);
  rensa_call_take_output (call, 0, rensa_map1 (RENSA_KERNEL_SOFTPLUS, x, &self->beta, error));
  return rensa_call_succeeded (call);
}

/* Composed of differentiable calls, so that the gradient is itself differentiable: gx = gy sigmoid
 * (beta x). */
static gboolean
backward (RensaBackward *backward, GError **error)
{
  const Softplus *self = rensa_backward_get_attrs (backward);
  RensaVariable *x = rensa_backward_get_input (backward, 0);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);
  g_autoptr (RensaVariable) t = rensa_multiply_scalar (x, self->beta, error);
  g_autoptr (RensaVariable) slope = rensa_sigmoid (t, error);

  rensa_backward_take_grad_input (backward, 0, rensa_multiply (gy, slope, error));
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_softplus_class = {
  .name = "softplus",
  .group = &rensa_activation_group,
  .title = N_ ("Softplus"),
  .summary = N_ ("Smooth approximation of ReLU"),
  .formula = "y = ln(1 + exp(βx)) / β",
  .label = "Softplus",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_ATTRS (Softplus, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.softplus({x}, beta={beta})" }, { "torch", "F.softplus({x}, beta={beta})" },
               { "onnx", "beta == 1 ? Softplus (x) : Softplus (x * beta) / beta" }),
};

/**
 * rensa_softplus:
 * @beta: sharpness, above 0
 *
 * y = ln (1 + exp (βx)) / β, elementwise, for x of any shape and floating dtype.
 *
 * Dugas et al., "Incorporating Second-Order Functional Knowledge for Better Option Pricing", NIPS 2000.
 */
RENSA_API RensaVariable *
rensa_softplus (RensaVariable *x, double beta, GError **error)
{
  const Softplus self = { .beta = beta };

  return rensa_apply1 (&rensa_softplus_class, &self, x, error);
}
