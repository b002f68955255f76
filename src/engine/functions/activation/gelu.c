/* gelu.c: x multiplied by the normal probability of a smaller value.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-composed-private.h"
#include "rensa-elementwise-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"

typedef struct
{
  int approximate;
} GELU;

enum
{
  APPROXIMATE_NONE,
  APPROXIMATE_TANH,
};

static const char *const approximations[] = { "none", "tanh", NULL };

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_CHOICE (GELU, approximate, .choices = approximations, .title = N_ ("Approximation"),
                     .hint = N_ ("Approximates the normal distribution with the hyperbolic tangent")),
};

/* Computed independently with 40 digits. */
static const RensaSample samples[] = {
  { "", "[-2, 0, 1.5]", "[-0.04550026389635841, 0.0, 1.399789198096713]" },
  { "approximate=tanh", "[[-2, 0.5]]", "[[-0.04540230591222498, 0.3457140098251439]]" },
};

/* kernel: gelu_forward (x) -> y */
KERNEL real
gelu_forward (real x)
{
  return (real) 0.5 * x * k_erfc (x * (real) -0.70710678118654752440);
}
/* end kernel */

/* kernel: gelu_grad (x, gy) -> gx */
KERNEL real
gelu_grad (real x, real gy)
{
  const real below = (real) 0.5 * k_erfc (x * (real) -0.70710678118654752440);

  return gy * (below + x * (real) 0.39894228040143267794 * k_exp ((real) -0.5 * x * x));
}
/* end kernel */

/* kernel: gelu_tanh_forward (x) -> y */
KERNEL real
gelu_tanh_forward (real x)
{
  const real t = k_tanh ((real) 0.79788456080286535588 * x * (1 + (real) 0.044715 * x * x));

  return (real) 0.5 * x * (1 + t);
}
/* end kernel */

/* kernel: gelu_tanh_grad (x, gy) -> gx */
KERNEL real
gelu_tanh_grad (real x, real gy)
{
  const real t = k_tanh ((real) 0.79788456080286535588 * x * (1 + (real) 0.044715 * x * x));
  const real inner = (real) 0.79788456080286535588 * (1 + (real) 0.134145 * x * x);

  return gy * (real) 0.5 * (1 + t + x * (1 - t) * (1 + t) * inner);
}
/* end kernel */

static gboolean
forward (RensaCall *call, GError **error)
{
  const GELU *self = rensa_call_get_attrs (call);

  rensa_call_retain_input (call, 0);
  return rensa_forward_map (
      call, self->approximate == APPROXIMATE_TANH ? RENSA_KERNEL_GELU_TANH_FORWARD : RENSA_KERNEL_GELU_FORWARD, NULL,
      error);
}

/* Computes twice the factor of x. */
static RensaVariable *
compose_gate (const GELU *self, RensaVariable *x, GError **error)
{
  if (self->approximate == APPROXIMATE_NONE)
    {
      g_autoptr (RensaVariable) scaled = rensa_multiply_scalar (x, -G_SQRT2 / 2, error);

      return rensa_erfc (scaled, error);
    }

  g_autoptr (RensaVariable) squared = rensa_multiply (x, x, error);
  g_autoptr (RensaVariable) small = rensa_multiply_scalar (squared, 0.044715, error);
  g_autoptr (RensaVariable) factor = rensa_add_scalar (small, 1, error);
  g_autoptr (RensaVariable) cubic = rensa_multiply (x, factor, error);
  g_autoptr (RensaVariable) scaled = rensa_multiply_scalar (cubic, 0.79788456080286535588, error);
  g_autoptr (RensaVariable) t = rensa_tanh (scaled, error);

  return rensa_add_scalar (t, 1, error);
}

static gboolean
compose (gconstpointer values, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, GError **error)
{
  g_autoptr (RensaVariable) gate = compose_gate (values, inputs[0], error);
  g_autoptr (RensaVariable) twice = rensa_multiply (inputs[0], gate, error);

  outputs[0] = rensa_multiply_scalar (twice, 0.5, error);
  return outputs[0] != NULL;
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const GELU *self = rensa_backward_get_attrs (backward);
  const RensaComposition composition = { .compose = compose, .attrs = self, .attrs_size = sizeof *self };
  const RensaKernel *kernel =
      self->approximate == APPROXIMATE_TANH ? RENSA_KERNEL_GELU_TANH_GRAD : RENSA_KERNEL_GELU_GRAD;
  RensaVariable *args[] = { rensa_backward_get_input (backward, 0), rensa_backward_get_grad_output (backward, 0) };

  if (rensa_backward_is_recorded (backward))
    return rensa_backward_composed (backward, &composition, error);
  return rensa_backward_take_map (backward, 0, kernel, NULL, args, error);
}

const RensaFunctionClass rensa_gelu_class = {
  .name = "gelu",
  .group = &rensa_activation_group,
  .title = N_ ("GELU"),
  .summary = N_ ("Multiplies each value by the probability that a standard normal variable is smaller"),
  .formula = "y = x Φ(x)",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_ATTRS (GELU, attrs),
  RENSA_SAMPLES (samples),
  .infer = rensa_infer_elementwise,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "torch", "F.gelu({x}, approximate={approximate})" },
               { "onnx", "approximate == 'none' ? x * 0.5 * (1 + Erf (x * 0.7071067811865476)) : x * 0.5 * (1 + "
                         "Tanh (0.7978845608028654 * (x + 0.044715 * x * x * x)))" }),
};

/**
 * rensa_gelu:
 * @tanh_approximation: TRUE to approximate the normal distribution by a hyperbolic tangent
 *
 * y = x Φ (x) with the standard normal distribution Φ (x) = erfc (-x / √2) / 2, or, as approximated
 * in the paper, Φ (x) ≈ (1 + tanh (√(2 / π) (x + 0.044715 x³))) / 2; elementwise, for x of any
 * shape and floating dtype. Not in Chainer.
 *
 * Hendrycks and Gimpel, "Gaussian Error Linear Units (GELUs)", 2016.
 */
RENSA_API RensaVariable *
rensa_gelu (RensaVariable *x, gboolean tanh_approximation, GError **error)
{
  const GELU self = { .approximate = tanh_approximation ? APPROXIMATE_TANH : APPROXIMATE_NONE };

  return rensa_apply1 (&rensa_gelu_class, &self, x, error);
}
