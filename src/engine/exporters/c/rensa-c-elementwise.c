/* rensa-c-elementwise.c: elementwise loops.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "rensa-array-private.h"
#include "rensa-c-private.h"

/* Arrays of one operation, outputs last; all are broadcast to the shape of the last. */
typedef struct
{
  RensaCWriter *writer;
  RensaArray *arrays[RENSA_PROGRAM_MAX_INPUTS + RENSA_PROGRAM_MAX_OUTPUTS];
  int n;
} Elements;

static RensaArray *
get_last (Elements *self)
{
  return self->arrays[self->n - 1];
}

static void
elements_clear (Elements *self)
{
  rensa_arrays_clear (self->arrays, self->n);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Elements, elements_clear)

/* Returns TRUE if @array is dense with the same layout as @other, or has one element. */
static gboolean
lies_like (RensaArray *array, RensaArray *other)
{
  return array->count == 1
         || (rensa_shape_equal (&array->shape, &other->shape) && rensa_array_is_dense (array)
             && array->count == other->count
             && memcmp (array->strides, other->strides, (gsize) array->shape.ndim * sizeof (gint64)) == 0);
}

/* Dense arrays with the same element size have equal strides only if their layouts are equal. */
static gboolean
lie_alike (Elements *self)
{
  const gint64 size = (gint64) rensa_dtype_get_size (get_last (self)->dtype);

  for (int i = 0; i < self->n; i++)
    if (self->arrays[i]->count > 1
        && ((gint64) rensa_dtype_get_size (self->arrays[i]->dtype) != size
            || !lies_like (self->arrays[i], get_last (self))))
      return FALSE;
  return TRUE;
}

/* Returns TRUE if all are in C order and have the same shape or a single element. */
static gboolean
are_in_order (Elements *self)
{
  for (int i = 0; i < self->n; i++)
    if (self->arrays[i]->count > 1
        && (!rensa_array_is_c_contiguous (self->arrays[i])
            || !rensa_shape_equal (&self->arrays[i]->shape, &get_last (self)->shape)))
      return FALSE;
  return TRUE;
}

static void
add (Elements *self, GPtrArray *arrays)
{
  for (guint i = 0; i < arrays->len; i++)
    self->arrays[self->n++] = rensa_array_ref (arrays->pdata[i]);
}

/* Merges all axes into one if that makes no difference. */
static void
begin (Elements *self, RensaCWriter *writer, const RensaTapeOp *op)
{
  self->writer = writer;
  add (self, op->inputs);
  add (self, op->outputs);
  if (get_last (self)->count == 0 || (!lie_alike (self) && !are_in_order (self)))
    return;

  for (int i = 0; i < self->n; i++)
    {
      RensaArray *array = self->arrays[i];
      const gint64 stride = (gint64) rensa_dtype_get_size (array->dtype);

      self->arrays[i] = rensa_array_view_strided (array, &RENSA_SHAPE (array->count), &stride, 0);
      rensa_array_unref (array);
    }
}

/* Writes the element of array @i. */
static char *
write_element (Elements *self, int i)
{
  RensaArray *array = self->arrays[i];

  return rensa_c_write_element (self->writer, array, rensa_c_indices + get_last (self)->shape.ndim - array->shape.ndim);
}

/* The same, converted to @dtype. */
static char *
write_operand (Elements *self, int i, RensaDtype dtype)
{
  g_autofree char *element = write_element (self, i);

  return self->arrays[i]->dtype == dtype ? g_steal_pointer (&element)
                                         : g_strdup_printf ("(%s) %s", rensa_c_get_type (dtype), element);
}

static void
loop (Elements *self)
{
  rensa_c_loop_axes (self->writer, &get_last (self)->shape, ~0u);
}

/* Conversion to integers */

static const char clamp[] = "/* What lies beyond the range of @low and @high is the nearest of them, NaN is 0. */\n"
                            "static long long\n"
                            "to_whole (double x, double low, double high)\n"
                            "{\n"
                            "  if (x != x)\n"
                            "    return 0;\n"
                            "  return x <= low ? (long long) low : x >= high ? (long long) high : (long long) x;\n"
                            "}\n";

static const struct
{
  const char *low;
  const char *high;
} ranges[RENSA_N_DTYPES] = {
  [RENSA_INT8] = { "-128", "127" },
  [RENSA_INT16] = { "-32768", "32767" },
  [RENSA_INT32] = { "-2147483648.0", "2147483647.0" },
  [RENSA_INT64] = { "-9223372036854775808.0", "9223372036854774784.0" },
  [RENSA_UINT8] = { "0", "255" },
};

/* Writes @value, an element of @from, converted to @to. */
static char *
write_cast (RensaCWriter *writer, const char *value, RensaDtype from, RensaDtype to)
{
  if (from == to)
    return g_strdup (value);
  if (to == RENSA_BOOL)
    return g_strdup_printf ("%s != 0", value);
  if (!rensa_dtype_is_floating (from) || rensa_dtype_is_floating (to))
    return g_strdup_printf ("(%s) %s", rensa_c_get_type (to), value);

  rensa_c_add_helper (writer, "to_whole", clamp);
  return g_strdup_printf ("(%s) to_whole (%s, %s, %s)", rensa_c_get_type (to), value, ranges[to].low, ranges[to].high);
}

static void
write_assignment (Elements *self, const RensaTapeOp *op)
{
  RensaArray *x = self->arrays[0];
  RensaArray *y = get_last (self);
  g_autofree char *from = write_element (self, 0);
  g_autofree char *to = write_element (self, self->n - 1);
  g_autofree char *value = write_cast (self->writer, from, x->dtype, y->dtype);

  loop (self);
  rensa_c_line (self->writer, "%s %s %s;", to, op->kind == RENSA_TAPE_ASSIGN ? "=" : "+=", value);
}

static void
write_filling (Elements *self, const RensaTapeOp *op)
{
  g_autofree char *to = write_element (self, 0);
  g_autofree char *value = rensa_c_write_number (get_last (self)->dtype, op->value);

  loop (self);
  rensa_c_line (self->writer, "%s = %s;", to, value);
}

/* "x, 0.5f, &y" */
static char *
write_arguments (Elements *self, const RensaTapeOp *op)
{
  const RensaKernel *kernel = op->kernel;
  g_autoptr (GPtrArray) list = g_ptr_array_new_with_free_func (g_free);

  for (int i = 0; i < kernel->n_inputs; i++)
    g_ptr_array_add (list, write_operand (self, i, op->dtype));
  for (int i = 0; i < kernel->n_params; i++)
    g_ptr_array_add (list, rensa_c_write_number (op->dtype, op->params[i]));
  for (int i = 0; kernel->n_outputs > 1 && i < kernel->n_outputs; i++)
    g_ptr_array_add (list, g_strdup_printf ("&y%d", i));
  g_ptr_array_add (list, NULL);
  return g_strjoinv (", ", (char **) list->pdata);
}

static gboolean
write_map (Elements *self, const RensaTapeOp *op, GError **error)
{
  const RensaKernel *kernel = op->kernel;
  g_autofree char *name = rensa_c_write_kernel (self->writer, kernel, op->dtype, error);
  g_autofree char *arguments = name != NULL ? write_arguments (self, op) : NULL;

  if (name == NULL)
    return FALSE;

  loop (self);
  if (kernel->n_outputs == 1)
    {
      g_autofree char *y = write_element (self, self->n - 1);

      rensa_c_line (self->writer, "%s = %s (%s);", y, name, arguments);
      return TRUE;
    }

  rensa_c_brace (self->writer);
  for (int i = 0; i < kernel->n_outputs; i++)
    rensa_c_line (self->writer, "%s y%d;", rensa_c_get_type (op->dtype), i);
  rensa_c_line (self->writer, "%s (%s);", name, arguments);
  for (int i = 0; i < kernel->n_outputs; i++)
    {
      g_autofree char *y = write_element (self, kernel->n_inputs + i);

      rensa_c_line (self->writer, "%s = y%d;", y, i);
    }
  rensa_c_end (self->writer);
  return TRUE;
}

gboolean
rensa_c_write_elementwise (RensaCWriter *writer, const RensaTapeOp *op, GError **error)
{
  g_auto (Elements) self = { 0 };

  begin (&self, writer, op);
  if (op->kind == RENSA_TAPE_MAP)
    return write_map (&self, op, error);
  if (op->kind == RENSA_TAPE_FILL)
    write_filling (&self, op);
  else
    write_assignment (&self, op);
  return TRUE;
}

/* Programs */

/* The operations in the notation of k.h, with operands a, b and c. */
#define VALUE(name, text, level, cost, value, ...) #value,
static const char *const values[] = { RENSA_PROGRAM_OPS1 (VALUE) RENSA_PROGRAM_OPS2 (VALUE)
                                          RENSA_PROGRAM_OPS3 (VALUE) };
#undef VALUE

/* Writes slot @slot: an element, a number, or a variable. */
static char *
write_slot (Elements *self, const RensaTapeOp *op, int slot)
{
  const RensaProgram *program = op->program;

  if (slot < program->n_inputs)
    return write_operand (self, slot, op->dtype);
  slot -= program->n_inputs;
  if (slot < program->n_constants)
    return rensa_c_write_number (op->dtype, program->constants[slot]);
  slot -= program->n_constants;
  if (slot < program->n_registers)
    return g_strdup_printf ("r%d", slot);
  return write_element (self, program->n_inputs + slot - program->n_registers);
}

/* Substitutes the operands in "a + b": single letters are replaced. */
static char *
put_operands (const char *value, char *const *operands)
{
  GString *text = g_string_new (NULL);

  for (const char *c = value; *c != '\0'; c++)
    {
      const gboolean is_alone =
          (c == value || (!g_ascii_isalnum (c[-1]) && c[-1] != '_')) && !g_ascii_isalnum (c[1]) && c[1] != '_';

      if (is_alone && *c >= 'a' && *c <= 'c')
        g_string_append_printf (text, operands[*c - 'a'][0] == '(' || operands[*c - 'a'][0] == '-' ? "(%s)" : "%s",
                                operands[*c - 'a']);
      else
        g_string_append_c (text, *c);
    }
  return g_string_free (text, FALSE);
}

static gboolean
write_instruction (Elements *self, const RensaTapeOp *op, const RensaInstruction *instruction, GError **error)
{
  g_autofree char *code = rensa_c_translate (self->writer, values[instruction->op], op->dtype, error);
  g_autofree char *to = write_slot (self, op, instruction->to);
  char *operands[3] = { NULL };
  g_autofree char *value = NULL;

  if (code == NULL)
    return FALSE;
  for (int i = 0; i < 3; i++)
    operands[i] = i < rensa_op_get_info (instruction->op)->n_operands ? write_slot (self, op, instruction->from[i])
                                                                      : g_strdup ("");
  value = put_operands (code, operands);
  rensa_c_line (self->writer, "%s = %s;", to, value);
  for (int i = 0; i < 3; i++)
    g_free (operands[i]);
  return TRUE;
}

gboolean
rensa_c_write_program (RensaCWriter *writer, const RensaTapeOp *op, GError **error)
{
  g_auto (Elements) self = { 0 };

  begin (&self, writer, op);
  loop (&self);
  rensa_c_brace (writer);
  for (int i = 0; i < op->program->n_registers; i++)
    rensa_c_line (writer, "%s r%d;", rensa_c_get_type (op->dtype), i);
  for (int i = 0; i < op->program->n_instructions; i++)
    if (!write_instruction (&self, op, &op->program->instructions[i], error))
      return FALSE;
  rensa_c_end (writer);
  return TRUE;
}
