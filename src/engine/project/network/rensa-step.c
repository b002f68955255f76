/* rensa-step.c: queries on a training step.
 * SPDX-License-Identifier: MIT */

#include "rensa-function.h"
#include "rensa-model.h"
#include "rensa-node-types.h"

int
rensa_step_get_field (const RensaModel *step, guint i)
{
  int next = 0;

  for (guint j = 0; j <= i; j++)
    {
      const RensaModelNode *node = rensa_model_get_node (step, rensa_model_get_input (step, j));
      const RensaFieldNode *self = node->attrs != NULL ? rensa_attrs_get_values (node->attrs) : NULL;

      if (self != NULL && self->index != RENSA_INT_NONE)
        next = (int) self->index;
      if (j < i)
        next++;
    }
  return next;
}

GHashTable *
rensa_step_list_called (const RensaModel *step)
{
  GHashTable *called = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < step->nodes->len; i++)
    if (rensa_model_get_node (step, (int) i)->called != NULL)
      g_hash_table_add (called, rensa_model_get_node (step, (int) i)->called);
  return called;
}

static gboolean
takes_gradient (const RensaModelNode *node)
{
  RensaInputSpec specs[RENSA_MAX_INPUT_SPECS];
  const int n =
      node->kind == RENSA_MODEL_NODE_FUNCTION && node->attrs != NULL
          ? rensa_inputs_parse (((const RensaFunctionClass *) rensa_attrs_get_component (node->attrs))->inputs, specs)
          : 0;

  for (int i = 0; i < n; i++)
    if (specs[i].leaf)
      return TRUE;
  return FALSE;
}

/* Counts those in one call of the model, without the models that it calls. */
static gint64
count_gradients (const RensaModel *model)
{
  gint64 n = 0;

  for (guint i = 0; i < model->nodes->len; i++)
    {
      const RensaModelNode *node = rensa_model_get_node (model, (int) i);

      if (node->model != NULL)
        n += node->repeat * count_gradients (node->model);
      else if (takes_gradient (node))
        n += node->repeat;
    }
  return n;
}

static gint64
count_calls (const RensaModel *step, const RensaModelNode *called)
{
  gint64 n = 0;

  for (guint i = 0; i < step->nodes->len; i++)
    n += rensa_model_get_node (step, (int) i)->called == called ? 1 : 0;
  return n;
}

gboolean
rensa_network_takes_gradients (const RensaNetwork *network, gint64 n)
{
  gint64 left = n - count_gradients (network->model);

  for (guint i = 0; left >= 0 && i < network->models->len; i++)
    {
      const RensaModelNode *called = network->models->pdata[i];
      const gint64 n_inside = count_gradients (called->model);

      if (n_inside > 0)
        left -= n_inside * count_calls (network->model, called);
    }
  return left < 0;
}
