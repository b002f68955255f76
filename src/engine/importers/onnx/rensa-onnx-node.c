/* rensa-onnx-node.c: a node of an ONNX file, its attributes and its inputs.
 * SPDX-License-Identifier: MIT */

#include "rensa-onnx-private.h"

#include <math.h>
#include <string.h>

#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-memory.h"
#include "rensa-primitives.h"

/* Errors */

void
rensa_onnx_fail (RensaOnnxNode *node, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list args;

  if (node->error != NULL)
    return;
  va_start (args, format);
  text = g_strdup_vprintf (_ (format), args);
  va_end (args);
  node->error = g_error_new_literal (RENSA_ERROR, RENSA_ERROR_FORMAT, text);
}

void
rensa_onnx_refuse_attribute (RensaOnnxNode *node, const char *name, const char *value)
{
  rensa_onnx_fail (node, N_ ("%s = %s is not supported"), name, value);
}

/* Attributes */

const Onnx__AttributeProto *
rensa_onnx_find_attribute (RensaOnnxNode *node, const char *name)
{
  for (gsize i = 0; i < node->proto->n_attribute; i++)
    if (g_strcmp0 (node->proto->attribute[i]->name, name) == 0)
      return node->proto->attribute[i];
  return NULL;
}

/* Returns NULL if there is none, or if it has another type, which is an error. */
static const Onnx__AttributeProto *
find_typed (RensaOnnxNode *node, const char *name, Onnx__AttributeProto__AttributeType type, gboolean is_there)
{
  const Onnx__AttributeProto *attribute = rensa_onnx_find_attribute (node, name);

  if (attribute == NULL || (attribute->has_type ? attribute->type == type : is_there))
    return attribute;
  rensa_onnx_fail (node, N_ ("the type of the attribute “%s” does not conform to ONNX"), name);
  return NULL;
}

gboolean
rensa_onnx_has (RensaOnnxNode *node, const char *name)
{
  return rensa_onnx_find_attribute (node, name) != NULL;
}

gint64
rensa_onnx_get_int (RensaOnnxNode *node, const char *name, gint64 fallback)
{
  const Onnx__AttributeProto *found = find_typed (node, name, ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__INT, TRUE);

  return found != NULL && found->has_i ? found->i : fallback;
}

double
rensa_onnx_get_float (RensaOnnxNode *node, const char *name, double fallback)
{
  const Onnx__AttributeProto *found = find_typed (node, name, ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__FLOAT, TRUE);

  return found != NULL && found->has_f ? found->f : fallback;
}

const char *
rensa_onnx_get_text (RensaOnnxNode *node, const char *name, const char *fallback)
{
  const Onnx__AttributeProto *found = find_typed (node, name, ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__STRING, TRUE);
  const char *text;

  if (found == NULL || !found->has_s)
    return fallback;
  text = g_string_chunk_insert_len (node->chunk, (const char *) found->s.data, (gssize) found->s.len);
  if (g_utf8_validate (text, -1, NULL))
    return text;
  rensa_onnx_fail (node, N_ ("the attribute “%s” must be encoded in UTF-8"), name);
  return fallback;
}

const gint64 *
rensa_onnx_get_ints (RensaOnnxNode *node, const char *name, gsize *n)
{
  const Onnx__AttributeProto *found = find_typed (node, name, ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__INTS, TRUE);
  static const gint64 none[1] = { 0 };

  *n = found != NULL ? found->n_ints : 0;
  return found == NULL ? NULL : *n > 0 ? found->ints : none;
}

const Onnx__TensorProto *
rensa_onnx_get_tensor (RensaOnnxNode *node, const char *name)
{
  const Onnx__AttributeProto *found = find_typed (node, name, ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__TENSOR, TRUE);

  return found != NULL ? found->t : NULL;
}

/* Inputs */

RensaSketchValue *
rensa_onnx_find_input (RensaOnnxNode *node, guint i)
{
  return i < node->n_inputs ? node->inputs[i] : NULL;
}

RensaSketchValue *
rensa_onnx_input (RensaOnnxNode *node, guint i)
{
  RensaSketchValue *value = rensa_onnx_find_input (node, i);

  if (value == NULL)
    rensa_onnx_fail (node, N_ ("input %u is missing"), i);
  return node->error == NULL ? value : NULL;
}

gboolean
rensa_onnx_needs_output (RensaOnnxNode *node, guint i)
{
  return i < node->proto->n_output && *node->proto->output[i] != '\0'
         && g_hash_table_contains (node->import->needed, node->proto->output[i]);
}

RensaType
rensa_onnx_type (RensaOnnxNode *node, RensaSketchValue *value)
{
  return node->error == NULL && value != NULL ? rensa_sketch_value_get_type (value) : (RensaType){ RENSA_FLOAT32 };
}

int
rensa_onnx_ndim (RensaOnnxNode *node, RensaSketchValue *value)
{
  return rensa_onnx_type (node, value).shape.ndim;
}

int
rensa_onnx_axis (RensaOnnxNode *node, RensaSketchValue *value, gint64 axis)
{
  const int ndim = rensa_onnx_ndim (node, value);

  if (axis >= -ndim && axis < ndim)
    return (int) (axis < 0 ? axis + ndim : axis);
  rensa_onnx_fail (node, N_ ("expected an axis below %d, found %lld"), ndim, (long long) axis);
  return 0;
}

gint64
rensa_onnx_length (RensaOnnxNode *node, RensaSketchValue *value, int axis)
{
  const gint64 length = rensa_onnx_type (node, value).shape.dims[axis];

  if (node->error == NULL && value != NULL && rensa_variable_get_type (value->probes[1]).shape.dims[axis] != length)
    rensa_onnx_fail (node, N_ ("an input must not depend on the batch size, but “%s” does"), value->name);
  return length;
}

gboolean
rensa_onnx_is_constant (RensaSketchValue *value)
{
  return value != NULL && rensa_sketch_value_get_array (value) != NULL;
}

/* Returns @array as numbers of @dtype, owned by the node. */
static gpointer
read_numbers (RensaOnnxNode *node, RensaArray *array, RensaDtype dtype, gsize *n)
{
  g_autoptr (RensaArray) wide = rensa_array_cast (array, dtype, &node->error);
  gpointer numbers;

  *n = wide != NULL ? (gsize) rensa_array_get_count (wide) : 0;
  numbers = g_malloc0 ((*n + 1) * sizeof (double));
  if (wide != NULL)
    rensa_array_to_host (wide, numbers, &node->error);
  rensa_onnx_keep (node, numbers);
  return numbers;
}

const gint64 *
rensa_onnx_probe_numbers (RensaOnnxNode *node, RensaSketchValue *value, int probe, gsize *n)
{
  *n = 0;
  if (node->error != NULL || value == NULL)
    return NULL;
  if (value->kind == RENSA_SKETCH_VALUE || value->probes[probe] == NULL)
    {
      rensa_onnx_fail (node, N_ ("an input must be a constant, but “%s” is computed"), value->name);
      return NULL;
    }
  return read_numbers (node, rensa_variable_get_array (value->probes[probe]), RENSA_INT64, n);
}

const gint64 *
rensa_onnx_numbers (RensaOnnxNode *node, RensaSketchValue *value, gsize *n)
{
  const gint64 *numbers = rensa_onnx_probe_numbers (node, value, 0, n);

  if (numbers != NULL && rensa_sketch_value_varies (value))
    rensa_onnx_fail (node, N_ ("an input must not depend on the batch size, but “%s” does"), value->name);
  return node->error == NULL ? numbers : NULL;
}

double
rensa_onnx_number (RensaOnnxNode *node, RensaSketchValue *value)
{
  double number = 0;

  if (node->error == NULL && !rensa_onnx_is_number (node, value, &number))
    rensa_onnx_fail (node, N_ ("an input must be a single constant number"));
  return number;
}

gboolean
rensa_onnx_is_number (RensaOnnxNode *node, RensaSketchValue *value, double *number)
{
  RensaArray *array = value != NULL ? rensa_sketch_value_get_array (value) : NULL;

  if (array == NULL || rensa_array_get_count (array) != 1)
    return FALSE;
  *number = rensa_array_get_scalar (array);
  return TRUE;
}

const gint64 *
rensa_onnx_ints_of (RensaOnnxNode *node, const char *name, guint i, gsize *n)
{
  RensaSketchValue *value = rensa_onnx_find_input (node, i);

  if (rensa_onnx_has (node, name) || value == NULL)
    return rensa_onnx_get_ints (node, name, n);
  return rensa_onnx_numbers (node, value, n);
}

/* Texts */

const char *
rensa_onnx_float (RensaOnnxNode *node, double value)
{
  g_autofree char *text = rensa_format_double (value);

  return g_string_chunk_insert (node->chunk, text);
}

const char *
rensa_onnx_tuple (RensaOnnxNode *node, const gint64 *values, gsize n)
{
  g_autoptr (GString) text = g_string_new ("(");

  for (gsize i = 0; i < n; i++)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT, i > 0 ? ", " : "", values[i]);
  g_string_append (text, n == 1 ? ",)" : ")");
  return g_string_chunk_insert (node->chunk, text->str);
}

const char *
rensa_onnx_format (RensaOnnxNode *node, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  return g_string_chunk_insert (node->chunk, text);
}

/* Lifecycle of a node */

void
rensa_onnx_keep (RensaOnnxNode *node, gpointer memory)
{
  node->kept = g_slist_prepend (node->kept, memory);
}

/* "conv1" for "/conv1/Conv"; otherwise the name of the node, or of its first output. */
static char *
choose_name (const Onnx__NodeProto *proto)
{
  g_autofree char *ending = g_strconcat ("/", proto->op_type, NULL);
  const char *name = proto->name != NULL && *proto->name != '\0' ? proto->name : proto->output[0];
  const gsize n = strlen (name);

  if (g_str_has_suffix (name, ending) && n > strlen (ending) + 1)
    return g_strndup (name, n - strlen (ending));
  return g_strdup (name);
}

static gboolean
find_inputs (RensaOnnxNode *node)
{
  node->n_inputs = (guint) node->proto->n_input;
  node->inputs = g_new0 (RensaSketchValue *, node->n_inputs + 1);
  for (guint i = 0; i < node->n_inputs; i++)
    {
      const char *name = node->proto->input[i];

      node->inputs[i] = g_hash_table_lookup (node->import->values, name);
      if (node->inputs[i] == NULL && *name != '\0')
        rensa_onnx_fail (node, N_ ("no earlier node produces its input “%s”"), name);
    }
  return node->error == NULL;
}

static void
hand_over (RensaOnnxNode *node)
{
  for (guint i = 0; i < node->n_outputs; i++)
    if (node->outputs[i] != NULL && *node->proto->output[i] != '\0')
      {
        if (!g_hash_table_insert (node->import->values, node->proto->output[i], node->outputs[i]))
          rensa_onnx_fail (node, N_ ("its output “%s” already exists"), node->proto->output[i]);
      }
    else if (rensa_onnx_needs_output (node, i))
      rensa_onnx_fail (node, N_ ("its output %u is not supported"), i);
}

/* Returns TRUE if the operator works on quantized numbers, except for those that only convert them,
 * which are supported. */
static gboolean
is_quantized (const char *name)
{
  static const char *const names[] = { "ConvInteger", "DynamicQuantizeLinear", "MatMulInteger",
                                       "QLinearConv", "QLinearMatMul",         NULL };

  return g_strv_contains (names, name);
}

static void
run (RensaOnnxNode *node)
{
  const RensaOnnxOperator *known = rensa_onnx_find_operator (node->proto->op_type);
  const char *domain = node->proto->domain != NULL ? node->proto->domain : "";

  if (*domain != '\0' && !g_str_equal (domain, "ai.onnx"))
    rensa_onnx_fail (node, N_ ("operators of the domain “%s” are not supported"), domain);
  else if (is_quantized (node->proto->op_type))
    rensa_onnx_fail (node, N_ ("quantized computation is not supported"));
  else if (known == NULL)
    rensa_onnx_fail (node, N_ ("this operator is not supported"));
  else if (node->proto->n_output > RENSA_ONNX_MAX_OUTPUTS)
    rensa_onnx_fail (node, N_ ("expected at most %d outputs, but it has %zu"), RENSA_ONNX_MAX_OUTPUTS,
                     node->proto->n_output);
  else if (find_inputs (node))
    {
      node->text = known->text;
      known->run (node);
    }
  if (node->error == NULL)
    hand_over (node);
}

gboolean
rensa_onnx_run_node (RensaOnnxImport *import, const Onnx__NodeProto *proto, GError **error)
{
  RensaOnnxNode node = { .import = import, .proto = proto, .n_outputs = (guint) proto->n_output };
  gboolean ok;

  node.name = choose_name (proto);
  node.chunk = g_string_chunk_new (256);
  run (&node);
  ok = node.error == NULL;
  if (!ok)
    {
      rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("node “%s” (%s, version %lld): %s"), node.name, proto->op_type,
                       (long long) import->opset, node.error->message);
      g_error_free (node.error);
    }
  g_slist_free_full (node.kept, g_free);
  g_string_chunk_free (node.chunk);
  g_free (node.inputs);
  g_free (node.name);
  return ok;
}
