/* all-operations.h: programs of all operations.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-program.h"

/* The number of programs, each of which has as many operations as there may be outputs. */
#define N_ALL_OPERATIONS ((RENSA_N_OPS + RENSA_PROGRAM_MAX_OUTPUTS - 1) / RENSA_PROGRAM_MAX_OUTPUTS)

typedef struct
{
  RensaProgram program;
  RensaInstruction instructions[RENSA_PROGRAM_MAX_OUTPUTS];
} AllOperations;

/* Each output is an operation, from number @first on, of the three inputs. */
static inline void
all_operations_init (AllOperations *self, int first)
{
  const int n = MIN (RENSA_N_OPS - first, RENSA_PROGRAM_MAX_OUTPUTS);

  self->program =
      (RensaProgram){ .n_inputs = 3, .n_outputs = n, .n_instructions = n, .instructions = self->instructions };
  for (int i = 0; i < n; i++)
    self->instructions[i] = (RensaInstruction){ (guint16) (first + i), (guint16) (3 + i), { 0, 1, 2 } };
}
