/* rensa-model-infer.c: shapes, sizes and mistakes of a model, without data.
 * SPDX-License-Identifier: MIT */

#include "rensa-meta-device.h"
#include "rensa-model-private.h"
#include "rensa-type-check-private.h"

/* One value for each output of each node. */
typedef struct
{
  RensaModel *model;
  RensaVariable *(*values)[RENSA_MAX_OUTPUTS];
} Run;

static void
clear_variables (RensaVariable **variables, int n)
{
  for (int i = 0; i < n; i++)
    g_clear_pointer (&variables[i], rensa_variable_unref);
}

static RensaVariable *
make_variable (const RensaType *type, GError **error)
{
  g_autoptr (RensaArray) array = rensa_array_new (type->dtype, &type->shape, error);

  return rensa_variable_new_constant (array);
}

static gboolean infer (RensaModel *model, const RensaType *inputs, int n_inputs);

static gint64
count_bytes (RensaVariable *const *variables, int n)
{
  gint64 n_bytes = 0;

  for (int i = 0; i < n; i++)
    n_bytes += (gint64) rensa_array_get_n_bytes (rensa_variable_get_array (variables[i]));
  return n_bytes;
}

/* A nested node has what its nodes have. */
static void
sum_up (RensaModelNode *node)
{
  node->n_params = node->n_bytes = 0;
  for (guint i = 0; i < node->model->nodes->len; i++)
    {
      const RensaModelNode *inner = rensa_model_get_node (node->model, i);

      node->n_params += inner->n_params;
      node->n_bytes += inner->kind != RENSA_MODEL_NODE_INPUT ? inner->n_bytes : 0;
    }
}

static gboolean
append_param (const char *path, RensaVariable *param, gpointer params, GError **error)
{
  const char *name = strrchr (path, '/');
  const RensaType type = rensa_variable_get_type (param);
  g_autofree char *shape = rensa_shape_to_string (&type.shape);
  g_autofree char *text = g_strdup_printf ("%s %s", name != NULL ? name + 1 : path, shape);

  g_strv_builder_add (params, text);
  return TRUE;
}

static GStrv
list_params (RensaLink *link)
{
  g_autoptr (GStrvBuilder) params = g_strv_builder_new ();

  rensa_link_foreach_param (link, append_param, params, NULL);
  return g_strv_builder_end (params);
}

/* Under a parent, so that messages have its name.  Gives the link, too. */
static int
call_link (const char *name, RensaAttrs *attrs, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs,
           RensaLink **called, GError **error)
{
  g_autoptr (RensaLink) parent = rensa_chain_new ();
  RensaLink *link = rensa_link_new (attrs, error);

  if (!rensa_link_take_child (parent, name, link, error))
    return -1;

  *called = rensa_link_ref (link);
  return rensa_link_call_n (link, inputs, n_inputs, outputs, RENSA_MAX_OUTPUTS, error);
}

static int
call_link_node (RensaModelNode *node, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs,
                GError **error)
{
  g_autoptr (RensaLink) link = NULL;
  const int n = call_link (node->name, node->attrs, inputs, n_inputs, outputs, &link, error);

  if (n < 0)
    return -1;
  node->n_params += rensa_link_count_param_elements (link);
  if (node->params == NULL)
    node->params = list_params (link);
  return n;
}

/* What is inside counts all copies so far.  Where something in it is wrong, that is among the mistakes already. */
static int
call_nested (RensaModelNode *node, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, GError **error)
{
  RensaModel *model = node->model;
  g_autofree RensaType *types = g_new (RensaType, MAX (n_inputs, 1));
  gboolean is_known;

  for (int i = 0; i < n_inputs; i++)
    types[i] = rensa_variable_get_type (inputs[i]);
  is_known = infer (model, types, n_inputs);
  sum_up (node);
  if (!is_known)
    return -1;

  for (guint i = 0; i < model->outputs->len; i++)
    {
      const RensaModelSource *source = &g_array_index (model->outputs, RensaModelSource, i);

      outputs[i] = make_variable (&rensa_model_get_node (model, source->node)->outputs[source->output], error);
    }
  return (int) model->outputs->len;
}

/* Without an error where the mistakes are known already. */
static int
call_once (RensaModelNode *node, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, GError **error)
{
  int n;

  if (node->kind == RENSA_MODEL_NODE_NESTED)
    return call_nested (node, inputs, n_inputs, outputs, error);

  if (node->kind == RENSA_MODEL_NODE_LINK)
    n = call_link_node (node, inputs, n_inputs, outputs, error);
  else
    n = rensa_function_apply ((const RensaFunctionClass *) rensa_attrs_get_component (node->attrs),
                              rensa_attrs_get_values (node->attrs), inputs, n_inputs, outputs, RENSA_MAX_OUTPUTS,
                              error);
  node->n_bytes += count_bytes (outputs, MAX (n, 0));
  return n;
}

/* What the node and all within it count so far: parameters and bytes by turns. */
static void
append_counts (const RensaModelNode *node, GArray *counts)
{
  g_array_append_val (counts, node->n_params);
  g_array_append_val (counts, node->n_bytes);
  for (guint i = 0; node->model != NULL && i < node->model->nodes->len; i++)
    append_counts (rensa_model_get_node (node->model, (int) i), counts);
}

/* Adds @times what was added since @counts, of which those from @at on are the node's; returns where they end. */
static guint
extrapolate (RensaModelNode *node, const GArray *counts, guint at, int times)
{
  node->n_params += times * (node->n_params - g_array_index (counts, gint64, at));
  node->n_bytes += times * (node->n_bytes - g_array_index (counts, gint64, at + 1));
  at += 2;
  for (guint i = 0; node->model != NULL && i < node->model->nodes->len; i++)
    at = extrapolate (rensa_model_get_node (node->model, (int) i), counts, at, times);
  return at;
}

static gboolean
is_same_type (RensaVariable *a, RensaVariable *b)
{
  const RensaType first = rensa_variable_get_type (a);
  const RensaType second = rensa_variable_get_type (b);

  return first.dtype == second.dtype && rensa_shape_equal (&first.shape, &second.shape);
}

/* Each copy takes what the one before gives; after one that gives what it takes, all others are like it. */
static int
call_repeatedly (RensaModelNode *node, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs,
                 GError **error)
{
  g_autoptr (RensaVariable) input = node->repeat > 1 ? rensa_variable_ref (inputs[0]) : NULL;
  g_autoptr (GArray) counts = g_array_new (FALSE, FALSE, sizeof (gint64));
  int n;

  if (node->repeat == 1)
    return call_once (node, inputs, n_inputs, outputs, error);

  for (int i = 0;; i++)
    {
      g_array_set_size (counts, 0);
      append_counts (node, counts);
      n = call_once (node, &input, 1, outputs, error);
      if (n < 0 || i == node->repeat - 1)
        return n;
      if (is_same_type (input, outputs[0]))
        {
          extrapolate (node, counts, 0, node->repeat - 1 - i);
          return n;
        }
      rensa_variable_unref (input);
      input = g_steal_pointer (&outputs[0]);
    }
}

/* Whether the link would take these inputs if its attribute @spec were None. */
static gboolean
would_fit_without (RensaModelNode *node, const RensaAttrSpec *spec, RensaVariable *const *inputs, int n_inputs)
{
  g_autoptr (RensaAttrs) attrs = rensa_attrs_copy (node->attrs);
  RensaVariable *outputs[RENSA_MAX_OUTPUTS] = { NULL };
  g_autoptr (GError) refused = NULL;
  g_autoptr (RensaLink) link = NULL;
  int n;

  if (!rensa_attrs_set_json (attrs, spec->name, NULL, &refused))
    return FALSE;

  n = call_link (node->name, attrs, inputs, n_inputs, outputs, &link, &refused);
  clear_variables (outputs, MAX (n, 0));
  return n >= 0;
}

/* "relu1 gives (100, 10)" for every input. */
static void
append_sources (Run *run, RensaModelNode *node, RensaVariable *const *inputs, GString *text)
{
  for (guint i = 0; i < node->sources->len; i++)
    {
      const RensaModelSource *source = &g_array_index (node->sources, RensaModelSource, i);
      const char *name = rensa_model_get_node (run->model, source->node)->name;
      RensaType type;
      g_autofree char *shape = NULL;

      type = rensa_variable_get_type (inputs[i]);
      shape = rensa_shape_to_string (&type.shape);
      g_string_append_printf (text, "%s%s gives %s %s",
                              i == 0                       ? ""
                              : i + 1 < node->sources->len ? ", "
                                                           : " and ",
                              name[0] != '\0' ? name : "the input", rensa_dtype_get_name (type.dtype), shape);
    }
}

/* The attribute that should be left empty; NULL where that would not help. */
static const RensaAttrSpec *
find_surplus (RensaModelNode *node, RensaVariable *const *inputs)
{
  const RensaComponent *component = rensa_attrs_get_component (node->attrs);

  for (guint i = 0; i < component->n_attrs; i++)
    {
      const RensaAttrSpec *spec = &component->attrs[i];
      g_autofree char *value = rensa_attrs_get_text (node->attrs, spec);

      if (spec->allow_none && !rensa_attr_is_needed (spec) && strcmp (value, "None") != 0
          && would_fit_without (node, spec, inputs, (int) node->sources->len))
        return spec;
    }
  return NULL;
}

/* -1 where the node has several wires, or those of a sequence, which are not in the document. */
static int
find_only_wire (RensaModel *model, const RensaModelNode *node)
{
  for (guint i = 0; node->sources->len == 1 && i < model->wires->len; i++)
    if (rensa_model_get_node (model, MAX (g_array_index (model->wires, RensaModelWire, i).target, 0)) == node)
      return (int) i;
  return -1;
}

static void
add_shape_mistake (Run *run, RensaModelNode *node, RensaVariable *const *inputs, const GError *error)
{
  g_autofree char *words = rensa_type_check_word (node->name, error->message);
  g_autoptr (GString) text = g_string_new (words != NULL ? words : error->message);
  const RensaAttrSpec *surplus = node->kind == RENSA_MODEL_NODE_LINK ? find_surplus (node, inputs) : NULL;
  RensaMistake *mistake;

  if (g_str_has_suffix (text->str, "."))
    g_string_truncate (text, text->len - 1);
  g_string_append (text, "; ");
  append_sources (run, node, inputs, text);
  if (surplus != NULL)
    {
      g_autofree char *value = rensa_attrs_get_text (node->attrs, surplus);

      g_string_append_printf (text, "; leave %s empty instead of %s, and it follows what comes in", surplus->name,
                              value);
    }
  mistake = rensa_model_add_mistake (run->model, node, RENSA_MISTAKE_SHAPES, error->code, "%s.", text->str);
  mistake->detail = surplus != NULL ? g_strdup (surplus->name) : NULL;
  mistake->edge = find_only_wire (run->model, node);
  mistake->raw =
      words == NULL || strstr (error->message, words) == NULL ? rensa_type_check_find (error->message) : NULL;
}

/* Whether the link can be made at all; what it lacks has nothing to do with what comes in. */
static gboolean
check_link (Run *run, RensaModelNode *node)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaLink) link = node->kind == RENSA_MODEL_NODE_LINK ? rensa_link_new (node->attrs, &error) : NULL;
  const char *message;

  if (link != NULL || node->kind != RENSA_MODEL_NODE_LINK)
    return TRUE;

  message = error->message;

  /* "Convolution2D: has no filter size" */
  if (g_str_has_prefix (message, node->type) && g_str_has_prefix (message + strlen (node->type), ": "))
    message += strlen (node->type) + strlen (": ");
  rensa_model_add_mistake (run->model, node, RENSA_MISTAKE_SHAPES, error->code, "%s%s %s%s", node->name,
                           g_str_has_prefix (message, "has ") ? "" : ":", message,
                           g_str_has_suffix (message, ".") ? "" : ".");
  return FALSE;
}

/* FALSE where not all of them are known. */
static gboolean
get_inputs (Run *run, RensaModelNode *node, RensaVariable **inputs)
{
  for (guint i = 0; i < node->sources->len; i++)
    {
      const RensaModelSource *source = &g_array_index (node->sources, RensaModelSource, i);
      const RensaModelNode *from = source->node >= 0 ? rensa_model_get_node (run->model, source->node) : NULL;

      inputs[i] = from != NULL ? run->values[source->node][source->output] : NULL;
      if (inputs[i] != NULL)
        continue;
      if (from == NULL || from->is_known)
        rensa_model_add_mistake (run->model, node, RENSA_MISTAKE_SHAPES, RENSA_ERROR_INVALID,
                                 "what comes in at place %u is not there.", i);
      return FALSE;
    }
  return TRUE;
}

static void
run_node (Run *run, int number)
{
  RensaModelNode *node = rensa_model_get_node (run->model, number);
  const int n_inputs = (int) node->sources->len;
  g_autofree RensaVariable **inputs = g_new0 (RensaVariable *, MAX (n_inputs, 1));
  RensaVariable **outputs = run->values[number];
  g_autoptr (GError) error = NULL;
  int n;

  node->is_known = FALSE;
  if (node->is_broken || node->kind == RENSA_MODEL_NODE_UNKNOWN || !check_link (run, node)
      || !get_inputs (run, node, inputs))
    return;

  n = call_repeatedly (node, inputs, n_inputs, outputs, &error);
  if (n < 0)
    {
      if (error != NULL)
        add_shape_mistake (run, node, inputs, error);
      return;
    }
  node->n_outputs = n;
  for (int i = 0; i < n; i++)
    node->outputs[i] = rensa_variable_get_type (outputs[i]);
  node->is_known = TRUE;
}

static void
check_n_inputs (RensaModel *model, int n_inputs)
{
  if (n_inputs == (int) model->inputs->len || model->nodes->len == 0)
    return;

  rensa_model_add_mistake (
      model, NULL, RENSA_MISTAKE_N_INPUTS, RENSA_ERROR_INVALID,
      "the model has %u Input node%s, but each example of the data has %d value%s besides the label.",
      model->inputs->len, model->inputs->len == 1 ? "" : "s", n_inputs, n_inputs == 1 ? "" : "s");
}

static void
put_inputs (Run *run, const RensaType *inputs, int n_inputs)
{
  RensaModel *model = run->model;

  for (int i = 0; i < MIN (n_inputs, (int) model->inputs->len); i++)
    {
      const int number = g_array_index (model->inputs, int, i);
      RensaModelNode *node = rensa_model_get_node (model, number);
      g_autoptr (GError) error = NULL;

      node->outputs[0] = inputs[i];
      run->values[number][0] = make_variable (&inputs[i], &error);
      if (run->values[number][0] != NULL)
        node->n_bytes = count_bytes (run->values[number], 1);
      else
        rensa_model_take_mistake (model, node, RENSA_MISTAKE_SHAPES, node->place, g_steal_pointer (&error));
      node->is_known = run->values[number][0] != NULL;
    }
}

/* Whether all of them are known. */
static gboolean
check_outputs (Run *run)
{
  g_autofree char *place = g_strconcat (run->model->place, ".outputs", NULL);
  gboolean ok = run->model->outputs->len > 0;

  for (guint i = 0; i < run->model->outputs->len; i++)
    {
      const RensaModelSource *source = &g_array_index (run->model->outputs, RensaModelSource, i);
      const RensaModelNode *node = rensa_model_get_node (run->model, source->node);

      if (run->values[source->node][source->output] != NULL)
        continue;
      ok = FALSE;
      if (node->is_known)
        rensa_model_take_mistake (
            run->model, NULL, RENSA_MISTAKE_OUTPUTS, place,
            g_error_new (RENSA_ERROR, RENSA_ERROR_INVALID, "%s has no output %d.", node->name, source->output));
    }
  return ok;
}

/* Whether all outputs are known. */
static gboolean
infer (RensaModel *model, const RensaType *inputs, int n_inputs)
{
  g_autofree gpointer values = g_malloc0_n (model->nodes->len, RENSA_MAX_OUTPUTS * sizeof (RensaVariable *));
  Run run = { model, values };
  gboolean ok;

  put_inputs (&run, inputs, n_inputs);
  for (guint i = 0; i < model->order->len; i++)
    {
      const int number = g_array_index (model->order, int, i);

      if (rensa_model_get_node (model, number)->kind != RENSA_MODEL_NODE_INPUT)
        run_node (&run, number);
    }
  ok = check_outputs (&run);
  clear_variables (values, (int) model->nodes->len * RENSA_MAX_OUTPUTS);
  return ok;
}

static void
reset (RensaModel *model)
{
  for (guint i = 0; i < model->nodes->len; i++)
    {
      RensaModelNode *node = rensa_model_get_node (model, i);

      node->n_params = node->n_bytes = 0;
      node->is_known = FALSE;
      g_clear_pointer (&node->params, g_strfreev);
      if (node->model != NULL)
        reset (node->model);
    }
}

void
rensa_model_infer (RensaModel *model, const RensaType *inputs, int n_inputs)
{
  const RensaDevice *device = rensa_device_get_current ();

  reset (model);
  if (inputs != NULL)
    check_n_inputs (model, n_inputs);
  rensa_device_set_current (&rensa_meta_device);
  infer (model, inputs, inputs != NULL ? n_inputs : 0);
  rensa_device_set_current (device);
}
