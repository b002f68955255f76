/* rensa-builder-ask.c: predictions of a model for examples.
 * SPDX-License-Identifier: MIT */

#include "rensa-builder-parts.h"
#include "rensa-late-check.h"
#include "rensa-links.h"
#include "rensa-modes.h"
#include "rensa-primitives.h"
#include "rensa-variable.h"

/* Returns input @i on the device of the model; preprocessing is applied to the first. */
static RensaVariable *
make_input (RensaBuilder *builder, RensaLink *predictor, RensaArray *x, guint i, GError **error)
{
  RensaPreprocessing *preprocessing = rensa_builder_get_preprocessing (builder);
  g_autoptr (RensaArray) prepared = i > 0 || x == NULL ? (x != NULL ? rensa_array_ref (x) : NULL)
                                                       : rensa_preprocessing_apply (preprocessing, x, -1, error);
  g_autoptr (RensaArray) placed = rensa_array_to_device (prepared, rensa_link_get_device (predictor), error);

  return rensa_variable_new_constant (placed);
}

/* Sets the state of the links aside for the call, so that calls are independent. */
static RensaArray *
call (RensaBuilder *builder, RensaLink *predictor, RensaVariable *const *inputs, guint n_inputs, GError **error)
{
  RensaVariable *outputs[RENSA_MAX_OUTPUTS] = { NULL };
  GPtrArray *state = rensa_link_take_state (predictor);
  const int n_outputs = rensa_link_call_n (predictor, inputs, (int) n_inputs, outputs, RENSA_MAX_OUTPUTS, error);
  g_autoptr (RensaVariable) y =
      n_outputs > 0 ? rensa_prediction_make (outputs[0], rensa_builder_get_prediction (builder), error) : NULL;
  g_autoptr (RensaArray) here =
      y != NULL ? rensa_array_to_device (rensa_variable_get_array (y), rensa_device_get_host (), error) : NULL;

  rensa_link_restore_state (predictor, state);
  rensa_variables_clear (outputs, MAX (n_outputs, 0));
  return rensa_late_checks_read (error) ? g_steal_pointer (&here) : NULL;
}

RensaArray *
rensa_builder_ask (RensaBuilder *builder, RensaLink *predictor, RensaArray *const *inputs, guint n_inputs,
                   GError **error)
{
  g_auto (RensaModesScope) scope = rensa_modes_enter ();
  /* Functions that draw random numbers in test mode must not advance the generator of the training. */
  const RensaRandom random = *rensa_random_get_default ();
  RensaVariable *variables[RENSA_MAX_FIELDS] = { NULL };
  RensaArray *y = NULL;
  guint n = 0;

  rensa_modes_get ()->train = FALSE;
  rensa_modes_get ()->enable_backprop = FALSE;
  while (n < n_inputs && (variables[n] = make_input (builder, predictor, inputs[n], n, error)) != NULL)
    n++;
  if (n == n_inputs)
    y = call (builder, predictor, variables, n_inputs, error);
  *rensa_random_get_default () = random;
  rensa_variables_clear (variables, (int) n);
  return y;
}
