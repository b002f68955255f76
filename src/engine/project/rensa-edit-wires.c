/* rensa-edit-wires.c: connecting and disconnecting nodes.
 * SPDX-License-Identifier: MIT */

#include "rensa-edit-private.h"

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

  return source.output > 0 ? g_strdup_printf ("%s:%d", node->name, source.output) : g_strdup (node->name);
}

static const RensaModelPort *
get_port (const RensaModelNode *node, int slot)
{
  return &g_array_index (node->ports, RensaModelPort, MIN (slot, (int) node->ports->len - 1));
}

/* The first input needs no name where all others are optional. */
char *
rensa_node_slot_text (const RensaModelNode *node, const char *name, int slot)
{
  if (slot < 0 || node->ports->len < 2 || (slot == 0 && get_port (node, 1)->optional))
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
      const RensaModelWire *wire = rensa_edit_get_wire (edit, i);
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
  if (edit->is_sequence || rensa_json_get_member (edit->json, "outputs") != NULL || edit->model->outputs->len != 1)
    return;

  rensa_edit_set_outputs (
      edit, rensa_model_get_node (edit->model, g_array_index (edit->model->outputs, RensaModelSource, 0).node)->name);
}

void
rensa_edit_replace_output (RensaEdit *edit, int node, const char *text)
{
  struct json_object *outputs = rensa_json_get_member (edit->json, "outputs");
  g_autoptr (RensaJson) kept = json_object_new_array ();

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

/* Where the wire from @text begins. */
static gboolean
find_source (RensaEdit *edit, const char *text, RensaModelSource *source, GError **error)
{
  g_auto (RensaEnding) ending = rensa_ending_parse (text);
  const int i = rensa_edit_find (edit, ending.name, error);
  RensaModelNode *node = i >= 0 ? rensa_edit_get_node (edit, i) : NULL;
  const int n = node == NULL || node->n_outputs == 0 ? RENSA_MAX_OUTPUTS : node->n_outputs;
  guint64 output = 0;

  if (node == NULL)
    return FALSE;
  if (ending.suffix != NULL && !g_ascii_string_to_unsigned (ending.suffix, 10, 0, n - 1, &output, NULL))
    {
      g_set_error (error, RENSA_ERROR, RENSA_ERROR_NOT_FOUND, "%s has %d output%s, counted from 0, so there is no %s.",
                   node->name, n, n == 1 ? "" : "s", text);
      return FALSE;
    }
  *source = (RensaModelSource){ i + (int) edit->first, (int) output };
  return TRUE;
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

/* The input @text of @node, or the next free one with @text NULL; a full node with one input gives that. */
static int
choose_slot (const RensaModelNode *node, const char *text, GError **error)
{
  guint64 number;

  if (node->kind == RENSA_MODEL_NODE_UNKNOWN)
    return (int) node->sources->len;
  if (node->ports->len == 0)
    {
      g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, "%s takes nothing in, so no wire can lead into it.",
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
      g_set_error (error, RENSA_ERROR, RENSA_ERROR_NOT_FOUND, "%s has no input %s.", node->name, text);
      return -1;
    }

  for (guint i = 0; i < node->ports->len; i++)
    if (is_list (node, (int) i))
      return (int) MAX (node->sources->len, i);
    else if (i >= node->sources->len || g_array_index (node->sources, RensaModelSource, i).node < 0)
      return (int) i;
  if (node->ports->len == 1)
    return 0;

  g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, "All %u inputs of %s are connected; choose one of them.",
               node->ports->len, node->name);
  return -1;
}

static int
find_wire_at (RensaEdit *edit, int target, int slot)
{
  for (guint i = 0; i < edit->model->wires->len; i++)
    if (rensa_edit_get_wire (edit, i)->target == target && rensa_edit_get_wire (edit, i)->slot == slot)
      return (int) i;
  return -1;
}

static gboolean
feeds_something (RensaEdit *edit, int node)
{
  for (guint i = 0; i < edit->model->wires->len; i++)
    if (rensa_edit_get_wire (edit, i)->source.node == node && rensa_edit_get_wire (edit, i)->target >= 0)
      return TRUE;
  return FALSE;
}

/* Where the model's output goes on into a node that leads nowhere, the model gives what that node gives. */
static void
move_output (RensaEdit *edit, RensaModelSource source, int target)
{
  GArray *outputs = edit->model->outputs;

  if (outputs->len != 1 || g_array_index (outputs, RensaModelSource, 0).node != source.node
      || g_array_index (outputs, RensaModelSource, 0).output != source.output || feeds_something (edit, target))
    return;
  rensa_edit_set_outputs (edit, rensa_model_get_node (edit->model, target)->name);
}

static gboolean
check_cycle (RensaEdit *edit, int source, int target, GError **error)
{
  if (!rensa_edit_leads (edit, target, source))
    return TRUE;

  g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID,
               "A wire from %s to %s would close a cycle, since %s depends on %s already.",
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

static gboolean
has_text (struct json_object *edge, const char *key, const char *text)
{
  return g_strcmp0 (json_object_get_string (rensa_json_get_member (edge, key)), text) == 0;
}

gboolean
rensa_document_disconnect (RensaDocument *document, const char *scope, const char *from, const char *to, GError **error)
{
  g_auto (RensaEdit) edit = { 0 };

  if (!rensa_edit_open (&edit, document, scope, error) || !rensa_edit_need_wires (&edit, error))
    return FALSE;

  for (guint i = 0; i < edit.model->wires->len; i++)
    {
      struct json_object *edge = json_object_array_get_idx (edit.edges, i);

      if (!has_text (edge, "from", from) || !has_text (edge, "to", to))
        continue;
      rensa_edit_pin_outputs (&edit);
      if (rensa_edit_get_wire (&edit, i)->target >= 0)
        rensa_edit_pin_wires (&edit, rensa_edit_get_wire (&edit, i)->target);
      json_object_array_del_idx (edit.edges, i, 1);
      return TRUE;
    }

  g_set_error (error, RENSA_ERROR, RENSA_ERROR_NOT_FOUND, "There is no wire from %s to %s.", from, to);
  return FALSE;
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

  text = rensa_edit_output_text (&edit, source);
  rensa_edit_set_outputs (&edit, text);
  return TRUE;
}
