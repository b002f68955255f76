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
  g_free (node->path);
  g_free (node->type);
  g_strfreev (node->params);
  g_clear_pointer (&node->attrs, rensa_attrs_unref);
  g_clear_pointer (&node->model, rensa_model_free);
  g_array_unref (node->ports);
  g_array_unref (node->sources);
  g_free (node);
}

static RensaModelNode *
node_new (RensaModel *model, const char *name, const char *type)
{
  RensaModelNode *node = g_new0 (RensaModelNode, 1);

  node->name = g_strdup (name);
  node->type = g_strdup (type);
  node->place = g_strdup_printf ("%s.nodes.%s", model->place, name);
  node->path = model->scope[0] != '\0' ? g_strconcat (model->scope, ".", name, NULL) : g_strdup (name);
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

int
rensa_model_find_node (RensaModel *model, const char *name)
{
  return GPOINTER_TO_INT (g_hash_table_lookup (model->numbers, name)) - 1;
}

void
rensa_model_free (RensaModel *model)
{
  g_hash_table_unref (model->numbers);
  g_ptr_array_unref (model->nodes);
  g_array_unref (model->wires);
  g_array_unref (model->inputs);
  g_array_unref (model->outputs);
  g_array_unref (model->order);
  g_free (model->place);
  g_free (model->scope);
  g_free (model);
}

RensaMistake *
rensa_model_take_mistake (RensaModel *model, RensaModelNode *node, RensaMistakeKind kind, const char *place,
                          GError *error)
{
  RensaMistake *mistake = rensa_mistakes_take (model->mistakes, kind, place, error);

  mistake->scope = g_strdup (model->scope);
  mistake->node = node != NULL ? g_strdup (node->path) : NULL;
  return mistake;
}

RensaMistake *
rensa_model_add_mistake (RensaModel *model, RensaModelNode *node, RensaMistakeKind kind, RensaError code,
                         const char *format, ...)
{
  va_list args;
  GError *error;

  va_start (args, format);
  error = g_error_new_valist (RENSA_ERROR, code, format, args);
  va_end (args);
  return rensa_model_take_mistake (model, node, kind, node != NULL ? node->place : model->place, error);
}

typedef struct
{
  RensaModel *model;
  RensaModelNode *node;
} Reading;

static void
take_attr_mistake (gpointer data, const char *attr, GError *error)
{
  Reading *reading = data;
  RensaModelNode *node = reading->node;
  RensaMistake *mistake = rensa_model_take_mistake (reading->model, node, RENSA_MISTAKE_ATTR, node->place, error);

  mistake->detail = g_strdup (attr);
  node->is_broken = TRUE;
}

/* A link or function with its attributes. */
static void
read_component_node (RensaModel *model, RensaModelNode *node, struct json_object *json)
{
  RensaComponentKind kind;
  GError *error = NULL;
  const RensaComponent *component = rensa_node_find_component (node->type, &kind, &error);
  Reading reading = { model, node };

  if (component == NULL)
    {
      rensa_model_take_mistake (model, node, RENSA_MISTAKE_TYPE, node->place, error);
      return;
    }

  if (kind == RENSA_COMPONENT_LINK)
    {
      const RensaLinkClass *class = (const RensaLinkClass *) component;

      node->kind = RENSA_MODEL_NODE_LINK;
      node->n_outputs = class->n_outputs;
      add_declared_ports (node, class->inputs);
    }
  else
    {
      const RensaFunctionClass *class = (const RensaFunctionClass *) component;

      node->kind = RENSA_MODEL_NODE_FUNCTION;
      node->n_outputs = class->n_outputs;
      add_declared_ports (node, class->inputs);
    }

  node->attrs = rensa_field_read_tolerantly (&rensa_node_field, json, take_attr_mistake, &reading);
  if (!node->is_broken && !rensa_attrs_check_complete (node->attrs, &error))
    take_attr_mistake (&reading, rensa_attrs_find_missing (node->attrs), error);
}

static RensaModel *read_model (struct json_object *json, const char *place, const char *scope, gboolean is_sequence,
                               RensaMistakes *mistakes);

/* In a document a ChainList is called as a Sequential is, so that its keys in files are the same. */
static void
read_nested_node (RensaModel *model, RensaModelNode *node, struct json_object *json)
{
  g_autofree char *place = g_strconcat (node->place, ".model", NULL);
  RensaModel *inner;

  node->kind = RENSA_MODEL_NODE_NESTED;
  node->is_sequence = strcmp (node->type, "Chain") != 0;
  inner = read_model (rensa_json_get_member (json, "model"), place, node->path, node->is_sequence, model->mistakes);
  for (guint i = 0; i < inner->inputs->len; i++)
    add_port (node, rensa_model_get_node (inner, g_array_index (inner->inputs, int, i))->name, FALSE, FALSE);
  node->n_outputs = (int) inner->outputs->len;
  node->model = inner;
}

static void
read_kind (RensaModel *model, RensaModelNode *node, struct json_object *json)
{
  if (rensa_is_nesting_type (node->type))
    read_nested_node (model, node, json);
  else if (strcmp (node->type, "Input") == 0)
    {
      node->kind = RENSA_MODEL_NODE_INPUT;
      node->n_outputs = 1;
    }
  else
    read_component_node (model, node, json);
}

/* Names are parts of paths and of keys in files, and become names in generated code. */
gboolean
rensa_node_name_check (const char *name, GError **error)
{
  if (!g_ascii_isdigit (name[0]) && name[0] != '\0' && strlen (name) <= 64
      && strspn (name, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_") == strlen (name))
    return TRUE;

  g_set_error_literal (error, RENSA_ERROR, RENSA_ERROR_INVALID,
                       "a node's name has up to 64 letters, digits and underscores, and does not begin with a digit.");
  return FALSE;
}

/* The name and the repeat count. */
static void
read_settings (RensaModel *model, RensaModelNode *node, struct json_object *json)
{
  GError *error = NULL;
  g_autoptr (RensaAttrs) settings = rensa_settings_read (rensa_node_field.settings, json, &error);
  const RensaNodeSettings *values = settings != NULL ? rensa_attrs_get_values (settings) : NULL;

  if (values != NULL)
    node->repeat = (int) values->repeat;
  if (values == NULL || !rensa_node_name_check (values->name, &error))
    rensa_model_take_mistake (model, node, RENSA_MISTAKE_FIELD, node->place, error);
  else if (strcmp (values->name, node->name) != 0)
    rensa_model_take_mistake (
        model, node, RENSA_MISTAKE_FIELD, model->place,
        g_error_new (RENSA_ERROR, RENSA_ERROR_INVALID, "two nodes have the name %s.", values->name));
}

static void
check_repeat (RensaModel *model, RensaModelNode *node)
{
  const gboolean can_be_repeated = node->kind == RENSA_MODEL_NODE_UNKNOWN
                                   || ((node->kind == RENSA_MODEL_NODE_LINK || node->kind == RENSA_MODEL_NODE_NESTED)
                                       && node->ports->len == 1 && node->n_outputs == 1);

  if (node->repeat == 1 || can_be_repeated)
    return;

  rensa_model_add_mistake (model, node, RENSA_MISTAKE_REPEAT, RENSA_ERROR_INVALID,
                           "%s cannot be repeated, only a link with one input and one output can.", node->name);
  node->repeat = 1;
}

/* The number of the node, where the document gives it no name that can be used. */
static char *
find_name (RensaModel *model, struct json_object *json, guint number)
{
  struct json_object *name = rensa_json_get_member (json, "name");
  const char *text = json_object_is_type (name, json_type_string) ? json_object_get_string (name) : "";

  if (rensa_node_name_check (text, NULL) && rensa_model_find_node (model, text) < 0)
    return g_strdup (text);
  return g_strdup_printf ("%u", number);
}

static char *
find_type (struct json_object *json)
{
  struct json_object *type = rensa_json_get_member (json, "type");

  return json_object_is_type (type, json_type_string) ? g_strdup (json_object_get_string (type)) : NULL;
}

static RensaModelNode *
read_node (RensaModel *model, struct json_object *json, guint number)
{
  g_autofree char *name = find_name (model, json, number);
  g_autofree char *type = find_type (json);
  RensaModelNode *node = node_new (model, name, type != NULL ? type : "");
  g_autofree char *found = rensa_excerpt_json (json);

  if (!json_object_is_type (json, json_type_object))
    {
      rensa_model_add_mistake (model, node, RENSA_MISTAKE_FIELD, RENSA_ERROR_INVALID,
                               "a node is an object, but %s was given.", found);
      return node;
    }
  read_settings (model, node, json);
  if (type == NULL)
    rensa_model_add_mistake (model, node, RENSA_MISTAKE_FIELD, RENSA_ERROR_INVALID,
                             "a node has a \"type\": Input, or the name of a link or function.");
  else
    read_kind (model, node, json);
  check_repeat (model, node);
  return node;
}

/* Repetitions grow fast, so they are given up where the model grows too large. */
static void
count_nodes (RensaModel *model, RensaModelNode *node)
{
  const gint64 n = node->model != NULL ? node->model->n_nodes : 1;

  if (model->n_nodes + node->repeat * n > MAX_NODES && model->n_nodes <= MAX_NODES)
    {
      g_autoptr (GError) error = g_error_new (RENSA_ERROR, RENSA_ERROR_INVALID,
                                              "with its repetitions the model has more than %d nodes.", MAX_NODES);

      rensa_model_take_mistake (model, node, RENSA_MISTAKE_REPEAT, model->place, g_steal_pointer (&error));
      node->repeat = 1;
      node->is_broken = TRUE;
    }
  model->n_nodes += node->repeat * n;
}

static void
add_node (RensaModel *model, RensaModelNode *node, gboolean is_sequence)
{
  const int i = (int) model->nodes->len;

  count_nodes (model, node);
  if (is_sequence && node->kind == RENSA_MODEL_NODE_INPUT && i > 0)
    rensa_model_add_mistake (model, node, RENSA_MISTAKE_FIELD, RENSA_ERROR_INVALID,
                             "a sequence has no Input, its first layer takes what comes in.");
  else if (node->kind == RENSA_MODEL_NODE_INPUT)
    g_array_append_val (model->inputs, i);
  g_ptr_array_add (model->nodes, node);
  if (rensa_model_find_node (model, node->name) < 0)
    g_hash_table_insert (model->numbers, node->name, GINT_TO_POINTER (i + 1));
}

/* What comes into a sequence has no name and stands in no list. */
static void
add_hidden_input (RensaModel *model)
{
  RensaModelNode *node = node_new (model, "", "Input");

  node->kind = RENSA_MODEL_NODE_INPUT;
  node->n_outputs = 1;
  add_node (model, node, TRUE);
}

static void
read_nodes (RensaModel *model, struct json_object *json, gboolean is_sequence)
{
  struct json_object *nodes = rensa_json_get_member (json, "nodes");
  const gsize n = json_object_is_type (nodes, json_type_array) ? json_object_array_length (nodes) : 0;

  if (n == 0)
    rensa_model_add_mistake (model, NULL, RENSA_MISTAKE_MODEL, RENSA_ERROR_INVALID,
                             nodes != NULL ? "there are no nodes."
                                           : "a model is an object with \"nodes\", an array of at least one node.");
  if (is_sequence)
    add_hidden_input (model);
  for (gsize i = 0; i < n; i++)
    add_node (model, read_node (model, json_object_array_get_idx (nodes, i), i), is_sequence);
}

static RensaModel *
read_model (struct json_object *json, const char *place, const char *scope, gboolean is_sequence,
            RensaMistakes *mistakes)
{
  RensaModel *model = g_new0 (RensaModel, 1);

  model->place = g_strdup (place);
  model->scope = g_strdup (scope);
  model->mistakes = mistakes;
  model->nodes = g_ptr_array_new_with_free_func (node_free);
  model->numbers = g_hash_table_new (g_str_hash, g_str_equal);
  model->wires = g_array_new (FALSE, FALSE, sizeof (RensaModelWire));
  model->inputs = g_array_new (FALSE, FALSE, sizeof (int));
  model->outputs = g_array_new (FALSE, FALSE, sizeof (RensaModelSource));
  model->order = g_array_new (FALSE, FALSE, sizeof (int));

  read_nodes (model, json, is_sequence);
  if (is_sequence)
    rensa_model_chain_up (model);
  else
    {
      rensa_model_connect (model, rensa_json_get_member (json, "edges"));
      rensa_model_read_outputs (model, rensa_json_get_member (json, "outputs"));
    }
  rensa_model_sort (model);
  return model;
}

RensaModel *
rensa_model_new (struct json_object *json, RensaMistakes *mistakes)
{
  return read_model (json, "model", "", FALSE, mistakes);
}
