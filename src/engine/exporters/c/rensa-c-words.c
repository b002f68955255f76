/* rensa-c-words.c: names, numbers and lines of C code.
 * SPDX-License-Identifier: MIT */

#include <math.h>
#include <string.h>

#include "rensa-array-private.h"
#include "rensa-c-private.h"

#define MAX_NAME 40

static const struct
{
  const char *type;
  const char *member;
} types[RENSA_N_DTYPES] = {
  [RENSA_BOOL] = { "unsigned char", "bools" }, [RENSA_INT8] = { "signed char", "int8s" },
  [RENSA_INT16] = { "short", "int16s" },       [RENSA_INT32] = { "int", "int32s" },
  [RENSA_INT64] = { "long long", "int64s" },   [RENSA_UINT8] = { "unsigned char", "uint8s" },
  [RENSA_FLOAT32] = { "float", "floats" },     [RENSA_FLOAT64] = { "double", "doubles" },
};

const char *const rensa_c_indices[RENSA_MAX_NDIM] = { "i0", "i1", "i2", "i3", "i4", "i5", "i6", "i7" };

const char *
rensa_c_get_type (RensaDtype dtype)
{
  return types[dtype].type;
}

const char *
rensa_c_get_member (RensaDtype dtype)
{
  return types[dtype].member;
}

char *
rensa_c_write_number (RensaDtype dtype, double value)
{
  const gboolean is_float = dtype == RENSA_FLOAT32;
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  if (!rensa_dtype_is_floating (dtype))
    return g_strdup_printf ("%" G_GINT64_FORMAT, (gint64) value);
  if (isnan (value))
    return g_strdup ("NAN");
  if (isinf (value) || (is_float && isinf ((float) value)))
    return g_strdup (value > 0 ? "INFINITY" : "-INFINITY");
  g_ascii_formatd (digits, sizeof digits, is_float ? "%.9g" : "%.17g", is_float ? (double) (float) value : value);
  return g_strconcat (digits, strpbrk (digits, ".e") != NULL ? "" : ".0", is_float ? "f" : "", NULL);
}

char *
rensa_c_write_name (const char *text, const char *ending)
{
  GString *name = g_string_new (NULL);

  for (const char *c = text; *c != '\0' && name->len < MAX_NAME; c++)
    if (g_ascii_isalnum (*c))
      g_string_append_c (name, *c);
    else if (name->len > 0 && name->str[name->len - 1] != '_')
      g_string_append_c (name, '_');
  while (name->len > 0 && name->str[name->len - 1] == '_')
    g_string_truncate (name, name->len - 1);
  if (name->len == 0 || g_ascii_isdigit (name->str[0]))
    g_string_prepend_c (name, 'n');
  g_string_append (name, ending);
  return g_string_free (name, FALSE);
}

void
rensa_c_line (RensaCWriter *self, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_string_append_printf (self->body, "%*s", self->indent, "");
  g_string_append_vprintf (self->body, format, args);
  g_string_append_c (self->body, '\n');
  va_end (args);
}

void
rensa_c_gap (RensaCWriter *self)
{
  g_string_append_c (self->body, '\n');
}

static void
indent (RensaCWriter *self, int end)
{
  g_array_append_val (self->ends, end);
  self->indent += 2;
}

void
rensa_c_loop (RensaCWriter *self, const char *index, gint64 n)
{
  if (n == 1)
    return;
  rensa_c_line (self, "for (int %s = 0; %s < %lld; %s++)", index, index, (long long) n, index);
  indent (self, -1);
}

void
rensa_c_if (RensaCWriter *self, const char *condition)
{
  rensa_c_line (self, "if (%s)", condition);
  indent (self, -1);
}

void
rensa_c_brace (RensaCWriter *self)
{
  rensa_c_line (self, "{");
  indent (self, self->indent);
}

void
rensa_c_end_loops (RensaCWriter *self)
{
  while (self->ends->len > 0 && g_array_index (self->ends, int, self->ends->len - 1) < 0)
    {
      g_array_set_size (self->ends, self->ends->len - 1);
      self->indent -= 2;
    }
}

void
rensa_c_end (RensaCWriter *self)
{
  rensa_c_end_loops (self);
  self->indent = g_array_index (self->ends, int, self->ends->len - 1);
  g_array_set_size (self->ends, self->ends->len - 1);
  rensa_c_line (self, "}");
  rensa_c_end_loops (self);
}

/* " + i * 16" */
static void
append_term (GString *text, const char *index, gint64 stride)
{
  const gboolean is_sum = strpbrk (index, "+-") != NULL;

  if (text->len > 0)
    g_string_append (text, stride < 0 ? " - " : " + ");
  else if (stride < 0)
    g_string_append (text, "-");
  g_string_append_printf (text, is_sum && stride != 1 ? "(%s)" : "%s", index);
  if (ABS (stride) != 1)
    g_string_append_printf (text, " * %lld", (long long) ABS (stride));
}

char *
rensa_c_write_element (RensaCWriter *self, RensaArray *array, const char *const *indices)
{
  const RensaCBuffer *buffer = rensa_c_plan_find (self->plan, array);
  const gint64 place = rensa_c_get_place (array);
  g_autoptr (GString) text = g_string_new (NULL);

  if (place != 0)
    g_string_append_printf (text, "%lld", (long long) place);
  for (int axis = 0; axis < array->shape.ndim; axis++)
    if (array->shape.dims[axis] != 1 && indices[axis] != NULL && rensa_c_get_stride (array, axis) != 0)
      append_term (text, indices[axis], rensa_c_get_stride (array, axis));
  return g_strdup_printf ("%s[%s]", buffer->name, text->len > 0 ? text->str : "0");
}

void
rensa_c_loop_axes (RensaCWriter *self, const RensaShape *shape, guint mask)
{
  for (int axis = 0; axis < shape->ndim; axis++)
    if (mask >> axis & 1)
      rensa_c_loop (self, rensa_c_indices[axis], shape->dims[axis]);
}
