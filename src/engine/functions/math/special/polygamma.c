/* polygamma.c: derivatives of the digamma function.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-elementwise-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "special.h"

/* Computed independently with 40 digits. */
static const RensaSample samples[] = {
  { "", "[0, 1, 2]; [1.25, 0.5, 3.25]", "[-0.22745353337626541, 4.9348022005446793, -0.12815694713911512]" },
  { "", "[[1], [3]]; [-1.5, 20]",
    "[[9.3792466449891238, 0.05127082293520312], [194.59427621918762, 0.00026937422133963891]]" },
  { "", "20; [8.5]", "[-0.082020591664052534]" },
};

/* kernel helpers */
/* Computes n! unit^(n + 1), by multiplication up to 12! and by Stirling's series (NIST DLMF 5.11.1)
 * beyond. There (n unit / e)ⁿ is split, because 1 / e would have to be rounded: 1 / e = 3/8 exp
 * (-less). */
KERNEL real
scaled_factorial (real n, real unit)
{
  /* B₂ⱼ / (2j (2j - 1)) */
  static const real c[] = { 0.083333333333333333,   -2.7777777777777778e-3, 7.9365079365079365e-4,
                            -5.9523809523809524e-4, 8.4175084175084175e-4,  -1.9175269175269175e-3,
                            6.4102564102564103e-3 };
  const real less = (real) 0.019170746988273763;
  const real rest = k_exp (k_horner (1 / (n * n), c, K_COUNT (c)) / n - n * less);
  const real large = k_sqrt (2 * K_PI * n) * k_pow (n * unit * (real) 0.375, n) * rest * unit;
  real small = unit;

  K_UNROLL
  for (int k = 1; k <= 12; k++)
    small *= k <= n ? k * unit : 1;

  return n <= 12 ? small : large;
}

/* Computes (-1)^(n + 1) n! ζ (n + 1, x). A unit near 1 / |x|, a power of 2, prevents overflow of
 * both factors. */
KERNEL real
nth_derivative (real n, real x)
{
  const real distance = x > 0 ? x : k_abs (x - k_rint (x));
  const real exponent = k_rint (k_min (k_max (k_log2 (distance), -100), 100));
  const real unit = k_exp2 (-exponent);
  const real value = scaled_factorial (n, unit) * k_zeta (n + 1, x, unit);
  const real signed_value = n / 2 == k_floor (n / 2) ? -value : value;
  const real whole = k_digamma (x);

  return n > 0 ? signed_value : n == 0 ? whole : K_NAN;
}
/* end kernel */

/* kernel: polygamma_forward (n, x) -> y */
KERNEL real
polygamma_forward (real n, real x)
{
  return nth_derivative (n, x);
}
/* end kernel */

/* kernel: polygamma_grad (n, x, gy) -> gx */
KERNEL real
polygamma_grad (real n, real x, real gy)
{
  return gy * nth_derivative (n + 1, x);
}
/* end kernel */

static gboolean
infer (RensaInference *inference, GError **error)
{
  return rensa_expect_integer (inference, 0, error) && rensa_expect_floating (inference, 1, error)
         && rensa_infer_broadcast_as (inference, rensa_inference_get_input (inference, 1)->dtype, error);
}

static gboolean
forward (RensaCall *call, GError **error)
{
  rensa_call_retain_input (call, 0);
  rensa_call_retain_input (call, 1);
  return rensa_forward_map (call, RENSA_KERNEL_POLYGAMMA_FORWARD, NULL, error);
}

/* n + 1 */
static RensaVariable *
get_next (RensaVariable *n, GError **error)
{
  const RensaType type = rensa_variable_get_type (n);
  g_autoptr (RensaArray) next = rensa_array_full (RENSA_INT64, &type.shape, 1, error);

  if (next == NULL || !rensa_array_accumulate (next, rensa_variable_get_array (n), error))
    return NULL;
  return rensa_variable_new_constant (next);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  RensaVariable *n = rensa_backward_get_input (backward, 0);
  RensaVariable *x = rensa_backward_get_input (backward, 1);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);

  if (!rensa_backward_is_recorded (backward))
    return rensa_backward_take_map (backward, 1, RENSA_KERNEL_POLYGAMMA_GRAD, NULL, (RensaVariable *[]){ n, x, gy },
                                    error);

  g_autoptr (RensaVariable) next = get_next (n, error);
  g_autoptr (RensaVariable) slope = rensa_polygamma (next, x, error);

  rensa_backward_take_summed (backward, 1, rensa_multiply (gy, slope, error), error);
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_polygamma_class = {
  .name = "polygamma",
  .group = &rensa_math_group,
  .title = N_ ("Polygamma Function"),
  .summary = N_ ("The n-th derivative of the digamma function"),
  .formula = "y = ψ⁽ⁿ⁾(x)",
  .label = "polygamma",
  .inputs = RENSA_INPUTS ("n:int", "x"),
  .n_outputs = 1,
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.polygamma({n}, {x})" }, { "torch", "torch.special.polygamma({n}, {x})" }),
};

/**
 * rensa_polygamma:
 * @n: integers; no gradient is propagated
 *
 * y = ψ⁽ⁿ⁾ (x), the n-th derivative of the digamma function, elementwise, with NumPy's
 * broadcasting, in the floating dtype of x; NaN if n is negative. An overflow of n! does not make y
 * overflow, unless y itself is too large. RENSA_ERROR_TYPE_CHECK if n does not contain integers or
 * the shapes do not fit.
 */
RENSA_API RensaVariable *
rensa_polygamma (RensaVariable *n, RensaVariable *x, GError **error)
{
  return rensa_apply2 (&rensa_polygamma_class, NULL, n, x, error);
}
