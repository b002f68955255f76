/* rensa-model-infer.c: shapes, sizes and mistakes of a model, without data.
 * SPDX-License-Identifier: MIT */

#include "rensa-meta-device.h"
#include "rensa-model-private.h"

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

static gboolean infer (RensaModel *model, const RensaType *inputs, int n_inputs, GError **error);

static gint64
count_bytes (RensaVariable *const *variables, int n)
{
  gint64 n_bytes = 0;

  for (int i = 0; i < n; i++)
    n_bytes += (gint64) rensa_array_get_n_bytes (rensa_variable_get_array (variables[i]));
  return n_bytes;
}

/* Under a parent, so that messages have its name. */
static int
call_link (const char *name, RensaAttrs *attrs, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs,
           gint64 *n_params, GError **error)
{
  g_autoptr (RensaLink) parent = rensa_chain_new ();
  RensaLink *link = rensa_link_new (attrs, error);
  int n;

  if (!rensa_link_take_child (parent, name, link, error))
    return -1;

  n = rensa_link_call_n (link, inputs, n_inputs, outputs, RENSA_MAX_OUTPUTS, error);
  *n_params += n >= 0 ? rensa_link_count_param_elements (link) : 0;
  return n;
}

static int
call_nested (RensaModelNode *node, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, GError **error)
{
  RensaModel *model = node->model;
  g_autofree RensaType *types = g_new (RensaType, MAX (n_inputs, 1));

  for (int i = 0; i < n_inputs; i++)
    types[i] = rensa_variable_get_type (inputs[i]);
  if (!infer (model, types, n_inputs, error))
    return -1;

  for (guint i = 0; i < model->outputs->len; i++)
    {
      const RensaModelSource *source = &g_array_index (model->outputs, RensaModelSource, i);

      outputs[i] = make_variable (&rensa_model_get_node (model, source->node)->outputs[source->output], error);
    }

  /* What is inside counts all copies so far. */
  node->n_params = node->n_bytes = 0;
  for (guint i = 0; i < model->nodes->len; i++)
    {
      const RensaModelNode *inner = rensa_model_get_node (model, i);

      node->n_params += inner->n_params;
      node->n_bytes += inner->kind != RENSA_MODEL_NODE_INPUT ? inner->n_bytes : 0;
    }
  return (int) model->outputs->len;
}

static int
call_once (RensaModelNode *node, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, GError **error)
{
  int n;

  if (node->kind == RENSA_MODEL_NODE_NESTED)
    return call_nested (node, inputs, n_inputs, outputs, error);

  if (node->kind == RENSA_MODEL_NODE_LINK)
    n = call_link (node->name, node->attrs, inputs, n_inputs, outputs, &node->n_params, error);
  else
    n = rensa_function_apply ((const RensaFunctionClass *) rensa_attrs_get_component (node->attrs),
                              rensa_attrs_get_values (node->attrs), inputs, n_inputs, outputs, RENSA_MAX_OUTPUTS,
                              error);
  node->n_bytes += count_bytes (outputs, MAX (n, 0));
  return n;
}

static int
call_repeatedly (RensaModelNode *node, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs,
                 GError **error)
{
  int n = call_once (node, inputs, n_inputs, outputs, error);

  for (int i = 1; n >= 0 && i < node->repeat; i++)
    {
      g_autoptr (RensaVariable) previous = g_steal_pointer (&outputs[0]);

      n = call_once (node, &previous, 1, outputs, error);
    }
  return n;
}

/* Whether the link would take these inputs if its attribute @spec were None. */
static gboolean
would_fit_without (RensaModelNode *node, const RensaAttrSpec *spec, RensaVariable *const *inputs, int n_inputs)
{
  g_autoptr (RensaAttrs) attrs = rensa_attrs_copy (node->attrs);
  RensaVariable *outputs[RENSA_MAX_OUTPUTS] = { NULL };
  g_autoptr (GError) refused = NULL;
  gint64 n_params = 0;
  int n;

  if (!rensa_attrs_set_json (attrs, spec->name, NULL, &refused))
    return FALSE;

  n = call_link (node->name, attrs, inputs, n_inputs, outputs, &n_params, &refused);
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

static void
append_hint (RensaModelNode *node, RensaVariable *const *inputs, GString *text)
{
  const RensaComponent *component = rensa_attrs_get_component (node->attrs);

  for (guint i = 0; i < component->n_attrs; i++)
    {
      const RensaAttrSpec *spec = &component->attrs[i];
      g_autofree char *value = rensa_attrs_get_text (node->attrs, spec);

      if (!spec->allow_none || strcmp (value, "None") == 0
          || !would_fit_without (node, spec, inputs, (int) node->sources->len))
        continue;
      g_string_append_printf (text, "; leave %s empty instead of %s, and it follows what comes in", spec->name, value);
      return;
    }
}

/* Links tell in plain words what does not fit, after the type check's own form. */
static const char *
skip_type_check (const char *message)
{
  const char *words = strstr (message, "; ");

  return words != NULL ? words + 2 : message;
}

static void
explain (Run *run, RensaModelNode *node, RensaVariable *const *inputs, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (error == NULL || node->kind == RENSA_MODEL_NODE_NESTED)
    return;

  g_string_printf (text, "%s: %s", node->place, skip_type_check ((*error)->message));
  if (g_str_has_suffix (text->str, "."))
    g_string_truncate (text, text->len - 1);
  g_string_append (text, "; ");
  append_sources (run, node, inputs, text);
  if (node->kind == RENSA_MODEL_NODE_LINK)
    append_hint (node, inputs, text);
  g_string_append_c (text, '.');
  g_free ((*error)->message);
  (*error)->message = g_strdup (text->str);
}

static gboolean
run_node (Run *run, int number, GError **error)
{
  RensaModelNode *node = rensa_model_get_node (run->model, number);
  const int n_inputs = (int) node->sources->len;
  g_autofree RensaVariable **inputs = g_new0 (RensaVariable *, MAX (n_inputs, 1));
  RensaVariable **outputs = run->values[number];
  int n;

  for (int i = 0; i < n_inputs; i++)
    {
      const RensaModelSource *source = &g_array_index (node->sources, RensaModelSource, i);

      inputs[i] = source->node >= 0 ? run->values[source->node][source->output] : NULL;
      if (inputs[i] == NULL)
        {
          g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, "%s: what comes in at place %d is not there.",
                       node->place, i);
          return FALSE;
        }
    }

  n = call_repeatedly (node, inputs, n_inputs, outputs, error);
  if (n < 0)
    {
      explain (run, node, inputs, error);
      return FALSE;
    }
  node->n_outputs = n;
  for (int i = 0; i < n; i++)
    node->outputs[i] = rensa_variable_get_type (outputs[i]);
  return TRUE;
}

static gboolean
put_inputs (Run *run, const RensaType *inputs, int n_inputs, GError **error)
{
  RensaModel *model = run->model;

  if (n_inputs != (int) model->inputs->len)
    {
      g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID,
                   "%s: it has %u Input node%s, but each example of the data has %d value%s besides the label.",
                   model->place, model->inputs->len, model->inputs->len == 1 ? "" : "s", n_inputs,
                   n_inputs == 1 ? "" : "s");
      return FALSE;
    }
  for (int i = 0; i < n_inputs; i++)
    {
      const int number = g_array_index (model->inputs, int, i);

      rensa_model_get_node (model, number)->outputs[0] = inputs[i];
      run->values[number][0] = make_variable (&inputs[i], error);
      if (run->values[number][0] == NULL)
        return FALSE;
      rensa_model_get_node (model, number)->n_bytes = count_bytes (run->values[number], 1);
    }
  return TRUE;
}

static gboolean
check_outputs (Run *run, GError **error)
{
  for (guint i = 0; i < run->model->outputs->len; i++)
    {
      const RensaModelSource *source = &g_array_index (run->model->outputs, RensaModelSource, i);

      if (run->values[source->node][source->output] == NULL)
        {
          g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, "%s.outputs: %s has no output %d.", run->model->place,
                       rensa_model_get_node (run->model, source->node)->name, source->output);
          return FALSE;
        }
    }
  return TRUE;
}

static gboolean
infer (RensaModel *model, const RensaType *inputs, int n_inputs, GError **error)
{
  g_autofree gpointer values = g_malloc0_n (model->nodes->len, RENSA_MAX_OUTPUTS * sizeof (RensaVariable *));
  Run run = { model, values };
  gboolean ok = put_inputs (&run, inputs, n_inputs, error);

  for (guint i = 0; ok && i < model->order->len; i++)
    {
      const int number = g_array_index (model->order, int, i);

      ok = rensa_model_get_node (model, number)->kind == RENSA_MODEL_NODE_INPUT || run_node (&run, number, error);
    }
  ok = ok && check_outputs (&run, error);
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
      if (node->model != NULL)
        reset (node->model);
    }
}

gboolean
rensa_model_infer (RensaModel *model, const RensaType *inputs, int n_inputs, GError **error)
{
  const RensaDevice *device = rensa_device_get_current ();
  gboolean ok;

  reset (model);
  rensa_device_set_current (&rensa_meta_device);
  ok = infer (model, inputs, n_inputs, error);
  rensa_device_set_current (device);
  return ok;
}
