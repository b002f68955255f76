/* rensa-model-infer.c: infers shapes, sizes and mistakes of a model, without data.
 * SPDX-License-Identifier: MIT */

#include "rensa-inferring-private.h"

#include "rensa-base-faults.h"
#include "rensa-budget.h"
#include "rensa-meta-device.h"
#include "rensa-modes.h"
#include "rensa-network-faults.h"
#include "rensa-pool.h"
#include "rensa-wire-call.h"

RensaNodeFacts *
rensa_inferring_get_facts (RensaInferring *run, const RensaModelNode *node)
{
  return &run->facts->nodes[node->id];
}

void
rensa_node_facts_set_outputs (RensaNodeFacts *facts, RensaVariable *const *outputs, int n)
{
  facts->is_known = TRUE;
  facts->n_outputs = n;
  g_free (facts->outputs);
  facts->outputs = g_new (RensaType, n);
  for (int i = 0; i < n; i++)
    facts->outputs[i] = rensa_variable_get_type (outputs[i]);
}

static RensaVariable *
make_variable (const RensaType *type, GError **error)
{
  g_autoptr (RensaArray) array = rensa_array_new_of_type (type, error);

  return rensa_variable_new_constant (array);
}

static gint64
count_bytes (RensaVariable *const *variables, int n)
{
  gint64 n_bytes = 0;

  for (int i = 0; i < n; i++)
    n_bytes += (gint64) rensa_array_get_n_bytes (rensa_variable_get_array (variables[i]));
  return n_bytes;
}

void
rensa_inferring_sum_up (RensaInferring *run, RensaModelNode *node)
{
  RensaNodeFacts *facts = rensa_inferring_get_facts (run, node);

  facts->n_params = facts->n_bytes = 0;
  for (guint i = 0; i < node->model->nodes->len; i++)
    {
      const RensaModelNode *inner = rensa_model_get_node (node->model, i);

      facts->n_params += rensa_inferring_get_facts (run, inner)->n_params;
      facts->n_bytes += inner->kind != RENSA_MODEL_NODE_INPUT ? rensa_inferring_get_facts (run, inner)->n_bytes : 0;
    }
}

static gboolean
append_param (const char *path, RensaVariable *param, gpointer params, GError **error)
{
  const RensaType type = rensa_variable_get_type (param);
  g_autofree char *shape = rensa_shape_to_string (&type.shape);
  g_autofree char *text = g_strdup_printf ("%s %s", path + 1, shape);

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

/* Calls the link under a parent, so that messages contain its name. Also returns the link. */
static int
call_link (const char *name, RensaAttrs *attrs, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs,
           RensaLink **called, GError **error)
{
  g_autoptr (RensaLink) parent = rensa_chain_new ();
  RensaLink *link = rensa_link_new (attrs, error);

  if (!rensa_link_take_child (parent, name, link, error))
    return -1;

  *called = rensa_link_ref (link);
  return rensa_link_call_wired (link, inputs, n_inputs, outputs, RENSA_MAX_OUTPUTS, error);
}

/* Measures all values that a link with children computes, whose parameters exist already. */
static gint64
count_inside (RensaLink *link, RensaVariable *const *inputs, int n_inputs)
{
  RensaVariable *outputs[RENSA_MAX_OUTPUTS] = { NULL };
  guint64 before;
  guint64 after;
  guint64 acquired;
  int n;

  rensa_pool_get_thread_bytes (&before, &acquired);
  n = rensa_link_call_wired (link, inputs, n_inputs, outputs, RENSA_MAX_OUTPUTS, NULL);
  rensa_pool_get_thread_bytes (&after, &acquired);
  rensa_variables_clear (outputs, n);
  return (gint64) (after - before);
}

static int
call_link_node (RensaInferring *run, RensaModelNode *node, RensaVariable *const *inputs, int n_inputs,
                RensaVariable **outputs, GError **error)
{
  RensaNodeFacts *facts = rensa_inferring_get_facts (run, node);
  g_autoptr (RensaLink) link = NULL;
  const int n = call_link (node->name, node->attrs, inputs, n_inputs, outputs, &link, error);

  if (n < 0)
    return -1;
  facts->n_bytes +=
      rensa_link_get_n_children (link) > 0 ? count_inside (link, inputs, n_inputs) : count_bytes (outputs, n);
  facts->n_params += rensa_link_count_param_elements (link);
  if (facts->params == NULL)
    facts->params = list_params (link);
  facts->learnt = rensa_link_get_learnt (link);
  return n;
}

int
rensa_facts_make_outputs (const RensaFacts *facts, const RensaModel *model, RensaVariable **outputs, GError **error)
{
  for (guint i = 0; i < model->outputs->len; i++)
    outputs[i] = make_variable (rensa_facts_get_type (facts, model, rensa_model_get_output (model, i)), error);
  return (int) model->outputs->len;
}

/* The inner counts cover all copies so far. Inner errors are among the mistakes already. */
static int
call_nested (RensaInferring *run, RensaModelNode *node, const RensaModelNode *before, RensaVariable *const *inputs,
             int n_inputs, RensaVariable **outputs, GError **error)
{
  RensaModel *model = node->model;
  g_autofree RensaType *types = g_new (RensaType, MAX (n_inputs, 1));
  gboolean is_known;

  for (int i = 0; i < n_inputs; i++)
    types[i] = rensa_variable_get_type (inputs[i]);
  /* Inner nodes count all copies, so the counts of a single copy are not available for reuse. */
  is_known = rensa_inferring_go (
      run, model, before != NULL && before->repeat == 1 && node->repeat == 1 ? before->model : NULL, types, n_inputs);
  rensa_inferring_sum_up (run, node);
  if (!is_known)
    return -1;

  return rensa_facts_make_outputs (run->facts, model, outputs, error);
}

/* Sets no error if the mistakes are known already. */
static int
call_once (RensaInferring *run, RensaModelNode *node, const RensaModelNode *before, RensaVariable *const *inputs,
           int n_inputs, RensaVariable **outputs, GError **error)
{
  int n;

  if (node->kind == RENSA_MODEL_NODE_NESTED)
    return call_nested (run, node, before, inputs, n_inputs, outputs, error);
  if (node->kind == RENSA_MODEL_NODE_CALL)
    return rensa_inferring_call_model (run, node, inputs, n_inputs, outputs, error);

  if (node->kind == RENSA_MODEL_NODE_LINK)
    return call_link_node (run, node, inputs, n_inputs, outputs, error);

  n = rensa_function_call_wired (node->attrs, inputs, n_inputs, outputs, RENSA_MAX_OUTPUTS, error);
  rensa_inferring_get_facts (run, node)->n_bytes += count_bytes (outputs, MAX (n, 0));
  return n;
}

typedef struct
{
  gint64 n_params;
  gint64 n_bytes;
} Counts;

/* Saves the present counts of the node and all inner nodes. */
static void
copy_counts (RensaInferring *run, const RensaModelNode *node, Counts *counts)
{
  for (guint i = 0; i <= node->n_inside; i++)
    counts[i] = (Counts){ run->facts->nodes[node->id + i].n_params, run->facts->nodes[node->id + i].n_bytes };
}

/* Adds the increase since @counts @times more. */
static void
extrapolate (RensaInferring *run, const RensaModelNode *node, const Counts *counts, int times)
{
  for (guint i = 0; i <= node->n_inside; i++)
    {
      RensaNodeFacts *facts = &run->facts->nodes[node->id + i];

      facts->n_params += times * (facts->n_params - counts[i].n_params);
      facts->n_bytes += times * (facts->n_bytes - counts[i].n_bytes);
    }
}

static gboolean
is_same_type (RensaVariable *a, RensaVariable *b)
{
  const RensaType first = rensa_variable_get_type (a);
  const RensaType second = rensa_variable_get_type (b);

  return rensa_type_equal (&first, &second);
}

/* Calls each copy with the output of the previous one; once a copy has equal input and output
 * types, the rest are extrapolated. */
static int
call_repeatedly (RensaInferring *run, RensaModelNode *node, const RensaModelNode *before, RensaVariable *const *inputs,
                 int n_inputs, RensaVariable **outputs, GError **error)
{
  g_autoptr (RensaVariable) input = node->repeat > 1 ? rensa_variable_ref (inputs[0]) : NULL;
  g_autofree Counts *counts = NULL;
  int n;

  if (node->repeat == 1)
    return call_once (run, node, before, inputs, n_inputs, outputs, error);

  counts = g_new (Counts, node->n_inside + 1);
  for (int i = 0;; i++)
    {
      copy_counts (run, node, counts);
      n = call_once (run, node, NULL, &input, 1, outputs, error);
      if (n < 0 || i == node->repeat - 1)
        return n;
      if (is_same_type (input, outputs[0]))
        {
          extrapolate (run, node, counts, node->repeat - 1 - i);
          return n;
        }
      rensa_variable_unref (input);
      input = g_steal_pointer (&outputs[0]);
    }
}

/* Returns TRUE if the link would accept these inputs with its attribute @spec set to None. */
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
  rensa_variables_clear (outputs, MAX (n, 0));
  return n >= 0;
}

/* Lists the inputs with the names of their sources. */
static RensaFaultInput *
list_inputs (RensaModel *model, RensaModelNode *node, RensaVariable *const *inputs, guint *n)
{
  RensaFaultInput *list = g_new0 (RensaFaultInput, node->sources->len + 1);

  *n = 0;
  for (guint i = 0; i < node->sources->len; i++)
    {
      const RensaModelSource *source = rensa_model_node_get_source (node, i);

      if (inputs[i] != NULL)
        list[(*n)++] =
            (RensaFaultInput){ rensa_model_get_node (model, source->node)->name, rensa_variable_get_type (inputs[i]) };
    }
  return list;
}

/* Returns the attribute that should be left empty; NULL if that would not help. */
static const RensaAttrSpec *
find_surplus (RensaModelNode *node, RensaVariable *const *inputs)
{
  const RensaComponent *component = rensa_attrs_get_component (node->attrs);

  for (guint i = 0; i < component->n_attrs; i++)
    {
      const RensaAttrSpec *spec = &component->attrs[i];
      g_autofree char *value = rensa_attrs_get_text (node->attrs, spec);

      if (spec->allow_none && spec->start == NULL && strcmp (value, "None") != 0
          && would_fit_without (node, spec, inputs, (int) node->sources->len))
        return spec;
    }
  return NULL;
}

/* Returns -1 if the node has several connections, or those of a sequence, which are not in the document. */
static int
find_only_wire (RensaModel *model, const RensaModelNode *node)
{
  for (guint i = 0; node->sources->len == 1 && i < model->wires->len; i++)
    if (rensa_model_get_node (model, MAX (rensa_model_get_wire (model, i)->target, 0)) == node)
      return (int) (model->first_wire + i);
  return -1;
}

static void
add_shape_mistake (RensaInferring *run, RensaModel *model, RensaModelNode *node, RensaVariable *const *inputs,
                   const GError *error)
{
  const RensaAttrSpec *surplus = node->kind == RENSA_MODEL_NODE_LINK ? find_surplus (node, inputs) : NULL;
  g_autofree char *value = surplus != NULL ? rensa_attrs_get_text (node->attrs, surplus) : NULL;
  guint n_inputs;
  g_autofree RensaFaultInput *list = list_inputs (model, node, inputs, &n_inputs);
  RensaFault fault = *rensa_error_get_fault (error);
  RensaMistake *mistake;

  if (fault.code == NULL)
    fault.text = error->message;
  else
    fault.who = node->name;
  fault.n_inputs = n_inputs;
  fault.inputs = list;
  fault.attr = surplus != NULL ? surplus->name : NULL;
  fault.value = value;
  mistake = rensa_model_take_mistake_to (run->mistakes, model, node, RENSA_MISTAKE_SHAPES, node->place,
                                         rensa_error_new_fault ((RensaError) error->code, &fault));
  mistake->wire = find_only_wire (model, node);
}

/* Checks that the link can be created at all, independently of its inputs. */
static gboolean
check_link (RensaInferring *run, RensaModel *model, RensaModelNode *node)
{
  GError *error = NULL;
  g_autoptr (RensaLink) link = node->kind == RENSA_MODEL_NODE_LINK ? rensa_link_new (node->attrs, &error) : NULL;

  if (link != NULL || node->kind != RENSA_MODEL_NODE_LINK)
    return TRUE;

  rensa_error_name (&error, node->name);
  rensa_model_take_mistake_to (run->mistakes, model, node, RENSA_MISTAKE_SHAPES, node->place, error);
  return FALSE;
}

/* Returns TRUE if the input is unconnected and before the last connected one. */
static gboolean
is_left_out (const RensaModelNode *node, guint i)
{
  return rensa_model_node_get_source (node, i)->node < 0 && i < node->ports->len
         && rensa_model_node_get_port (node, i)->optional;
}

/* Returns FALSE if not all of them are known. */
static gboolean
get_inputs (RensaInferring *run, RensaModel *model, RensaModelNode *node, RensaVariable **inputs)
{
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < node->sources->len; i++)
    {
      const RensaModelSource *source = rensa_model_node_get_source (node, i);
      const RensaType *type = rensa_facts_get_type (run->facts, model, source);

      inputs[i] = type != NULL ? make_variable (type, &error) : NULL;
      if (inputs[i] != NULL || is_left_out (node, i))
        continue;
      if (source->node < 0 || rensa_inferring_get_facts (run, rensa_model_get_node (model, source->node))->is_known)
        rensa_model_add_mistake_to (run->mistakes, model, node, RENSA_MISTAKE_SHAPES,
                                    &(RensaFault){ .code = &rensa_fault_no_value, .n_found = { .n = i } });
      return FALSE;
    }
  return TRUE;
}

static void
call_node (RensaInferring *run, RensaModel *model, RensaModelNode *node, const RensaModelNode *before,
           RensaVariable *const *inputs)
{
  RensaVariable *outputs[RENSA_MAX_OUTPUTS] = { NULL };
  g_autoptr (GError) error = NULL;
  const int n = call_repeatedly (run, node, before, inputs, (int) node->sources->len, outputs, &error);

  if (n >= 0)
    rensa_node_facts_set_outputs (rensa_inferring_get_facts (run, node), outputs, n);
  else if (error != NULL)
    add_shape_mistake (run, model, node, inputs, error);
  rensa_variables_clear (outputs, RENSA_MAX_OUTPUTS);
}

/* Returns TRUE if @before, in @earlier, is the same node with the same inputs. */
static gboolean
is_as_before (RensaInferring *run, RensaModel *model, const RensaModelNode *node, RensaModel *earlier,
              const RensaModelNode *before)
{
  if (node->part == NULL || node->part != before->part || node->sources->len != before->sources->len
      || !rensa_facts_get (run->before, before)->is_known)
    return FALSE;

  for (guint i = 0; i < node->sources->len; i++)
    {
      const RensaModelSource *source = rensa_model_node_get_source (node, i);
      const RensaModelSource *old = rensa_model_node_get_source (before, i);
      const RensaType *type = rensa_facts_get_type (run->facts, model, source);
      const RensaType *old_type = rensa_facts_get_type (run->before, earlier, old);

      if (source->node < 0 && old->node < 0)
        continue;
      if (type == NULL || old_type == NULL || !rensa_type_equal (type, old_type))
        return FALSE;
    }
  return TRUE;
}

static void
take_over (RensaNodeFacts *facts, const RensaNodeFacts *before)
{
  *facts = *before;
  facts->outputs = g_memdup2 (before->outputs, before->n_outputs * sizeof *before->outputs);
  facts->params = g_strdupv (before->params);
}

static void
run_node (RensaInferring *run, RensaModel *model, RensaModelNode *node, RensaModel *earlier)
{
  const int n_inputs = (int) node->sources->len;
  const int i = earlier != NULL ? rensa_model_find_node (earlier, node->name) : -1;
  const RensaModelNode *before = i >= 0 ? rensa_model_get_node (earlier, i) : NULL;
  g_autofree RensaVariable **inputs = g_new0 (RensaVariable *, MAX (n_inputs, 1));

  rensa_inferring_get_facts (run, node)->is_known = FALSE;
  if (node->is_broken || node->kind == RENSA_MODEL_NODE_UNKNOWN)
    return;
  if (before != NULL && is_as_before (run, model, node, earlier, before))
    {
      take_over (rensa_inferring_get_facts (run, node), rensa_facts_get (run->before, before));
      return;
    }
  if (check_link (run, model, node) && get_inputs (run, model, node, inputs))
    call_node (run, model, node, before, inputs);
  rensa_variables_clear (inputs, n_inputs);
}

static void
check_n_inputs (RensaInferring *run, RensaModel *model, int n_inputs)
{
  if (n_inputs == (int) model->inputs->len || model->nodes->len == 0)
    return;

  rensa_model_add_mistake_to (run->mistakes, model, NULL, RENSA_MISTAKE_N_INPUTS,
                              &(RensaFault){ .code = &rensa_fault_input_nodes,
                                             .n_found = { &rensa_count_input_nodes, model->inputs->len },
                                             .n_expected = { &rensa_count_values, n_inputs } });
}

static void
put_inputs (RensaInferring *run, RensaModel *model, const RensaType *inputs, int n_inputs)
{
  for (int i = 0; i < MIN (n_inputs, (int) model->inputs->len); i++)
    {
      RensaModelNode *node = rensa_model_get_node (model, rensa_model_get_input (model, i));
      RensaNodeFacts *facts = rensa_inferring_get_facts (run, node);
      g_autoptr (GError) error = NULL;
      g_autoptr (RensaVariable) value = make_variable (&inputs[i], &error);

      facts->is_known = FALSE;
      if (value != NULL)
        {
          rensa_node_facts_set_outputs (facts, &value, 1);
          facts->n_bytes = count_bytes (&value, 1);
        }
      else
        rensa_model_take_mistake_to (run->mistakes, model, node, RENSA_MISTAKE_SHAPES, node->place,
                                     g_steal_pointer (&error));
    }
}

/* Returns TRUE if all of them are known. */
static gboolean
check_outputs (RensaInferring *run, RensaModel *model)
{
  g_autofree char *place = g_strconcat (model->place, ".outputs", NULL);
  gboolean ok = model->outputs->len > 0;

  for (guint i = 0; i < model->outputs->len; i++)
    {
      const RensaModelSource *source = rensa_model_get_output (model, i);
      const RensaModelNode *node = rensa_model_get_node (model, source->node);

      if (rensa_facts_get_type (run->facts, model, source) != NULL)
        continue;
      ok = FALSE;
      if (rensa_inferring_get_facts (run, node)->is_known)
        rensa_model_take_mistake_to (
            run->mistakes, model, NULL, RENSA_MISTAKE_OUTPUTS, place,
            rensa_error_new_fault (RENSA_ERROR_INVALID, &(RensaFault){ .code = &rensa_fault_no_result,
                                                                       .who = node->name,
                                                                       .n_found = { .n = source->output } }));
    }
  return ok;
}

gboolean
rensa_inferring_go (RensaInferring *run, RensaModel *model, RensaModel *earlier, const RensaType *inputs, int n_inputs)
{
  put_inputs (run, model, inputs, n_inputs);
  for (guint i = 0; i < model->order->len; i++)
    {
      RensaModelNode *node = rensa_model_get_node (model, g_array_index (model->order, int, i));

      if (node->kind != RENSA_MODEL_NODE_INPUT)
        run_node (run, model, node, earlier);
    }
  return check_outputs (run, model);
}

RensaFacts *
rensa_network_infer (RensaNetwork *network, const RensaFacts *before, const RensaType *inputs, int n_inputs,
                     RensaMistakes *mistakes)
{
  g_auto (RensaDeviceScope) scope = rensa_device_enter (&rensa_meta_device);
  g_auto (RensaBudget) budget = { .limit = RENSA_BUDGET_CALL, .grace = G_MAXINT64 };
  RensaInferring run = { .facts = rensa_facts_new (network), .mistakes = mistakes };
  RensaModel *model = network->model;

  rensa_budget_enter (&budget);
  if (before != NULL && before->dtype == run.facts->dtype && before->network->model->is_step == model->is_step)
    run.before = before;
  if (model->is_step)
    {
      rensa_inferring_go_step (&run, model, inputs, n_inputs);
      return run.facts;
    }

  if (inputs != NULL)
    check_n_inputs (&run, model, n_inputs);
  rensa_inferring_go (&run, model, run.before != NULL ? before->network->model : NULL, inputs,
                      inputs != NULL ? n_inputs : 0);
  return run.facts;
}
