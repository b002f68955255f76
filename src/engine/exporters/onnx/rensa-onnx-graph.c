/* rensa-onnx-graph.c: graph of ONNX operators, not yet serialized.
 * SPDX-License-Identifier: MIT */

#include "rensa-onnx-graph-private.h"

#include "rensa-array-private.h"

/* Values of the enumeration TensorProto.DataType. */
static const int codes[RENSA_N_DTYPES] = {
  [RENSA_BOOL] = 9,  [RENSA_INT8] = 3,     [RENSA_INT16] = 5,     [RENSA_INT32] = 6,   [RENSA_INT64] = 7,
  [RENSA_UINT8] = 2, [RENSA_FLOAT16] = 10, [RENSA_BFLOAT16] = 16, [RENSA_FLOAT32] = 1, [RENSA_FLOAT64] = 11,
};

int
rensa_onnx_dtype_to_code (RensaDtype dtype)
{
  return codes[dtype];
}

RensaDtype
rensa_onnx_dtype_from_code (int code)
{
  for (guint i = 0; i < G_N_ELEMENTS (codes); i++)
    if (codes[i] == code)
      return i;
  return RENSA_FLOAT32;
}

static void
value_free (gpointer data)
{
  RensaOnnxValue *value = data;

  g_free (value->name);
  g_clear_pointer (&value->constant, rensa_array_unref);
  g_free (value);
}

static void
attr_free (gpointer data)
{
  RensaOnnxAttr *attr = data;

  g_free (attr->name);
  g_array_unref (attr->numbers);
  g_free (attr->text);
  g_free (attr);
}

static void
node_free (gpointer data)
{
  RensaOnnxOp *node = data;

  g_free (node->name);
  g_free (node->op);
  g_ptr_array_unref (node->inputs);
  g_ptr_array_unref (node->outputs);
  g_ptr_array_unref (node->attrs);
  g_free (node);
}

RensaOnnxGraph *
rensa_onnx_graph_new (void)
{
  RensaOnnxGraph *graph = g_new0 (RensaOnnxGraph, 1);

  graph->values = g_ptr_array_new_with_free_func (value_free);
  graph->nodes = g_ptr_array_new_with_free_func (node_free);
  graph->inputs = g_ptr_array_new ();
  graph->outputs = g_ptr_array_new ();
  graph->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return graph;
}

void
rensa_onnx_graph_free (RensaOnnxGraph *graph)
{
  g_ptr_array_unref (graph->values);
  g_ptr_array_unref (graph->nodes);
  g_ptr_array_unref (graph->inputs);
  g_ptr_array_unref (graph->outputs);
  g_hash_table_unref (graph->names);
  g_free (graph);
}

/* Owned by the caller. Nodes and values share one table, so that their names are distinct, too. */
static char *
dup_free_name (RensaOnnxGraph *graph, const char *name)
{
  char *free_name = g_strdup (name);

  for (guint i = 1; g_hash_table_contains (graph->names, free_name); i++)
    {
      g_free (free_name);
      free_name = g_strdup_printf ("%s_%u", name, i);
    }
  g_hash_table_add (graph->names, g_strdup (free_name));
  return free_name;
}

RensaOnnxValue *
rensa_onnx_graph_add_value (RensaOnnxGraph *graph, const char *name, RensaDtype dtype, const RensaShape *shape)
{
  RensaOnnxValue *value = g_new0 (RensaOnnxValue, 1);

  value->name = dup_free_name (graph, name);
  value->dtype = dtype;
  value->is_shaped = shape != NULL;
  if (shape != NULL)
    value->shape = *shape;
  g_ptr_array_add (graph->values, value);
  return value;
}

RensaOnnxValue *
rensa_onnx_graph_add_constant (RensaOnnxGraph *graph, const char *name, RensaArray *array, gboolean is_param)
{
  RensaOnnxValue *value = rensa_onnx_graph_add_value (graph, name, array->dtype, &array->shape);

  value->constant = rensa_array_ref (array);
  value->is_param = is_param;
  return value;
}

RensaOnnxValue *
rensa_onnx_graph_add_integers (RensaOnnxGraph *graph, const char *name, const gint64 *values, gint64 n,
                               gboolean is_list, GError **error)
{
  g_auto (RensaDeviceScope) scope = rensa_device_enter (rensa_device_get_host ());
  const RensaShape shape = is_list ? RENSA_SHAPE (n) : RENSA_SHAPE_SCALAR;
  g_autoptr (RensaArray) array = rensa_array_new_from_host (RENSA_INT64, &shape, values, error);

  return array != NULL ? rensa_onnx_graph_add_constant (graph, name, array, FALSE) : NULL;
}

void
rensa_onnx_graph_rename (RensaOnnxGraph *graph, RensaOnnxValue *value, const char *name)
{
  g_hash_table_remove (graph->names, value->name);
  g_free (value->name);
  value->name = dup_free_name (graph, name);
}

gboolean
rensa_onnx_graph_is_between (const RensaOnnxGraph *graph, const RensaOnnxValue *value)
{
  return value->constant == NULL && value->is_shaped && !g_ptr_array_find (graph->inputs, value, NULL)
         && !g_ptr_array_find (graph->outputs, value, NULL);
}

RensaOnnxOp *
rensa_onnx_graph_add_node (RensaOnnxGraph *graph, const char *place, const char *op)
{
  RensaOnnxOp *node = g_new0 (RensaOnnxOp, 1);
  g_autofree char *name = g_strdup_printf ("/%s/%s", place, op);

  node->name = dup_free_name (graph, name);
  node->op = g_strdup (op);
  node->inputs = g_ptr_array_new ();
  node->outputs = g_ptr_array_new ();
  node->attrs = g_ptr_array_new_with_free_func (attr_free);
  g_ptr_array_add (graph->nodes, node);
  return node;
}

RensaOnnxAttr *
rensa_onnx_op_add_attr (RensaOnnxOp *node, const char *name, char kind, gboolean is_list)
{
  RensaOnnxAttr *attr = g_new0 (RensaOnnxAttr, 1);

  attr->name = g_strdup (name);
  attr->kind = kind;
  attr->is_list = is_list;
  attr->numbers = g_array_new (FALSE, FALSE, sizeof (double));
  g_ptr_array_add (node->attrs, attr);
  return attr;
}

const RensaOnnxAttr *
rensa_onnx_op_find_attr (const RensaOnnxOp *node, const char *name)
{
  for (guint i = 0; i < node->attrs->len; i++)
    {
      const RensaOnnxAttr *attr = node->attrs->pdata[i];

      if (g_str_equal (attr->name, name))
        return attr;
    }
  return NULL;
}

/* Operators with output types other than that of their first input. */
static const char *const of_truth[] = { "And",   "Equal", "Greater",     "GreaterOrEqual",
                                        "IsNaN", "IsInf", "LessOrEqual", "Less",
                                        "Not",   "Or",    NULL };
static const char *const of_integers[] = { "ArgMax", "ArgMin", "NonZero", "Shape", "Size", NULL };

static RensaDtype
find_dtype (const RensaOnnxOp *node)
{
  const RensaOnnxAttr *to = rensa_onnx_op_find_attr (node, "to");
  const guint place = g_str_equal (node->op, "Where") ? 1 : g_str_equal (node->op, "OneHot") ? 2 : 0;

  if (g_strv_contains (of_truth, node->op))
    return RENSA_BOOL;
  if (g_strv_contains (of_integers, node->op))
    return RENSA_INT64;
  if (to != NULL)
    return rensa_onnx_dtype_from_code ((int) g_array_index (to->numbers, double, 0));
  /* Positions of the maxima. */
  if (node->outputs->len == 1 && (g_str_equal (node->op, "MaxPool") || g_str_equal (node->op, "TopK")))
    return RENSA_INT64;
  return ((RensaOnnxValue *) node->inputs->pdata[place])->dtype;
}

RensaOnnxValue *
rensa_onnx_graph_add_output (RensaOnnxGraph *graph, RensaOnnxOp *node)
{
  g_autofree char *name = g_strdup_printf ("%s_output_%u", node->name, node->outputs->len);
  RensaOnnxValue *value = rensa_onnx_graph_add_value (graph, name, find_dtype (node), NULL);

  g_ptr_array_add (node->outputs, value);
  return value;
}

RensaOnnxValue *
rensa_onnx_graph_cast (RensaOnnxGraph *graph, const char *place, RensaOnnxValue *value, RensaDtype dtype)
{
  const double code = rensa_onnx_dtype_to_code (dtype);
  RensaOnnxOp *node;
  RensaOnnxValue *cast;

  if (value->dtype == dtype)
    return value;
  node = rensa_onnx_graph_add_node (graph, place, "Cast");
  g_ptr_array_add (node->inputs, value);
  g_array_append_val (rensa_onnx_op_add_attr (node, "to", 'i', FALSE)->numbers, code);
  cast = rensa_onnx_graph_add_output (graph, node);
  cast->shape = value->shape;
  cast->is_shaped = value->is_shaped;
  return cast;
}
