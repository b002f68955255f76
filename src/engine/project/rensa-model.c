/* rensa-model.c: the nodes of a model.
 * SPDX-License-Identifier: MIT */

#include "rensa-model-private.h"

/* Repetitions within repetitions grow fast. */
#define MAX_NODES 100000

static void
port_clear (gpointer data)
{
  g_free (((RensaModelPort *) data)->name);
}

static void
node_free (gpointer data)
{
  RensaModelNode *node = data;

  g_free (node->name);
  g_free (node->place);
  g_free (node->type);
  g_clear_pointer (&node->attrs, rensa_attrs_unref);
  g_clear_pointer (&node->model, rensa_model_free);
  g_array_unref (node->ports);
  g_array_unref (node->sources);
  g_free (node);
}

static RensaModelNode *
node_new (RensaModelNodeKind kind, const char *name, const char *type, const char *place)
{
  RensaModelNode *node = g_new0 (RensaModelNode, 1);

  node->kind = kind;
  node->name = g_strdup (name);
  node->type = g_strdup (type);
  node->place = g_strdup (place);
  node->repeat = 1;
  node->ports = g_array_new (FALSE, TRUE, sizeof (RensaModelPort));
  g_array_set_clear_func (node->ports, port_clear);
  node->sources = g_array_new (FALSE, TRUE, sizeof (RensaModelSource));
  return node;
}

static void
add_port (RensaModelNode *node, const char *name, gboolean optional, gboolean list)
{
  const RensaModelPort port = { g_strdup (name), optional, list };
  const RensaModelSource nothing = { -1, 0 };

  g_array_append_val (node->ports, port);
  if (!list)
    g_array_append_val (node->sources, nothing);
}

static void
add_declared_ports (RensaModelNode *node, const char *const *inputs)
{
  const RensaFunctionClass class = { .inputs = inputs };
  RensaInputSpec specs[8];
  const int n = rensa_function_get_input_specs (&class, specs);

  for (int i = 0; i < n; i++)
    add_port (node, specs[i].name, specs[i].optional, specs[i].list);
}

RensaModelNode *
rensa_model_get_node (RensaModel *model, int i)
{
  return model->nodes->pdata[i];
}

void
rensa_model_free (RensaModel *model)
{
  g_ptr_array_unref (model->nodes);
  g_array_unref (model->inputs);
  g_array_unref (model->outputs);
  g_array_unref (model->order);
  g_free (model->place);
  g_free (model);
}

/* A link or function with its attributes. */
static RensaModelNode *
read_component_node (struct json_object *json, const char *name, const char *type, const char *place, GError **error)
{
  g_autoptr (RensaAttrs) attrs = rensa_field_read_component (&rensa_node_field, json, error);
  const RensaComponent *component;
  RensaComponentKind kind;
  RensaModelNode *node;

  if (attrs == NULL || !rensa_attrs_check_complete (attrs, error))
    return NULL;

  component = rensa_node_find_component (type, &kind, NULL);
  node = node_new (kind == RENSA_COMPONENT_LINK ? RENSA_MODEL_NODE_LINK : RENSA_MODEL_NODE_FUNCTION, name, type, place);
  if (kind == RENSA_COMPONENT_LINK)
    {
      const RensaLinkClass *class = (const RensaLinkClass *) component;

      node->n_outputs = class->n_outputs;
      add_declared_ports (node, class->inputs);
    }
  else
    {
      const RensaFunctionClass *class = (const RensaFunctionClass *) component;

      node->n_outputs = class->n_outputs;
      add_declared_ports (node, class->inputs);
    }
  node->attrs = g_steal_pointer (&attrs);
  return node;
}

/* In a document a ChainList is called as a Sequential is, so that its keys in files are the same. */
static RensaModelNode *
read_nested_node (struct json_object *json, const char *name, const char *type, const char *place, GError **error)
{
  const gboolean is_sequence = strcmp (type, "Chain") != 0;
  g_autofree char *model_place = g_strconcat (place, ".model", NULL);
  g_autoptr (RensaModel) model =
      rensa_model_new (rensa_json_get_member (json, "model"), model_place, is_sequence, error);
  RensaModelNode *node;

  if (model == NULL)
    return NULL;

  node = node_new (RENSA_MODEL_NODE_NESTED, name, type, place);
  for (guint i = 0; i < model->inputs->len; i++)
    add_port (node, rensa_model_get_node (model, g_array_index (model->inputs, int, i))->name, FALSE, FALSE);
  node->n_outputs = (int) model->outputs->len;
  node->is_sequence = is_sequence;
  node->model = g_steal_pointer (&model);
  return node;
}

/* Names are parts of paths and of keys in files, and become names in generated code. */
static gboolean
check_name (const char *name, GError **error)
{
  if (!g_ascii_isdigit (name[0]) && name[0] != '\0' && strlen (name) <= 64
      && strspn (name, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_") == strlen (name))
    return TRUE;

  g_set_error_literal (error, RENSA_ERROR, RENSA_ERROR_INVALID,
                       "a node's name has up to 64 letters, digits and underscores, and does not begin with a digit.");
  return FALSE;
}

static gboolean
check_repeat (RensaModelNode *node, GError **error)
{
  if (node->repeat == 1
      || (node->kind != RENSA_MODEL_NODE_INPUT && node->kind != RENSA_MODEL_NODE_FUNCTION && node->ports->len == 1
          && node->n_outputs == 1))
    return TRUE;

  g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID,
               "%s: %s cannot be repeated, only a link with one input and one output can.", node->place, node->name);
  return FALSE;
}

static RensaModelNode *
read_kind (struct json_object *json, const char *name, const char *place, GError **error)
{
  const char *type;

  if (!json_object_is_type (rensa_json_get_member (json, "type"), json_type_string))
    {
      g_set_error_literal (error, RENSA_ERROR, RENSA_ERROR_INVALID,
                           "a node has a \"type\": Input, or the name of a link or function.");
      return NULL;
    }

  type = json_object_get_string (rensa_json_get_member (json, "type"));
  if (rensa_is_nesting_type (type))
    return read_nested_node (json, name, type, place, error);
  if (strcmp (type, "Input") == 0)
    {
      RensaModelNode *node = node_new (RENSA_MODEL_NODE_INPUT, name, type, place);

      node->n_outputs = 1;
      return node;
    }
  return read_component_node (json, name, type, place, error);
}

/* Messages about what is nested come with their own place. */
static gboolean
prefix_own_place (GError **error, const char *place)
{
  return error != NULL && !g_str_has_prefix ((*error)->message, place) ? rensa_prefix_place (error, place) : FALSE;
}

static RensaModelNode *
read_node (struct json_object *json, const char *model_place, guint number, GError **error)
{
  g_autofree char *place = g_strdup_printf ("%s.nodes.%u", model_place, number);
  g_autoptr (RensaAttrs) settings = NULL;
  const RensaNodeSettings *values;
  RensaModelNode *node;

  if (!json_object_is_type (json, json_type_object))
    {
      g_autofree char *found = rensa_excerpt_json (json);

      g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, "%s: a node is an object, but %s was given.", place, found);
      return NULL;
    }

  settings = rensa_settings_read (rensa_node_field.settings, json, error);
  values = settings != NULL ? rensa_attrs_get_values (settings) : NULL;
  if (values == NULL || !check_name (values->name, error))
    {
      rensa_prefix_place (error, place);
      return NULL;
    }

  g_free (place);
  place = g_strdup_printf ("%s.nodes.%s", model_place, values->name);
  node = read_kind (json, values->name, place, error);
  if (node == NULL)
    {
      prefix_own_place (error, place);
      return NULL;
    }
  node->repeat = (int) values->repeat;
  if (!check_repeat (node, error))
    g_clear_pointer (&node, node_free);
  return node;
}

static gboolean
check_unique (RensaModel *model, RensaModelNode *node, GError **error)
{
  for (guint i = 0; i < model->nodes->len; i++)
    if (strcmp (rensa_model_get_node (model, i)->name, node->name) == 0)
      {
        g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, "%s: two nodes have the name %s.", model->place,
                     node->name);
        return FALSE;
      }
  return TRUE;
}

static gboolean
count_nodes (RensaModel *model, RensaModelNode *node, GError **error)
{
  model->n_nodes += node->repeat * (node->model != NULL ? node->model->n_nodes : 1);
  if (model->n_nodes <= MAX_NODES)
    return TRUE;

  g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, "%s: with its repetitions the model has more than %d nodes.",
               model->place, MAX_NODES);
  return FALSE;
}

static gboolean
add_node (RensaModel *model, RensaModelNode *node, gboolean is_sequence, GError **error)
{
  const int i = (int) model->nodes->len;
  gboolean ok = check_unique (model, node, error) && count_nodes (model, node, error);

  if (ok && is_sequence && node->kind == RENSA_MODEL_NODE_INPUT && i > 0)
    {
      g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID,
                   "%s: a sequence has no Input, its first layer takes what comes in.", node->place);
      ok = FALSE;
    }
  if (node->kind == RENSA_MODEL_NODE_INPUT)
    g_array_append_val (model->inputs, i);
  g_ptr_array_add (model->nodes, node);
  return ok;
}

static gboolean
read_nodes (RensaModel *model, struct json_object *json, gboolean is_sequence, GError **error)
{
  struct json_object *nodes = rensa_json_get_member (json, "nodes");

  if (!json_object_is_type (nodes, json_type_array) || json_object_array_length (nodes) == 0)
    {
      g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID,
                   "%s: a model is an object with \"nodes\", an array of at least one node.", model->place);
      return FALSE;
    }
  if (is_sequence)
    add_node (model, node_new (RENSA_MODEL_NODE_INPUT, "", "Input", model->place), TRUE, NULL);

  for (size_t i = 0; i < json_object_array_length (nodes); i++)
    {
      RensaModelNode *node = read_node (json_object_array_get_idx (nodes, i), model->place, i, error);

      if (node == NULL || !add_node (model, node, is_sequence, error))
        return FALSE;
    }
  return TRUE;
}

RensaModel *
rensa_model_new (struct json_object *json, const char *place, gboolean is_sequence, GError **error)
{
  g_autoptr (RensaModel) model = g_new0 (RensaModel, 1);

  model->place = g_strdup (place);
  model->nodes = g_ptr_array_new_with_free_func (node_free);
  model->inputs = g_array_new (FALSE, FALSE, sizeof (int));
  model->outputs = g_array_new (FALSE, FALSE, sizeof (RensaModelSource));
  model->order = g_array_new (FALSE, FALSE, sizeof (int));

  if (!read_nodes (model, json, is_sequence, error))
    return NULL;
  if (is_sequence ? !rensa_model_chain_up (model, error)
                  : (!rensa_model_connect (model, rensa_json_get_member (json, "edges"), error)
                     || !rensa_model_read_outputs (model, rensa_json_get_member (json, "outputs"), error)))
    return NULL;
  return rensa_model_sort (model, error) ? g_steal_pointer (&model) : NULL;
}
