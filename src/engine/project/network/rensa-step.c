/* rensa-step.c: what a training step is made of.
 * SPDX-License-Identifier: MIT */

#include "rensa-model-private.h"
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

gboolean
rensa_step_calls (const RensaModel *step, const RensaModelNode *called)
{
  for (guint i = 0; i < step->nodes->len; i++)
    if (rensa_model_get_node (step, (int) i)->called == called)
      return TRUE;
  return FALSE;
}
