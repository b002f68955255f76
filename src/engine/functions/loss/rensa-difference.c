/* rensa-difference.c: losses of the difference between two arrays of one shape.
 * SPDX-License-Identifier: MIT */

#include "rensa-difference-private.h"

#include "k.h"
#include "rensa-elementwise-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"

gboolean
rensa_difference_expect (RensaInference *inference, GError **error)
{
  return rensa_expect_floating (inference, 0, error) && rensa_expect_same_dtype (inference, 0, 1, error)
         && rensa_expect_same_shape (inference, 0, 1, error);
}

gboolean
rensa_difference_forward (const RensaDifference *self, RensaCall *call, GError **error)
{
  return rensa_total_forward (&self->total, call, self->term, self->params, error);
}

static gboolean
backward_arrays (const RensaDifference *self, RensaBackward *backward, GError **error)
{
  const RensaType type = rensa_backward_get_input_type (backward, 0);
  g_autoptr (RensaVariable) gy =
      rensa_total_spread (&self->total, rensa_backward_get_grad_output (backward, 0), &type.shape, error);

  for (int i = 0; gy != NULL && i < 2; i++)
    {
      RensaVariable *const args[] = { rensa_backward_get_input (backward, i),
                                      rensa_backward_get_input (backward, 1 - i), gy };

      if (rensa_backward_needs_grad (backward, i)
          && !rensa_backward_take_map (backward, i, self->term_grad, self->params, args, error))
        return FALSE;
    }

  return gy != NULL;
}

/* gx0 = slope (x0 - x1) gy, gx1 = -gx0. */
gboolean
rensa_difference_backward (const RensaDifference *self, RensaBackward *backward, GError **error)
{
  if (!rensa_backward_is_recorded (backward))
    return backward_arrays (self, backward, error);

  const RensaType type = rensa_backward_get_input_type (backward, 0);
  g_autoptr (RensaVariable) gy =
      rensa_total_spread_share (&self->total, rensa_backward_get_grad_output (backward, 0), &type.shape, error);
  g_autoptr (RensaVariable) difference =
      rensa_subtract (rensa_backward_get_input (backward, 0), rensa_backward_get_input (backward, 1), error);
  g_autoptr (RensaVariable) slope = difference != NULL ? self->slope (difference, self->params, error) : NULL;
  g_autoptr (RensaVariable) gx0 = rensa_multiply (slope, gy, error);

  rensa_backward_take_grad_input (backward, 1, rensa_negate (gx0, error));
  rensa_backward_take_grad_input (backward, 0, g_steal_pointer (&gx0));
  return rensa_backward_succeeded (backward);
}

/* kernel: absolute_share (x0, x1; share) -> y */
KERNEL real
absolute_share (real x0, real x1, real share)
{
  return k_abs (x0 - x1) * share;
}
/* end kernel */

/* kernel: absolute_share_grad (x0, x1, gy; share) -> gx0 */
KERNEL real
absolute_share_grad (real x0, real x1, real gy, real share)
{
  return k_sign (x0 - x1) * gy * share;
}
/* end kernel */

/* kernel: difference_sign (difference) -> y */
KERNEL real
difference_sign (real difference)
{
  return k_sign (difference);
}
/* end kernel */

static RensaVariable *
get_sign (RensaVariable *difference, const double *params, GError **error)
{
  g_autoptr (RensaArray) sign =
      rensa_map1 (RENSA_KERNEL_DIFFERENCE_SIGN, rensa_variable_get_array (difference), NULL, error);

  return rensa_variable_new_constant (sign);
}

RensaDifference
rensa_difference_absolute (RensaTotal total)
{
  return (RensaDifference){ .term = RENSA_KERNEL_ABSOLUTE_SHARE,
                            .term_grad = RENSA_KERNEL_ABSOLUTE_SHARE_GRAD,
                            .slope = get_sign,
                            .total = total,
                            .params = { total.share } };
}

static RensaVariable *
get_double (RensaVariable *difference, const double *params, GError **error)
{
  return rensa_multiply_scalar (difference, 2, error);
}

static RensaDifference
new_squared (void)
{
  return (RensaDifference){ .term = RENSA_KERNEL_SQUARED_SHARE,
                            .term_grad = RENSA_KERNEL_SQUARED_SHARE_GRAD,
                            .slope = get_double,
                            .total = rensa_total_none (),
                            .params = { 1 } };
}

gboolean
rensa_squared_error_infer (RensaInference *inference, GError **error)
{
  if (!rensa_difference_expect (inference, error))
    return FALSE;

  rensa_inference_set_output (inference, 0, rensa_inference_get_input (inference, 0));
  return TRUE;
}

gboolean
rensa_squared_error_forward (RensaCall *call, GError **error)
{
  const RensaDifference squared = new_squared ();

  return rensa_difference_forward (&squared, call, error);
}

gboolean
rensa_squared_error_backward (RensaBackward *backward, GError **error)
{
  const RensaDifference squared = new_squared ();

  return rensa_difference_backward (&squared, backward, error);
}
