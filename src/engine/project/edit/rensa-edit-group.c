/* rensa-edit-group.c: groups nodes into a Chain.
 * SPDX-License-Identifier: MIT */

#include "rensa-edit-parts.h"
#include "rensa-links.h"
#include "rensa-language.h"
#include "rensa-node-types.h"

/**
 * Grouping:
 * @numbers: numbers of the nodes, in the array of nodes
 * @is_inside: TRUE for each node of the model that is in the group
 * @name: name of the new node
 * @inputs: RensaModelSource: the distinct sources outside
 * @input_names: names of the corresponding Inputs
 */
typedef struct
{
  RensaEdit *edit;
  GArray *numbers;
  gboolean *is_inside;
  char *name;
  GArray *inputs;
  GPtrArray *input_names;
  RensaModelSource output;
} Grouping;

static void
grouping_clear (Grouping *self)
{
  g_clear_pointer (&self->numbers, g_array_unref);
  g_clear_pointer (&self->inputs, g_array_unref);
  g_clear_pointer (&self->input_names, g_ptr_array_unref);
  g_free (self->is_inside);
  g_free (self->name);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Grouping, grouping_clear)

static gboolean
is_same (RensaModelSource a, RensaModelSource b)
{
  return a.node == b.node && a.output == b.output;
}

static gboolean
is_inside (const Grouping *self, int node)
{
  return node >= 0 && self->is_inside[node];
}

/* Records the single output that is used outside. */
static gboolean
use_output (Grouping *self, RensaModelSource source, GError **error)
{
  if (self->output.node < 0)
    self->output = source;
  if (is_same (self->output, source))
    return TRUE;

  rensa_set_words (error, RENSA_ERROR_INVALID,
                   N_ ("A Chain can have only one output, but both %s and %s are used outside the group."),
                   rensa_model_get_node (self->edit->model, self->output.node)->name,
                   rensa_model_get_node (self->edit->model, source.node)->name);
  return FALSE;
}

static gboolean
find_output (Grouping *self, GError **error)
{
  RensaModel *model = self->edit->model;

  self->output.node = -1;
  for (guint i = 0; i < model->wires->len; i++)
    {
      const RensaModelWire *wire = rensa_model_get_wire (self->edit->model, i);

      if (is_inside (self, wire->source.node) && wire->target >= 0 && !is_inside (self, wire->target)
          && !use_output (self, wire->source, error))
        return FALSE;
    }
  for (guint i = 0; i < model->outputs->len; i++)
    {
      const RensaModelSource output = *rensa_model_get_output (model, i);

      if (is_inside (self, output.node) && !use_output (self, output, error))
        return FALSE;
    }
  return TRUE;
}

static int
find_input (const Grouping *self, RensaModelSource source)
{
  for (guint i = 0; i < self->inputs->len; i++)
    if (is_same (g_array_index (self->inputs, RensaModelSource, i), source))
      return (int) i;
  return -1;
}

static char *
choose_input_name (const Grouping *self)
{
  for (guint i = 0;; i++)
    {
      g_autofree char *name = i == 0 ? g_strdup ("x") : g_strdup_printf ("x%u", i);
      const int node = rensa_model_find_node (self->edit->model, name);

      if (!is_inside (self, node) && !g_ptr_array_find_with_equal_func (self->input_names, name, g_str_equal, NULL))
        return g_steal_pointer (&name);
    }
}

static void
find_inputs (Grouping *self)
{
  self->inputs = g_array_new (FALSE, FALSE, sizeof (RensaModelSource));
  self->input_names = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < self->edit->model->wires->len; i++)
    {
      const RensaModelWire *wire = rensa_model_get_wire (self->edit->model, i);

      if (wire->source.node < 0 || is_inside (self, wire->source.node) || !is_inside (self, wire->target)
          || find_input (self, wire->source) >= 0)
        continue;
      g_array_append_val (self->inputs, wire->source);
      g_ptr_array_add (self->input_names, choose_input_name (self));
    }
}

/* Rejects paths that leave the group and enter it again. */
static gboolean
check_convex (const Grouping *self, GError **error)
{
  g_autofree gboolean *is_reached =
      self->output.node >= 0 ? rensa_model_list_reached (self->edit->model, self->output.node, FALSE) : NULL;

  for (guint i = 0; is_reached != NULL && i < self->inputs->len; i++)
    {
      const int source = g_array_index (self->inputs, RensaModelSource, i).node;

      if (!is_reached[source])
        continue;
      rensa_set_words (error, RENSA_ERROR_INVALID,
                       N_ ("A path leaves the selected nodes and returns through %s; select that node too."),
                       rensa_model_get_node (self->edit->model, source)->name);
      return FALSE;
    }
  return TRUE;
}

static gboolean
check_nodes (const Grouping *self, GError **error)
{
  for (guint i = 0; i < self->numbers->len; i++)
    {
      const guint number = g_array_index (self->numbers, int, i);
      const RensaModelNode *node = rensa_edit_get_node (self->edit, number);

      if (!json_object_is_type (rensa_edit_get_json (self->edit, number), json_type_object)
          || node->kind == RENSA_MODEL_NODE_INPUT)
        {
          rensa_set_words (error, RENSA_ERROR_INVALID,
                           N_ ("%s cannot be part of a Chain; remove it from the "
                               "selection."),
                           node->name);
          return FALSE;
        }
      if (self->edit->model->is_sequence && i > 0 && number != g_array_index (self->numbers, int, i - 1) + 1u)
        {
          rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("Only consecutive nodes can be grouped here."));
          return FALSE;
        }
      if (!rensa_edit_check_depth (self->edit, rensa_edit_get_json (self->edit, number), 1, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
grouping_new (Grouping *self, RensaEdit *edit, const char *const *names, GError **error)
{
  self->edit = edit;
  self->numbers = rensa_edit_find_all (edit, names, error);
  if (self->numbers == NULL)
    return FALSE;

  self->is_inside = g_new0 (gboolean, edit->model->nodes->len);
  for (guint i = 0; i < self->numbers->len; i++)
    self->is_inside[g_array_index (self->numbers, int, i) + edit->model->n_hidden] = TRUE;
  self->name = rensa_edit_name_for_type (edit, rensa_chain_link_class.name);
  find_inputs (self);
  return check_nodes (self, error) && find_output (self, error) && check_convex (self, error);
}

static double
find_top (const Grouping *self)
{
  double top = G_MAXDOUBLE;

  for (guint i = 0; i < self->numbers->len; i++)
    {
      double x;
      double y;

      if (rensa_json_get_position (rensa_edit_get_json (self->edit, g_array_index (self->numbers, int, i)), &x, &y))
        top = MIN (top, y);
    }
  return top != G_MAXDOUBLE ? top : 0;
}

/* Places the Inputs above the nodes. */
static void
add_inputs (const Grouping *self, struct json_object *nodes, RensaPlace middle)
{
  const double left = middle.x - RENSA_PITCH_X * ((double) self->inputs->len - 1) / 2;
  const double top = find_top (self) - RENSA_PITCH_Y;

  for (guint i = 0; i < self->inputs->len; i++)
    {
      struct json_object *input = json_object_new_object ();

      json_object_object_add (input, "name", json_object_new_string (self->input_names->pdata[i]));
      json_object_object_add (input, "type", json_object_new_string (rensa_input_component.name));
      rensa_json_set_position (input, left + i * RENSA_PITCH_X, top);
      json_object_array_add (nodes, input);
    }
}

/* Returns the connections inside the Chain, and those from its Inputs. */
static struct json_object *
make_inner_edges (const Grouping *self)
{
  struct json_object *edges = json_object_new_array ();

  for (guint i = 0; i < self->edit->model->wires->len; i++)
    {
      const RensaModelWire *wire = rensa_model_get_wire (self->edit->model, i);
      struct json_object *edge = json_object_array_get_idx (self->edit->edges, i);
      const char *to = json_object_get_string (rensa_json_get_member (edge, "to"));
      const int input = find_input (self, wire->source);

      if (!is_inside (self, wire->target) || wire->source.node < 0)
        continue;
      json_object_array_add (edges, input >= 0 ? rensa_edge_new (self->input_names->pdata[input], to)
                                               : json_object_get (edge));
    }
  return edges;
}

/* Inputs come first in the list. */
static struct json_object *
make_inner_model (const Grouping *self, RensaPlace *middle, gboolean *is_placed)
{
  struct json_object *model = json_object_new_object ();
  g_autoptr (RensaJson) inside = json_object_new_array ();
  struct json_object *nodes = json_object_new_array ();
  g_autofree char *output = self->output.node >= 0 ? rensa_edit_output_text (self->edit, self->output) : NULL;

  for (guint i = 0; i < self->numbers->len; i++)
    json_object_array_add (inside,
                           json_object_get (rensa_edit_get_json (self->edit, g_array_index (self->numbers, int, i))));
  *is_placed = rensa_json_find_middle (inside, middle);
  add_inputs (self, nodes, *middle);
  for (guint i = 0; i < self->numbers->len; i++)
    json_object_array_add (nodes, json_object_get (json_object_array_get_idx (inside, i)));

  json_object_object_add (model, "nodes", nodes);
  if (!self->edit->model->is_sequence)
    json_object_object_add (model, "edges", make_inner_edges (self));
  if (!self->edit->model->is_sequence && output != NULL)
    {
      struct json_object *outputs = json_object_new_array ();

      json_object_array_add (outputs, json_object_new_string (output));
      json_object_object_add (model, "outputs", outputs);
    }
  return model;
}

static struct json_object *
make_chain (const Grouping *self)
{
  const char *type = self->edit->model->is_sequence ? rensa_sequential_link_class.name : rensa_chain_link_class.name;
  struct json_object *chain = json_object_new_object ();
  RensaPlace middle;
  gboolean is_placed;

  json_object_object_add (chain, "name", json_object_new_string (self->name));
  json_object_object_add (chain, "type", json_object_new_string (type));
  json_object_object_add (chain, "model", make_inner_model (self, &middle, &is_placed));
  if (is_placed)
    rensa_json_set_position (chain, middle.x, middle.y);
  return chain;
}

/* Returns "block1:x"; a Chain with one Input needs no port name. */
static char *
make_port_text (const Grouping *self, guint i)
{
  return self->inputs->len > 1 ? g_strdup_printf ("%s:%s", self->name, (char *) self->input_names->pdata[i])
                               : g_strdup (self->name);
}

/* Returns the connections outside: those into the nodes now end at the Chain, once for each of its
 * inputs; those out of them begin there. */
static struct json_object *
make_outer_edges (const Grouping *self)
{
  struct json_object *edges = json_object_new_array ();
  g_autofree gboolean *is_done = g_new0 (gboolean, self->inputs->len + 1);

  for (guint i = 0; i < self->edit->model->wires->len; i++)
    {
      const RensaModelWire *wire = rensa_model_get_wire (self->edit->model, i);
      struct json_object *edge = json_object_array_get_idx (self->edit->edges, i);
      const int input = is_inside (self, wire->target) ? find_input (self, wire->source) : -1;
      g_autofree char *port = input >= 0 ? make_port_text (self, input) : NULL;

      if (input >= 0 && !is_done[input])
        {
          rensa_edge_set (edge, "to", port);
          is_done[input] = TRUE;
        }
      else if (is_inside (self, wire->target))
        continue;
      else if (is_inside (self, wire->source.node))
        rensa_edge_set (edge, "from", self->name);
      json_object_array_add (edges, json_object_get (edge));
    }
  return edges;
}

static struct json_object *
make_outer_nodes (const Grouping *self, struct json_object *chain)
{
  struct json_object *nodes = json_object_new_array ();

  for (guint i = 0; i < rensa_edit_get_n_nodes (self->edit); i++)
    if ((int) i == g_array_index (self->numbers, int, 0))
      json_object_array_add (nodes, chain);
    else if (!is_inside (self, (int) (i + self->edit->model->n_hidden)))
      json_object_array_add (nodes, json_object_get (rensa_edit_get_json (self->edit, i)));
  return nodes;
}

char *
rensa_document_group_nodes (RensaDocument *document, const char *scope, const char *const *names, GError **error)
{
  g_auto (RensaEdit) edit = { 0 };
  g_auto (Grouping) self = { 0 };
  struct json_object *chain;

  if (!rensa_edit_open (&edit, document, scope, error) || !grouping_new (&self, &edit, names, error))
    return NULL;

  rensa_edit_pin_outputs (&edit);
  for (guint i = 0; i < self.numbers->len; i++)
    rensa_edit_pin_wires (&edit, g_array_index (self.numbers, int, i) + (int) edit.model->n_hidden);
  chain = make_chain (&self);
  json_object_object_add (edit.json, "nodes", make_outer_nodes (&self, chain));
  if (!edit.model->is_sequence)
    {
      json_object_object_add (edit.json, "edges", make_outer_edges (&self));
      if (self.output.node >= 0)
        rensa_edit_replace_output (&edit, self.output.node, self.name);
    }
  return g_steal_pointer (&self.name);
}
