/* rensa-program.c: what is known of each operation.
 * SPDX-License-Identifier: MIT */

#include "rensa-program.h"

#include "k.h"

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
