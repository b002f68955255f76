/* rensa-curve.c: elementwise functions y = f (x) of one input.
 * SPDX-License-Identifier: MIT */

#include "rensa-curve-private.h"

#include "k.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"

/* kernel: bell (a, gy; factor, scale) -> gx */
KERNEL real
bell (real a, real gy, real factor, real scale)
{
  return factor * gy * k_exp (scale * a * a);
}
/* end kernel */

gboolean
rensa_curve_forward (RensaCall *call, const RensaCurve *curve, GError **error)
{
  if (curve->keeps & RENSA_CURVE_X)
    rensa_call_retain_input (call, 0);
  if (curve->keeps & RENSA_CURVE_Y)
    rensa_call_retain_output (call, 0);

  return rensa_forward_map (call, curve->map, NULL, error);
}

gboolean
rensa_curve_backward (RensaBackward *backward, const RensaCurve *curve, GError **error)
{
  RensaVariable *x = curve->keeps & RENSA_CURVE_X ? rensa_backward_get_input (backward, 0) : NULL;
  RensaVariable *y = curve->keeps & RENSA_CURVE_Y ? rensa_backward_get_output (backward, 0) : NULL;
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);
  RensaVariable *args[3];
  int n = 0;

  if (curve->fused == NULL || rensa_backward_is_recorded (backward))
    {
      rensa_backward_take_grad_input (backward, 0, curve->gradient (x, y, gy, error));
      return rensa_backward_succeeded (backward);
    }

  if (x != NULL)
    args[n++] = x;
  if (y != NULL)
    args[n++] = y;
  args[n] = gy;
  return rensa_backward_take_map (backward, 0, curve->fused, curve->fused_params, args, error);
}

RensaVariable *
rensa_one_minus_square (RensaVariable *a, GError **error)
{
  g_autoptr (RensaVariable) below = rensa_subtract_from_scalar (a, 1, error);
  g_autoptr (RensaVariable) above = rensa_add_scalar (a, 1, error);

  return rensa_multiply (below, above, error);
}

RensaVariable *
rensa_bell (RensaVariable *a, RensaVariable *gy, double factor, double scale, GError **error)
{
  g_autoptr (RensaVariable) square = rensa_multiply (a, a, error);
  g_autoptr (RensaVariable) exponent = rensa_multiply_scalar (square, scale, error);
  g_autoptr (RensaVariable) height = rensa_exp (exponent, error);
  g_autoptr (RensaVariable) slope = rensa_multiply_scalar (height, factor, error);

  return rensa_multiply (gy, slope, error);
}
