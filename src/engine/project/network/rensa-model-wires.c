/* rensa-model-wires.c: reads the connections between nodes.
 * SPDX-License-Identifier: MIT */

#include "rensa-model.h"

#include "rensa-network-faults.h"

/* Maximum number of suggestions: each takes a search among all nodes, and with so many mistakes
 * they do not help anyway. */
#define MOST_SUGGESTIONS 200

RensaEnding
rensa_ending_parse (const char *text)
{
  const char *colon = strchr (text, ':');

  if (colon == NULL)
    return (RensaEnding){ g_strdup (text), NULL };
  return (RensaEnding){ g_strndup (text, colon - text), g_strdup (colon + 1) };
}

void
rensa_ending_clear (RensaEnding *ending)
{
  g_free (ending->name);
  g_free (ending->suffix);
}

static const char *
get_node_name (gconstpointer model, guint i)
{
  return rensa_model_get_node ((RensaModel *) model, i)->name;
}

static int
find_node (const RensaModel *model, const char *name, GError **error)
{
  g_autofree char *given = NULL;
  const char *suggestion;
  const int i = rensa_model_find_node (model, name);

  if (i >= 0)
    return i;

  given = rensa_excerpt_name (name);
  suggestion = model->network->mistakes->len < MOST_SUGGESTIONS
                   ? rensa_find_nearest (name, get_node_name, model, model->nodes->len)
                   : NULL;
  rensa_set_fault (error, RENSA_ERROR_NOT_FOUND,
                   &(RensaFault){ .code = &rensa_fault_no_node, .found = given, .suggestion = suggestion });
  return -1;
}

/* Parses a small number without sign; -1 for other text. */
static int
parse_number (const char *text)
{
  if (text[0] == '\0' || strlen (text) > 4 || strspn (text, G_CSET_DIGITS) != strlen (text))
    return -1;
  return (int) g_ascii_strtoll (text, NULL, 10);
}

/* Resolves "l1", which is its main output, or "l1:1": one output of a node. */
gboolean
rensa_model_resolve_source (const RensaModel *model, const char *text, RensaModelSource *source, GError **error)
{
  g_auto (RensaEnding) ending = rensa_ending_parse (text);
  RensaModelNode *node;
  int most;

  source->node = find_node (model, ending.name, error);
  if (source->node < 0)
    return FALSE;

  node = rensa_model_get_node (model, source->node);
  most = node->n_outputs > 0 ? node->n_outputs : RENSA_MAX_OUTPUTS;
  source->output = ending.suffix != NULL ? parse_number (ending.suffix) : node->main_output;
  if (source->output >= 0 && source->output < most)
    return TRUE;

  return rensa_set_fault (error, RENSA_ERROR_INVALID,
                          &(RensaFault){ .code = &rensa_fault_no_output,
                                         .who = node->name,
                                         .n_expected = { &rensa_count_outputs, most },
                                         .found = text });
}

static gboolean
has_list (RensaModelNode *node)
{
  return node->ports->len > 0 && rensa_model_node_get_port (node, node->ports->len - 1)->list;
}

/* Returns the first free required input from @first on; else @first, which is free. */
static int
find_needed_slot (RensaModelNode *node, guint first)
{
  for (guint i = first; i < MIN (node->ports->len, node->sources->len); i++)
    if (!rensa_model_node_get_port (node, i)->optional && rensa_model_node_get_source (node, i)->node < 0)
      return (int) i;
  return (int) first;
}

static int
find_free_slot (RensaModelNode *node)
{
  while (node->n_taken < node->sources->len && rensa_model_node_get_source (node, node->n_taken)->node >= 0)
    node->n_taken++;
  if (node->n_taken < node->sources->len)
    return find_needed_slot (node, node->n_taken);
  return has_list (node) ? (int) node->sources->len : -1;
}

static int
find_named_slot (RensaModelNode *node, const char *name)
{
  for (guint i = 0; i < node->ports->len; i++)
    if (strcmp (rensa_model_node_get_port (node, i)->name, name) == 0)
      return rensa_model_node_get_port (node, i)->list ? (int) MAX (node->sources->len, i) : (int) i;
  return -1;
}

gboolean
rensa_model_node_refuse_port (const RensaModelNode *node, const char *suffix, GError **error)
{
  g_autoptr (GString) names = g_string_new (NULL);
  g_autofree char *given = rensa_excerpt_name (suffix);

  for (guint i = 0; i < node->ports->len; i++)
    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", rensa_model_node_get_port (node, i)->name);
  return rensa_set_fault (
      error, RENSA_ERROR_NOT_FOUND,
      &(RensaFault){ .code = &rensa_fault_no_input, .who = node->name, .expected = names->str, .found = given });
}

/* Returns the index of the input of its node that a connection ends at; -1 with an error. */
static int
resolve_slot (RensaModel *model, RensaModelNode *node, const char *suffix, GError **error)
{
  int slot = suffix == NULL ? find_free_slot (node) : parse_number (suffix);

  if (node->kind == RENSA_MODEL_NODE_UNKNOWN)
    return (int) node->sources->len;
  if (node->ports->len == 0)
    {
      rensa_set_fault (error, RENSA_ERROR_INVALID,
                       &(RensaFault){ .code = node->kind == RENSA_MODEL_NODE_INPUT ? &rensa_fault_into_input
                                                                                   : &rensa_fault_into_source,
                                      .who = node->name });
      return -1;
    }
  if (suffix == NULL && slot < 0)
    {
      rensa_set_fault (error, RENSA_ERROR_INVALID,
                       &(RensaFault){ .code = &rensa_fault_connected,
                                      .who = node->name,
                                      .n_expected = { &rensa_count_connected, node->ports->len } });
      return -1;
    }
  if (slot < 0)
    slot = find_named_slot (node, suffix);
  if (slot < 0 || (slot >= (int) node->sources->len && !(has_list (node) && slot == (int) node->sources->len)))
    {
      rensa_model_node_refuse_port (node, suffix, error);
      return -1;
    }
  if (slot < (int) node->sources->len && rensa_model_node_get_source (node, slot)->node >= 0)
    {
      rensa_set_fault (
          error, RENSA_ERROR_INVALID,
          &(RensaFault){ .code = &rensa_fault_port_connected,
                         .port = rensa_model_node_get_port (node, MIN (slot, (int) node->ports->len - 1))->name,
                         .who = node->name,
                         .found = rensa_model_get_node (model, rensa_model_node_get_source (node, slot)->node)->name });
      return -1;
    }
  return slot;
}

static void
put_source (RensaModelNode *node, int slot, RensaModelSource source)
{
  if (slot == (int) node->sources->len)
    g_array_append_val (node->sources, source);
  else
    *rensa_model_node_get_source (node, slot) = source;
}

/* Fills in as much of @wire as exists. */
static void
connect_one (RensaModel *model, const char *from, const char *to, RensaModelWire *wire, GError **error)
{
  g_auto (RensaEnding) ending = rensa_ending_parse (to);
  RensaModelNode *node;

  if (!rensa_model_resolve_source (model, from, &wire->source, error))
    {
      wire->target = rensa_model_find_node (model, ending.name);
      return;
    }
  wire->target = find_node (model, ending.name, error);
  if (wire->target < 0)
    return;

  node = rensa_model_get_node (model, wire->target);
  wire->slot = resolve_slot (model, node, ending.suffix, error);
  if (wire->slot >= 0)
    put_source (node, wire->slot, wire->source);
}

/* Connects inputs that only need the number of examples. */
static void
follow_batch (RensaModel *model, RensaModelNode *node, guint slot)
{
  RensaModelSource *source = slot < node->sources->len ? rensa_model_node_get_source (node, slot) : NULL;

  if (model->is_step && model->inputs->len > 0 && source != NULL && source->node < 0)
    *source = (RensaModelSource){ rensa_model_get_input (model, 0), 0 };
}

static void
check_connected (RensaModel *model)
{
  for (guint i = 0; i < model->nodes->len; i++)
    {
      RensaModelNode *node = rensa_model_get_node (model, i);

      for (guint j = 0; j < node->ports->len; j++)
        {
          const RensaModelPort *port = rensa_model_node_get_port (node, j);

          if (port->batch)
            follow_batch (model, node, j);
          if (port->optional || (j < node->sources->len && rensa_model_node_get_source (node, j)->node >= 0))
            continue;
          rensa_model_add_mistake (model, node, RENSA_MISTAKE_OPEN,
                                   &(RensaFault){ .code = &rensa_fault_open, .port = port->name, .who = node->name });
          node->is_broken = TRUE;
        }
      while (node->sources->len > 0 && rensa_model_node_get_source (node, node->sources->len - 1)->node < 0)
        g_array_set_size (node->sources, node->sources->len - 1);
    }
}

static void
take_wire_mistake (RensaModel *model, const RensaModelWire *wire, guint number, GError *error)
{
  g_autofree char *place = g_strdup_printf ("%s.edges.%u", model->place, number);
  RensaModelNode *node = wire->target >= 0        ? rensa_model_get_node (model, wire->target)
                         : wire->source.node >= 0 ? rensa_model_get_node (model, wire->source.node)
                                                  : NULL;
  RensaMistake *mistake = rensa_model_take_mistake (model, node, RENSA_MISTAKE_WIRE, place, error);

  mistake->wire = (int) (model->first_wire + number);
}

static void
connect_edge (RensaModel *model, struct json_object *edge, guint number)
{
  struct json_object *from = rensa_json_get_member (edge, "from");
  struct json_object *to = rensa_json_get_member (edge, "to");
  RensaModelWire wire = { { -1, 0 }, -1, -1 };
  GError *error = NULL;

  if (json_object_is_type (from, json_type_string) && json_object_is_type (to, json_type_string))
    {
      connect_one (model, json_object_get_string (from), json_object_get_string (to), &wire, &error);
      rensa_error_set_ends (&error, json_object_get_string (from), json_object_get_string (to));
    }
  else
    {
      g_autofree char *found = rensa_excerpt_json (edge);

      rensa_set_fault (&error, RENSA_ERROR_INVALID, &(RensaFault){ .code = &rensa_fault_wire_form, .found = found });
    }
  if (error != NULL)
    take_wire_mistake (model, &wire, number, error);
  g_array_append_val (model->wires, wire);
}

void
rensa_model_connect (RensaModel *model, struct json_object *edges)
{
  const gsize n = json_object_is_type (edges, json_type_array) ? json_object_array_length (edges) : 0;

  if (edges != NULL && !json_object_is_type (edges, json_type_array))
    {
      g_autofree char *place = g_strconcat (model->place, ".edges", NULL);

      rensa_model_take_mistake (
          model, NULL, RENSA_MISTAKE_MODEL, place,
          rensa_error_new_fault (RENSA_ERROR_INVALID, &(RensaFault){ .code = &rensa_fault_wires_form }));
    }
  model->first_wire = model->network->n_wires;
  model->network->n_wires += n;
  for (gsize i = 0; i < n; i++)
    connect_edge (model, json_object_array_get_idx (edges, i), i);
  check_connected (model);
}

void
rensa_model_chain_up (RensaModel *model)
{
  const RensaModelSource last = { (int) model->nodes->len - 1, 0 };

  for (guint i = 1; i < model->nodes->len; i++)
    {
      const RensaModelSource source = { (int) i - 1, 0 };

      if (rensa_model_get_node (model, i)->kind != RENSA_MODEL_NODE_INPUT)
        put_source (rensa_model_get_node (model, i), 0, source);
    }
  g_array_append_val (model->outputs, last);
  check_connected (model);
}

static void
take_outputs_mistake (RensaModel *model, const char *field, GError *error)
{
  g_autofree char *place = g_strconcat (model->place, field, NULL);

  rensa_model_take_mistake (model, NULL, RENSA_MISTAKE_OUTPUTS, place, error);
}

/* Without "outputs", the output of the model is that of its only end. */
static void
find_end (RensaModel *model)
{
  g_autofree gboolean *is_used = g_new0 (gboolean, model->nodes->len);
  RensaModelSource end = { -1, 0 };
  guint n_ends = 0;

  for (guint i = 0; i < model->nodes->len; i++)
    for (guint j = 0; j < rensa_model_get_node (model, i)->sources->len; j++)
      if (rensa_model_node_get_source (rensa_model_get_node (model, i), j)->node >= 0)
        is_used[rensa_model_node_get_source (rensa_model_get_node (model, i), j)->node] = TRUE;

  for (guint i = 0; i < model->nodes->len; i++)
    if (!is_used[i])
      {
        end = (RensaModelSource){ (int) i, rensa_model_get_node (model, i)->main_output };
        n_ends++;
      }
  if (n_ends == 1)
    g_array_append_val (model->outputs, end);
  else if (model->nodes->len > 0)
    take_outputs_mistake (
        model, "",
        rensa_error_new_fault (RENSA_ERROR_INVALID,
                               &(RensaFault){ .code = &rensa_fault_ends, .n_found = { &rensa_count_nodes, n_ends } }));
}

void
rensa_model_read_outputs (RensaModel *model, struct json_object *outputs)
{
  const gsize n = json_object_is_type (outputs, json_type_array) ? json_object_array_length (outputs) : 0;

  if (outputs == NULL)
    find_end (model);
  else if (n == 0 || n > RENSA_MAX_OUTPUTS)
    take_outputs_mistake (
        model, ".outputs",
        rensa_error_new_fault (RENSA_ERROR_INVALID, &(RensaFault){ .code = &rensa_fault_outputs_form,
                                                                   .n_expected = { .n = RENSA_MAX_OUTPUTS } }));

  for (gsize i = 0; i < MIN (n, RENSA_MAX_OUTPUTS); i++)
    {
      const char *text = json_object_get_string (json_object_array_get_idx (outputs, i));
      RensaModelSource source;
      GError *error = NULL;

      if (rensa_model_resolve_source (model, text != NULL ? text : "null", &source, &error))
        g_array_append_val (model->outputs, source);
      else
        take_outputs_mistake (model, ".outputs", error);
    }
}

/* Collects the nodes of the elements of the list @name; a missing one is -1. */
static void
read_named (RensaModel *step, struct json_object *document, const char *name, GArray *sources)
{
  struct json_object *list = rensa_json_get_member (document, name);
  const gsize n = json_object_is_type (list, json_type_array) ? json_object_array_length (list) : 0;

  if (n > RENSA_MAX_OUTPUTS)
    rensa_model_take_mistake (
        step, NULL, RENSA_MISTAKE_OUTPUTS, name,
        rensa_error_new_fault (RENSA_ERROR_INVALID, &(RensaFault){ .code = &rensa_fault_outputs_form,
                                                                   .n_expected = { .n = RENSA_MAX_OUTPUTS } }));
  for (gsize i = 0; i < MIN (n, RENSA_MAX_OUTPUTS); i++)
    {
      struct json_object *node = rensa_json_get_member (json_object_array_get_idx (list, i), "node");
      RensaModelSource source = { -1, 0 };
      GError *error = NULL;

      /* A missing node is reported with the other fields. */
      if (json_object_is_type (node, json_type_string)
          && !rensa_model_resolve_source (step, json_object_get_string (node), &source, &error))
        {
          g_autofree char *place = g_strdup_printf ("%s.%" G_GSIZE_FORMAT ".node", name, i);

          rensa_model_take_mistake (step, NULL, RENSA_MISTAKE_OUTPUTS, place, error);
          source.node = -1;
        }
      g_array_append_val (sources, source);
      if (source.node >= 0)
        g_array_append_val (step->outputs, source);
    }
}

void
rensa_step_read_outputs (RensaModel *step, struct json_object *document)
{
  read_named (step, document, "losses", step->network->losses);
  read_named (step, document, "reports", step->network->reports);
}
