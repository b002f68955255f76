/* rensa-outline.c: the nodes and wires of one Chain of a document, as a canvas draws them.
 * SPDX-License-Identifier: MIT */

#include "rensa-edit-private.h"

static void
node_free (gpointer data)
{
  RensaOutlineNode *node = data;

  for (guint i = 0; i < node->n_attrs; i++)
    {
      g_free (node->attrs[i].name);
      g_free (node->attrs[i].text);
    }
  g_free (node->attrs);
  g_free (node->name);
  g_free (node->path);
  g_free (node->type);
  g_free (node->group);
  g_free (node);
}

static void
edge_free (gpointer data)
{
  RensaOutlineEdge *edge = data;

  g_free (edge->from);
  g_free (edge->to);
  g_free (edge->port);
  g_free (edge->from_text);
  g_free (edge->to_text);
  g_free (edge);
}

static const char *
get_group (const RensaModelNode *node)
{
  switch (node->kind)
    {
    case RENSA_MODEL_NODE_INPUT:
      return "input";
    case RENSA_MODEL_NODE_LINK:
      return "link";
    case RENSA_MODEL_NODE_NESTED:
      return "chain";
    case RENSA_MODEL_NODE_FUNCTION:
      return rensa_attrs_get_component (node->attrs)->group;
    default:
      return "";
    }
}

static void
list_attrs (RensaOutlineNode *outline, RensaAttrs *attrs)
{
  const RensaComponent *component = rensa_attrs_get_component (attrs);

  outline->attrs = g_new0 (RensaOutlineAttr, component->n_attrs + 1);
  for (guint i = 0; i < component->n_attrs; i++)
    {
      const RensaAttrSpec *spec = &component->attrs[i];
      g_autofree char *text = NULL;

      if (!rensa_attrs_is_set (attrs, spec) || rensa_attrs_is_default (attrs, spec))
        continue;
      text = rensa_attrs_get_text (attrs, spec);
      /* What is left out is None, which is no news. */
      if (strcmp (text, "None") == 0)
        continue;
      outline->attrs[outline->n_attrs].name = g_strdup (spec->name);
      outline->attrs[outline->n_attrs++].text = g_steal_pointer (&text);
    }
}

static RensaOutlineNode *
outline_node (RensaEdit *edit, guint i, RensaPlace place)
{
  const RensaModelNode *node = rensa_edit_get_node (edit, i);
  RensaOutlineNode *outline = g_new0 (RensaOutlineNode, 1);

  outline->name = g_strdup (node->name);
  outline->path = g_strdup (node->path);
  outline->type = g_strdup (node->type);
  outline->group = g_strdup (get_group (node));
  outline->x = place.x;
  outline->y = place.y - edit->first * RENSA_PITCH_Y;
  outline->has_position = rensa_json_get_position (rensa_edit_get_json (edit, i), &outline->x, &outline->y);
  outline->repeat = node->repeat;
  outline->is_nested = node->kind == RENSA_MODEL_NODE_NESTED;
  outline->is_output = rensa_edit_is_output (edit, i);
  if (node->attrs != NULL)
    list_attrs (outline, node->attrs);
  return outline;
}

GPtrArray *
rensa_document_list_nodes (RensaDocument *document, const char *scope)
{
  GPtrArray *nodes = g_ptr_array_new_with_free_func (node_free);
  g_auto (RensaEdit) edit = { 0 };
  g_autofree RensaPlace *places = NULL;

  if (!rensa_edit_read (&edit, document, scope, NULL))
    return nodes;

  places = rensa_model_lay_out (edit.model);
  for (guint i = 0; i < rensa_edit_get_n_nodes (&edit); i++)
    g_ptr_array_add (nodes, outline_node (&edit, i, places[i + edit.first]));
  return nodes;
}

static char *
dup_node_name (RensaEdit *edit, int node)
{
  return node >= 0 ? g_strdup (rensa_model_get_node (edit->model, node)->name) : NULL;
}

static char *
dup_member (struct json_object *json, const char *name)
{
  struct json_object *value = rensa_json_get_member (json, name);

  return g_strdup (json_object_is_type (value, json_type_string) ? json_object_get_string (value) : "");
}

static RensaOutlineEdge *
outline_edge (RensaEdit *edit, guint i)
{
  const RensaModelWire *wire = rensa_edit_get_wire (edit, i);
  struct json_object *json = json_object_array_get_idx (edit->edges, i);
  RensaOutlineEdge *edge = g_new0 (RensaOutlineEdge, 1);

  edge->from = dup_node_name (edit, wire->source.node);
  edge->to = dup_node_name (edit, wire->target);
  edge->output = MAX (wire->source.output, 0);
  edge->slot = wire->slot;
  edge->from_text = dup_member (json, "from");
  edge->to_text = dup_member (json, "to");
  edge->port = g_strdup (strchr (edge->to_text, ':') != NULL ? strchr (edge->to_text, ':') + 1 : NULL);
  return edge;
}

static void
add_implied_edges (RensaEdit *edit, GPtrArray *edges)
{
  for (guint i = 1; i < rensa_edit_get_n_nodes (edit); i++)
    {
      RensaOutlineEdge *edge = g_new0 (RensaOutlineEdge, 1);

      edge->from = g_strdup (rensa_edit_get_node (edit, i - 1)->name);
      edge->to = g_strdup (rensa_edit_get_node (edit, i)->name);
      edge->from_text = g_strdup (edge->from);
      edge->to_text = g_strdup (edge->to);
      edge->is_implied = TRUE;
      g_ptr_array_add (edges, edge);
    }
}

GPtrArray *
rensa_document_list_edges (RensaDocument *document, const char *scope)
{
  GPtrArray *edges = g_ptr_array_new_with_free_func (edge_free);
  g_auto (RensaEdit) edit = { 0 };

  if (!rensa_edit_read (&edit, document, scope, NULL))
    return edges;

  for (guint i = 0; i < edit.model->wires->len; i++)
    g_ptr_array_add (edges, outline_edge (&edit, i));
  if (edit.is_sequence)
    add_implied_edges (&edit, edges);
  return edges;
}
