/* rensa-composed-forward.c: functions composed entirely of other functions.
 * SPDX-License-Identifier: MIT */

#include "rensa-composed-forward-private.h"

#include "rensa-modes.h"

gboolean
rensa_forward_composed (RensaCall *call, const RensaComposition *composition, GError **error)
{
  const int n_inputs = rensa_call_get_n_inputs (call);
  const int n_outputs = rensa_call_get_n_outputs (call);
  const int n_all = n_inputs + composition->n_further;
  g_autofree RensaVariable **inputs = g_new0 (RensaVariable *, n_all);
  g_autofree RensaVariable **outputs = g_new0 (RensaVariable *, n_outputs);
  g_auto (RensaModesScope) scope = rensa_modes_enter ();

  rensa_modes_get ()->enable_backprop = FALSE;
  for (int i = 0; i < n_all; i++)
    inputs[i] = rensa_variable_new_constant (i < n_inputs ? rensa_call_get_input (call, i)
                                                          : composition->further[i - n_inputs]);
  for (int i = 0; i < n_inputs; i++)
    rensa_call_retain_input (call, i);

  if (composition->compose (rensa_call_get_attrs (call), inputs, n_all, outputs, error))
    for (int i = 0; i < n_outputs; i++)
      rensa_call_take_output (call, i, rensa_array_ref (rensa_variable_get_array (outputs[i])));

  for (int i = 0; i < n_all; i++)
    g_clear_pointer (&inputs[i], rensa_variable_unref);
  for (int i = 0; i < n_outputs; i++)
    g_clear_pointer (&outputs[i], rensa_variable_unref);
  return rensa_call_succeeded (call);
}
