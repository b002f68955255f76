/* studio-graph-groups.c: assigns the nodes of a graph to links.
 * SPDX-License-Identifier: MIT */

#include "studio-graph-private.h"

#include <string.h>

#define OUTERMOST 0
#define MAX_DEPTH 64
#define UNKNOWN (-1)

/* For each function, @before and @after are the groups of the nearest functions with parameters
 * before and after it, or UNKNOWN. */
typedef struct
{
  StudioGraph *graph;
  GHashTable *paths; /* path -> number of the group */
  int *owners;       /* The link that owns the function's parameters */
  int *before;
  int *after;
} Grouping;

static StudioGraphGroup *
get_group (StudioGraph *graph, int i)
{
  return &g_array_index (graph->groups, StudioGraphGroup, i);
}

static StudioGraphNode *
get_node (StudioGraph *graph, guint i)
{
  return &g_array_index (graph->nodes, StudioGraphNode, i);
}

/* Returns the group of a path such as "predictor/l1"; creates it and its missing parents. */
static int
find_group (Grouping *self, const char *path)
{
  gpointer known;
  const char *slash = strrchr (path, '/');
  g_autofree char *outer = slash != NULL ? g_strndup (path, slash - path) : g_strdup ("");
  StudioGraphGroup group = { 0 };
  int number;

  if (g_hash_table_lookup_extended (self->paths, path, NULL, &known))
    return GPOINTER_TO_INT (known);

  group.parent = path[0] != '\0' ? find_group (self, outer) : UNKNOWN;
  group.depth = group.parent >= 0 ? get_group (self->graph, group.parent)->depth + 1 : 0;
  group.path = g_strdup (path);
  group.name = g_strdup (slash != NULL ? slash + 1 : path);
  number = (int) self->graph->groups->len;
  g_array_append_val (self->graph->groups, group);
  g_hash_table_insert (self->paths, g_strdup (path), GINT_TO_POINTER (number));
  return number;
}

/* "/predictor/l1/W" belongs to the link "predictor/l1". */
static int
find_owner (Grouping *self, const char *param)
{
  const char *start = param[0] == '/' ? param + 1 : param;
  const char *slash = strrchr (start, '/');
  g_autofree char *path = slash != NULL ? g_strndup (start, slash - start) : g_strdup ("");
  guint depth = 0;

  for (const char *c = path; *c != '\0'; c++)
    depth += *c == '/';
  return depth < MAX_DEPTH ? find_group (self, path) : OUTERMOST;
}

/* Returns the innermost group that contains both. */
static int
join (StudioGraph *graph, int a, int b)
{
  if (a == UNKNOWN || b == UNKNOWN)
    return a == UNKNOWN ? b : a;
  while (a != b)
    if (get_group (graph, a)->depth >= get_group (graph, b)->depth)
      a = get_group (graph, a)->parent;
    else
      b = get_group (graph, b)->parent;
  return a;
}

static void
find_owners (Grouping *self)
{
  StudioGraph *graph = self->graph;

  for (guint i = 0; i < graph->nodes->len; i++)
    if (get_node (graph, i)->param != NULL)
      self->owners[i] = find_owner (self, get_node (graph, i)->param);
  for (guint i = 0; i < graph->edges->len; i++)
    {
      const StudioGraphEdge edge = studio_graph_get_edge (graph, i);

      if (get_node (graph, edge.from)->param != NULL)
        self->owners[edge.to] = join (graph, self->owners[edge.to], self->owners[edge.from]);
    }
}

/* Call order: a function comes after its inputs and before its outputs. */
static int
get_order (StudioGraph *graph, guint i)
{
  const StudioGraphNode *node = get_node (graph, i);

  return 2 * node->rank + node->is_function;
}

static int
compare_orders (gconstpointer a, gconstpointer b, gpointer graph)
{
  const StudioGraphEdge *x = a;
  const StudioGraphEdge *y = b;
  const int difference = get_order (graph, x->from) - get_order (graph, y->from);

  return difference != 0 ? difference : get_order (graph, x->to) - get_order (graph, y->to);
}

/* Propagates groups forward and backward along the edges. The nearest one wins because it is
 * visited last in each direction. */
static void
spread (Grouping *self)
{
  StudioGraph *graph = self->graph;
  g_autoptr (GArray) edges = g_array_copy (graph->edges);

  g_array_sort_with_data (edges, compare_orders, graph);
  for (guint i = 0; i < graph->nodes->len; i++)
    self->before[i] = self->after[i] = self->owners[i];
  for (guint i = 0; i < edges->len; i++)
    {
      const StudioGraphEdge *edge = &g_array_index (edges, StudioGraphEdge, i);

      if (self->owners[edge->to] == UNKNOWN && self->before[edge->from] != UNKNOWN)
        self->before[edge->to] = self->before[edge->from];
    }
  for (guint i = edges->len; i > 0; i--)
    {
      const StudioGraphEdge *edge = &g_array_index (edges, StudioGraphEdge, i - 1);

      if (self->owners[edge->from] == UNKNOWN && self->after[edge->to] != UNKNOWN)
        self->after[edge->from] = self->after[edge->to];
    }
}

/* A function without a parameterized function before or after it belongs to the outermost group. */
static guint
settle_function (Grouping *self, guint i)
{
  if (self->owners[i] != UNKNOWN)
    return (guint) self->owners[i];
  if (self->before[i] == UNKNOWN || self->after[i] == UNKNOWN)
    return OUTERMOST;
  return (guint) join (self->graph, self->before[i], self->after[i]);
}

/* Puts the outputs of a function into its group. */
static void
settle_results (Grouping *self, gboolean *is_settled)
{
  StudioGraph *graph = self->graph;

  for (guint i = 0; i < graph->edges->len; i++)
    {
      const StudioGraphEdge edge = studio_graph_get_edge (graph, i);

      if (!get_node (graph, edge.from)->is_function)
        continue;
      get_node (graph, edge.to)->group = get_node (graph, edge.from)->group;
      is_settled[edge.to] = TRUE;
    }
}

/* Puts the inputs of the graph into the group around the links that use them. */
static void
settle_inputs (Grouping *self, const gboolean *is_settled)
{
  StudioGraph *graph = self->graph;
  g_autofree int *takers = g_new (int, graph->nodes->len);

  for (guint i = 0; i < graph->nodes->len; i++)
    takers[i] = UNKNOWN;
  for (guint i = 0; i < graph->edges->len; i++)
    {
      const StudioGraphEdge edge = studio_graph_get_edge (graph, i);
      const int group = (int) get_node (graph, edge.to)->group;
      const int around = self->owners[edge.to] != UNKNOWN ? MAX (get_group (graph, group)->parent, OUTERMOST) : group;

      takers[edge.from] = join (graph, takers[edge.from], around);
    }
  for (guint i = 0; i < graph->nodes->len; i++)
    if (!is_settled[i])
      get_node (graph, i)->group = (guint) MAX (takers[i], OUTERMOST);
}

static void
settle (Grouping *self)
{
  StudioGraph *graph = self->graph;
  g_autofree gboolean *is_settled = g_new0 (gboolean, graph->nodes->len);

  for (guint i = 0; i < graph->nodes->len; i++)
    {
      StudioGraphNode *node = get_node (graph, i);

      is_settled[i] = node->is_function || node->param != NULL;
      if (is_settled[i])
        node->group = settle_function (self, i);
    }
  settle_results (self, is_settled);
  settle_inputs (self, is_settled);
  for (guint i = 0; i < graph->nodes->len; i++)
    for (int group = (int) get_node (graph, i)->group; group >= 0; group = get_group (graph, group)->parent)
      get_group (graph, group)->n_nodes++;
}

void
studio_graph_group (StudioGraph *graph)
{
  const guint n = graph->nodes->len;
  g_autoptr (GHashTable) paths = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autofree int *owners = g_new (int, n);
  g_autofree int *before = g_new (int, n);
  g_autofree int *after = g_new (int, n);
  Grouping self = { graph, paths, owners, before, after };

  find_group (&self, "");
  for (guint i = 0; i < n; i++)
    owners[i] = UNKNOWN;
  find_owners (&self);
  spread (&self);
  settle (&self);
}
