/* softsign.c: smooth step from -1 to 1 that saturates slowly.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-curve-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"

/* Computed independently with 40 digits. */
static const RensaSample samples[] = {
  { "", "[-2, 0, 1.5]", "[-0.6666666666666667, 0.0, 0.6]" },
  { "", "[[4]]", "[[0.8]]" },
};

/* kernel: softsign_forward (x) -> y */
KERNEL real
softsign_forward (real x)
{
  return x / (1 + k_abs (x));
}
/* end kernel */

/* kernel: softsign_grad (x, gy) -> gx */
KERNEL real
softsign_grad (real x, real gy)
{
  const real distance = 1 + k_abs (x);

  return gy / (distance * distance);
}
/* end kernel */

/* gx = gy / (1 + |x|)². */
static RensaVariable *
gradient (RensaVariable *x, RensaVariable *y, RensaVariable *gy, GError **error)
{
  g_autoptr (RensaVariable) magnitude = rensa_absolute (x, error);
  g_autoptr (RensaVariable) distance = rensa_add_scalar (magnitude, 1, error);
  g_autoptr (RensaVariable) squared = rensa_multiply (distance, distance, error);

  return rensa_divide (gy, squared, error);
}

static const RensaCurve curve = {
  .map = RENSA_KERNEL_SOFTSIGN_FORWARD,
  .keeps = RENSA_CURVE_X,
  .gradient = gradient,
  .fused = RENSA_KERNEL_SOFTSIGN_GRAD,
};

RENSA_CURVE_PASSES (curve)

const RensaFunctionClass rensa_softsign_class = {
  .name = "softsign",
  .group = &rensa_activation_group,
  .title = N_ ("Softsign"),
  .summary = N_ ("Step from -1 to 1 that saturates slowly"),
  .formula = "y = x / (1 + |x|)",
  RENSA_CURVE_CLASS,
  RENSA_SAMPLES (samples),
  RENSA_FORMS ({ "torch", "F.softsign({x})" }, { "onnx", "Softsign (x)" }),
};

/**
 * rensa_softsign:
 *
 * y = x / (1 + |x|), elementwise, for x of any shape and floating dtype. Not in Chainer.
 *
 * Turian et al., "Quadratic Features and Deep Architectures for Chunking", NAACL 2009.
 */
RENSA_API RensaVariable *
rensa_softsign (RensaVariable *x, GError **error)
{
  return rensa_apply1 (&rensa_softsign_class, NULL, x, error);
}
