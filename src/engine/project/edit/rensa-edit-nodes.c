/* rensa-edit-nodes.c: adding, removing and renaming nodes.
 * SPDX-License-Identifier: MIT */

#include "rensa-edit-parts.h"
#include "rensa-language.h"
#include "rensa-node-types.h"

/* Returns the initial value of an attribute according to its class; NULL if there is none. */
static struct json_object *
get_first (const RensaComponent *component, const RensaAttrSpec *spec)
{
  const char *text = spec->required ? spec->initial_text : spec->start;
  g_autoptr (RensaAttrs) attrs = NULL;

  if (spec->required && spec->type == RENSA_ATTR_TYPE_INT && spec->initial != 0)
    return json_object_new_int64 ((gint64) spec->initial);
  if (spec->required && spec->type == RENSA_ATTR_TYPE_FLOAT && spec->initial != 0)
    return rensa_json_new_double (spec->initial);
  if (text == NULL)
    return NULL;
  attrs = rensa_attrs_new (component);
  return rensa_attrs_set_text (attrs, spec->name, text, NULL) ? rensa_attrs_get_json (attrs, spec) : NULL;
}

/* Returns a value of the right type for a required attribute without an initial value. */
static struct json_object *
guess_value (const RensaAttrSpec *spec)
{
  const gboolean is_bounded = spec->min != spec->max;

  switch (spec->type)
    {
    case RENSA_ATTR_TYPE_INT:
      return json_object_new_int64 (is_bounded ? (gint64) CLAMP (10, spec->min, spec->max) : 1);
    case RENSA_ATTR_TYPE_FLOAT:
      return rensa_json_new_double (is_bounded ? CLAMP (1.0, spec->min, spec->max) : 1);
    case RENSA_ATTR_TYPE_ARRAY:
      return json_object_new_int64 (1);
    case RENSA_ATTR_TYPE_INTS:
      return spec->unit != NULL ? json_object_new_int64 (2) : json_tokener_parse ("[1]");
    case RENSA_ATTR_TYPE_DTYPE:
      return json_object_new_string ("float32");
    case RENSA_ATTR_TYPE_CHOICE:
      return json_object_new_string (spec->choices[(int) spec->initial]);
    case RENSA_ATTR_TYPE_INDEX:
      return json_tokener_parse ("[{\"slice\": [null, null, null]}]");
    default:
      return NULL;
    }
}

struct json_object *
rensa_component_guess_attrs (const RensaComponent *component)
{
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new (component);
  g_autoptr (RensaJson) values = json_object_new_object ();

  for (guint i = 0; i < component->n_attrs; i++)
    {
      const RensaAttrSpec *spec = &component->attrs[i];
      g_autoptr (RensaJson) value = get_first (component, spec);

      if (value == NULL && spec->required && !spec->allow_none)
        value = guess_value (spec);
      if (value != NULL && rensa_attrs_set_json (attrs, spec->name, value, NULL))
        json_object_object_add (values, spec->name, g_steal_pointer (&value));
    }
  return json_object_object_length (values) > 0 ? g_steal_pointer (&values) : NULL;
}

/* Leaves values empty that only the user can provide, such as a file or a name. */
static void
fill_up (RensaAttrs *attrs)
{
  const RensaComponent *component = rensa_attrs_get_component (attrs);

  for (guint i = 0; i < component->n_attrs; i++)
    if (!rensa_attrs_is_set (attrs, &component->attrs[i]))
      rensa_attrs_set_text (attrs, component->attrs[i].name, component->attrs[i].allow_none ? "None" : "''", NULL);
}

RensaAttrs *
rensa_component_start (const RensaComponent *component)
{
  RensaAttrs *attrs = rensa_attrs_new (component);
  g_autoptr (RensaJson) values = rensa_component_guess_attrs (component);

  for (guint i = 0; values != NULL && i < component->n_attrs; i++)
    {
      struct json_object *value = rensa_json_get_member (values, component->attrs[i].name);

      if (value != NULL)
        rensa_attrs_set_json (attrs, component->attrs[i].name, value, NULL);
    }
  fill_up (attrs);
  return attrs;
}

/* Returns NULL with an error if there is no such type. */
static struct json_object *
new_node (const char *name, const char *type, double x, double y, GError **error)
{
  g_autoptr (RensaJson) node = json_object_new_object ();
  const gboolean is_nesting = rensa_is_nesting_type (type);
  RensaComponentKind kind;
  const RensaComponent *component = NULL;
  struct json_object *attrs;

  if (!is_nesting)
    {
      component = rensa_node_find_component (type, &kind, error);
      if (component == NULL)
        return NULL;
    }

  json_object_object_add (node, "name", json_object_new_string (name));
  json_object_object_add (node, "type", json_object_new_string (type));
  attrs = component != NULL ? rensa_component_guess_attrs (component) : NULL;
  if (attrs != NULL)
    json_object_object_add (node, "attrs", attrs);
  if (is_nesting)
    json_object_object_add (
        node, "model",
        json_tokener_parse (!rensa_is_sequence_type (type)
                                ? "{\"nodes\": [{\"name\": \"x\", \"type\": \"Input\", \"position\": [0, 0]}], "
                                  "\"edges\": [], \"outputs\": [\"x\"]}"
                                : "{\"nodes\": []}"));
  rensa_json_set_position (node, x, y);
  return g_steal_pointer (&node);
}

/* Makes the node call the first model that has no calls, or otherwise the first. */
static void
call_a_model (RensaEdit *edit, struct json_object *node)
{
  GPtrArray *models = edit->network->models;
  const RensaModelNode *chosen = models->len > 0 ? models->pdata[0] : NULL;
  g_autoptr (GHashTable) called = rensa_step_list_called (edit->model);
  struct json_object *attrs = json_object_new_object ();

  for (guint i = models->len; edit->model->is_step && i-- > 0;)
    if (!g_hash_table_contains (called, models->pdata[i]))
      chosen = models->pdata[i];
  if (chosen != NULL)
    json_object_object_add (attrs, "model", json_object_new_string (chosen->name));
  json_object_object_add (node, "attrs", attrs);
}

/* Returns the name; NULL with an error. */
static char *
add (RensaEdit *edit, guint at, const char *type, const char *name, double x, double y, GError **error)
{
  g_autofree char *chosen = name != NULL ? g_strdup (name) : rensa_edit_name_for_type (edit, type);
  g_autoptr (RensaJson) node = NULL;

  if (!rensa_edit_check_name (edit, chosen, error))
    return NULL;
  node = new_node (chosen, type, x, y, error);
  if (node != NULL && rensa_type_is_model_call (type))
    call_a_model (edit, node);
  if (node == NULL || !rensa_edit_check_depth (edit, node, 0, error))
    return NULL;

  rensa_edit_pin_outputs (edit);
  rensa_json_insert (edit->nodes, at, g_steal_pointer (&node));
  return g_steal_pointer (&chosen);
}

char *
rensa_document_add_node (RensaDocument *document, const char *scope, const char *type, const char *name, double x,
                         double y, GError **error)
{
  g_auto (RensaEdit) edit = { 0 };

  if (!rensa_edit_open (&edit, document, scope, error))
    return NULL;
  return add (&edit, rensa_edit_get_n_nodes (&edit), type, name, x, y, error);
}

char *
rensa_document_insert_after (RensaDocument *document, const char *scope, const char *after, const char *type, double x,
                             double y, GError **error)
{
  g_auto (RensaEdit) edit = { 0 };
  g_auto (RensaEdit) added = { 0 };
  g_autofree char *name = NULL;
  RensaModelNode *node;
  int at;

  if (!rensa_edit_open (&edit, document, scope, error))
    return NULL;
  at = rensa_edit_find (&edit, after, error);
  name = at >= 0 ? add (&edit, at + 1, type, NULL, x, y, error) : NULL;
  if (name == NULL || edit.model->is_sequence)
    return g_steal_pointer (&name);

  if (!rensa_edit_open (&added, document, scope, error))
    return NULL;
  node = rensa_edit_get_node (&added, at + 1);
  if (node->ports->len > 0)
    {
      g_autofree char *to = rensa_edit_slot_text (&added, at + 1, rensa_model_node_get_main_slot (node));

      rensa_edit_take_over (&added, at, name);
      json_object_array_add (added.edges, rensa_edge_new (after, to));
    }
  return g_steal_pointer (&name);
}

/* Returns the replacement of node @i after its removal: its only source; NULL if it has none or several. */
static char *
find_bridge (RensaEdit *edit, guint i)
{
  const RensaModelNode *node = rensa_edit_get_node (edit, i);
  const RensaModelSource *source = NULL;
  guint n = 0;

  for (guint j = 0; j < node->sources->len; j++)
    if (rensa_model_node_get_source (node, j)->node >= 0)
      {
        source = rensa_model_node_get_source (node, j);
        n++;
      }
  return n == 1 ? rensa_edit_output_text (edit, *source) : NULL;
}

static void
remove_node (RensaEdit *edit, guint i)
{
  const int number = (int) (i + edit->model->n_hidden);
  const int main_output = rensa_model_get_node (edit->model, number)->main_output;
  g_autofree char *bridge = find_bridge (edit, i);

  rensa_edit_pin_outputs (edit);
  for (guint j = 0; j < edit->model->wires->len; j++)
    if (rensa_model_get_wire (edit->model, j)->source.node == number
        && rensa_model_get_wire (edit->model, j)->target >= 0)
      rensa_edit_pin_wires (edit, rensa_model_get_wire (edit->model, j)->target);

  for (int j = (int) edit->model->wires->len - 1; j >= 0; j--)
    {
      const RensaModelWire *wire = rensa_model_get_wire (edit->model, j);
      const gboolean leaves = wire->source.node == number;

      if (leaves && wire->source.output == main_output && wire->target != number && bridge != NULL)
        rensa_edge_set (json_object_array_get_idx (edit->edges, j), "from", bridge);
      else if (leaves || wire->target == number)
        json_object_array_del_idx (edit->edges, j, 1);
    }
  rensa_edit_replace_output (edit, number, bridge);
  json_object_array_del_idx (edit->nodes, i, 1);
}

gboolean
rensa_document_remove_nodes (RensaDocument *document, const char *scope, const char *const *names, GError **error)
{
  g_auto (RensaEdit) all = { 0 };
  g_autoptr (GArray) numbers = NULL;

  if (!rensa_edit_open (&all, document, scope, error))
    return FALSE;
  numbers = rensa_edit_find_all (&all, names, error);
  if (numbers == NULL)
    return FALSE;

  /* Starts with the last node, so that the numbers of the others stay valid; each gap is closed
   * before the next node is removed. */
  for (int i = (int) numbers->len - 1; i >= 0; i--)
    {
      g_auto (RensaEdit) edit = { 0 };

      if (!rensa_edit_open (&edit, document, scope, error))
        return FALSE;
      remove_node (&edit, g_array_index (numbers, int, i));
    }
  return TRUE;
}

/* Returns the object of a node; NULL with an error. */
static struct json_object *
find_object (RensaEdit *edit, RensaDocument *document, const char *scope, const char *name, GError **error)
{
  const int i = rensa_edit_open (edit, document, scope, error) ? rensa_edit_find (edit, name, error) : -1;
  struct json_object *json = i >= 0 ? rensa_edit_get_json (edit, i) : NULL;

  if (json_object_is_type (json, json_type_object))
    return json;
  if (i >= 0)
    rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("Node %s is not an object, so it can only be removed."), name);
  return NULL;
}

static void
rename_in_outputs (RensaEdit *edit, const char *name, const char *to)
{
  struct json_object *outputs = rensa_json_get_member (edit->json, "outputs");

  if (!json_object_is_type (outputs, json_type_array))
    return;
  for (size_t i = 0; i < json_object_array_length (outputs); i++)
    {
      g_autoptr (RensaJson) holder = json_object_new_object ();

      json_object_object_add (holder, "output", json_object_get (json_object_array_get_idx (outputs, i)));
      rensa_json_rename_ending (holder, "output", name, to);
      json_object_array_put_idx (outputs, i, json_object_get (rensa_json_get_member (holder, "output")));
    }
}

/* Returns TRUE if @node is the Chain @name, or calls the model of that name. */
static gboolean
stands_for (const RensaModelNode *node, const char *name)
{
  return strcmp (node->called != NULL ? node->called->name : node->name, name) == 0;
}

static void
rename_port_of (RensaEdit *edit, const RensaModelNode *node, const char *name, const char *to)
{
  g_autofree char *old_text = g_strconcat (node->name, ":", name, NULL);
  g_autofree char *new_text = g_strconcat (node->name, ":", to, NULL);

  for (guint i = 0; i < edit->model->wires->len; i++)
    {
      struct json_object *edge = json_object_array_get_idx (edit->edges, i);

      if (g_strcmp0 (json_object_get_string (rensa_json_get_member (edge, "to")), old_text) == 0)
        rensa_edge_set (edge, "to", new_text);
    }
}

/* Inputs of a Chain, or of a model that a step calls, are its ports outside. */
static gboolean
rename_port (RensaDocument *document, const char *scope, const char *name, const char *to, GError **error)
{
  const char *dot = strrchr (scope, '.');
  g_autofree char *outer = dot != NULL ? g_strndup (scope, dot - scope) : g_strdup ("");
  g_auto (RensaEdit) edit = { 0 };

  if (!rensa_edit_open (&edit, document, outer, error))
    return FALSE;
  for (guint i = 0; i < rensa_edit_get_n_nodes (&edit); i++)
    if (stands_for (rensa_edit_get_node (&edit, i), dot != NULL ? dot + 1 : scope))
      rename_port_of (&edit, rensa_edit_get_node (&edit, i), name, to);
  return TRUE;
}

gboolean
rensa_document_rename_node (RensaDocument *document, const char *scope, const char *name, const char *to,
                            GError **error)
{
  g_auto (RensaEdit) edit = { 0 };
  struct json_object *json = find_object (&edit, document, scope, name, error);

  if (json == NULL)
    return FALSE;
  if (strcmp (name, to) == 0)
    return TRUE;
  if (!rensa_edit_check_name (&edit, to, error))
    return FALSE;

  json_object_object_add (json, "name", json_object_new_string (to));
  for (guint j = 0; j < edit.model->wires->len; j++)
    {
      rensa_json_rename_ending (json_object_array_get_idx (edit.edges, j), "from", name, to);
      rensa_json_rename_ending (json_object_array_get_idx (edit.edges, j), "to", name, to);
    }
  rename_in_outputs (&edit, name, to);
  if (edit.model->is_step)
    {
      rensa_edit_rename_in_losses (&edit, name, to);
      rensa_json_rename_learner (edit.root, name, to);
    }
  return edit.depth == 0
         || rensa_edit_get_node (&edit, rensa_edit_find (&edit, name, NULL))->kind != RENSA_MODEL_NODE_INPUT
         || rename_port (document, scope, name, to, error);
}

gboolean
rensa_document_move_node (RensaDocument *document, const char *scope, const char *name, double x, double y,
                          GError **error)
{
  g_auto (RensaEdit) edit = { 0 };
  struct json_object *json = find_object (&edit, document, scope, name, error);

  if (json != NULL)
    rensa_json_set_position (json, x, y);
  return json != NULL;
}

gboolean
rensa_document_set_repeat (RensaDocument *document, const char *scope, const char *name, int repeat, GError **error)
{
  g_auto (RensaEdit) edit = { 0 };
  struct json_object *json = find_object (&edit, document, scope, name, error);

  if (json == NULL)
    return FALSE;
  if (repeat < 1 || repeat > 1000)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s can be repeated 1 to 1,000 times, not %d times."), name,
                       repeat);
      return FALSE;
    }

  if (repeat == 1)
    json_object_object_del (json, "repeat");
  else
    json_object_object_add (json, "repeat", json_object_new_int (repeat));
  return TRUE;
}

static void
freeze (struct json_object *json, gboolean is_frozen)
{
  if (is_frozen)
    json_object_object_add (json, "frozen", json_object_new_boolean (TRUE));
  else
    json_object_object_del (json, "frozen");
}

gboolean
rensa_document_set_frozen (RensaDocument *document, const char *scope, const char *const *names, gboolean is_frozen,
                           GError **error)
{
  for (guint i = 0; names[i] != NULL; i++)
    {
      g_auto (RensaEdit) edit = { 0 };
      struct json_object *json = find_object (&edit, document, scope, names[i], error);
      const RensaModelNode *node;

      if (json == NULL)
        return FALSE;
      node = rensa_edit_get_node (&edit, rensa_edit_find (&edit, names[i], NULL));
      if (node->called != NULL)
        json = rensa_json_get_member (rensa_json_get_member (edit.root, "models"), node->called->name);
      if (rensa_model_node_get_freezable (node) != NULL)
        freeze (json, is_frozen);
    }
  return TRUE;
}
