/* rensa-onnx-branch.c: ONNX conditionals with a constant condition.
 * SPDX-License-Identifier: MIT */

#include "rensa-onnx-private.h"

#include "rensa-language.h"

static const Onnx__GraphProto *
find_branch (RensaOnnxNode *node, const char *name)
{
  const Onnx__AttributeProto *attribute = rensa_onnx_find_attribute (node, name);

  if (attribute == NULL || attribute->g == NULL || attribute->g->n_output < node->proto->n_output)
    rensa_onnx_fail (node, N_ ("the type of the attribute “%s” does not conform to ONNX"), name);
  return node->error == NULL ? attribute->g : NULL;
}

/* Inlines the nodes of the chosen branch; the other branch is ignored. */
static void
choose (RensaOnnxNode *node)
{
  RensaSketchValue *condition = rensa_onnx_input (node, 0);
  double number = 0;
  const Onnx__GraphProto *branch;

  if (node->error == NULL && !rensa_onnx_is_number (node, condition, &number))
    rensa_onnx_fail (node, N_ ("branching on computed values is not supported; the condition must be a constant"));
  branch = node->error == NULL ? find_branch (node, number != 0 ? "then_branch" : "else_branch") : NULL;
  if (branch == NULL || !rensa_onnx_run_graph (node->import, branch, &node->error))
    return;
  for (gsize i = 0; i < node->proto->n_output; i++)
    {
      node->outputs[i] = g_hash_table_lookup (node->import->values, branch->output[i]->name);
      if (node->outputs[i] == NULL)
        rensa_onnx_fail (node, N_ ("no node produces the output “%s”"), branch->output[i]->name);
    }
}

const RensaOnnxOperator rensa_onnx_branch_operators[] = {
  { "If", choose, NULL },
  { NULL, NULL, NULL },
};
