/* rensa-program.h: a formula compiled to steps, each of which processes many elements.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

#include "rensa-program-ops.h"

G_BEGIN_DECLS

#define RENSA_OP_ENUM_(name, ...) RENSA_OP_##name,
typedef enum
{
  RENSA_PROGRAM_OPS1 (RENSA_OP_ENUM_) RENSA_PROGRAM_OPS2 (RENSA_OP_ENUM_) RENSA_PROGRAM_OPS3 (RENSA_OP_ENUM_)
      RENSA_N_OPS
} RensaOp;
#undef RENSA_OP_ENUM_

/* A row of rensa-program-ops.h. */
typedef struct
{
  const char *text;
  int n_operands;
  int level;
  double cost;
  const char *rules[3];
} RensaOpInfo;

const RensaOpInfo *rensa_op_get_info (RensaOp op);
/* Evaluates the operation in double precision. */
double rensa_op_evaluate (RensaOp op, double a, double b, double c);

/* to = op (from…); see RensaProgram for the meaning of the numbers. */
typedef struct
{
  guint16 op;
  guint16 to;
  guint16 from[3];
} RensaInstruction;

#define RENSA_PROGRAM_MAX_INPUTS 48
#define RENSA_PROGRAM_MAX_OUTPUTS 16
#define RENSA_PROGRAM_MAX_SLOTS 60000

/* Slots are numbered consecutively: inputs, constants, registers, outputs. Every output is written
 * by one instruction, and may be read afterwards; no instruction writes to an input or a constant. */
typedef struct
{
  int n_inputs;
  int n_constants;
  int n_registers;
  int n_outputs;
  int n_instructions;
  const double *constants;
  const RensaInstruction *instructions;
} RensaProgram;

/* Evaluates single numbers, in double precision. */
void rensa_program_evaluate (const RensaProgram *program, const double *inputs, double *outputs);

G_END_DECLS
