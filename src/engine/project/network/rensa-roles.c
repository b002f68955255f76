/* rensa-roles.c: roles of the models of a training step, as inferred from its connections.
 * SPDX-License-Identifier: MIT */

#include "rensa-roles.h"

#include <string.h>

#include "rensa-functions.h"
#include "rensa-preview-tiles.h"

static const RensaType *
get_type (const RensaFacts *facts, RensaModelSource source)
{
  return source.node >= 0
             ? rensa_facts_get_type (facts, rensa_network_get_model (rensa_facts_get_network (facts)), &source)
             : NULL;
}

static const RensaModelNode *
get_node (const RensaFacts *facts, int i)
{
  return rensa_model_get_node (rensa_network_get_model (rensa_facts_get_network (facts)), i);
}

static gboolean
is_call (const RensaModelNode *node)
{
  return node->kind == RENSA_MODEL_NODE_CALL && node->called != NULL;
}

/* Returns TRUE if it generates pictures from random numbers. */
static gboolean
is_generator (const RensaFacts *facts, int i, RensaPreviewSubject *subject)
{
  const RensaModelNode *node = get_node (facts, i);
  const RensaModelSource *source = node->sources->len == 1 ? rensa_model_node_get_source (node, 0) : NULL;
  const RensaType *noise;
  const RensaType *pictures;

  if (!is_call (node) || source == NULL || source->node < 0
      || strcmp (rensa_model_node_get_group (get_node (facts, source->node)), rensa_noise_group.name) != 0)
    return FALSE;
  noise = get_type (facts, *source);
  pictures = get_type (facts, (RensaModelSource){ i, 0 });
  if (noise == NULL || noise->shape.ndim < 2 || pictures == NULL || !rensa_previewed_can_tile (&pictures->shape, NULL))
    return FALSE;
  subject->generator = node->called->name;
  subject->noise.ndim = noise->shape.ndim - 1;
  memcpy (subject->noise.dims, noise->shape.dims + 1, (gsize) subject->noise.ndim * sizeof *subject->noise.dims);
  return TRUE;
}

/* Returns TRUE if @slot is fed by a Field of sequences of tokens. */
static gboolean
takes_tokens (const RensaFacts *facts, const RensaModelNode *node, guint slot)
{
  const RensaModelSource source = *rensa_model_node_get_source (node, slot);
  const RensaType *type = get_type (facts, source);

  return type != NULL && get_node (facts, source.node)->kind == RENSA_MODEL_NODE_INPUT && type->n_sequences > 0
         && rensa_dtype_is_integer (type->dtype);
}

static gboolean
reads_tokens (const RensaFacts *facts, const RensaModelNode *node)
{
  for (guint i = 0; i < node->sources->len; i++)
    if (takes_tokens (facts, node, i))
      return TRUE;
  return FALSE;
}

/* Returns the node of the decoder that attends to the encoder's states; NULL if there is none. */
static const char *
find_attention (const RensaModel *model)
{
  for (int i = 0; model != NULL && i < (int) model->nodes->len; i++)
    {
      const RensaModelNode *node = rensa_model_get_node (model, i);

      if (node->attrs != NULL
          && rensa_attrs_get_component (node->attrs) == RENSA_COMPONENT (&rensa_sequence_attention_class))
        return node->name;
    }
  return NULL;
}

/* Returns TRUE if it is a decoder: another call, which reads tokens, feeds it states. */
static gboolean
is_decoder (const RensaFacts *facts, int i, RensaPreviewSubject *subject)
{
  const RensaModelNode *node = get_node (facts, i);

  if (!is_call (node) || !reads_tokens (facts, node))
    return FALSE;
  for (guint j = 0; j < node->sources->len; j++)
    {
      const int from = rensa_model_node_get_source (node, j)->node;
      const RensaModelNode *encoder = from >= 0 ? get_node (facts, from) : node;

      if (encoder->called == node->called || !is_call (encoder) || !reads_tokens (facts, encoder))
        continue;
      subject->encoder = encoder->called->name;
      subject->decoder = node->called->name;
      subject->attention = find_attention (node->called->model);
      return TRUE;
    }
  return FALSE;
}

/* Returns the link of the step that consumes the output of node @i; NULL if there is none. */
static const char *
find_link_behind (const RensaModel *step, int i)
{
  for (int j = 0; j < (int) step->nodes->len; j++)
    {
      const RensaModelNode *node = rensa_model_get_node (step, j);

      for (guint k = 0; node->kind == RENSA_MODEL_NODE_LINK && k < node->sources->len; k++)
        if (rensa_model_node_get_source (node, k)->node == i)
          return node->name;
    }
  return NULL;
}

/* Returns TRUE if its only output is scores for each token that it reads. */
static gboolean
is_tagger (const RensaFacts *facts, int i, RensaPreviewSubject *subject)
{
  const RensaModelNode *node = get_node (facts, i);
  const RensaType *type = get_type (facts, (RensaModelSource){ i, node->main_output });

  if (!is_call (node) || node->sources->len != 1 || !takes_tokens (facts, node, 0) || type == NULL
      || type->n_sequences == 0 || type->shape.ndim != 2 || !rensa_dtype_is_floating (type->dtype)
      || node->called->model == NULL || node->called->model->outputs->len != 1)
    return FALSE;
  subject->tagger = node->called->name;
  subject->crf = find_link_behind (rensa_network_get_model (rensa_facts_get_network (facts)), i);
  return TRUE;
}

/* Returns TRUE if one of its inputs is a value of the examples. */
static gboolean
is_reader (const RensaFacts *facts, int i, RensaPreviewSubject *subject)
{
  const RensaModelNode *node = get_node (facts, i);

  for (guint j = 0; is_call (node) && j < node->sources->len; j++)
    {
      const int from = rensa_model_node_get_source (node, j)->node;

      if (from < 0 || get_node (facts, from)->kind != RENSA_MODEL_NODE_INPUT)
        continue;
      subject->reader = node->called->name;
      subject->answer = get_type (facts, (RensaModelSource){ i, node->main_output });
      return TRUE;
    }
  return FALSE;
}

void
rensa_roles_find (const RensaFacts *facts, RensaPreviewSubject *subject)
{
  static gboolean (*const roles[]) (const RensaFacts *facts, int i, RensaPreviewSubject *subject) = {
    is_reader,
    is_generator,
    is_decoder,
    is_tagger,
  };
  const RensaModel *step = rensa_network_get_model (rensa_facts_get_network (facts));

  if (!step->is_step && step->outputs->len == 1)
    subject->answer = get_type (facts, g_array_index (step->outputs, RensaModelSource, 0));
  for (guint k = 0; step->is_step && k < G_N_ELEMENTS (roles); k++)
    for (int i = 0; i < (int) step->nodes->len; i++)
      if (roles[k](facts, i, subject))
        break;
}
