/* rensa-model-build.c: builds the Chain that a model describes.
 * SPDX-License-Identifier: MIT */

#include "rensa-links.h"
#include "rensa-model.h"

static RensaLink *
build_once (RensaModelNode *node, const RensaFacts *facts, GError **error)
{
  return node->kind == RENSA_MODEL_NODE_NESTED ? rensa_model_build (node->model, facts, error)
                                               : rensa_link_new (node->attrs, error);
}

static RensaLink *
build_link (RensaModelNode *node, const RensaFacts *facts, GError **error)
{
  g_autoptr (RensaLink) link = build_once (node, facts, error);

  if (link == NULL)
    {
      if (node->kind == RENSA_MODEL_NODE_LINK)
        rensa_prefix_place (error, node->place);
      return NULL;
    }
  if (node->is_frozen)
    rensa_link_set_frozen (link, TRUE);
  return node->repeat > 1 ? rensa_link_repeat (link, node->repeat, RENSA_COPY_INIT, error) : g_steal_pointer (&link);
}

static RensaLink *
build_sequence (RensaModel *model, const RensaFacts *facts, GError **error)
{
  g_autoptr (RensaLink) sequence = rensa_sequential_new ();

  for (guint i = model->n_hidden; i < model->nodes->len; i++)
    {
      RensaModelNode *node = rensa_model_get_node (model, i);

      if (node->kind == RENSA_MODEL_NODE_FUNCTION)
        rensa_sequential_append_function (sequence, node->attrs);
      else if (!rensa_link_append_child (sequence, build_link (node, facts, error), error))
        return NULL;
    }
  return g_steal_pointer (&sequence);
}

/* Adds a step to the plan; returns the number of its first output value. */
static int
plan_node (RensaLink *chain, RensaModelNode *node, const RensaFacts *facts, const int *values, int n_values,
           GError **error)
{
  const int n_outputs = rensa_facts_get (facts, node)->n_outputs;

  if (node->kind == RENSA_MODEL_NODE_CALL)
    return rensa_chain_plan_call (chain, node->name, node->called->name, values, n_values, n_outputs, error);
  if (node->kind == RENSA_MODEL_NODE_FUNCTION)
    return rensa_chain_plan_function (chain, node->name, node->attrs, values, n_values, n_outputs, error);
  if (!rensa_link_take_child (chain, node->name, build_link (node, facts, error), error))
    return -1;
  return rensa_chain_plan_link (chain, node->name, values, n_values, n_outputs, error);
}

/* @firsts: number of the first value of each node in the plan. */
static void
get_values (const int *firsts, GArray *sources, int *values)
{
  for (guint i = 0; i < sources->len; i++)
    {
      const RensaModelSource *source = &g_array_index (sources, RensaModelSource, i);

      values[i] = source->node >= 0 ? firsts[source->node] + source->output : RENSA_CHAIN_NOTHING;
    }
}

/* Plans all nodes except the inputs, whose values exist already. */
static gboolean
plan_all (RensaModel *model, const RensaFacts *facts, RensaLink *chain, int *firsts, GError **error)
{
  for (guint i = 0; i < model->order->len; i++)
    {
      const int number = g_array_index (model->order, int, i);
      RensaModelNode *node = rensa_model_get_node (model, number);
      g_autofree int *values = g_new (int, MAX (node->sources->len, 1));

      if (node->kind == RENSA_MODEL_NODE_INPUT)
        continue;
      get_values (firsts, node->sources, values);
      firsts[number] = plan_node (chain, node, facts, values, (int) node->sources->len, error);
      if (firsts[number] < 0)
        return FALSE;
    }
  return TRUE;
}

static RensaLink *
build_chain (RensaModel *model, const RensaFacts *facts, GError **error)
{
  g_autoptr (RensaLink) chain = rensa_chain_new ();
  g_autofree int *firsts = g_new0 (int, model->nodes->len);
  int outputs[RENSA_MAX_OUTPUTS];

  rensa_chain_set_n_inputs (chain, (int) model->inputs->len);
  for (guint i = 0; i < model->inputs->len; i++)
    firsts[rensa_model_get_input (model, i)] = (int) i;
  if (!plan_all (model, facts, chain, firsts, error))
    return NULL;
  get_values (firsts, model->outputs, outputs);
  return rensa_chain_set_outputs (chain, outputs, (int) model->outputs->len, error) ? g_steal_pointer (&chain) : NULL;
}

RensaLink *
rensa_model_build (RensaModel *model, const RensaFacts *facts, GError **error)
{
  RensaLink *link = model->is_sequence ? build_sequence (model, facts, error) : build_chain (model, facts, error);

  if (link != NULL && model->is_frozen)
    rensa_link_set_frozen (link, TRUE);
  return link;
}

static gboolean
add_models (RensaLink *step, const RensaFacts *facts, GError **error)
{
  GPtrArray *models = facts->network->models;

  for (guint i = 0; i < models->len; i++)
    {
      RensaModelNode *node = models->pdata[i];

      if (!rensa_link_take_child (step, node->name, rensa_model_build (node->model, facts, error), error))
        return FALSE;
    }
  return TRUE;
}

RensaLink *
rensa_step_build (RensaModel *model, const RensaFacts *facts, int n_fields, int *values, GError **error)
{
  g_autoptr (RensaLink) step = rensa_step_new ();
  g_autofree int *firsts = g_new0 (int, model->nodes->len);

  rensa_chain_set_n_inputs (step, n_fields);
  for (guint i = 0; i < model->inputs->len; i++)
    firsts[rensa_model_get_input (model, i)] = rensa_step_get_field (model, i);
  if (!add_models (step, facts, error) || !plan_all (model, facts, step, firsts, error))
    return NULL;
  get_values (firsts, model->outputs, values);
  return g_steal_pointer (&step);
}
