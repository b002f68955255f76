/* formula-fixture.c: what the tests of formulas share.
 * SPDX-License-Identifier: MIT */

#include "formula-fixture.h"

#include <string.h>

void
run_formula (RensaFormula *formula, const double *inputs, double *outputs)
{
  const RensaProgram *program = rensa_formula_get_program (formula);
  const int first_output = program->n_inputs + program->n_constants + program->n_registers;
  g_autofree double *slots = g_new0 (double, first_output + program->n_outputs);

  memcpy (slots, inputs, program->n_inputs * sizeof (double));
  if (program->n_constants > 0)
    memcpy (slots + program->n_inputs, program->constants, program->n_constants * sizeof (double));
  for (int i = 0; i < program->n_instructions; i++)
    {
      const RensaInstruction *instruction = &program->instructions[i];

      g_assert_cmpint (instruction->to, >=, program->n_inputs + program->n_constants);
      g_assert_cmpint (instruction->to, <, first_output + program->n_outputs);
      slots[instruction->to] = rensa_op_evaluate (instruction->op, slots[instruction->from[0]],
                                                  slots[instruction->from[1]], slots[instruction->from[2]]);
    }
  memcpy (outputs, slots + first_output, program->n_outputs * sizeof (double));
}

/* All that is written, but for the power, as products in its place are rounded in another way, and for copysign (), which shows the
 * sign of NaN: that means nothing and changes with the order of a sum. */
static RensaOp
choose_op (GRand *random)
{
  RensaOp op;

  do
    op = (RensaOp) g_rand_int_range (random, 0, RENSA_N_OPS);
  while (rensa_op_get_info (op)->text[0] == '\0' || op == RENSA_OP_POW || op == RENSA_OP_COPYSIGN);
  return op;
}

static char *
make_leaf (GRand *random, const double *values, double *value)
{
  static const char *const names[] = { "x", "y", "z" };
  static const double constants[] = { 0, 1, 2, 0.25, 3 };
  const int i = g_rand_int_range (random, 0, 8);

  *value = i < 3 ? values[i] : constants[i - 3];
  return i < 3 ? g_strdup (names[i]) : g_strdup_printf ("%g", *value);
}

char *
make_expression (GRand *random, int depth, const double *values, double *value)
{
  const RensaOp op = choose_op (random);
  const RensaOpInfo *info = rensa_op_get_info (op);
  char *parts[3] = { NULL };
  double operands[3] = { 0 };
  char *text;

  if (depth == 0)
    return make_leaf (random, values, value);

  for (int k = 0; k < info->n_operands; k++)
    parts[k] = make_expression (random, depth - 1, values, &operands[k]);
  *value = rensa_op_evaluate (op, operands[0], operands[1], operands[2]);

  if (info->level == 0)
    text = g_strdup_printf ("%s(%s%s%s)", info->text, parts[0], info->n_operands > 1 ? ", " : "",
                            info->n_operands > 1 ? parts[1] : "");
  else if (info->n_operands == 1)
    text = g_strdup_printf ("(%s%s)", info->text, parts[0]);
  else if (info->n_operands == 2)
    text = g_strdup_printf ("(%s %s %s)", parts[0], info->text, parts[1]);
  else
    text = g_strdup_printf ("(%s ? %s : %s)", parts[0], parts[1], parts[2]);
  for (int k = 0; k < 3; k++)
    g_free (parts[k]);
  return text;
}
