/* rensa-primitives-program.c: programs applied to arrays.
 * SPDX-License-Identifier: MIT */

#include "rensa-primitives-private.h"

typedef struct
{
  const RensaProgram *program;
  RensaShape shape;
  RensaDtype dtype; /* data type of the results */
  RensaArray *inputs[RENSA_PROGRAM_MAX_INPUTS];
  RensaArray *outputs[RENSA_PROGRAM_MAX_OUTPUTS];
} ProgramCall;

static void
program_call_clear (ProgramCall *call)
{
  for (int i = 0; i < call->program->n_inputs; i++)
    g_clear_pointer (&call->inputs[i], rensa_array_unref);
  for (int i = 0; i < call->program->n_outputs; i++)
    g_clear_pointer (&call->outputs[i], rensa_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ProgramCall, program_call_clear)

static gboolean
prepare (ProgramCall *call, RensaArray *const *inputs, GError **error)
{
  const int n_inputs = call->program->n_inputs;
  const RensaDtype dtype = rensa_dtype_widen (call->dtype);

  for (int i = 0; i < n_inputs; i++)
    {
      call->inputs[i] = rensa_array_cast (inputs[i], dtype, error);
      if (call->inputs[i] == NULL)
        return FALSE;
    }

  for (int i = 0; i < call->program->n_outputs; i++)
    {
      call->outputs[i] = rensa_new_broadcast_output (dtype, &call->shape, inputs, n_inputs, error);
      if (call->outputs[i] == NULL)
        return FALSE;
    }

  return TRUE;
}

gboolean
rensa_run_program (const RensaProgram *program, RensaArray *const *inputs, RensaArray **outputs, GError **error)
{
  g_auto (ProgramCall) call = { .program = program };

  for (int i = 0; i < program->n_inputs; i++)
    if (inputs[i] == NULL)
      return FALSE;
  if (!rensa_find_broadcast_type (inputs, program->n_inputs, &call.shape, &call.dtype, error)
      || !prepare (&call, inputs, error))
    return FALSE;
  if (call.outputs[0]->count > 0 && !RENSA_RUN (call.inputs[0], run_program, program, call.inputs, call.outputs, error))
    return FALSE;

  for (int i = 0; i < program->n_outputs; i++)
    if (!rensa_convert (&call.outputs[i], call.dtype, error))
      return FALSE;
  for (int i = 0; i < program->n_outputs; i++)
    outputs[i] = g_steal_pointer (&call.outputs[i]);
  return TRUE;
}
