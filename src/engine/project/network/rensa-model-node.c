/* rensa-model-node.c: reads a node of a model from a document.
 * SPDX-License-Identifier: MIT */

#include "rensa-document-faults.h"
#include "rensa-model.h"
#include "rensa-network-faults.h"
#include "rensa-node-types.h"

static void
port_clear (gpointer data)
{
  g_free (((RensaModelPort *) data)->name);
}

static void
part_unref (RensaNodePart *part)
{
  if (!g_atomic_int_dec_and_test (&part->ref_count))
    return;

  json_object_put (part->json);
  rensa_attrs_unref (part->attrs);
  g_free (part);
}

void
rensa_model_node_free (gpointer data)
{
  RensaModelNode *node = data;

  g_free (node->name);
  g_free (node->place);
  g_free (node->path);
  g_free (node->type);
  g_clear_pointer (&node->attrs, rensa_attrs_unref);
  g_clear_pointer (&node->part, part_unref);
  g_clear_pointer (&node->model, rensa_model_free);
  g_array_unref (node->ports);
  g_array_unref (node->sources);
  g_free (node);
}

static RensaModelNode *
node_new_at (RensaNetwork *network, const char *scope, const char *place, const char *name, const char *type)
{
  RensaModelNode *node = g_new0 (RensaModelNode, 1);

  node->id = network->n_nodes++;
  node->name = g_strdup (name);
  node->type = g_strdup (type);
  node->place = g_strconcat (place, ".", name, NULL);
  node->path = scope[0] != '\0' ? g_strconcat (scope, ".", name, NULL) : g_strdup (name);
  node->repeat = 1;
  node->ports = g_array_new (FALSE, TRUE, sizeof (RensaModelPort));
  g_array_set_clear_func (node->ports, port_clear);
  node->sources = g_array_new (FALSE, TRUE, sizeof (RensaModelSource));
  return node;
}

RensaModelNode *
rensa_model_node_new (RensaModel *model, const char *name, const char *type)
{
  g_autofree char *place = g_strconcat (model->place, ".nodes", NULL);

  return node_new_at (model->network, model->scope, place, name, type);
}

static void
add_port (RensaModelNode *node, const char *name, gboolean optional, gboolean list, gboolean batch)
{
  const RensaModelPort port = { g_strdup (name), optional, list, batch };
  const RensaModelSource nothing = { -1, 0 };

  g_array_append_val (node->ports, port);
  if (!list)
    g_array_append_val (node->sources, nothing);
}

static void
add_declared_ports (RensaModelNode *node, const char *const *inputs)
{
  RensaInputSpec specs[RENSA_MAX_INPUT_SPECS];
  const int n = rensa_inputs_parse (inputs, specs);

  for (int i = 0; i < n; i++)
    add_port (node, specs[i].name, specs[i].optional, specs[i].list && !specs[i].sequence, specs[i].batch);
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

  rensa_model_take_mistake (reading->model, node, RENSA_MISTAKE_ATTR, node->place, error);
  node->is_broken = TRUE;
}

/* Returns the list among @outputs (nullable), unless its presence depends on an optional input. */
static int
find_main_output (const RensaModelNode *node, const char *const *outputs)
{
  const RensaModelPort *last = node->ports->len > 0 ? rensa_model_node_get_port (node, node->ports->len - 1) : NULL;

  for (int i = 0; outputs != NULL && outputs[i] != NULL && !last->optional; i++)
    if (strchr (outputs[i], '*') != NULL)
      return i;
  return 0;
}

static void
use_component (RensaModelNode *node, const RensaComponent *component, RensaComponentKind kind)
{
  if (kind == RENSA_COMPONENT_LINK)
    {
      const RensaLinkClass *class = (const RensaLinkClass *) component;

      node->kind = RENSA_MODEL_NODE_LINK;
      node->n_outputs = class->n_outputs;
      add_declared_ports (node, class->inputs);
      node->main_output = find_main_output (node, class->outputs);
    }
  else
    {
      const RensaFunctionClass *class = (const RensaFunctionClass *) component;

      node->kind = RENSA_MODEL_NODE_FUNCTION;
      node->n_outputs = class->n_outputs;
      add_declared_ports (node, class->inputs);
      node->main_output = find_main_output (node, class->outputs);
    }
}

static gboolean
read_attrs (RensaModel *model, RensaModelNode *node, struct json_object *json)
{
  Reading reading = { model, node };
  GError *error = NULL;

  node->attrs = rensa_field_read_tolerantly (&rensa_node_field, json, take_attr_mistake, &reading);
  if (!node->is_broken && !rensa_attrs_check_complete (node->attrs, &error))
    take_attr_mistake (&reading, rensa_attrs_find_missing (node->attrs), error);
  return !node->is_broken;
}

/* Reads a link or function with its attributes. */
static void
read_component_node (RensaModel *model, RensaModelNode *node, struct json_object *json)
{
  RensaComponentKind kind;
  GError *error = NULL;
  const RensaComponent *component = rensa_node_find_component (node->type, &kind, &error);

  if (component == NULL)
    {
      rensa_model_take_mistake (model, node, RENSA_MISTAKE_TYPE, node->place, error);
      return;
    }

  use_component (node, component, kind);
  read_attrs (model, node, json);
}

/* The inputs of the inner model become those of the node. */
static void
take_inside (RensaModelNode *node, RensaModel *inner)
{
  node->kind = RENSA_MODEL_NODE_NESTED;
  for (guint i = 0; i < inner->inputs->len; i++)
    add_port (node, rensa_model_get_node (inner, rensa_model_get_input (inner, i))->name, FALSE, FALSE, FALSE);
  node->n_outputs = (int) inner->outputs->len;
  node->n_inside = inner->network->n_nodes - node->id - 1;
  node->model = inner;
}

/* In a document a ChainList is called like a Sequential, so that its keys in files are the same. */
static void
read_nested_node (RensaModel *model, RensaModelNode *node, struct json_object *json, const RensaModelNode *before)
{
  g_autofree char *place = g_strconcat (node->place, ".model", NULL);

  take_inside (node, rensa_model_read (rensa_json_get_member (json, "model"), place, node->path,
                                       rensa_is_sequence_type (node->type), node->is_frozen, model->network,
                                       before != NULL ? before->model : NULL));
}

/* Returns TRUE if one of "models" is set to frozen. */
static gboolean
read_frozen (struct json_object *json, const char *place, RensaNetwork *network)
{
  GError *error = NULL;
  g_autoptr (RensaAttrs) settings =
      json_object_is_type (json, json_type_object) ? rensa_settings_read (&rensa_model_settings, json, &error) : NULL;
  const RensaModelSettings *values = settings != NULL ? rensa_attrs_get_values (settings) : NULL;

  if (error != NULL)
    rensa_mistakes_take (network->mistakes, RENSA_MISTAKE_FIELD, place, error);
  return values != NULL && values->frozen;
}

RensaModelNode *
rensa_model_new_called (const char *name, struct json_object *json, RensaNetwork *network, const RensaModelNode *before)
{
  RensaModelNode *node = node_new_at (network, "", "models", name, rensa_model_call_component.name);

  node->freezes = node->is_frozen = read_frozen (json, node->place, network);
  take_inside (node, rensa_model_read (json, node->place, name, FALSE, node->is_frozen, network,
                                       before != NULL ? before->model : NULL));
  return node;
}

static const char *
get_called_name (gconstpointer network, guint i)
{
  const RensaModelNode *node = ((const RensaNetwork *) network)->models->pdata[i];

  return node->name;
}

/* Keeps the connections into the call of a missing model. */
static void
read_call (RensaModel *model, RensaModelNode *node, struct json_object *json)
{
  RensaNetwork *network = model->network;
  const RensaModelCall *self = read_attrs (model, node, json) ? rensa_attrs_get_values (node->attrs) : NULL;
  RensaModelNode *called = self != NULL ? rensa_network_find_called (network, self->model) : NULL;
  g_autofree char *given = NULL;

  if (called != NULL)
    {
      node->kind = RENSA_MODEL_NODE_CALL;
      node->called = called;
      node->n_outputs = called->n_outputs;
      for (guint i = 0; i < called->ports->len; i++)
        add_port (node, rensa_model_node_get_port (called, i)->name, FALSE, FALSE, FALSE);
      return;
    }
  node->is_broken = TRUE;
  if (self == NULL)
    return;
  given = rensa_excerpt_name (self->model);
  rensa_model_add_mistake (
      model, node, RENSA_MISTAKE_ATTR,
      &(RensaFault){ .code = &rensa_fault_not_here,
                     .who = node->name,
                     .attr = "model",
                     .expected = N_ ("model"),
                     .found = given,
                     .suggestion = rensa_find_nearest (self->model, get_called_name, network, network->models->len) });
}

/* Fields and calls are only allowed in a step, inputs only in a model. */
static gboolean
check_level (RensaModel *model, RensaModelNode *node)
{
  const gboolean is_of_step = strcmp (node->type, rensa_input_component.name) != 0;

  if (is_of_step == model->is_step)
    return TRUE;
  rensa_model_add_mistake (
      model, node, RENSA_MISTAKE_TYPE,
      &(RensaFault){ .code = model->is_step ? &rensa_fault_input_in_step : &rensa_fault_not_in_step,
                     .who = node->name,
                     .found = node->type });
  return FALSE;
}

static void
read_kind (RensaModel *model, RensaModelNode *node, struct json_object *json, const RensaModelNode *before)
{
  const gboolean is_input = rensa_type_is_input (node->type);

  if (rensa_is_nesting_type (node->type))
    read_nested_node (model, node, json, before);
  else if (!is_input && !rensa_type_is_model_call (node->type))
    read_component_node (model, node, json);
  else if (!check_level (model, node))
    node->is_broken = TRUE;
  else if (!is_input)
    read_call (model, node, json);
  else
    {
      node->kind = RENSA_MODEL_NODE_INPUT;
      node->n_outputs = 1;
      if (model->is_step)
        read_attrs (model, node, json);
    }
}

/* Names are parts of paths and of keys in files, and are used in generated code. */
gboolean
rensa_node_name_check (const char *name, GError **error)
{
  if (!g_ascii_isdigit (name[0]) && name[0] != '\0' && strlen (name) <= 64
      && strspn (name, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_") == strlen (name))
    return TRUE;

  return rensa_set_fault (error, RENSA_ERROR_INVALID, &(RensaFault){ .code = &rensa_fault_node_name });
}

/* Reads the name and the other settings common to all kinds of nodes. */
static void
read_settings (RensaModel *model, RensaModelNode *node, struct json_object *json)
{
  GError *error = NULL;
  g_autoptr (RensaAttrs) settings = rensa_settings_read (rensa_node_field.settings, json, &error);
  const RensaNodeSettings *values = settings != NULL ? rensa_attrs_get_values (settings) : NULL;

  if (values != NULL)
    {
      node->repeat = (int) values->repeat;
      node->freezes = values->frozen;
    }
  if (values == NULL || !rensa_node_name_check (values->name, &error))
    rensa_model_take_mistake (model, node, RENSA_MISTAKE_FIELD, node->place, error);
  else if (strcmp (values->name, node->name) != 0
           || (model->is_step && rensa_network_find_called (model->network, values->name) != NULL))
    rensa_model_take_mistake (
        model, node, RENSA_MISTAKE_FIELD, model->place,
        rensa_error_new_fault (RENSA_ERROR_INVALID,
                               &(RensaFault){ .code = &rensa_fault_node_twice, .found = values->name }));
}

static void
check_repeat (RensaModel *model, RensaModelNode *node)
{
  const gboolean can_be_repeated = node->kind == RENSA_MODEL_NODE_UNKNOWN
                                   || ((node->kind == RENSA_MODEL_NODE_LINK || node->kind == RENSA_MODEL_NODE_NESTED)
                                       && node->ports->len == 1 && node->n_outputs == 1);

  if (node->repeat == 1 || can_be_repeated)
    return;

  rensa_model_add_mistake (model, node, RENSA_MISTAKE_REPEAT,
                           &(RensaFault){ .code = &rensa_fault_node_repeat, .who = node->name });
  node->repeat = 1;
}

static void
check_frozen (RensaModel *model, RensaModelNode *node)
{
  if (!node->freezes || node->kind == RENSA_MODEL_NODE_UNKNOWN || node->kind == RENSA_MODEL_NODE_LINK
      || node->kind == RENSA_MODEL_NODE_NESTED)
    return;

  rensa_model_add_mistake (model, node, RENSA_MISTAKE_FIELD,
                           &(RensaFault){ .code = &rensa_fault_node_frozen, .who = node->name });
  node->freezes = FALSE;
}

/* Returns the number of the node if the document gives it no usable name. */
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

/* Allows the node to be reused after another node has changed. */
static void
keep_part (RensaModelNode *node, struct json_object *json)
{
  node->part = g_new0 (RensaNodePart, 1);
  node->part->ref_count = 1;
  node->part->attrs = rensa_attrs_ref (node->attrs);
  json_object_deep_copy (json, &node->part->json, NULL);
}

static void
take_over (const RensaModel *model, RensaModelNode *node, const RensaModelNode *before)
{
  g_atomic_int_inc (&before->part->ref_count);
  node->part = before->part;
  node->attrs = rensa_attrs_ref (before->attrs);
  node->repeat = before->repeat;
  node->freezes = before->freezes;
  node->is_frozen = node->freezes || model->is_frozen;
  node->has_position = before->has_position;
  node->x = before->x;
  node->y = before->y;
  use_component (node, rensa_attrs_get_component (before->attrs),
                 before->kind == RENSA_MODEL_NODE_LINK ? RENSA_COMPONENT_LINK : RENSA_COMPONENT_FUNCTION);
}

static gboolean
is_number (struct json_object *json)
{
  return json_object_is_type (json, json_type_int) || json_object_is_type (json, json_type_double);
}

gboolean
rensa_json_get_position (struct json_object *node, double *x, double *y)
{
  struct json_object *position = rensa_json_get_member (node, "position");

  if (!json_object_is_type (position, json_type_array) || json_object_array_length (position) != 2
      || !is_number (json_object_array_get_idx (position, 0)) || !is_number (json_object_array_get_idx (position, 1)))
    return FALSE;

  *x = CLAMP (json_object_get_double (json_object_array_get_idx (position, 0)), -1e6, 1e6);
  *y = CLAMP (json_object_get_double (json_object_array_get_idx (position, 1)), -1e6, 1e6);
  return TRUE;
}

RensaModelNode *
rensa_model_read_node (RensaModel *model, struct json_object *json, guint number, RensaModel *earlier)
{
  g_autofree char *name = find_name (model, json, number);
  g_autofree char *type = find_type (json);
  RensaModelNode *node = rensa_model_node_new (model, name, type != NULL ? type : "");
  const guint n_mistakes = model->network->mistakes->len;
  const int i = earlier != NULL ? rensa_model_find_node (earlier, name) : -1;
  const RensaModelNode *before = i >= 0 ? rensa_model_get_node (earlier, i) : NULL;

  if (before != NULL && before->part != NULL && json_object_equal (before->part->json, json))
    {
      take_over (model, node, before);
      return node;
    }

  if (!json_object_is_type (json, json_type_object))
    {
      g_autofree char *found = rensa_excerpt_json (json);

      rensa_model_add_mistake (model, node, RENSA_MISTAKE_FIELD,
                               &(RensaFault){ .code = &rensa_fault_node_form, .found = found });
      return node;
    }
  read_settings (model, node, json);
  node->is_frozen = node->freezes || model->is_frozen;
  node->has_position = rensa_json_get_position (json, &node->x, &node->y);
  if (type == NULL)
    rensa_model_add_mistake (model, node, RENSA_MISTAKE_FIELD, &(RensaFault){ .code = &rensa_fault_node_type });
  else
    read_kind (model, node, json, before);
  check_repeat (model, node);
  check_frozen (model, node);
  if ((node->kind == RENSA_MODEL_NODE_LINK || node->kind == RENSA_MODEL_NODE_FUNCTION)
      && model->network->mistakes->len == n_mistakes)
    keep_part (node, json);
  return node;
}
