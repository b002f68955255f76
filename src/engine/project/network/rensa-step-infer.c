/* rensa-step-infer.c: inference of a training step and the models that it calls, without data.
 * SPDX-License-Identifier: MIT */

#include "rensa-inferring-private.h"

#include "rensa-base-faults.h"
#include "rensa-network-faults.h"

/* Returns a node of the model whose parameters, "W (100, 784)", differ between @run and @first;
 * NULL if there is none. */
static const RensaModelNode *
find_other_sizes (RensaInferring *run, const RensaInferring *first, const RensaModel *model)
{
  for (guint i = 0; i < model->nodes->len; i++)
    {
      const RensaModelNode *node = rensa_model_get_node (model, (int) i);
      const RensaNodeFacts *facts = &run->facts->nodes[node->id];
      const RensaNodeFacts *expected = &first->facts->nodes[node->id];
      const RensaModelNode *inner = node->model != NULL ? find_other_sizes (run, first, node->model) : NULL;

      if (inner != NULL)
        return inner;
      if (facts->params != NULL && expected->params != NULL
          && !g_strv_equal ((const char *const *) facts->params, (const char *const *) expected->params))
        return node;
    }
  return NULL;
}

static void
add_other_sizes (RensaInferring *run, const RensaInferring *other, RensaModel *step, RensaModelNode *node,
                 const RensaModelNode *differs)
{
  g_autofree char *expected = g_strjoinv (", ", run->facts->nodes[differs->id].params);
  g_autofree char *found = g_strjoinv (", ", other->facts->nodes[differs->id].params);

  rensa_model_add_mistake_to (run->mistakes, step, node, RENSA_MISTAKE_SHAPES,
                              &(RensaFault){ .code = &rensa_fault_other_sizes,
                                             .who = node->name,
                                             .value = differs->path,
                                             .expected = expected,
                                             .found = found });
}

/* Returns TRUE if the first call of the model, which succeeded, had inputs of the same types. */
static gboolean
is_called_alike (RensaInferring *run, const RensaModelNode *called, const RensaType *types, int n_inputs)
{
  const RensaModel *model = called->model;

  if (!rensa_facts_get (run->facts, called)->is_known || n_inputs != (int) model->inputs->len)
    return FALSE;
  for (int i = 0; i < n_inputs; i++)
    {
      const RensaModelSource input = { rensa_model_get_input (model, (guint) i), 0 };
      const RensaType *type = rensa_facts_get_type (run->facts, model, &input);

      if (type == NULL || !rensa_type_equal (type, &types[i]))
        return FALSE;
    }
  return TRUE;
}

/* The first call of a model determines the facts about its nodes; a later one is inferred
 * separately to check that it leads to the same parameter sizes, and adds only the size of its
 * values to the step. */
static int
call_again (RensaInferring *run, RensaModelNode *node, const RensaType *types, int n_inputs, RensaVariable **outputs,
            GError **error)
{
  RensaModelNode *called = node->called;
  RensaInferring apart = { .mistakes = run->mistakes };
  const RensaModelNode *differs;

  if (is_called_alike (run, called, types, n_inputs))
    {
      rensa_inferring_get_facts (run, node)->n_bytes += rensa_inferring_get_facts (run, called)->n_bytes;
      return rensa_facts_make_outputs (run->facts, called->model, outputs, error);
    }

  /* Shared by all calls: it has room for all nodes of the network. */
  if (run->apart == NULL)
    run->apart = rensa_facts_new (run->facts->network);
  apart.facts = run->apart;
  rensa_facts_forget (run->apart, called->model);
  if (!rensa_inferring_go (&apart, called->model, NULL, types, n_inputs))
    return -1;
  differs = find_other_sizes (&apart, run, called->model);
  if (differs != NULL)
    {
      add_other_sizes (run, &apart, run->facts->network->model, node, differs);
      return -1;
    }
  rensa_inferring_sum_up (&apart, called);
  rensa_inferring_get_facts (run, node)->n_bytes += rensa_inferring_get_facts (&apart, called)->n_bytes;
  return rensa_facts_make_outputs (run->apart, called->model, outputs, error);
}

int
rensa_inferring_call_model (RensaInferring *run, RensaModelNode *node, RensaVariable *const *inputs, int n_inputs,
                            RensaVariable **outputs, GError **error)
{
  RensaModelNode *called = node->called;
  g_autofree RensaType *types = g_new (RensaType, MAX (n_inputs, 1));
  const RensaModelNode *before =
      run->before != NULL ? rensa_network_find_called (run->before->network, called->name) : NULL;
  gboolean is_known;

  for (int i = 0; i < n_inputs; i++)
    types[i] = rensa_variable_get_type (inputs[i]);
  if (!g_hash_table_add (run->called, called))
    return call_again (run, node, types, n_inputs, outputs, error);

  is_known = rensa_inferring_go (run, called->model, before != NULL ? before->model : NULL, types, n_inputs);
  rensa_inferring_sum_up (run, called);
  rensa_inferring_get_facts (run, node)->n_bytes = rensa_inferring_get_facts (run, called)->n_bytes;
  if (!is_known)
    return -1;
  rensa_facts_make_outputs (run->facts, called->model, outputs, error);
  rensa_node_facts_set_outputs (rensa_inferring_get_facts (run, called), outputs, (int) called->model->outputs->len);
  return (int) called->model->outputs->len;
}

/* Lists the types of the fields of a step, which specify the value of an example that they refer
 * to; NULL if one refers to a missing value. */
static RensaType *
list_fields (RensaInferring *run, RensaModel *step, const RensaType *types, int n)
{
  g_autofree RensaType *fields = g_new0 (RensaType, MAX (step->inputs->len, 1));
  gboolean ok = TRUE;

  for (guint i = 0; i < step->inputs->len; i++)
    {
      RensaModelNode *node = rensa_model_get_node (step, rensa_model_get_input (step, i));
      const int index = rensa_step_get_field (step, i);
      g_autofree char *value = g_strdup_printf ("%d", index);

      if (index < n)
        fields[i] = types[index];
      else
        rensa_model_add_mistake_to (run->mistakes, step, node, RENSA_MISTAKE_N_INPUTS,
                                    &(RensaFault){ .code = &rensa_fault_no_field,
                                                   .who = node->name,
                                                   .value = value,
                                                   .n_expected = { &rensa_count_values, n } });
      ok &= index < n;
    }
  return ok ? g_steal_pointer (&fields) : NULL;
}

void
rensa_inferring_go_step (RensaInferring *run, RensaModel *step, const RensaType *types, int n)
{
  RensaNetwork *network = step->network;
  g_autofree RensaType *fields = types != NULL ? list_fields (run, step, types, n) : NULL;
  g_autoptr (GHashTable) called = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) named = rensa_step_list_called (step);
  RensaModel *earlier = run->before != NULL ? run->before->network->model : NULL;

  run->called = called;
  rensa_inferring_go (run, step, earlier, fields, fields != NULL ? (int) step->inputs->len : 0);
  for (guint i = 0; i < network->models->len; i++)
    if (!g_hash_table_contains (named, network->models->pdata[i]))
      {
        RensaModelNode *node = network->models->pdata[i];

        rensa_model_add_mistake_to (run->mistakes, step, node, RENSA_MISTAKE_DEAD,
                                    &(RensaFault){ .code = &rensa_fault_not_called, .who = node->name });
      }
  g_clear_pointer (&run->apart, rensa_facts_unref);
}
