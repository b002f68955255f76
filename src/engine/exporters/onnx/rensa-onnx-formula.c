/* rensa-onnx-formula.c: typed formulas as operators.
 * SPDX-License-Identifier: MIT */

#include "rensa-onnx-trace-private.h"

#include "rensa-fault.h"
#include "rensa-formula.h"
#include "rensa-language.h"

#define TRUTH(condition) "Cast (" condition ", to=dtype (like))"

/* Forms in terms of a, b and c; "like" is an input of the formula. expm1 and log1p must remain
 * accurate close to 0. */
static const char *const forms[RENSA_N_OPS] = {
  [RENSA_OP_COPY] = "Identity (a)",
  [RENSA_OP_NEG] = "Neg (a)",
  [RENSA_OP_NOT] = TRUTH ("a == 0"),
  [RENSA_OP_ABS] = "Abs (a)",
  [RENSA_OP_SIGN] = "Sign (a)",
  [RENSA_OP_FLOOR] = "Floor (a)",
  [RENSA_OP_CEIL] = "Ceil (a)",
  [RENSA_OP_TRUNC] = "Sign (a) * Floor (Abs (a))",
  [RENSA_OP_RINT] = "Round (a)",
  [RENSA_OP_SQRT] = "Sqrt (a)",
  [RENSA_OP_CBRT] = "Sign (a) * Pow (Abs (a), 0.333333333333333333)",
  [RENSA_OP_EXP] = "Exp (a)",
  [RENSA_OP_EXP2] = "Exp (a * 0.69314718055994531)",
  [RENSA_OP_EXPM1] = "Tanh (a * 0.5) * (Exp (a) + 1)",
  [RENSA_OP_LOG] = "Log (a)",
  [RENSA_OP_LOG2] = "Log (a) * 1.4426950408889634",
  [RENSA_OP_LOG10] = "Log (a) * 0.43429448190325183",
  [RENSA_OP_LOG1P] = "Where (a < 1, Atanh (a / (a + 2)) * 2, Log (a + 1))",
  [RENSA_OP_SIN] = "Sin (a)",
  [RENSA_OP_COS] = "Cos (a)",
  [RENSA_OP_TAN] = "Tan (a)",
  [RENSA_OP_ASIN] = "Asin (a)",
  [RENSA_OP_ACOS] = "Acos (a)",
  [RENSA_OP_ATAN] = "Atan (a)",
  [RENSA_OP_SINH] = "Sinh (a)",
  [RENSA_OP_COSH] = "Cosh (a)",
  [RENSA_OP_TANH] = "Tanh (a)",
  [RENSA_OP_ASINH] = "Asinh (a)",
  [RENSA_OP_ACOSH] = "Acosh (a)",
  [RENSA_OP_ATANH] = "Atanh (a)",
  [RENSA_OP_ERF] = "Erf (a)",
  [RENSA_OP_ERFC] = "1 - Erf (a)",
  [RENSA_OP_SIGMOID] = "Sigmoid (a)",
  [RENSA_OP_OR] = "Max (" TRUTH ("a != 0") ", " TRUTH ("b != 0") ")",
  [RENSA_OP_AND] = TRUTH ("a != 0") " * " TRUTH ("b != 0"),
  [RENSA_OP_EQ] = TRUTH ("a == b"),
  [RENSA_OP_NE] = TRUTH ("a != b"),
  [RENSA_OP_LT] = TRUTH ("a < b"),
  [RENSA_OP_LE] = TRUTH ("a <= b"),
  [RENSA_OP_GT] = TRUTH ("a > b"),
  [RENSA_OP_GE] = TRUTH ("a >= b"),
  [RENSA_OP_ADD] = "a + b",
  [RENSA_OP_SUB] = "a - b",
  [RENSA_OP_MUL] = "a * b",
  [RENSA_OP_DIV] = "a / b",
  [RENSA_OP_FMOD] = "Mod (a, b, fmod=1)",
  [RENSA_OP_POW] = "Pow (a, b)",
  [RENSA_OP_MAX] = "Max (a, b)",
  [RENSA_OP_MIN] = "Min (a, b)",
  [RENSA_OP_ATAN2] = "t = Atan (a / b); Where (b == 0, Sign (a) * 1.5707963267948966, "
                     "Where (b > 0, t, Where (a < 0, t - 3.1415926535897932, t + 3.1415926535897932)))",
  [RENSA_OP_HYPOT] = "Sqrt (a * a + b * b)",
  [RENSA_OP_COPYSIGN] = "Where (b < 0, -Abs (a), Abs (a))",
  [RENSA_OP_SELECT] = "Where (a != 0, b, c)",
  [RENSA_OP_MULTIPLY_ADD] = "a * b + c",
  [RENSA_OP_MULTIPLY_SUBTRACT] = "a * b - c",
  [RENSA_OP_SUBTRACT_PRODUCT] = "c - a * b",
};

/* Contents of a slot of a program: a value or a number; @masks: inputs on which it depends. */
typedef struct
{
  const RensaProgram *program;
  GPtrArray *values;
  GArray *masks;
} Slots;

static gboolean
is_number (const Slots *slots, guint slot)
{
  return (int) slot >= slots->program->n_inputs && (int) slot < slots->program->n_inputs + slots->program->n_constants;
}

/* Binds operand @slot to @name. */
static gboolean
bind_operand (RensaOnnxRun *run, const Slots *slots, const char *name, guint slot, GError **error)
{
  RensaOnnxValue *value = slots->values->pdata[slot];

  if (is_number (slots, slot))
    {
      const double number = slots->program->constants[(int) slot - slots->program->n_inputs];

      value = rensa_onnx_item_to_constant (run, rensa_onnx_item_new_number (run, number, FALSE), run->dtype, error);
    }
  rensa_onnx_run_bind (run, name, &value, 1, FALSE);
  return value != NULL;
}

static gboolean
write_instruction (RensaOnnxRun *run, Slots *slots, const RensaInstruction *step, GError **error)
{
  static const char *const names[] = { "a", "b", "c" };
  const RensaOpInfo *info = rensa_op_get_info (step->op);
  guint64 mask = 0;
  g_autoptr (GPtrArray) made = NULL;

  if (forms[step->op] == NULL)
    {
      rensa_set_words (error, RENSA_ERROR_NOT_FOUND, N_ ("%s has no %s"), "ONNX", info->text);
      return FALSE;
    }
  for (int k = 0; k < info->n_operands; k++)
    {
      if (!bind_operand (run, slots, names[k], step->from[k], error))
        return FALSE;
      mask |= g_array_index (slots->masks, guint64, step->from[k]);
    }
  made = rensa_onnx_run_form (run, forms[step->op], error);
  if (made == NULL)
    return FALSE;
  slots->values->pdata[step->to] = made->pdata[0];
  g_array_index (slots->masks, guint64, step->to) = mask;
  return TRUE;
}

/* Returns output @slot in @shape, to which the inputs on which it depends may have to be broadcast. */
static RensaOnnxValue *
finish (RensaOnnxRun *run, const Slots *slots, guint slot, RensaOnnxValue *const *inputs, const RensaShape *shape,
        GError **error)
{
  RensaOnnxValue *value = slots->values->pdata[slot];
  g_autoptr (GPtrArray) spread = NULL;

  for (int i = 0; i < slots->program->n_inputs; i++)
    if (g_array_index (slots->masks, guint64, slot) >> i & 1 && rensa_shape_equal (&inputs[i]->shape, shape))
      return value;
  rensa_onnx_run_bind (run, "a", &value, 1, FALSE);
  spread = rensa_onnx_run_form (run, "Expand (a, shape (out))", error);
  return spread != NULL ? spread->pdata[0] : NULL;
}

static void
fill_slots (Slots *slots, RensaOnnxValue *const *inputs)
{
  const RensaProgram *program = slots->program;
  const guint n = (guint) (program->n_inputs + program->n_constants + program->n_registers + program->n_outputs);

  slots->values = g_ptr_array_new ();
  slots->masks = g_array_sized_new (FALSE, TRUE, sizeof (guint64), n);
  g_ptr_array_set_size (slots->values, (int) n);
  g_array_set_size (slots->masks, n);
  for (int i = 0; i < program->n_inputs; i++)
    {
      slots->values->pdata[i] = inputs[i];
      g_array_index (slots->masks, guint64, i) = G_GUINT64_CONSTANT (1) << i;
    }
}

GPtrArray *
rensa_onnx_trace_formula (RensaOnnxRun *run, RensaFormula *formula, RensaOnnxValue *const *inputs,
                          const RensaShape *shape, GError **error)
{
  const RensaProgram *program = rensa_formula_get_program (formula);
  Slots slots = { .program = program };
  g_autoptr (GPtrArray) outputs = g_ptr_array_new ();
  gboolean ok = TRUE;

  fill_slots (&slots, inputs);
  rensa_onnx_run_bind (run, "like", inputs, 1, FALSE);
  for (int i = 0; ok && i < program->n_instructions; i++)
    ok = write_instruction (run, &slots, &program->instructions[i], error);
  for (int i = 0; ok && i < program->n_outputs; i++)
    {
      const guint slot = (guint) (program->n_inputs + program->n_constants + program->n_registers + i);
      RensaOnnxValue *value = finish (run, &slots, slot, inputs, shape, error);

      ok = value != NULL;
      g_ptr_array_add (outputs, value);
    }
  g_ptr_array_unref (slots.values);
  g_array_unref (slots.masks);
  return ok ? g_steal_pointer (&outputs) : NULL;
}
