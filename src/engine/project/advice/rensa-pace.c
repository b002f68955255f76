/* rensa-pace.c: how often a node is called for one batch.
 * SPDX-License-Identifier: MIT */

#include "rensa-pace.h"

#include "rensa-function.h"
#include "rensa-link.h"

static gboolean
takes_sequences (const RensaFacts *facts, const RensaModel *model, const RensaModelNode *node)
{
  for (guint i = 0; i < node->sources->len; i++)
    {
      const RensaModelSource *source = rensa_model_node_get_source (node, i);
      const RensaType *type = source->node >= 0 ? rensa_facts_get_type (facts, model, source) : NULL;

      if (type != NULL && type->n_sequences > 0)
        return TRUE;
    }
  return FALSE;
}

/* Returns TRUE if it processes whole sequences and not single steps. */
static gboolean
reads_sequences (const RensaModelNode *node)
{
  RensaInputSpec specs[RENSA_MAX_INPUT_SPECS];
  const RensaComponent *component = node->attrs != NULL ? rensa_attrs_get_component (node->attrs) : NULL;
  int n = 0;

  if (component != NULL && node->kind == RENSA_MODEL_NODE_LINK)
    n = rensa_inputs_parse (((const RensaLinkClass *) component)->inputs, specs);
  else if (component != NULL && node->kind == RENSA_MODEL_NODE_FUNCTION)
    n = rensa_inputs_parse (((const RensaFunctionClass *) component)->inputs, specs);
  for (int i = 0; i < n; i++)
    if (specs[i].sequence)
      return TRUE;
  return FALSE;
}

static gboolean
carries (const RensaModelNode *node)
{
  return node->kind == RENSA_MODEL_NODE_LINK && node->attrs != NULL
         && ((const RensaLinkClass *) rensa_attrs_get_component (node->attrs))->n_carries > 0;
}

RensaPace
rensa_pace_of (const RensaFacts *facts, const RensaModel *model, const RensaModelNode *node)
{
  const RensaModel *inner = node->called != NULL ? node->called->model : node->model;
  RensaPace pace = takes_sequences (facts, model, node) ? RENSA_PACE_EACH_STEP : RENSA_PACE_ONCE;

  if (node->kind == RENSA_MODEL_NODE_INPUT)
    return RENSA_PACE_ONCE;
  if (carries (node))
    return RENSA_PACE_CARRIES;
  if (reads_sequences (node))
    return RENSA_PACE_THROUGH;
  for (int i = 0; inner != NULL && i < (int) inner->nodes->len; i++)
    pace = MAX (pace, rensa_pace_of (facts, inner, rensa_model_get_node (inner, i)));
  return pace;
}
