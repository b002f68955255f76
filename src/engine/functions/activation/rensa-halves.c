/* rensa-halves.c: functions that join or split the halves of an array along an axis.
 * SPDX-License-Identifier: MIT */

#include "rensa-halves-private.h"

#include "rensa-axes-private.h"

gboolean
rensa_halves_expect_axis (RensaInference *inference, int *axis, GError **error)
{
  const RensaHalves *self = rensa_inference_get_attrs (inference);

  return rensa_expect_floating (inference, 0, error) && rensa_expect_axis (inference, self->axis, axis, error);
}

gboolean
rensa_halves_backward (RensaBackward *backward, GError **error)
{
  const RensaHalves *self = rensa_backward_get_attrs (backward);
  const RensaHalvesRule *rule = rensa_backward_get_rule (backward);
  const RensaComposition composition = { .compose = rule->compose, .attrs = self, .attrs_size = sizeof *self };

  if (rensa_backward_is_recorded (backward))
    return rensa_backward_composed (backward, &composition, error);

  rensa_backward_take_grad_array (
      backward, 0,
      rule->make_grad (rensa_variable_get_array (rensa_backward_get_input (backward, 0)),
                       rensa_variable_get_array (rensa_backward_get_grad_output (backward, 0)), self->axis, error));
  return rensa_backward_succeeded (backward);
}
