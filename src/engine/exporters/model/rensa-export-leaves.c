/* rensa-export-leaves.c: values with respect to which a step computes gradients.
 * SPDX-License-Identifier: MIT */

#include "rensa-export-model-private.h"
#include "rensa-function.h"

gboolean *
rensa_export_list_leaves (const RensaModel *model)
{
  g_autofree gboolean *are_leaves = g_new0 (gboolean, MAX (model->nodes->len, 1));
  gboolean any = FALSE;

  for (guint i = 0; i < model->nodes->len; i++)
    {
      const RensaModelNode *node = rensa_model_get_node (model, (int) i);
      RensaInputSpec specs[RENSA_MAX_INPUT_SPECS];
      const RensaFunctionClass *class = node->kind == RENSA_MODEL_NODE_FUNCTION
                                            ? (const RensaFunctionClass *) rensa_attrs_get_component (node->attrs)
                                            : NULL;
      const int n = class != NULL ? rensa_inputs_parse (class->inputs, specs) : 0;

      for (int j = 0; j < MIN (n, (int) node->sources->len); j++)
        {
          const int source = rensa_model_node_get_source (node, (guint) j)->node;

          any = any || specs[j].leaf;
          if (specs[j].leaf && source >= 0)
            are_leaves[source] = TRUE;
        }
    }
  return any ? g_steal_pointer (&are_leaves) : NULL;
}
