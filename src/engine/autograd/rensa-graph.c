/* rensa-graph.c: the recorded graph as text.
 * SPDX-License-Identifier: MIT */

#include "rensa-graph.h"

#include "rensa-node-private.h"

/* One of the two is NULL. */
typedef struct
{
  guint number;
  RensaNode *variable;
  RensaFunctionNode *function;
} Item;

typedef struct
{
  guint from;
  guint to;
} Edge;

/* @items and @edges are in output order. */
typedef struct
{
  GHashTable *numbers; /* node of either kind -> its number */
  GPtrArray *functions;
  GArray *items;
  GArray *edges;
} Walk;

/* TRUE if @node is new; returns its number in either case. */
static gboolean
number (Walk *walk, gpointer node, guint *n)
{
  gpointer known;

  if (g_hash_table_lookup_extended (walk->numbers, node, NULL, &known))
    {
      *n = GPOINTER_TO_UINT (known);
      return FALSE;
    }
  *n = g_hash_table_size (walk->numbers);
  g_hash_table_insert (walk->numbers, node, GUINT_TO_POINTER (*n));
  return TRUE;
}

static guint
visit_variable (Walk *walk, RensaNode *node)
{
  Item item = { 0, node, NULL };
  Edge edge;

  if (!number (walk, node, &item.number))
    return item.number;

  g_array_append_val (walk->items, item);
  if (node->creator != NULL)
    {
      if (number (walk, node->creator, &edge.from))
        g_ptr_array_add (walk->functions, node->creator);
      edge.to = item.number;
      g_array_append_val (walk->edges, edge);
    }
  return item.number;
}

static void
visit_function (Walk *walk, RensaFunctionNode *function)
{
  Item item = { 0, NULL, function };

  number (walk, function, &item.number);
  g_array_append_val (walk->items, item);
  for (int i = 0; i < function->n_inputs; i++)
    if (function->inputs[i] != NULL)
      {
        const Edge edge = { visit_variable (walk, function->inputs[i]), item.number };

        g_array_append_val (walk->edges, edge);
      }
}

static void
walk_init (Walk *walk, RensaVariable *const *roots, int n_roots)
{
  walk->numbers = g_hash_table_new (NULL, NULL);
  walk->functions = g_ptr_array_new ();
  walk->items = g_array_new (FALSE, FALSE, sizeof (Item));
  walk->edges = g_array_new (FALSE, FALSE, sizeof (Edge));
  for (int i = 0; i < n_roots; i++)
    visit_variable (walk, rensa_variable_get_node (roots[i]));
  for (guint i = 0; i < walk->functions->len; i++)
    visit_function (walk, g_ptr_array_index (walk->functions, i));
}

static void
walk_clear (Walk *walk)
{
  g_hash_table_unref (walk->numbers);
  g_ptr_array_unref (walk->functions);
  g_array_unref (walk->items);
  g_array_unref (walk->edges);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Walk, walk_clear)

/* Returns "W: (16, 20), float32"; a scalar is described by its dtype alone. */
static char *
label_variable (RensaNode *node)
{
  GString *label = g_string_new (NULL);

  if (node->name != NULL)
    g_string_append_printf (label, "%s: ", node->name);
  for (int i = 0; i < node->type.shape.ndim; i++)
    g_string_append_printf (label, "%s%" G_GINT64_FORMAT, i == 0 ? "(" : ", ", node->type.shape.dims[i]);
  if (node->type.shape.ndim > 0)
    g_string_append (label, "), ");
  g_string_append (label, rensa_dtype_get_name (node->type.dtype));
  return g_string_free (label, FALSE);
}

static const char *
label_function (RensaFunctionNode *function)
{
  return function->class->label != NULL ? function->class->label : function->class->name;
}

static void
write_node (GString *nodes, guint n, const char *label, const char *shape, const char *colour)
{
  g_string_append_printf (nodes, "%u [label=\"%s\",shape=\"%s\",fillcolor=\"%s\",style=\"filled\"];", n, label, shape,
                          colour);
}

char *
rensa_graph_to_dot (RensaVariable *const *roots, int n_roots)
{
  g_auto (Walk) walk = { 0 };
  g_autoptr (GString) nodes = g_string_new (NULL);
  g_autoptr (GString) edges = g_string_new (NULL);

  walk_init (&walk, roots, n_roots);
  for (guint i = 0; i < walk.items->len; i++)
    {
      const Item *item = &g_array_index (walk.items, Item, i);
      g_autofree char *label = item->variable != NULL ? label_variable (item->variable) : NULL;

      if (item->variable != NULL)
        write_node (nodes, item->number, label, "octagon", "#E0E0E0");
      else
        write_node (nodes, item->number, label_function (item->function), "record", "#6495ED");
    }
  for (guint i = 0; i < walk.edges->len; i++)
    {
      const Edge *edge = &g_array_index (walk.edges, Edge, i);

      g_string_append_printf (edges, "%u -> %u;", edge->from, edge->to);
    }
  return g_strdup_printf ("digraph graphname{rankdir=TB;%s%s}", nodes->str, edges->str);
}

static void
describe_variable (struct json_object *json, RensaNode *node, const char *path)
{
  const RensaShape *shape = &node->type.shape;
  struct json_object *dims = json_object_new_array ();
  g_autofree char *label = label_variable (node);

  for (int i = 0; i < shape->ndim; i++)
    json_object_array_add (dims, json_object_new_int64 (shape->dims[i]));
  json_object_object_add (json, "kind", json_object_new_string ("variable"));
  json_object_object_add (json, "label", json_object_new_string (label));
  json_object_object_add (json, "name", node->name != NULL ? json_object_new_string (node->name) : NULL);
  json_object_object_add (json, "param", path != NULL ? json_object_new_string (path) : NULL);
  json_object_object_add (json, "shape", dims);
  json_object_object_add (json, "dtype", json_object_new_string (rensa_dtype_get_name (node->type.dtype)));
  json_object_object_add (
      json, "bytes",
      json_object_new_int64 (rensa_shape_count (shape) * (gint64) rensa_dtype_get_size (node->type.dtype)));
  json_object_object_add (json, "rank", json_object_new_int (node->rank));
}

static void
describe_function (struct json_object *json, RensaFunctionNode *function)
{
  json_object_object_add (json, "kind", json_object_new_string ("function"));
  json_object_object_add (json, "label", json_object_new_string (label_function (function)));
  json_object_object_add (json, "function", json_object_new_string (function->class->name));
  json_object_object_add (json, "rank", json_object_new_int (function->rank));
}

char *
rensa_graph_to_json (RensaVariable *const *roots, int n_roots, RensaGraphPathFunc path, gpointer data)
{
  g_auto (Walk) walk = { 0 };
  g_autoptr (RensaJson) graph = json_object_new_object ();
  struct json_object *nodes = json_object_new_array ();
  struct json_object *edges = json_object_new_array ();

  walk_init (&walk, roots, n_roots);
  for (guint i = 0; i < walk.items->len; i++)
    {
      const Item *item = &g_array_index (walk.items, Item, i);
      struct json_object *json = json_object_new_object ();

      json_object_object_add (json, "id", json_object_new_int64 (item->number));
      if (item->function != NULL)
        describe_function (json, item->function);
      else
        describe_variable (json, item->variable,
                           item->variable->variable != NULL ? path (item->variable->variable, data) : NULL);
      json_object_array_add (nodes, json);
    }
  for (guint i = 0; i < walk.edges->len; i++)
    {
      const Edge *edge = &g_array_index (walk.edges, Edge, i);
      struct json_object *pair = json_object_new_array ();

      json_object_array_add (pair, json_object_new_int64 (edge->from));
      json_object_array_add (pair, json_object_new_int64 (edge->to));
      json_object_array_add (edges, pair);
    }

  json_object_object_add (graph, "nodes", nodes);
  json_object_object_add (graph, "edges", edges);
  return g_strdup (json_object_to_json_string_ext (graph, JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE));
}
