/* rensa-chainer-sequences.c: sequences of unequal lengths in a Chainer program, where they are lists.
 * SPDX-License-Identifier: MIT */

#include "rensa-chainer-private.h"
#include "rensa-links.h"
#include "rensa-python-private.h"

#include <string.h>

static const char each[] = "def each(function, *values):\n"
                           "    \"\"\"Calls it with all steps of sequences at once, and gives sequences again.\"\"\"\n"
                           "    sequences = [value for value in values if isinstance(value, (list, tuple))]\n"
                           "    if not sequences:\n"
                           "        return function(*values)\n"
                           "    ends = np.cumsum([len(sequence) for sequence in sequences[0]])\n"
                           "\n"
                           "    def part(y):\n"
                           "        if y.ndim == 0 or len(y) != ends[-1]:\n"
                           "            return y\n"
                           "        return list(F.split_axis(y, ends[:-1], axis=0))\n"
                           "\n"
                           "    result = function(*[\n"
                           "        F.concat(value, axis=0) if isinstance(value, (list, tuple)) else value\n"
                           "        for value in values])\n"
                           "    if isinstance(result, tuple):\n"
                           "        return tuple(part(y) for y in result)\n"
                           "    return part(result)\n"
                           "\n"
                           "\n";

const char rensa_chainer_converter[] =
    "class Converter:\n"
    "    \"\"\"Makes batches of examples: lists of sequences, arrays of everything else.\"\"\"\n"
    "\n"
    "    def __init__(self, are_sequences):\n"
    "        self.are_sequences = are_sequences\n"
    "\n"
    "    def __call__(self, batch, device=None):\n"
    "        fields = [list(field) for field in zip(*batch)]\n"
    "        return tuple(\n"
    "            field if is_sequence\n"
    "            else chainer.dataset.concat_examples(field, device)\n"
    "            for field, is_sequence in zip(fields, self.are_sequences))\n"
    "\n"
    "\n"
    "def read_field(data, key):\n"
    "    \"\"\"An array of examples, or a list of sequences.\"\"\"\n"
    "    if key + '_lengths' not in data:\n"
    "        return data[key]\n"
    "    return np.split(data[key], np.cumsum(data[key + '_lengths'])[:-1])\n"
    "\n"
    "\n";

/* The class's names of inputs and outputs. */
static const char *const *
get_inputs (const RensaModelNode *node, const char *const **outputs)
{
  const RensaComponent *component = rensa_attrs_get_component (node->attrs);

  if (node->kind == RENSA_MODEL_NODE_LINK)
    {
      *outputs = ((const RensaLinkClass *) component)->outputs;
      return ((const RensaLinkClass *) component)->inputs;
    }
  *outputs = ((const RensaFunctionClass *) component)->outputs;
  return ((const RensaFunctionClass *) component)->inputs;
}

gboolean
rensa_chainer_takes_lists (const RensaModelNode *node)
{
  const char *const *outputs;

  return (node->kind == RENSA_MODEL_NODE_LINK || node->kind == RENSA_MODEL_NODE_FUNCTION)
         && rensa_inputs_take_sequences (get_inputs (node, &outputs));
}

gboolean
rensa_chainer_model_takes_lists (const RensaModel *model)
{
  for (guint i = 0; i < model->nodes->len; i++)
    {
      const RensaModelNode *node = rensa_model_get_node (model, (int) i);

      if (node->model != NULL ? rensa_chainer_model_takes_lists (node->model)
                              : node->attrs != NULL && rensa_chainer_takes_lists (node))
        return TRUE;
    }
  return FALSE;
}

/* Of a CRF with labels the loss alone is left. */
gboolean
rensa_chainer_gives_tuple (const RensaModelNode *node)
{
  const char *const *outputs;
  const char *const *inputs;
  const RensaModelPort *last = node->ports->len > 0 ? rensa_model_node_get_port (node, node->ports->len - 1) : NULL;

  if (!rensa_chainer_takes_lists (node))
    return FALSE;
  inputs = get_inputs (node, &outputs);
  return inputs != NULL && outputs != NULL && outputs[1] != NULL
         && !(last->optional && node->sources->len == node->ports->len);
}

/* Whether a loss or a measure is one number for all. */
static gboolean
sums_up (const RensaModelNode *node)
{
  const RensaComponent *component = node->attrs != NULL ? rensa_attrs_get_component (node->attrs) : NULL;
  const RensaAttrSpec *reduce = component != NULL ? rensa_component_find_attr (component, "reduce") : NULL;
  g_autofree char *value = reduce != NULL ? rensa_attrs_get_text (node->attrs, reduce) : NULL;

  return node->kind == RENSA_MODEL_NODE_FUNCTION
         && (component->group == &rensa_loss_group || component->group == &rensa_evaluation_group)
         && (value == NULL || strstr (value, "no") == NULL);
}

/* Whether what leaves @source may be a list; @are_lists: of the nodes before it. */
static gboolean
may_be_list (const RensaModel *model, const RensaModelSource *source, const gboolean *are_lists)
{
  const RensaModelNode *node = source->node >= 0 ? rensa_model_get_node (model, source->node) : NULL;
  const char *const *outputs = NULL;
  int i = 0;

  if (node == NULL || !rensa_chainer_takes_lists (node))
    return node != NULL && are_lists[source->node];
  get_inputs (node, &outputs);
  while (outputs != NULL && outputs[i] != NULL && i < source->output)
    i++;
  return outputs != NULL && outputs[i] != NULL && strchr (outputs[i], '*') != NULL;
}

gboolean *
rensa_chainer_list_stepwise (const RensaModel *model)
{
  g_autofree gboolean *are_lists = g_new0 (gboolean, MAX (model->nodes->len, 1));
  gboolean *are_stepwise = g_new0 (gboolean, MAX (model->nodes->len, 1));

  for (guint i = 0; i < model->order->len; i++)
    {
      const int number = g_array_index (model->order, int, i);
      const RensaModelNode *node = rensa_model_get_node (model, number);
      const gboolean is_inner =
          node->kind == RENSA_MODEL_NODE_CALL || (node->kind == RENSA_MODEL_NODE_NESTED && !node->model->is_sequence);
      gboolean takes_any = FALSE;

      for (guint j = 0; j < node->sources->len; j++)
        takes_any |= may_be_list (model, rensa_model_node_get_source (node, j), are_lists);
      are_lists[number] = node->kind == RENSA_MODEL_NODE_INPUT || is_inner || (takes_any && !sums_up (node));
      are_stepwise[number] = takes_any && !is_inner && !rensa_chainer_takes_lists (node);
    }
  return are_stepwise;
}

void
rensa_chainer_write_each (RensaChainerProgram *program)
{
  if (strstr (program->functions->str, each) == NULL)
    g_string_append (program->functions, each);
}
