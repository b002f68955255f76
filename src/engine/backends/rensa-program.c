/* rensa-program.c: properties of operations.
 * SPDX-License-Identifier: MIT */

#include "rensa-program.h"

#include <string.h>

#include "k.h"
#include "special.h"

#define INFO1(name, text, level, cost, value, a) { text, 1, level, cost, { a } },
#define INFO2(name, text, level, cost, value, a, b) { text, 2, level, cost, { a, b } },
#define INFO3(name, text, level, cost, value, a, b, c) { text, 3, level, cost, { a, b, c } },

static const RensaOpInfo infos[] = { RENSA_PROGRAM_OPS1 (INFO1) RENSA_PROGRAM_OPS2 (INFO2) RENSA_PROGRAM_OPS3 (INFO3) };

const RensaOpInfo *
rensa_op_get_info (RensaOp op)
{
  return &infos[op];
}

#define CASE(name, text, level, cost, value, ...) \
  case RENSA_OP_##name:                           \
    return value;

double
rensa_op_evaluate (RensaOp op, double a, double b, double c)
{
  switch (op)
    {
      RENSA_PROGRAM_OPS1 (CASE)
      RENSA_PROGRAM_OPS2 (CASE)
      RENSA_PROGRAM_OPS3 (CASE)
    default:
      g_return_val_if_reached (NAN);
    }
}

void
rensa_program_evaluate (const RensaProgram *program, const double *inputs, double *outputs)
{
  const int first_output = program->n_inputs + program->n_constants + program->n_registers;
  g_autofree double *slots = g_new0 (double, first_output + program->n_outputs);

  for (int i = 0; i < program->n_inputs; i++)
    slots[i] = inputs[i];
  for (int i = 0; i < program->n_constants; i++)
    slots[program->n_inputs + i] = program->constants[i];
  for (int i = 0; i < program->n_instructions; i++)
    {
      const RensaInstruction *step = &program->instructions[i];

      slots[step->to] = rensa_op_evaluate (step->op, slots[step->from[0]], slots[step->from[1]], slots[step->from[2]]);
    }
  memcpy (outputs, slots + first_output, program->n_outputs * sizeof *slots);
}
