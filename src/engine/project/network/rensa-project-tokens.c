/* rensa-project-tokens.c: checks that each token of the data has a vector.
 * SPDX-License-Identifier: MIT */

#include "rensa-links.h"
#include "rensa-network-faults.h"
#include "rensa-project-parts.h"

typedef struct
{
  RensaProject *project;
  gint64 n_tokens;
  GHashTable *seen; /* RensaModelNode */
} Check;

static gint64
get_size (RensaAttrs *attrs)
{
  const RensaAttrSpec *spec = rensa_component_find_attr (rensa_attrs_get_component (attrs), "in_size");

  return G_STRUCT_MEMBER (gint64, rensa_attrs_get_values (attrs), spec->offset);
}

static void
check_vectors (Check *self, RensaModel *model, RensaModelNode *node)
{
  const gint64 size = get_size (node->attrs);

  if (size < self->n_tokens && g_hash_table_add (self->seen, node))
    rensa_model_add_mistake_to (self->project->mistakes, model, node, RENSA_MISTAKE_SHAPES,
                                &(RensaFault){ .code = &rensa_fault_few_vectors,
                                               .who = node->name,
                                               .n_found = { &rensa_count_vectors, size },
                                               .n_expected = { &rensa_count_tokens, self->n_tokens } });
}

/* Checks all consumers of node @number of @model, which outputs unmodified tokens of the data. */
static void
check_behind (Check *self, RensaModel *model, int number)
{
  for (guint i = 0; i < model->nodes->len; i++)
    {
      RensaModelNode *node = rensa_model_get_node (model, (int) i);
      RensaModel *inner = node->called != NULL ? node->called->model : node->model;

      for (guint j = 0; j < node->sources->len; j++)
        if (rensa_model_node_get_source (node, j)->node != number)
          continue;
        else if (node->kind == RENSA_MODEL_NODE_LINK && node->attrs != NULL
                 && rensa_attrs_get_component (node->attrs) == RENSA_COMPONENT (&rensa_embed_id_link_class))
          check_vectors (self, model, node);
        else if (inner != NULL && j < inner->inputs->len)
          check_behind (self, inner, rensa_model_get_input (inner, j));
    }
}

void
rensa_project_check_tokens (RensaProject *project, gint64 n_tokens)
{
  RensaModel *model = project->model;
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  Check self = { project, n_tokens, seen };

  for (guint i = 0; i < model->inputs->len; i++)
    if ((model->is_step ? rensa_step_get_field (model, i) : (int) i) == 0)
      check_behind (&self, model, rensa_model_get_input (model, i));
}
