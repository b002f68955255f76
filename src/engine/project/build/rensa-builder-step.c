/* rensa-builder-step.c: the training step of a document and its learners.
 * SPDX-License-Identifier: MIT */

#include "rensa-builder-parts.h"
#include "rensa-language.h"
#include "rensa-links.h"

RensaLink *
rensa_builder_make_step (RensaBuilder *builder, GError **error)
{
  RensaProject *project = builder->project;
  const gboolean is_whole = rensa_project_learns_whole (project);
  const int n_values = (int) project->model->outputs->len;
  g_autofree int *values = g_new (int, MAX (n_values, 1));
  RensaType types[RENSA_MAX_FIELDS];
  const int n_fields =
      rensa_project_get_batch_types (project, builder->bundle.train, builder->batch_size, types, error);
  g_autoptr (RensaLink) step =
      n_fields > 0 ? rensa_step_build (project->model, project->facts, n_fields, values, error) : NULL;
  g_auto (GStrv) names = rensa_project_list_values (project);

  if (step == NULL
      || !rensa_step_set_outputs (step, values, (const char *const *) names, n_values, (int) project->losses->len,
                                  !is_whole, error))
    return NULL;
  for (guint i = 0; !is_whole && i < project->losses->len; i++)
    if (((const RensaLossPlan *) project->losses->pdata[i])->is_fresh)
      rensa_step_set_fresh (step, (int) i);
  return g_steal_pointer (&step);
}

/* Snapshots also include the models that no loss trains. */
static void
add_targets (RensaProject *project, RensaUpdater *updater, RensaLink *step)
{
  rensa_updater_take_target (updater, RENSA_MAIN, rensa_link_ref (step), FALSE);
  for (guint i = 0; i < rensa_link_get_n_children (step); i++)
    {
      RensaLink *child = rensa_link_get_child (step, i);

      if (!rensa_project_is_learnt (project, rensa_link_get_name (child)))
        rensa_updater_take_target (updater, rensa_link_get_name (child), rensa_link_ref (child), TRUE);
    }
}

RensaLink *
rensa_builder_find_predictor (RensaBuilder *builder, RensaLink *model, GError **error)
{
  RensaLink *predictor = rensa_link_find (model, "predictor");

  if (predictor == NULL)
    rensa_set_words (
        error, RENSA_ERROR_NOT_FOUND,
        N_ ("Predictions require a model named predictor, which this step does not call; use “rensa extract” to "
            "create a project from another model."));
  return predictor;
}

RensaPrediction
rensa_builder_get_prediction (RensaBuilder *builder)
{
  RensaProject *project = builder->project;
  const RensaLossPlan *loss = project->losses->len > 0 ? project->losses->pdata[0] : NULL;
  const RensaModelNode *node =
      loss != NULL && loss->source.node >= 0 ? rensa_model_get_node (project->model, loss->source.node) : NULL;
  RensaAttrs *function = node == NULL ? project->loss : (node->kind == RENSA_MODEL_NODE_FUNCTION ? node->attrs : NULL);

  if (function == NULL || builder->gives_logits)
    return RENSA_PREDICTION_IDENTITY;
  return ((const RensaFunctionClass *) rensa_attrs_get_component (function))->prediction;
}

void
rensa_builder_give_logits (RensaBuilder *builder)
{
  builder->gives_logits = TRUE;
}

gboolean
rensa_builder_add_losses (RensaBuilder *builder, RensaUpdater *updater, RensaLink *step, GError **error)
{
  RensaProject *project = builder->project;
  const gboolean is_whole = rensa_project_learns_whole (project);

  for (guint i = 0; i < project->losses->len; i++)
    {
      const RensaLossPlan *loss = project->losses->pdata[i];
      g_autoptr (RensaLink) learner =
          is_whole ? rensa_link_ref (step) : rensa_step_make_learner (step, (const char *const *) loss->models);
      RensaOptimizer *optimizer = rensa_builder_make_optimizer (learner, loss->optimizer, loss->hooks, error);

      if (optimizer == NULL)
        return rensa_prefix_place (error, loss->place);
      rensa_updater_take_optimizer (updater, is_whole ? RENSA_MAIN : loss->name, optimizer);
      rensa_updater_set_every (updater, i, loss->every);
    }
  if (!is_whole)
    add_targets (project, updater, step);
  return TRUE;
}
