/* rensa-formula-compile.c: compilation of terms to the instructions of a program.
 * SPDX-License-Identifier: MIT */

#include "rensa-formula-private.h"

typedef struct
{
  const RensaTerms *terms;
  int n;              /* terms */
  int *uses;          /* number of uses by needed terms and by outputs */
  int *slots;         /* slot of each term; -1 if it has none */
  int *last_uses;     /* last term that reads it; n for an output */
  gboolean *is_fused; /* a product fused into its only reader */
  GArray *instructions;
  GArray *constants;
  GArray *free_slots; /* registers that are no longer read */
  int n_inputs;
  int n_registers;
} Compiler;

/* Returns which operand of @term, the first or the second, is a product that can be fused into it;
 * -1 if there is none. */
static int
find_product (const Compiler *self, const RensaTerm *term, const gboolean *is_output)
{
  for (int k = 0; k < 2 && (term->kind == RENSA_OP_ADD || term->kind == RENSA_OP_SUB); k++)
    {
      const int operand = term->from[k];

      if (rensa_terms_get (self->terms, operand)->kind == RENSA_OP_MUL && self->uses[operand] == 1
          && !is_output[operand])
        return k;
    }

  return -1;
}

/* Chooses the operation of a needed term, which may include a fused product, and its operands. */
static RensaInstruction
choose (const Compiler *self, int i, int *from, const gboolean *is_output)
{
  const RensaTerm *term = rensa_terms_get (self->terms, i);
  const int k = find_product (self, term, is_output);
  RensaInstruction instruction = { .op = term->kind };

  if (k < 0)
    {
      for (int j = 0; j < rensa_op_get_info (term->kind)->n_operands; j++)
        from[j] = term->from[j];
      return instruction;
    }

  const RensaTerm *product = rensa_terms_get (self->terms, term->from[k]);

  from[0] = product->from[0];
  from[1] = product->from[1];
  from[2] = term->from[1 - k];
  instruction.op = term->kind == RENSA_OP_ADD ? RENSA_OP_MULTIPLY_ADD
                   : k == 0                   ? RENSA_OP_MULTIPLY_SUBTRACT
                                              : RENSA_OP_SUBTRACT_PRODUCT;
  self->is_fused[term->from[k]] = TRUE;
  return instruction;
}

static void
find_last_uses (Compiler *self, const gboolean *is_output)
{
  /* Iterates in reverse, so that products are marked as fused before their operands are counted. */
  for (int i = self->n - 1; i >= 0; i--)
    {
      const RensaTerm *term = rensa_terms_get (self->terms, i);
      int from[3];
      RensaInstruction instruction;

      if (self->uses[i] == 0 || !rensa_term_is_operation (term) || self->is_fused[i])
        continue;
      instruction = choose (self, i, from, is_output);
      for (int k = 0; k < rensa_op_get_info (instruction.op)->n_operands; k++)
        self->last_uses[from[k]] = MAX (self->last_uses[from[k]], i);
    }
}

static int
take_register (Compiler *self)
{
  int slot;

  if (self->free_slots->len == 0)
    return self->n_registers++;

  slot = g_array_index (self->free_slots, int, self->free_slots->len - 1);
  g_array_set_size (self->free_slots, self->free_slots->len - 1);
  return slot;
}

/* Registers are numbered from @first_register on. */
static void
add_operation (Compiler *self, int i, const gboolean *is_output, int first_register)
{
  int from[3] = { 0 };
  RensaInstruction instruction = choose (self, i, from, is_output);
  const int n_operands = rensa_op_get_info (instruction.op)->n_operands;

  for (int k = 0; k < n_operands; k++)
    instruction.from[k] = (guint16) self->slots[from[k]];
  for (int k = 0; k < n_operands; k++)
    {
      const int operand = from[k];
      const int slot = self->slots[operand] - first_register;

      if (rensa_term_is_operation (rensa_terms_get (self->terms, operand)) && !is_output[operand]
          && self->last_uses[operand] == i)
        {
          g_array_append_val (self->free_slots, slot);
          self->last_uses[operand] = -1;
        }
    }

  if (!is_output[i])
    self->slots[i] = first_register + take_register (self);
  instruction.to = (guint16) self->slots[i];
  g_array_append_val (self->instructions, instruction);
}

static void
assign_leaves (Compiler *self)
{
  for (int i = 0; i < self->n; i++)
    {
      const RensaTerm *term = rensa_terms_get (self->terms, i);

      self->slots[i] = -1;
      if (term->kind == RENSA_TERM_INPUT)
        self->slots[i] = (int) term->value;
      else if (term->kind == RENSA_TERM_CONSTANT && self->uses[i] > 0)
        {
          self->slots[i] = self->n_inputs + (int) self->constants->len;
          g_array_append_val (self->constants, term->value);
        }
    }
}

/* The slots of outputs follow those of registers, whose number is only known at the end: until then
 * they are numbered from the maximum number of slots. */
#define FIRST_OUTPUT (RENSA_PROGRAM_MAX_SLOTS)

/* The first output of each term is written by its operation; others are copies. */
static void
assign_outputs (Compiler *self, const int *outputs, int n_outputs, gboolean *is_output)
{
  for (int i = 0; i < n_outputs; i++)
    {
      if (!rensa_term_is_operation (rensa_terms_get (self->terms, outputs[i])) || is_output[outputs[i]])
        continue;
      is_output[outputs[i]] = TRUE;
      self->slots[outputs[i]] = FIRST_OUTPUT + i;
    }
}

static void
add_copies (Compiler *self, const int *outputs, int n_outputs)
{
  for (int i = 0; i < n_outputs; i++)
    {
      const RensaInstruction copy = { .op = RENSA_OP_COPY,
                                      .to = (guint16) (FIRST_OUTPUT + i),
                                      .from = { (guint16) self->slots[outputs[i]] } };

      if (self->slots[outputs[i]] != FIRST_OUTPUT + i)
        g_array_append_val (self->instructions, copy);
    }
}

static guint16
place_output (guint16 slot, int first_output)
{
  return slot >= FIRST_OUTPUT ? (guint16) (slot - FIRST_OUTPUT + first_output) : slot;
}

static void
compile (Compiler *self, const int *outputs, int n_outputs)
{
  g_autofree gboolean *is_output = g_new0 (gboolean, self->n);
  int first_register;

  rensa_terms_count_uses (self->terms, outputs, n_outputs, self->uses);
  assign_leaves (self);
  assign_outputs (self, outputs, n_outputs, is_output);
  find_last_uses (self, is_output);

  first_register = self->n_inputs + (int) self->constants->len;
  for (int i = 0; i < self->n; i++)
    if (self->uses[i] > 0 && rensa_term_is_operation (rensa_terms_get (self->terms, i)) && !self->is_fused[i])
      add_operation (self, i, is_output, first_register);
  add_copies (self, outputs, n_outputs);

  for (guint i = 0; i < self->instructions->len; i++)
    {
      RensaInstruction *instruction = &g_array_index (self->instructions, RensaInstruction, i);
      const int first_output = first_register + self->n_registers;

      instruction->to = place_output (instruction->to, first_output);
      for (int k = 0; k < 3; k++)
        instruction->from[k] = place_output (instruction->from[k], first_output);
    }
}

void
rensa_formula_compile (RensaFormula *self)
{
  const int n = rensa_terms_count (&self->terms);
  Compiler compiler = {
    .terms = &self->terms,
    .n = n,
    .uses = g_new0 (int, n),
    .slots = g_new0 (int, n),
    .last_uses = g_new0 (int, n),
    .is_fused = g_new0 (gboolean, n),
    .instructions = g_array_new (FALSE, FALSE, sizeof (RensaInstruction)),
    .constants = g_array_new (FALSE, FALSE, sizeof (double)),
    .free_slots = g_array_new (FALSE, FALSE, sizeof (int)),
    .n_inputs = (int) self->inputs->len,
  };

  G_STATIC_ASSERT (RENSA_TERMS_MAX + RENSA_PROGRAM_MAX_INPUTS < RENSA_PROGRAM_MAX_SLOTS);
  compile (&compiler, self->output_terms, (int) self->outputs->len);
  self->program = (RensaProgram){
    .n_inputs = compiler.n_inputs,
    .n_constants = (int) compiler.constants->len,
    .n_registers = compiler.n_registers,
    .n_outputs = (int) self->outputs->len,
    .n_instructions = (int) compiler.instructions->len,
  };
  self->program.constants = (const double *) (gpointer) g_array_free (compiler.constants, FALSE);
  self->program.instructions = (const RensaInstruction *) (gpointer) g_array_free (compiler.instructions, FALSE);
  g_array_free (compiler.free_slots, TRUE);
  g_free (compiler.uses);
  g_free (compiler.slots);
  g_free (compiler.last_uses);
  g_free (compiler.is_fused);
}
