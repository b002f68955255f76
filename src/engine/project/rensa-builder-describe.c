/* rensa-builder-describe.c: what a model is made of, for people.
 * SPDX-License-Identifier: MIT */

#include "rensa-builder-private.h"

static void
summary_free (gpointer data)
{
  RensaNodeSummary *summary = data;

  g_free (summary->path);
  g_free (summary->type);
  g_free (summary);
}

static void
add_summary (GPtrArray *summaries, RensaModelNode *node, const char *prefix, int depth)
{
  RensaNodeSummary *summary = g_new0 (RensaNodeSummary, 1);

  summary->path = g_strconcat (prefix, node->name, NULL);
  summary->type = g_strdup (node->type);
  summary->depth = depth;
  summary->repeat = node->repeat;
  summary->n_outputs = node->n_outputs;
  memcpy (summary->outputs, node->outputs, sizeof summary->outputs);
  summary->n_params = node->n_params;
  summary->n_bytes = node->n_bytes;
  g_ptr_array_add (summaries, summary);
}

static void
describe (GPtrArray *summaries, RensaModel *model, const char *prefix, int depth)
{
  for (guint i = 0; i < model->order->len; i++)
    {
      RensaModelNode *node = rensa_model_get_node (model, g_array_index (model->order, int, i));
      g_autofree char *inner = g_strconcat (prefix, node->name, ".", NULL);

      if (node->name[0] != '\0')
        add_summary (summaries, node, prefix, depth);
      if (node->model != NULL)
        describe (summaries, node->model, inner, depth + 1);
    }
}

GPtrArray *
rensa_builder_describe (RensaBuilder *builder, GError **error)
{
  GPtrArray *summaries;

  if (!rensa_builder_prepare_shapes (builder, error))
    return NULL;

  summaries = g_ptr_array_new_with_free_func (summary_free);
  describe (summaries, builder->project->model, "", 0);
  return summaries;
}
