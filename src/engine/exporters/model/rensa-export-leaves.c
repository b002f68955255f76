/* rensa-export-leaves.c: values with respect to which a step takes gradients.
 * SPDX-License-Identifier: MIT */

#include "rensa-export-model-private.h"
#include "rensa-function.h"

/* Whether @node takes a gradient with respect to the node @number, or to any where @number is negative. */
static gboolean
takes_gradient (const RensaModelNode *node, int number)
{
  RensaInputSpec specs[RENSA_MAX_INPUT_SPECS];
  const RensaFunctionClass *class = node->kind == RENSA_MODEL_NODE_FUNCTION
                                        ? (const RensaFunctionClass *) rensa_attrs_get_component (node->attrs)
                                        : NULL;
  const int n = class != NULL ? rensa_inputs_parse (class->inputs, specs) : 0;

  for (int i = 0; i < MIN (n, (int) node->sources->len); i++)
    if (specs[i].leaf && (number < 0 || g_array_index (node->sources, RensaModelSource, i).node == number))
      return TRUE;
  return FALSE;
}

gboolean
rensa_export_is_leaf (const RensaModel *model, int number)
{
  for (guint i = 0; i < model->nodes->len; i++)
    if (takes_gradient (rensa_model_get_node (model, (int) i), number))
      return TRUE;
  return FALSE;
}

gboolean
rensa_export_has_leaves (const RensaModel *model)
{
  return rensa_export_is_leaf (model, -1);
}
