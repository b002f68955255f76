/* rensa-elu.c: common code for ELU and SELU.
 * SPDX-License-Identifier: MIT */

#include "rensa-elu-private.h"

#include "k.h"
#include "rensa-elementwise-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"

/* kernel: elu_forward (x; alpha, scale) -> y */
KERNEL real
elu_forward (real x, real alpha, real scale)
{
  return scale * (x >= 0 ? x : alpha * k_expm1 (x));
}
/* end kernel */

/* kernel: elu_grad (x, gy; alpha, scale) -> gx */
KERNEL real
elu_grad (real x, real gy, real alpha, real scale)
{
  return gy * scale * (x >= 0 ? 1 : alpha * k_exp (x));
}
/* end kernel */

/* Indicator of negative x: 1 if x < 0, else 0. */
/* kernel: is_negative (x) -> y */
KERNEL real
is_negative (real x)
{
  return x < 0 ? 1 : 0;
}
/* end kernel */

gboolean
rensa_elu_forward (RensaCall *call, const RensaElu *self, GError **error)
{
  rensa_call_retain_input (call, 0);
  return rensa_forward_map (call, RENSA_KERNEL_ELU_FORWARD, (const double[]){ self->alpha, self->scale }, error);
}

/* scale (m α exp (min (x, 0)) + 1 - m), where m is 1 for negative x, else 0, and is treated as a constant. */
static RensaVariable *
make_slope (const RensaElu *self, RensaVariable *x, GError **error)
{
  g_autoptr (RensaArray) side = rensa_map1 (RENSA_KERNEL_IS_NEGATIVE, rensa_variable_get_array (x), NULL, error);
  g_autoptr (RensaVariable) negative = side != NULL ? rensa_variable_new_constant (side) : NULL;
  g_autoptr (RensaVariable) minus_x = rensa_negate (x, error);
  g_autoptr (RensaVariable) distance = rensa_relu (minus_x, error);
  g_autoptr (RensaVariable) below = rensa_negate (distance, error);
  g_autoptr (RensaVariable) decay = rensa_exp (below, error);
  g_autoptr (RensaVariable) steep = rensa_multiply_scalar (decay, self->alpha * self->scale, error);
  g_autoptr (RensaVariable) left = rensa_multiply (steep, negative, error);
  g_autoptr (RensaVariable) others = rensa_multiply_scalar (negative, -self->scale, error);
  g_autoptr (RensaVariable) right = rensa_add_scalar (others, self->scale, error);

  return rensa_add (left, right, error);
}

gboolean
rensa_elu_backward (RensaBackward *backward, const RensaElu *self, GError **error)
{
  RensaVariable *x = rensa_backward_get_input (backward, 0);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);
  g_autoptr (RensaVariable) slope = NULL;

  if (!rensa_backward_is_recorded (backward))
    return rensa_backward_take_map (backward, 0, RENSA_KERNEL_ELU_GRAD, (const double[]){ self->alpha, self->scale },
                                    (RensaVariable *[]){ x, gy }, error);

  slope = make_slope (self, x, error);
  rensa_backward_take_grad_input (backward, 0, rensa_multiply (gy, slope, error));
  return rensa_backward_succeeded (backward);
}
