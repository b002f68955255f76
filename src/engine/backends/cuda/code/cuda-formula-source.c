/* cuda-formula-source.c: translation of programs to CUDA C++.
 * SPDX-License-Identifier: MIT */

#include "cuda-formula.h"

#include <math.h>

G_STATIC_ASSERT (sizeof (gpu_formula_args) <= 4096);

/* Operations that cost more than this many additions are called as functions, so that a kernel
 * contains them only once. */
#define COST_OF_CALL 10
/* Maximum cost of a kernel in additions; a kernel of this size takes seconds to compile. */
#define MOST_COST 2000

static double
get_cost (const RensaProgram *program)
{
  double cost = 0;

  for (int i = 0; i < program->n_instructions; i++)
    cost += MIN (rensa_op_get_info (program->instructions[i].op)->cost, COST_OF_CALL);
  return cost;
}

/* Exact and locale-independent. */
static void
print_number (GString *source, double value)
{
  int exponent;

  if (isnan (value))
    g_string_append (source, "K_NAN");
  else if (isinf (value))
    g_string_append (source, value > 0 ? "K_INFINITY" : "-K_INFINITY");
  else
    {
      const gint64 digits = (gint64) ldexp (frexp (fabs (value), &exponent), 53);

      g_string_append_printf (source, "(real) %s0x%" G_GINT64_MODIFIER "xp%d", signbit (value) ? "-" : "", digits,
                              exponent - 53);
    }
}

static void
print_slot (GString *source, const RensaProgram *program, int slot)
{
  const int n[] = { program->n_inputs, program->n_constants, program->n_registers, program->n_outputs };
  static const char *const names[] = { "in", "constant", "temporary", "out" };
  guint kind = 0;

  for (; slot >= n[kind]; kind++)
    slot -= n[kind];
  g_string_append_printf (source, "%s%d", names[kind], slot);
}

#define OP_NAME(name, ...) [RENSA_OP_##name] = #name,

static void
print_instruction (GString *source, const RensaProgram *program, const RensaInstruction *instruction)
{
  static const char *const names[] = { RENSA_PROGRAM_OPS1 (OP_NAME) RENSA_PROGRAM_OPS2 (OP_NAME)
                                           RENSA_PROGRAM_OPS3 (OP_NAME) };
  const RensaOpInfo *info = rensa_op_get_info (instruction->op);

  g_string_append (source, "      ");
  print_slot (source, program, instruction->to);
  g_string_append_printf (source, " = %s_%s (", info->cost > COST_OF_CALL ? "called_op" : "op", names[instruction->op]);
  for (int k = 0; k < 3; k++)
    {
      g_string_append (source, k > 0 ? ", " : "");
      if (k < info->n_operands)
        print_slot (source, program, instruction->from[k]);
      else
        g_string_append_c (source, '0');
    }
  g_string_append (source, ");\n");
}

static void
print_variables (GString *source, const RensaProgram *program)
{
  for (int i = 0; i < program->n_inputs; i++)
    g_string_append_printf (source, "      const real in%d = *gpu_get_place (&args, %d, offsets);\n", i, i);
  for (int i = 0; i < program->n_constants; i++)
    {
      g_string_append_printf (source, "      const real constant%d = ", i);
      print_number (source, program->constants[i]);
      g_string_append (source, ";\n");
    }
  for (int i = 0; i < program->n_registers; i++)
    g_string_append_printf (source, "      real temporary%d;\n", i);
  for (int i = 0; i < program->n_outputs; i++)
    g_string_append_printf (source, "      real out%d;\n", i);
}

char *
rensa_formula_print_source (const RensaProgram *program, RensaDtype dtype)
{
  const int n_arrays = program->n_inputs + program->n_outputs;

  if (n_arrays > GPU_FORMULA_MAX_ARRAYS || get_cost (program) > MOST_COST)
    return NULL;

  GString *source = g_string_new (NULL);
  g_string_append_printf (source,
                          "#define real %s\n"
                          "#include \"gpu/formula.h\"\n\n"
                          "GPU_KERNEL (formula, gpu_formula_args, args)\n"
                          "{\n"
                          "  for (k_index i = gpu_first (); i < args.count; i += gpu_step ())\n"
                          "    {\n"
                          "      k_index offsets[%d];\n\n"
                          "      gpu_seek_formula<%d> (&args, i, offsets);\n",
                          dtype == RENSA_FLOAT32 ? "float" : "double", n_arrays, n_arrays);
  print_variables (source, program);
  g_string_append_c (source, '\n');
  for (int i = 0; i < program->n_instructions; i++)
    print_instruction (source, program, &program->instructions[i]);
  g_string_append_c (source, '\n');
  for (int i = 0; i < program->n_outputs; i++)
    g_string_append_printf (source, "      *gpu_get_place (&args, %d, offsets) = out%d;\n", program->n_inputs + i, i);
  g_string_append (source, "    }\n}\n");
  return g_string_free (source, FALSE);
}
