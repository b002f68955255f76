/* rensa-onnx-text.c: writes a graph in the ONNX text syntax.
 * SPDX-License-Identifier: MIT */

#include "rensa-onnx-write-private.h"

#include <math.h>
#include <string.h>

#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-onnx-batch-private.h"
#include "rensa-primitives.h"

/* Number of elements shown of an abbreviated constant. */
#define N_SHOWN 4

/* Names and texts */

static void
add_quoted (GString *text, const char *words)
{
  g_string_append_c (text, '"');
  for (const char *c = words; *c != '\0'; c++)
    {
      if (*c == '"' || *c == '\\')
        g_string_append_c (text, '\\');
      g_string_append_c (text, *c);
    }
  g_string_append_c (text, '"');
}

static void
add_name (GString *text, const char *name)
{
  gboolean is_plain = g_ascii_isalpha (name[0]) || name[0] == '_';

  for (const char *c = name; *c != '\0'; c++)
    is_plain = is_plain && (g_ascii_isalnum (*c) || *c == '_');
  if (is_plain)
    g_string_append (text, name);
  else
    add_quoted (text, name);
}

/* Always writes a point or an exponent, because an integer would have another type. */
static void
add_real (GString *text, double value, const char *format)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  if (!isfinite (value))
    {
      g_string_append (text, isnan (value) ? "nan" : value > 0 ? "inf" : "-inf");
      return;
    }
  g_ascii_formatd (digits, sizeof digits, format, value);
  g_string_append_printf (text, "%s%s", digits, strpbrk (digits, ".e") != NULL ? "" : ".0");
}

/* Types */

static const char *
get_type_name (RensaDtype dtype)
{
  return dtype == RENSA_FLOAT32 ? "float" : dtype == RENSA_FLOAT64 ? "double" : rensa_dtype_get_name (dtype);
}

static void
add_value (GString *text, const RensaOnnxValue *value)
{
  g_string_append (text, get_type_name (value->dtype));
  for (int i = 0; i < value->shape.ndim; i++)
    {
      const gint64 extent = value->shape.dims[i];

      g_string_append_c (text, i == 0 ? '[' : ',');
      if (extent >= 0)
        g_string_append_printf (text, "%" G_GINT64_FORMAT, extent);
      else
        g_string_append (text, extent == RENSA_ONNX_BATCH ? RENSA_ONNX_BATCH_NAME : "?");
    }
  g_string_append (text, value->shape.ndim > 0 ? "] " : " ");
  add_name (text, value->name);
}

static void
add_values (GString *text, const GPtrArray *values)
{
  for (guint i = 0; i < values->len; i++)
    {
      g_string_append (text, i > 0 ? ", " : "");
      add_value (text, values->pdata[i]);
    }
}

/* Constants */

/* Half-precision numbers are written as the integers with the same bits. */
static void
add_element (GString *text, RensaDtype dtype, gconstpointer elements, gint64 i)
{
  switch (dtype)
    {
    case RENSA_BOOL:
    case RENSA_UINT8:
      g_string_append_printf (text, "%d", ((const guint8 *) elements)[i]);
      break;
    case RENSA_INT8:
      g_string_append_printf (text, "%d", ((const gint8 *) elements)[i]);
      break;
    case RENSA_INT16:
      g_string_append_printf (text, "%d", ((const gint16 *) elements)[i]);
      break;
    case RENSA_INT32:
      g_string_append_printf (text, "%d", ((const gint32 *) elements)[i]);
      break;
    case RENSA_INT64:
      g_string_append_printf (text, "%" G_GINT64_FORMAT, ((const gint64 *) elements)[i]);
      break;
    case RENSA_FLOAT16:
    case RENSA_BFLOAT16:
      g_string_append_printf (text, "%d", ((const guint16 *) elements)[i]);
      break;
    case RENSA_FLOAT32:
      add_real (text, ((const float *) elements)[i], "%.9g");
      break;
    case RENSA_FLOAT64:
      add_real (text, ((const double *) elements)[i], "%.17g");
      break;
    }
}

/* Reads the first @n elements in C order. */
static gpointer
read_elements (const RensaOnnxValue *value, gint64 n, GError **error)
{
  g_autoptr (RensaArray) whole = rensa_array_contiguous (value->constant, error);
  g_autoptr (RensaArray) flat =
      whole != NULL ? rensa_array_view_reshape (whole, &RENSA_SHAPE (rensa_array_get_count (whole))) : NULL;
  g_autoptr (RensaArray) part = flat != NULL ? rensa_array_view_range (flat, 0, 0, n) : NULL;
  g_autofree guint8 *elements = part != NULL ? g_try_malloc (rensa_array_get_n_bytes (part) + 1) : NULL;

  if (part != NULL && elements == NULL)
    rensa_set_words (error, RENSA_ERROR_NO_MEMORY, N_ ("Not enough memory for a copy of “%s”"), value->name);
  return elements != NULL && rensa_array_to_host (part, elements, error) ? g_steal_pointer (&elements) : NULL;
}

static gboolean
add_constant (GString *text, const RensaOnnxValue *value, gint64 most_elements, GError **error)
{
  const gint64 count = rensa_array_get_count (value->constant);
  const gint64 n = count <= most_elements ? count : N_SHOWN;
  g_autofree guint8 *elements = read_elements (value, n, error);

  if (elements == NULL)
    return FALSE;
  add_value (text, value);
  g_string_append (text, " = {");
  for (gint64 i = 0; i < n; i++)
    {
      g_string_append (text, i > 0 ? ", " : "");
      add_element (text, value->dtype, elements, i);
    }
  g_string_append (text, n < count ? ", …}" : "}");
  return TRUE;
}

/* Nodes */

static void
add_numbers (GString *text, const RensaOnnxAttr *attr)
{
  for (guint i = 0; i < attr->numbers->len; i++)
    {
      const double number = g_array_index (attr->numbers, double, i);

      g_string_append (text, i > 0 ? ", " : "");
      if (attr->kind == 'i')
        g_string_append_printf (text, "%" G_GINT64_FORMAT, (gint64) number);
      else
        add_real (text, (float) number, "%.9g");
    }
}

static void
add_attr (GString *text, const RensaOnnxAttr *attr)
{
  const char *type = attr->kind == 'i' ? "int" : attr->kind == 'f' ? "float" : "string";

  g_string_append_printf (text, "%s: %s%s = %s", attr->name, type, attr->is_list ? "s" : "", attr->is_list ? "[" : "");
  if (attr->kind == 's')
    add_quoted (text, attr->text);
  else
    add_numbers (text, attr);
  g_string_append (text, attr->is_list ? "]" : "");
}

static void
add_names (GString *text, const GPtrArray *values)
{
  for (guint i = 0; i < values->len; i++)
    {
      g_string_append (text, i > 0 ? ", " : "");
      add_name (text, values->pdata[i] != NULL ? ((RensaOnnxValue *) values->pdata[i])->name : "");
    }
}

static void
add_node (GString *text, const RensaOnnxOp *node)
{
  g_string_append (text, "   [");
  add_quoted (text, node->name);
  g_string_append (text, "] ");
  add_names (text, node->outputs);
  g_string_append_printf (text, " = %s ", node->op);
  for (guint i = 0; i < node->attrs->len; i++)
    {
      g_string_append (text, i > 0 ? ", " : "<");
      add_attr (text, node->attrs->pdata[i]);
    }
  g_string_append (text, node->attrs->len > 0 ? "> (" : "(");
  add_names (text, node->inputs);
  g_string_append (text, ")\n");
}

/* The whole */

static void
add_about (GString *text, const RensaOnnxAbout *about)
{
  g_string_append_printf (text, "<\n   ir_version: %d,\n   opset_import: [\"\" : %d],\n   producer_name: \"Rensa\"",
                          RENSA_ONNX_IR, RENSA_ONNX_OPSET);
  g_string_append (text, ",\n   producer_version: ");
  add_quoted (text, about->version);
  if (about->doc != NULL)
    {
      g_string_append (text, ",\n   doc_string: ");
      add_quoted (text, about->doc);
    }
  g_string_append (text, ",\n   metadata_props: [");
  for (guint i = 0; about->keys[i] != NULL; i++)
    {
      g_string_append (text, i > 0 ? ", " : "");
      add_quoted (text, about->keys[i]);
      g_string_append (text, ": ");
      add_quoted (text, about->values[i]);
    }
  g_string_append (text, "]\n>\n");
}

/* Adds constants, and the known types of intermediate values. */
static gboolean
add_inner_values (GString *text, const RensaOnnxGraph *graph, gint64 most_elements, GError **error)
{
  gboolean is_first = TRUE;

  for (guint i = 0; i < graph->values->len; i++)
    {
      const RensaOnnxValue *value = graph->values->pdata[i];

      if (value->constant == NULL && !rensa_onnx_graph_is_between (graph, value))
        continue;
      g_string_append (text, is_first ? "\n   <" : ",\n    ");
      is_first = FALSE;
      if (value->constant == NULL)
        add_value (text, value);
      else if (!add_constant (text, value, most_elements, error))
        return FALSE;
    }
  g_string_append (text, is_first ? "\n" : ">\n");
  return TRUE;
}

char *
rensa_onnx_to_text (const RensaOnnxGraph *graph, const RensaOnnxAbout *about, gint64 most_elements, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);

  add_about (text, about);
  add_name (text, about->title);
  g_string_append (text, " (");
  add_values (text, graph->inputs);
  g_string_append (text, ") => (");
  add_values (text, graph->outputs);
  g_string_append (text, ")");
  if (!add_inner_values (text, graph, most_elements, error))
    return NULL;
  g_string_append (text, "{\n");
  for (guint i = 0; i < graph->nodes->len; i++)
    add_node (text, graph->nodes->pdata[i]);
  g_string_append (text, "}\n");
  return g_string_free (g_steal_pointer (&text), FALSE);
}
