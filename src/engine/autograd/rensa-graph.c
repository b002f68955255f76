/* rensa-graph.c: the recorded graph as text.
 * SPDX-License-Identifier: MIT */

#include "rensa-graph.h"

#include "rensa-node-private.h"

typedef struct
{
  GHashTable *numbers; /* node of either kind -> its number */
  GPtrArray *functions;
  GString *nodes;
  GString *edges;
} Writer;

/* TRUE where @node is new; its number is given either way. */
static gboolean
number (Writer *writer, gpointer node, guint *n)
{
  gpointer known;

  if (g_hash_table_lookup_extended (writer->numbers, node, NULL, &known))
    {
      *n = GPOINTER_TO_UINT (known);
      return FALSE;
    }
  *n = g_hash_table_size (writer->numbers);
  g_hash_table_insert (writer->numbers, node, GUINT_TO_POINTER (*n));
  return TRUE;
}

static void
write_node (Writer *writer, guint n, const char *label, const char *shape, const char *colour)
{
  g_string_append_printf (writer->nodes, "%u [label=\"%s\",shape=\"%s\",fillcolor=\"%s\",style=\"filled\"];", n, label,
                          shape, colour);
}

/* "W: (16, 20), float32"; a scalar is told by its dtype alone. */
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

static guint
write_variable (Writer *writer, RensaNode *node)
{
  guint n;

  if (number (writer, node, &n))
    {
      g_autofree char *label = label_variable (node);

      write_node (writer, n, label, "octagon", "#E0E0E0");
      if (node->creator != NULL)
        {
          guint function;

          if (number (writer, node->creator, &function))
            g_ptr_array_add (writer->functions, node->creator);
          g_string_append_printf (writer->edges, "%u -> %u;", function, n);
        }
    }
  return n;
}

static void
write_function (Writer *writer, RensaFunctionNode *function)
{
  const RensaFunctionClass *class = function->class;
  guint n;

  number (writer, function, &n);
  write_node (writer, n, class->label != NULL ? class->label : class->name, "record", "#6495ED");
  for (int i = 0; i < function->n_inputs; i++)
    {
      if (function->inputs[i] == NULL)
        continue;

      guint input = write_variable (writer, function->inputs[i]);

      g_string_append_printf (writer->edges, "%u -> %u;", input, n);
    }
}

char *
rensa_graph_to_dot (RensaVariable *const *roots, int n_roots)
{
  g_autoptr (GHashTable) numbers = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray) functions = g_ptr_array_new ();
  g_autoptr (GString) nodes = g_string_new (NULL);
  g_autoptr (GString) edges = g_string_new (NULL);
  Writer writer = { numbers, functions, nodes, edges };

  for (int i = 0; i < n_roots; i++)
    write_variable (&writer, rensa_variable_get_node (roots[i]));
  for (guint i = 0; i < functions->len; i++)
    write_function (&writer, g_ptr_array_index (functions, i));
  return g_strdup_printf ("digraph graphname{rankdir=TB;%s%s}", nodes->str, edges->str);
}
