/* rensa-edit-wires.c: connecting and disconnecting nodes.
 * SPDX-License-Identifier: MIT */

#include "rensa-edit-faults.h"
#include "rensa-edit-parts.h"
#include "rensa-language.h"

struct json_object *
rensa_edge_new (const char *from, const char *to)
{
  struct json_object *edge = json_object_new_object ();

  rensa_edge_set (edge, "from", from);
  rensa_edge_set (edge, "to", to);
  return edge;
}

void
rensa_edge_set (struct json_object *edge, const char *key, const char *text)
{
  json_object_object_add (edge, key, json_object_new_string (text));
}

char *
rensa_edit_output_text (RensaEdit *edit, RensaModelSource source)
{
  const RensaModelNode *node = rensa_model_get_node (edit->model, source.node);

  return source.output != node->main_output ? g_strdup_printf ("%s:%d", node->name, source.output)
                                            : g_strdup (node->name);
}

static const RensaModelPort *
get_port (const RensaModelNode *node, int slot)
{
  return rensa_model_node_get_port (node, MIN (slot, (int) node->ports->len - 1));
}

static guint
count_needed (const RensaModelNode *node)
{
  guint n = 0;

  for (guint i = 0; i < node->ports->len; i++)
    n += !get_port (node, (int) i)->optional;
  return n;
}

/* The main input needs no name if all others are optional. */
char *
rensa_node_slot_text (const RensaModelNode *node, const char *name, int slot)
{
  if (slot < 0 || node->ports->len < 2
      || (slot == rensa_model_node_get_main_slot (node) && count_needed (node) < 2 && !get_port (node, slot)->list))
    return g_strdup (name);
  return g_strdup_printf ("%s:%s", name, get_port (node, slot)->name);
}

char *
rensa_edit_slot_text (RensaEdit *edit, int target, int slot)
{
  const RensaModelNode *node = rensa_model_get_node (edit->model, target);

  return rensa_node_slot_text (node, node->name, slot);
}

void
rensa_edit_pin_wires (RensaEdit *edit, int target)
{
  for (guint i = 0; i < edit->model->wires->len; i++)
    {
      const RensaModelWire *wire = rensa_model_get_wire (edit->model, i);
      g_autofree char *text = wire->target == target ? rensa_edit_slot_text (edit, target, wire->slot) : NULL;

      if (text != NULL && wire->slot >= 0)
        rensa_edge_set (json_object_array_get_idx (edit->edges, i), "to", text);
    }
}

void
rensa_edit_set_outputs (RensaEdit *edit, const char *text)
{
  struct json_object *outputs = json_object_new_array ();

  json_object_array_add (outputs, json_object_new_string (text));
  json_object_object_add (edit->json, "outputs", outputs);
}

void
rensa_edit_pin_outputs (RensaEdit *edit)
{
  if (edit->model->is_sequence || edit->model->is_step || rensa_json_get_member (edit->json, "outputs") != NULL
      || edit->model->outputs->len != 1)
    return;

  rensa_edit_set_outputs (edit,
                          rensa_model_get_node (edit->model, rensa_model_get_output (edit->model, 0)->node)->name);
}

void
rensa_edit_replace_output (RensaEdit *edit, int node, const char *text)
{
  struct json_object *outputs = rensa_json_get_member (edit->json, "outputs");
  g_autoptr (RensaJson) kept = json_object_new_array ();

  if (edit->model->is_step)
    rensa_edit_rename_in_losses (edit, rensa_model_get_node (edit->model, node)->name, text);
  if (!json_object_is_type (outputs, json_type_array))
    return;

  for (size_t i = 0; i < json_object_array_length (outputs); i++)
    {
      struct json_object *output = json_object_array_get_idx (outputs, i);
      g_auto (RensaEnding) ending = rensa_ending_parse (output != NULL ? json_object_get_string (output) : "");

      if (strcmp (ending.name, rensa_model_get_node (edit->model, node)->name) != 0)
        json_object_array_add (kept, json_object_get (output));
      else if (text != NULL)
        json_object_array_add (kept, json_object_new_string (text));
    }
  if (json_object_array_length (kept) > 0)
    json_object_object_add (edit->json, "outputs", g_steal_pointer (&kept));
  else
    json_object_object_del (edit->json, "outputs");
}

void
rensa_edit_take_over (RensaEdit *edit, int node, const char *text)
{
  for (guint i = 0; i < edit->model->wires->len; i++)
    {
      const RensaModelWire *wire = rensa_model_get_wire (edit->model, i);

      if (wire->source.node == node && wire->source.output == rensa_model_get_node (edit->model, node)->main_output)
        rensa_edge_set (json_object_array_get_idx (edit->edges, i), "from", text);
    }
  if (!edit->model->is_step && edit->model->outputs->len == 1 && rensa_model_get_output (edit->model, 0)->node == node)
    rensa_edit_set_outputs (edit, text);
}

/* Finds the source of a connection from @text. */
static gboolean
find_source (RensaEdit *edit, const char *text, RensaModelSource *source, GError **error)
{
  if (rensa_model_resolve_source (edit->model, text, source, error))
    return TRUE;

  rensa_error_stand_alone (error);
  return FALSE;
}

static int
find_port (const RensaModelNode *node, const char *name)
{
  for (guint i = 0; i < node->ports->len; i++)
    if (strcmp (get_port (node, (int) i)->name, name) == 0)
      return (int) i;
  return -1;
}

static gboolean
is_list (const RensaModelNode *node, int slot)
{
  return node->ports->len > 0 && slot >= (int) node->ports->len - 1 && get_port (node, slot)->list;
}

/* Returns the input @text of @node, or the next free one if @text is NULL; if a node with a single
 * input is full, that input. */
static int
choose_slot (const RensaModelNode *node, const char *text, GError **error)
{
  guint64 number;

  if (node->kind == RENSA_MODEL_NODE_UNKNOWN)
    return (int) node->sources->len;
  if (node->ports->len == 0)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s has no inputs, so nothing can be connected to it."),
                       node->name);
      return -1;
    }
  if (text != NULL && find_port (node, text) >= 0)
    return is_list (node, find_port (node, text)) ? (int) MAX (node->sources->len, node->ports->len - 1)
                                                  : find_port (node, text);
  if (text != NULL && g_ascii_string_to_unsigned (text, 10, 0, node->sources->len, &number, NULL)
      && (number < node->ports->len || is_list (node, (int) number)))
    return (int) number;
  if (text != NULL)
    {
      rensa_model_node_refuse_port (node, text, error);
      return -1;
    }

  for (guint i = 0; i < node->ports->len; i++)
    if (is_list (node, (int) i))
      return (int) MAX (node->sources->len, i);
    else if (i >= node->sources->len || rensa_model_node_get_source (node, i)->node < 0)
      return (int) i;
  if (node->ports->len == 1)
    return 0;

  rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("All %u inputs of %s are connected; choose one of them."),
                   node->ports->len, node->name);
  return -1;
}

static int
find_wire_at (RensaEdit *edit, int target, int slot)
{
  for (guint i = 0; i < edit->model->wires->len; i++)
    if (rensa_model_get_wire (edit->model, i)->target == target && rensa_model_get_wire (edit->model, i)->slot == slot)
      return (int) i;
  return -1;
}

static gboolean
is_input (const RensaModel *model, int node)
{
  return rensa_model_get_node (model, node)->kind == RENSA_MODEL_NODE_INPUT;
}

/* Returns the only unused node among those that depend on @target; -1 if there are several. */
static int
find_end (const RensaModel *model, int target)
{
  g_autofree gboolean *is_reached = rensa_model_list_reached (model, target, FALSE);
  int end = -1;

  for (int i = 0; i < (int) model->nodes->len; i++)
    if (is_reached[i] && !rensa_model_is_used (model, i))
      {
        if (end >= 0)
          return -1;
        end = i;
      }
  return end;
}

/* After a connection from the output, or from any Input while the output is a bare Input, makes the
 * end of the connected nodes the output. */
static void
move_output (RensaEdit *edit, RensaModelSource source, int target)
{
  const RensaModelSource *output = edit->model->outputs->len == 1 ? rensa_model_get_output (edit->model, 0) : NULL;
  const gboolean is_bare =
      output != NULL && is_input (edit->model, output->node) && is_input (edit->model, source.node);
  int end;

  if (output == NULL || edit->model->is_step
      || (!is_bare && (output->node != source.node || output->output != source.output)))
    return;
  end = find_end (edit->model, target);
  if (end >= 0)
    rensa_edit_set_outputs (edit, rensa_model_get_node (edit->model, end)->name);
}

static gboolean
check_cycle (RensaEdit *edit, int source, int target, GError **error)
{
  g_autofree gboolean *is_reached = rensa_model_list_reached (edit->model, target, FALSE);

  if (!is_reached[source])
    return TRUE;

  rensa_set_words (error, RENSA_ERROR_INVALID,
                   N_ ("Connecting %s to %s would create a cycle because %s already depends on %s."),
                   rensa_model_get_node (edit->model, source)->name, rensa_model_get_node (edit->model, target)->name,
                   rensa_model_get_node (edit->model, source)->name, rensa_model_get_node (edit->model, target)->name);
  return FALSE;
}

gboolean
rensa_document_connect (RensaDocument *document, const char *scope, const char *from, const char *to, GError **error)
{
  g_auto (RensaEdit) edit = { 0 };
  g_auto (RensaEnding) ending = rensa_ending_parse (to);
  g_autofree char *from_text = NULL;
  g_autofree char *to_text = NULL;
  RensaModelSource source;
  int target;
  int slot;
  int wire;

  if (!rensa_edit_open (&edit, document, scope, error) || !rensa_edit_need_wires (&edit, error)
      || !find_source (&edit, from, &source, error))
    return FALSE;
  target = rensa_edit_find (&edit, ending.name, error);
  slot = target >= 0 ? choose_slot (rensa_edit_get_node (&edit, target), ending.suffix, error) : -1;
  if (slot < 0 || !check_cycle (&edit, source.node, target, error))
    return FALSE;

  from_text = rensa_edit_output_text (&edit, source);
  to_text = rensa_edit_slot_text (&edit, target, slot);
  wire = find_wire_at (&edit, target, slot);
  rensa_edit_pin_outputs (&edit);
  rensa_edit_pin_wires (&edit, target);
  if (wire >= 0)
    rensa_edge_set (json_object_array_get_idx (edit.edges, wire), "from", from_text);
  else
    json_object_array_add (edit.edges, rensa_edge_new (from_text, to_text));
  move_output (&edit, source, target);
  return TRUE;
}

gboolean
rensa_document_splice (RensaDocument *document, const char *scope, const char *after, const char *to, const char *last,
                       GError **error)
{
  {
    g_auto (RensaEdit) edit = { 0 };
    const int at = rensa_edit_open (&edit, document, scope, error) && rensa_edit_need_wires (&edit, error)
                       ? rensa_edit_find (&edit, after, error)
                       : -1;

    if (at < 0)
      return FALSE;
    rensa_edit_pin_outputs (&edit);
    rensa_edit_take_over (&edit, at + (int) edit.model->n_hidden, last);
  }
  return rensa_document_connect (document, scope, after, to, error);
}

static const RensaModel *
find_wire (RensaDocument *document, int wire, GError **error)
{
  const RensaModel *model = rensa_network_find_wire (rensa_document_get_network (document), wire);

  if (model != NULL)
    return model;

  rensa_set_fault (error, RENSA_ERROR_NOT_FOUND,
                   &(RensaFault){ .code = &rensa_fault_no_wire, .n_found = { .n = wire } });
  rensa_error_stand_alone (error);
  return NULL;
}

gboolean
rensa_document_disconnect (RensaDocument *document, int wire, GError **error)
{
  g_auto (RensaEdit) edit = { 0 };
  const RensaModel *model = find_wire (document, wire, error);
  const guint i = model != NULL ? (guint) wire - model->first_wire : 0;

  if (model == NULL || !rensa_edit_open (&edit, document, model->scope, error))
    return FALSE;

  rensa_edit_pin_outputs (&edit);
  if (rensa_model_get_wire (edit.model, i)->target >= 0)
    rensa_edit_pin_wires (&edit, rensa_model_get_wire (edit.model, i)->target);
  json_object_array_del_idx (edit.edges, i, 1);
  return TRUE;
}

/* Makes connection @i start at node @name, and connects its previous source to that node. */
static gboolean
lead_through (RensaDocument *document, const char *scope, const char *name, guint i, GError **error)
{
  g_auto (RensaEdit) edit = { 0 };
  g_autofree char *from = NULL;
  g_autofree char *to = NULL;
  int node;

  if (!rensa_edit_open (&edit, document, scope, error))
    return FALSE;
  node = rensa_model_find_node (edit.model, name);
  if (choose_slot (rensa_model_get_node (edit.model, node), NULL, error) < 0)
    return FALSE;

  from = rensa_edit_output_text (&edit, rensa_model_get_wire (edit.model, i)->source);
  to = rensa_edit_slot_text (&edit, node, rensa_model_node_get_main_slot (rensa_model_get_node (edit.model, node)));
  rensa_edge_set (json_object_array_get_idx (edit.edges, i), "from", name);
  rensa_json_insert (edit.edges, i, rensa_edge_new (from, to));
  return TRUE;
}

char *
rensa_document_insert_into_wire (RensaDocument *document, int wire, const char *type, double x, double y,
                                 GError **error)
{
  const RensaModel *model = find_wire (document, wire, error);
  const guint i = model != NULL ? (guint) wire - model->first_wire : 0;
  g_autofree char *scope = model != NULL ? g_strdup (model->scope) : NULL;
  g_autofree char *name = NULL;

  if (model == NULL)
    return NULL;
  if (rensa_model_get_wire (model, i)->source.node < 0)
    {
      rensa_set_fault (error, RENSA_ERROR_INVALID, &(RensaFault){ .code = &rensa_fault_wire_start });
      rensa_error_stand_alone (error);
      return NULL;
    }
  name = rensa_document_add_node (document, scope, type, NULL, x, y, error);
  return name != NULL && lead_through (document, scope, name, i, error) ? g_steal_pointer (&name) : NULL;
}

gboolean
rensa_document_set_output (RensaDocument *document, const char *scope, const char *name, GError **error)
{
  g_auto (RensaEdit) edit = { 0 };
  g_autofree char *text = NULL;
  RensaModelSource source;

  if (!rensa_edit_open (&edit, document, scope, error) || !rensa_edit_need_wires (&edit, error)
      || !find_source (&edit, name, &source, error))
    return FALSE;
  if (edit.model->is_step)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID,
                       N_ ("A training step has no outputs other than its losses and "
                           "reported values."));
      return FALSE;
    }

  text = rensa_edit_output_text (&edit, source);
  rensa_edit_set_outputs (&edit, text);
  return TRUE;
}
