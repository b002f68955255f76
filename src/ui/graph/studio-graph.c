/* studio-graph.c: reads the output of DumpGraph.
 * SPDX-License-Identifier: MIT */

#include "studio-graph-private.h"

#include <glib/gi18n.h>
#include <json-c/json.h>
#include <string.h>

#include "rensa-attrs.h"
#include "rensa-extensions.h"
#include "rensa-fault.h"

static void
node_clear (gpointer data)
{
  StudioGraphNode *node = data;

  g_free (node->name);
  g_free (node->shape);
  g_free (node->dtype);
  g_free (node->param);
}

static void
group_clear (gpointer data)
{
  StudioGraphGroup *group = data;

  g_free (group->path);
  g_free (group->name);
}

static StudioGraph *
graph_new (void)
{
  StudioGraph *graph = g_new0 (StudioGraph, 1);

  graph->ref_count = 1;
  graph->nodes = g_array_new (FALSE, TRUE, sizeof (StudioGraphNode));
  g_array_set_clear_func (graph->nodes, node_clear);
  graph->edges = g_array_new (FALSE, FALSE, sizeof (StudioGraphEdge));
  graph->groups = g_array_new (FALSE, TRUE, sizeof (StudioGraphGroup));
  g_array_set_clear_func (graph->groups, group_clear);
  return graph;
}

StudioGraph *
studio_graph_ref (StudioGraph *graph)
{
  graph->ref_count++;
  return graph;
}

void
studio_graph_unref (StudioGraph *graph)
{
  if (--graph->ref_count > 0)
    return;

  g_array_unref (graph->nodes);
  g_array_unref (graph->edges);
  g_array_unref (graph->groups);
  g_free (graph);
}

guint
studio_graph_get_n_nodes (StudioGraph *graph)
{
  return graph->nodes->len;
}

const StudioGraphNode *
studio_graph_get_node (StudioGraph *graph, guint i)
{
  return &g_array_index (graph->nodes, StudioGraphNode, i);
}

guint
studio_graph_get_n_edges (StudioGraph *graph)
{
  return graph->edges->len;
}

StudioGraphEdge
studio_graph_get_edge (StudioGraph *graph, guint i)
{
  return g_array_index (graph->edges, StudioGraphEdge, i);
}

guint
studio_graph_get_n_groups (StudioGraph *graph)
{
  return graph->groups->len;
}

const StudioGraphGroup *
studio_graph_get_group (StudioGraph *graph, guint i)
{
  return &g_array_index (graph->groups, StudioGraphGroup, i);
}

/* Reading */

static struct json_object *
get_member (struct json_object *object, const char *name)
{
  struct json_object *value = NULL;

  if (json_object_is_type (object, json_type_object))
    json_object_object_get_ex (object, name, &value);
  return value;
}

static char *
dup_text (struct json_object *object, const char *name)
{
  struct json_object *value = get_member (object, name);

  return json_object_is_type (value, json_type_string) ? g_utf8_make_valid (json_object_get_string (value), -1) : NULL;
}

/* Formats a shape like a Python tuple. */
static char *
read_shape (struct json_object *dims)
{
  const gsize n = json_object_is_type (dims, json_type_array) ? json_object_array_length (dims) : 0;
  GString *text = g_string_new ("(");

  for (gsize i = 0; i < n; i++)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT, i > 0 ? ", " : "",
                            json_object_get_int64 (json_object_array_get_idx (dims, i)));
  g_string_append (text, n == 1 ? ",)" : ")");
  return g_string_free (text, FALSE);
}

static gboolean
fail (GError **error, const char *what)
{
  rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("This graph was not written by DumpGraph: %s."), what);
  return FALSE;
}

static gboolean
read_node (StudioGraph *graph, struct json_object *json, GError **error)
{
  g_autofree char *kind = dup_text (json, "kind");
  const gint64 id = json_object_get_int64 (get_member (json, "id"));
  StudioGraphNode *node;

  if (kind == NULL || id < 0 || id >= graph->nodes->len)
    return fail (error, _ ("a node has no number or no type"));

  node = &g_array_index (graph->nodes, StudioGraphNode, id);
  if (node->dtype != NULL || node->name != NULL)
    return fail (error, _ ("two nodes have the same number"));

  node->is_function = g_str_equal (kind, "function");
  node->name = dup_text (json, node->is_function ? "label" : "name");
  node->rank = json_object_get_int (get_member (json, "rank"));
  node->bytes = -1;
  if (node->is_function)
    return node->name != NULL || fail (error, _ ("a function has no name"));

  node->shape = read_shape (get_member (json, "shape"));
  node->dtype = dup_text (json, "dtype");
  node->param = dup_text (json, "param");
  node->bytes = json_object_get_int64 (get_member (json, "bytes"));
  return node->dtype != NULL || fail (error, _ ("a variable has no dtype"));
}

static gboolean
read_edge (StudioGraph *graph, struct json_object *json, GError **error)
{
  gint64 ends[2] = { -1, -1 };

  for (int i = 0; i < 2 && json_object_is_type (json, json_type_array); i++)
    ends[i] =
        i < (int) json_object_array_length (json) ? json_object_get_int64 (json_object_array_get_idx (json, i)) : -1;
  if (ends[0] < 0 || ends[1] < 0 || ends[0] >= graph->nodes->len || ends[1] >= graph->nodes->len)
    return fail (error, _ ("an edge does not lead to a node"));

  g_array_append_vals (graph->edges, &(StudioGraphEdge){ (guint) ends[0], (guint) ends[1] }, 1);
  return TRUE;
}

static gboolean
read_list (StudioGraph *graph, struct json_object *list,
           gboolean (*read_one) (StudioGraph *graph, struct json_object *json, GError **error), GError **error)
{
  for (gsize i = 0; i < json_object_array_length (list); i++)
    if (!read_one (graph, json_object_array_get_idx (list, i), error))
      return FALSE;
  return TRUE;
}

StudioGraph *
studio_graph_parse (const char *text, gsize length, GError **error)
{
  g_autoptr (StudioGraph) graph = graph_new ();
  struct json_tokener *tokener = json_tokener_new ();
  g_autoptr (RensaJson) json = length < G_MAXINT ? json_tokener_parse_ex (tokener, text, (int) length) : NULL;
  struct json_object *nodes = get_member (json, "nodes");
  struct json_object *edges = get_member (json, "edges");

  json_tokener_free (tokener);
  if (!json_object_is_type (nodes, json_type_array) || !json_object_is_type (edges, json_type_array)
      || json_object_array_length (nodes) == 0)
    {
      fail (error, _ ("it has no nodes"));
      return NULL;
    }

  g_array_set_size (graph->nodes, json_object_array_length (nodes));
  if (!read_list (graph, nodes, read_node, error) || !read_list (graph, edges, read_edge, error))
    return NULL;
  studio_graph_group (graph);
  return g_steal_pointer (&graph);
}

StudioGraph *
studio_graph_load (const char *path, GError **error)
{
  g_autofree char *text = NULL;
  gsize length;

  return g_file_get_contents (path, &text, &length, error) ? studio_graph_parse (text, length, error) : NULL;
}

static gboolean
holds (const char *text, const char *folded)
{
  g_autofree char *own = text != NULL ? g_utf8_casefold (text, -1) : NULL;

  return own != NULL && strstr (own, folded) != NULL;
}

gboolean
studio_graph_node_matches (const StudioGraphNode *node, const char *text)
{
  g_autofree char *folded = g_utf8_casefold (text, -1);

  return holds (node->name, folded) || holds (node->param, folded) || holds (node->shape, folded)
         || holds (node->dtype, folded);
}

/* Location of the file */

static RensaAttrs *
read_extension (struct json_object *json)
{
  g_autoptr (RensaAttrs) attrs = NULL;
  struct json_object *values = get_member (json, "attrs");

  if (json_object_is_type (json, json_type_string))
    return rensa_attrs_new_from_text (RENSA_COMPONENT_EXTENSION, json_object_get_string (json), NULL);

  attrs =
      rensa_attrs_new_from_text (RENSA_COMPONENT_EXTENSION, json_object_get_string (get_member (json, "type")), NULL);
  if (attrs != NULL && values != NULL && !rensa_attrs_set_members (attrs, values, NULL, NULL))
    return NULL;
  return g_steal_pointer (&attrs);
}

/* Returns "cg.json" for "cg.dot"; NULL if @json is another extension. */
static char *
get_name (struct json_object *json)
{
  static const char *const type = "DumpGraph";
  const char *text = json_object_is_type (json, json_type_string) ? json_object_get_string (json)
                                                                  : json_object_get_string (get_member (json, "type"));
  g_autoptr (RensaAttrs) attrs = NULL;
  g_autoptr (RensaJson) name = NULL;

  if (text == NULL || !g_str_has_prefix (text, type))
    return NULL;
  attrs = read_extension (json);
  if (attrs == NULL || !g_str_equal (rensa_attrs_get_component (attrs)->name, type))
    return NULL;

  name = rensa_attrs_get_json (attrs, rensa_component_find_attr (rensa_attrs_get_component (attrs), "filename"));
  return rensa_dump_graph_dup_json_name (json_object_get_string (name));
}

char *
studio_graph_find_name (RensaDocument *document)
{
  struct json_object *extensions = get_member (rensa_document_get_json (document), "extensions");
  char *name = NULL;

  /* A document without a list of extensions has the default ones. */
  if (extensions == NULL)
    return g_strdup ("cg.json");
  if (json_object_is_type (extensions, json_type_array))
    for (gsize i = 0; name == NULL && i < json_object_array_length (extensions); i++)
      name = get_name (json_object_array_get_idx (extensions, i));
  return name;
}
