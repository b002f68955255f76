/* unchain-variables.c: unchain_variables, releases the graphs behind reported values.
 * SPDX-License-Identifier: MIT */

#include "rensa-extensions.h"

static gboolean
call (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  RensaObservation *observation = rensa_trainer_get_observation (trainer);

  for (guint i = 0; i < rensa_observation_get_n (observation); i++)
    {
      RensaVariable *variable =
          rensa_observation_get_variable (observation, rensa_observation_get_key (observation, i));

      if (variable != NULL)
        rensa_variable_unchain_backward (variable);
    }
  return TRUE;
}

/* The caller chooses its trigger; called in each iteration, it costs nothing if no graph is kept. */
const RensaExtensionClass rensa_unchain_variables_class = {
  .name = "unchain_variables",
  .title = N_ ("Release Graphs"),
  .summary = N_ ("Frees the graphs of reported values, which can use much memory when a model reports its own "
                 "variables"),
  .words = N_ ("memory;graph;free;unchain"),
  .priority = 0,
  .trigger_period = 1,
  .trigger_unit = "iteration",
  .default_name = "unchain_variables",
  .call = call,
  RENSA_FORMS ({ "chainer", "extensions.unchain_variables()" }, { "torch", "" }),
};
