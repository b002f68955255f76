/* rensa-onnx-batch.c: generalization of graphs with fixed batch sizes to any batch size.
 * SPDX-License-Identifier: MIT */

#include "rensa-onnx-batch-private.h"

#include <string.h>

#include "rensa-array-private.h"
#include "rensa-fault.h"
#include "rensa-language.h"

const gint64 rensa_onnx_batches[RENSA_ONNX_N_GRAPHS] = { 2, 3, 5 };

/* A number that depends linearly on the number of examples n: times n plus rest. */
typedef struct
{
  gint64 times;
  gint64 rest;
} Line;

/* Returns FALSE if the three numbers do not lie on a straight line. */
static gboolean
find_line (const gint64 numbers[RENSA_ONNX_N_GRAPHS], Line *line)
{
  line->times = (numbers[1] - numbers[0]) / (rensa_onnx_batches[1] - rensa_onnx_batches[0]);
  line->rest = numbers[0] - line->times * rensa_onnx_batches[0];
  return line->times * rensa_onnx_batches[2] + line->rest == numbers[2];
}

static gboolean
fail (const char *name, GError **error)
{
  rensa_set_words (error, RENSA_ERROR_INVALID,
                   N_ ("%s: depends on the number of examples in a way that ONNX cannot express"), name);
  return FALSE;
}

/* Gets the same value or node in all graphs, as RENSA_ONNX_N_GRAPHS pointers. */
static void
get_all (RensaOnnxGraph *const *graphs, gboolean is_value, guint i, gpointer *all)
{
  for (guint k = 0; k < RENSA_ONNX_N_GRAPHS; k++)
    all[k] = (is_value ? graphs[k]->values : graphs[k]->nodes)->pdata[i];
}

static gboolean
have_same_size (RensaOnnxGraph *const *graphs)
{
  for (guint k = 1; k < RENSA_ONNX_N_GRAPHS; k++)
    if (graphs[k]->values->len != graphs[0]->values->len || graphs[k]->nodes->len != graphs[0]->nodes->len)
      return FALSE;
  return TRUE;
}

/* Nodes */

static gboolean
are_equal (const RensaOnnxAttr *a, const RensaOnnxAttr *b)
{
  return g_str_equal (a->name, b->name) && g_strcmp0 (a->text, b->text) == 0 && a->numbers->len == b->numbers->len
         && (a->numbers->len == 0
             || memcmp (a->numbers->data, b->numbers->data, a->numbers->len * sizeof (double)) == 0);
}

static gboolean
check_nodes (RensaOnnxGraph *const *graphs, GError **error)
{
  for (guint i = 0; i < graphs[0]->nodes->len; i++)
    {
      RensaOnnxOp *nodes[RENSA_ONNX_N_GRAPHS];

      get_all (graphs, FALSE, i, (gpointer *) nodes);
      for (guint k = 1; k < RENSA_ONNX_N_GRAPHS; k++)
        {
          gboolean fits = g_str_equal (nodes[0]->name, nodes[k]->name) && nodes[0]->attrs->len == nodes[k]->attrs->len;

          for (guint j = 0; fits && j < nodes[0]->attrs->len; j++)
            fits = are_equal (nodes[0]->attrs->pdata[j], nodes[k]->attrs->pdata[j]);
          if (!fits)
            return fail (nodes[0]->name, error);
        }
    }
  return TRUE;
}

/* Constants */

static gboolean
are_equal_arrays (RensaArray *a, RensaArray *b)
{
  const gsize size = rensa_array_get_n_bytes (a);
  g_autofree char *bytes = g_malloc (size + 1);
  g_autofree char *others = g_malloc (size + 1);

  return a == b
         || (a->dtype == b->dtype && rensa_shape_equal (&a->shape, &b->shape) && rensa_array_to_host (a, bytes, NULL)
             && rensa_array_to_host (b, others, NULL) && memcmp (bytes, others, size) == 0);
}

static gboolean
is_fixed (RensaOnnxValue *const *values)
{
  for (guint k = 1; k < RENSA_ONNX_N_GRAPHS; k++)
    if (!are_equal_arrays (values[0]->constant, values[k]->constant))
      return FALSE;
  return TRUE;
}

/* Returns the number of examples, as a list of one number. */
static RensaOnnxValue *
get_batch (RensaOnnxGraph *graph, RensaOnnxValue **batch, GError **error)
{
  RensaOnnxOp *shape;
  RensaOnnxOp *gather;
  RensaOnnxValue *first;

  if (*batch != NULL)
    return *batch;
  first = rensa_onnx_graph_add_integers (graph, "/batch/first", &(gint64){ 0 }, 1, TRUE, error);
  if (first == NULL)
    return NULL;
  shape = rensa_onnx_graph_add_node (graph, "batch", "Shape");
  g_ptr_array_add (shape->inputs, graph->inputs->pdata[0]);
  gather = rensa_onnx_graph_add_node (graph, "batch", "Gather");
  g_ptr_array_add (gather->inputs, rensa_onnx_graph_add_output (graph, shape));
  g_ptr_array_add (gather->inputs, first);
  return *batch = rensa_onnx_graph_add_output (graph, gather);
}

static RensaOnnxValue *
add_binary (RensaOnnxGraph *graph, const char *op, RensaOnnxValue *a, RensaOnnxValue *b)
{
  RensaOnnxOp *node = rensa_onnx_graph_add_node (graph, "batch", op);

  g_ptr_array_add (node->inputs, a);
  g_ptr_array_add (node->inputs, b);
  return rensa_onnx_graph_add_output (graph, node);
}

/* Replaces @from by @to in all nodes that use it. */
static void
replace (RensaOnnxGraph *graph, RensaOnnxValue *from, RensaOnnxValue *to)
{
  for (guint i = 0; i < graph->nodes->len; i++)
    {
      const RensaOnnxOp *node = graph->nodes->pdata[i];

      for (guint k = 0; k < node->inputs->len; k++)
        if (node->inputs->pdata[k] == from)
          node->inputs->pdata[k] = to;
    }
}

/* Returns TRUE if @value is used only as the shape of a Reshape. */
static gboolean
is_reshape (RensaOnnxGraph *graph, const RensaOnnxValue *value)
{
  for (guint i = 0; i < graph->nodes->len; i++)
    {
      const RensaOnnxOp *node = graph->nodes->pdata[i];
      guint k;

      if (g_ptr_array_find (node->inputs, value, &k) && !(g_str_equal (node->op, "Reshape") && k == 1))
        return FALSE;
    }
  return TRUE;
}

/* Adds the list defined by @lines. */
static RensaOnnxValue *
add_lines (RensaOnnxGraph *graph, const Line *lines, gint64 n, gboolean is_list, RensaOnnxValue **batch, GError **error)
{
  g_autofree gint64 *times = g_new (gint64, n + 1);
  g_autofree gint64 *rest = g_new (gint64, n + 1);
  RensaOnnxValue *times_value;
  RensaOnnxValue *rest_value;

  for (gint64 i = 0; i < n; i++)
    {
      times[i] = lines[i].times;
      rest[i] = lines[i].rest;
    }
  times_value = rensa_onnx_graph_add_integers (graph, "/batch/times", times, n, is_list, error);
  rest_value = rensa_onnx_graph_add_integers (graph, "/batch/rest", rest, n, is_list, error);
  if (times_value == NULL || rest_value == NULL || get_batch (graph, batch, error) == NULL)
    return NULL;
  return add_binary (graph, "Add", add_binary (graph, "Mul", *batch, times_value), rest_value);
}

/* A Reshape infers one extent by itself. */
static RensaOnnxValue *
add_reshape (RensaOnnxGraph *graph, const Line *lines, gint64 n, GError **error)
{
  g_autofree gint64 *numbers = g_new (gint64, n + 1);

  for (gint64 i = 0; i < n; i++)
    numbers[i] = lines[i].times != 0 ? -1 : lines[i].rest;
  return rensa_onnx_graph_add_integers (graph, "/batch/shape", numbers, n, TRUE, error);
}

/* Returns the number of variable extents, including one that a Reshape infers. */
static guint
count_open (const Line *lines, gint64 n)
{
  guint n_open = 0;

  for (gint64 i = 0; i < n; i++)
    n_open += lines[i].times != 0 || lines[i].rest < 0;
  return n_open;
}

/* Handles integers, some of which depend on the number of examples. */
static gboolean
open_integers (RensaOnnxGraph *graph, RensaOnnxValue *const *values, RensaOnnxValue **batch, GError **error)
{
  const gint64 n = values[0]->constant->count;
  const gboolean is_list = values[0]->shape.ndim == 1;
  g_autofree gint64 *numbers = g_new (gint64, RENSA_ONNX_N_GRAPHS * n + 1);
  g_autofree Line *lines = g_new (Line, n + 1);
  RensaOnnxValue *opened;

  for (guint k = 0; k < RENSA_ONNX_N_GRAPHS; k++)
    if (!rensa_array_to_host (values[k]->constant, numbers + k * n, error))
      return FALSE;
  for (gint64 i = 0; i < n; i++)
    if (!find_line ((gint64[]){ numbers[i], numbers[n + i], numbers[2 * n + i] }, &lines[i]))
      return fail (values[0]->name, error);
  opened = is_list && count_open (lines, n) == 1 && is_reshape (graph, values[0])
               ? add_reshape (graph, lines, n, error)
               : add_lines (graph, lines, n, is_list, batch, error);
  if (opened != NULL)
    replace (graph, values[0], opened);
  return opened != NULL;
}

/* Returns the axis along which arrays have as many equal rows as there are examples; -1 if there is none. */
static int
find_repeated_axis (RensaOnnxValue *const *values)
{
  RensaArray *array = values[0]->constant;

  for (int axis = 0; axis < array->shape.ndim; axis++)
    if (array->shape.dims[axis] != values[1]->constant->shape.dims[axis])
      {
        g_autoptr (RensaArray) row = rensa_array_view_range (array, axis, 0, 1);

        for (guint k = 0; k < RENSA_ONNX_N_GRAPHS; k++)
          for (gint64 i = 0; i < values[k]->constant->shape.dims[axis]; i++)
            {
              g_autoptr (RensaArray) other = rensa_array_view_range (values[k]->constant, axis, i, 1);

              if (!are_equal_arrays (row, other))
                return -1;
            }
        return axis;
      }
  return -1;
}

/* Handles an array with the same row for each example. */
static gboolean
open_rows (RensaOnnxGraph *graph, RensaOnnxValue *const *values, RensaOnnxValue **batch, GError **error)
{
  const int ndim = values[0]->shape.ndim;
  const int axis = find_repeated_axis (values);
  Line lines[RENSA_MAX_NDIM];
  g_autoptr (RensaArray) row = axis >= 0 ? rensa_array_view_range (values[0]->constant, axis, 0, 1) : NULL;
  RensaOnnxValue *shape;

  if (row == NULL)
    return fail (values[0]->name, error);
  for (int i = 0; i < ndim; i++)
    if (!find_line ((gint64[]){ values[0]->shape.dims[i], values[1]->shape.dims[i], values[2]->shape.dims[i] },
                    &lines[i]))
      return fail (values[0]->name, error);
  shape = add_lines (graph, lines, ndim, TRUE, batch, error);
  if (shape != NULL)
    replace (graph, values[0],
             add_binary (graph, "Expand", rensa_onnx_graph_add_constant (graph, "/batch/row", row, FALSE), shape));
  return shape != NULL;
}

/* Shapes of values */

static gboolean
open_shape (RensaOnnxValue *const *values)
{
  RensaShape *shape = &values[0]->shape;

  for (guint k = 1; k < RENSA_ONNX_N_GRAPHS; k++)
    if (values[k]->is_shaped != values[0]->is_shaped || values[k]->shape.ndim != shape->ndim)
      return FALSE;
  for (int i = 0; i < shape->ndim; i++)
    {
      const gint64 numbers[] = { shape->dims[i], values[1]->shape.dims[i], values[2]->shape.dims[i] };

      if (memcmp (numbers, rensa_onnx_batches, sizeof numbers) == 0)
        shape->dims[i] = RENSA_ONNX_BATCH;
      else if (numbers[0] != numbers[1] || numbers[0] != numbers[2])
        shape->dims[i] = RENSA_ONNX_OPEN;
    }
  return TRUE;
}

static gboolean
open_value (RensaOnnxGraph *graph, RensaOnnxValue *const *values, RensaOnnxValue **batch, GError **error)
{
  for (guint k = 1; k < RENSA_ONNX_N_GRAPHS; k++)
    if (!g_str_equal (values[0]->name, values[k]->name) || values[0]->dtype != values[k]->dtype
        || (values[0]->constant != NULL) != (values[k]->constant != NULL)
        || values[0]->shape.ndim != values[k]->shape.ndim)
      return fail (values[0]->name, error);
  if (values[0]->constant == NULL)
    return open_shape (values) || fail (values[0]->name, error);
  if (values[0]->is_param || is_fixed (values))
    return TRUE;
  return values[0]->dtype == RENSA_INT64 && values[0]->shape.ndim <= 1
                 && rensa_shape_equal (&values[0]->shape, &values[1]->shape)
             ? open_integers (graph, values, batch, error)
             : open_rows (graph, values, batch, error);
}

/* The computation of constants precedes the nodes that use them. */
static void
move_to_front (RensaOnnxGraph *graph, guint n_nodes)
{
  g_autofree gpointer *added = g_memdup2 (graph->nodes->pdata + n_nodes, (graph->nodes->len - n_nodes) * sizeof *added);
  const guint n_added = graph->nodes->len - n_nodes;

  memmove (graph->nodes->pdata + n_added, graph->nodes->pdata, n_nodes * sizeof *graph->nodes->pdata);
  if (n_added > 0)
    memcpy (graph->nodes->pdata, added, n_added * sizeof *added);
}

/* Removes constants that are no longer used. */
static void
drop_unused (RensaOnnxGraph *graph)
{
  g_autoptr (GHashTable) used = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < graph->nodes->len; i++)
    {
      const RensaOnnxOp *node = graph->nodes->pdata[i];

      for (guint k = 0; k < node->inputs->len; k++)
        g_hash_table_add (used, node->inputs->pdata[k]);
    }
  for (guint i = graph->values->len; i-- > 0;)
    {
      const RensaOnnxValue *value = graph->values->pdata[i];

      if (value->constant != NULL && !g_hash_table_contains (used, value)
          && !g_ptr_array_find (graph->outputs, value, NULL))
        g_ptr_array_remove_index (graph->values, i);
    }
}

gboolean
rensa_onnx_merge (RensaOnnxGraph *const *graphs, GError **error)
{
  RensaOnnxGraph *graph = graphs[0];
  const guint n_values = graph->values->len;
  const guint n_nodes = graph->nodes->len;
  RensaOnnxValue *batch = NULL;

  if (!have_same_size (graphs))
    return fail ("model", error);
  if (!check_nodes (graphs, error))
    return FALSE;
  for (guint i = 0; i < n_values; i++)
    {
      RensaOnnxValue *values[RENSA_ONNX_N_GRAPHS];

      get_all (graphs, TRUE, i, (gpointer *) values);
      if (!open_value (graph, values, &batch, error))
        return FALSE;
    }
  move_to_front (graph, n_nodes);
  drop_unused (graph);
  return TRUE;
}
