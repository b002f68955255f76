/* rensa-edit-ungroup.c: replaces a Chain by its nodes.
 * SPDX-License-Identifier: MIT */

#include "rensa-edit-parts.h"
#include "rensa-language.h"

/**
 * Ungrouping:
 * @chain: number of the Chain in the model around it
 * @inner: the model inside
 * @names: new names of the inner nodes, by their numbers in @inner
 * @sources: for each inner Input, the text of its source outside; NULL if it has none
 */
typedef struct
{
  RensaEdit *edit;
  int chain;
  RensaModel *inner;
  struct json_object *inner_nodes;
  GPtrArray *names;
  GPtrArray *sources;
} Ungrouping;

static void
ungrouping_clear (Ungrouping *self)
{
  g_clear_pointer (&self->names, g_ptr_array_unref);
  g_clear_pointer (&self->sources, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Ungrouping, ungrouping_clear)

static gboolean
check_chain (RensaEdit *edit, const RensaModelNode *node, GError **error)
{
  if (node->kind != RENSA_MODEL_NODE_NESTED)
    rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s cannot be ungrouped: it is not a Chain."), node->name);
  else if (node->repeat > 1)
    rensa_set_words (error, RENSA_ERROR_INVALID,
                     N_ ("%s cannot be ungrouped: it represents several copies; set repeat to 1 first."), node->name);
  else if (edit->model->is_sequence && !node->model->is_sequence)
    rensa_set_words (error, RENSA_ERROR_INVALID,
                     N_ ("%s cannot be ungrouped: its nodes need connections, but the surrounding sequence has none."),
                     node->name);
  else
    return TRUE;
  return FALSE;
}

/* The name of the Chain becomes free. */
static void
choose_names (Ungrouping *self)
{
  g_autoptr (GHashTable) taken = g_hash_table_new (g_str_hash, g_str_equal);
  const char *chain = rensa_model_get_node (self->edit->model, self->chain)->name;

  self->names = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < self->inner->nodes->len; i++)
    {
      const char *old = rensa_model_get_node (self->inner, i)->name;
      const gboolean is_free = strcmp (old, chain) == 0 && !g_hash_table_contains (taken, old);
      char *name = is_free || old[0] == '\0' ? g_strdup (old) : rensa_edit_name_like (self->edit, old, taken);

      g_ptr_array_add (self->names, name);
      g_hash_table_add (taken, name);
    }
}

static void
find_sources (Ungrouping *self)
{
  const GArray *sources = rensa_model_get_node (self->edit->model, self->chain)->sources;

  self->sources = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < self->inner->inputs->len; i++)
    {
      const RensaModelSource *source = i < sources->len ? &g_array_index (sources, RensaModelSource, i) : NULL;

      g_ptr_array_add (self->sources,
                       source != NULL && source->node >= 0 ? rensa_edit_output_text (self->edit, *source) : NULL);
    }
}

/* Returns the text outside for an inner output; for an Input, that of its source, or NULL if it
 * has no source. */
static char *
dup_source_text (const Ungrouping *self, RensaModelSource source)
{
  for (guint i = 0; i < self->inner->inputs->len; i++)
    if (rensa_model_get_input (self->inner, i) == source.node)
      return g_strdup (self->sources->pdata[i]);

  if (source.output != rensa_model_get_node (self->inner, source.node)->main_output)
    return g_strdup_printf ("%s:%d", (char *) self->names->pdata[source.node], source.output);
  return g_strdup (self->names->pdata[source.node]);
}

static char *
dup_slot_text (const Ungrouping *self, int target, int slot)
{
  return rensa_node_slot_text (rensa_model_get_node (self->inner, target), self->names->pdata[target], slot);
}

static void
add_edge (struct json_object *edges, char *from, char *to)
{
  if (from != NULL)
    json_object_array_add (edges, rensa_edge_new (from, to));
  g_free (from);
  g_free (to);
}

static void
add_inner_edges (const Ungrouping *self, struct json_object *edges)
{
  for (guint i = 0; i < self->inner->nodes->len; i++)
    {
      const GArray *sources = rensa_model_get_node (self->inner, i)->sources;

      for (guint j = 0; j < sources->len; j++)
        {
          const RensaModelSource source = g_array_index (sources, RensaModelSource, j);

          if (source.node >= 0)
            add_edge (edges, dup_source_text (self, source), dup_slot_text (self, (int) i, (int) j));
        }
    }
}

/* Replaces the outer connections: those into the Chain now end at its nodes, those out of it now
 * start there. */
static void
replace_edges (const Ungrouping *self)
{
  RensaEdit *edit = self->edit;
  struct json_object *edges = json_object_new_array ();
  gboolean is_done = FALSE;

  for (guint i = 0; i < edit->model->wires->len; i++)
    {
      const RensaModelWire *wire = rensa_model_get_wire (edit->model, i);
      struct json_object *edge = json_object_array_get_idx (edit->edges, i);

      if (wire->target == self->chain)
        {
          if (!is_done)
            add_inner_edges (self, edges);
          is_done = TRUE;
          continue;
        }
      if (wire->source.node == self->chain)
        {
          const guint output = (guint) MAX (wire->source.output, 0);
          g_autofree char *text = output < self->inner->outputs->len
                                      ? dup_source_text (self, *rensa_model_get_output (self->inner, output))
                                      : NULL;

          if (text == NULL)
            continue;
          rensa_edge_set (edge, "from", text);
        }
      json_object_array_add (edges, json_object_get (edge));
    }
  if (!is_done)
    add_inner_edges (self, edges);
  json_object_object_add (edit->json, "edges", edges);
}

static void
replace_nodes (const Ungrouping *self, RensaPlace shift)
{
  RensaEdit *edit = self->edit;
  struct json_object *nodes = json_object_new_array ();
  const guint hidden = self->inner->n_hidden;
  const guint n_inner = self->inner->nodes->len - hidden;

  for (guint i = 0; i < rensa_edit_get_n_nodes (edit); i++)
    {
      if ((int) (i + edit->model->n_hidden) != self->chain)
        {
          json_object_array_add (nodes, json_object_get (rensa_edit_get_json (edit, i)));
          continue;
        }
      for (guint j = 0; j < n_inner; j++)
        {
          struct json_object *json = json_object_array_get_idx (self->inner_nodes, j);
          double x;
          double y;

          if (rensa_model_get_node (self->inner, j + hidden)->kind == RENSA_MODEL_NODE_INPUT
              || !json_object_is_type (json, json_type_object))
            continue;
          json_object_object_add (json, "name", json_object_new_string (self->names->pdata[j + hidden]));
          if (rensa_json_get_position (json, &x, &y))
            rensa_json_set_position (json, x + shift.x, y + shift.y);
          if (self->inner->is_frozen && rensa_model_node_get_freezable (rensa_model_get_node (self->inner, j + hidden)))
            json_object_object_add (json, "frozen", json_object_new_boolean (TRUE));
          json_object_array_add (nodes, json_object_get (json));
        }
    }
  json_object_object_add (edit->json, "nodes", nodes);
}

/* Returns the offset from the place of the inner nodes to the place of the Chain. */
static RensaPlace
find_shift (const Ungrouping *self, struct json_object *chain)
{
  RensaPlace middle;
  double x;
  double y;

  if (!rensa_json_get_position (chain, &x, &y) || !rensa_json_find_middle (self->inner_nodes, &middle))
    return (RensaPlace){ 0, 0 };
  return (RensaPlace){ x - middle.x, y - middle.y };
}

gboolean
rensa_document_ungroup_node (RensaDocument *document, const char *scope, const char *name, GError **error)
{
  g_auto (RensaEdit) edit = { 0 };
  g_auto (Ungrouping) self = { 0 };
  g_autofree char *output = NULL;
  g_autoptr (RensaJson) json = NULL;
  int i;

  if (!rensa_edit_open (&edit, document, scope, error))
    return FALSE;
  i = rensa_edit_find (&edit, name, error);
  if (i < 0 || !check_chain (&edit, rensa_edit_get_node (&edit, i), error))
    return FALSE;

  json = json_object_get (rensa_edit_get_json (&edit, i));
  self.edit = &edit;
  self.chain = i + (int) edit.model->n_hidden;
  self.inner = rensa_edit_get_node (&edit, i)->model;
  self.inner_nodes = rensa_json_get_member (rensa_json_get_member (json, "model"), "nodes");
  choose_names (&self);
  find_sources (&self);
  if (self.inner->outputs->len > 0)
    output = dup_source_text (&self, *rensa_model_get_output (self.inner, 0));

  rensa_edit_pin_outputs (&edit);
  for (guint j = 0; j < edit.model->wires->len; j++)
    if (rensa_model_get_wire (edit.model, j)->source.node == self.chain
        && rensa_model_get_wire (edit.model, j)->target >= 0)
      rensa_edit_pin_wires (&edit, rensa_model_get_wire (edit.model, j)->target);
  if (!edit.model->is_sequence)
    {
      replace_edges (&self);
      rensa_edit_replace_output (&edit, self.chain, output);
    }
  replace_nodes (&self, find_shift (&self, json));
  return TRUE;
}
