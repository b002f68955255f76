/* rensa-step-check.c: checks that the losses of a training step can train models, and which ones.
 * SPDX-License-Identifier: MIT */

#include "rensa-function.h"
#include "rensa-network-faults.h"
#include "rensa-project-parts.h"
#include "rensa-updater.h"

static void
add_mistake (RensaProject *project, const RensaLossPlan *loss, RensaMistakeKind kind, const char *field,
             const RensaFault *fault)
{
  g_autofree char *place = field != NULL ? g_strconcat (loss->place, ".", field, NULL) : g_strdup (loss->place);
  RensaModelNode *node = loss->source.node >= 0 ? rensa_model_get_node (project->model, loss->source.node) : NULL;

  rensa_model_take_mistake_to (project->mistakes, project->model, node, kind, place,
                               rensa_error_new_fault (RENSA_ERROR_INVALID, fault));
}

/* Returns the node of the model or link of that name; NULL if there is none. */
static RensaModelNode *
find_learner (RensaProject *project, const char *name)
{
  const int i = rensa_model_find_node (project->model, name);
  RensaModelNode *node = i >= 0 ? rensa_model_get_node (project->model, i) : NULL;

  if (node != NULL && (node->kind == RENSA_MODEL_NODE_LINK || node->kind == RENSA_MODEL_NODE_NESTED))
    return node;
  return rensa_network_find_called (project->network, name);
}

/* Returns TRUE if backpropagation through @node reaches its input @slot. */
static gboolean
lets_through (const RensaModelNode *node, guint slot)
{
  RensaInputSpec specs[RENSA_MAX_INPUT_SPECS];
  int n;

  if (node->kind != RENSA_MODEL_NODE_FUNCTION)
    return TRUE;
  n = rensa_inputs_parse (((const RensaFunctionClass *) rensa_attrs_get_component (node->attrs))->inputs, specs);
  return n == 0 || !specs[MIN ((int) slot, n - 1)].constant;
}

gboolean *
rensa_step_list_reached (const RensaModel *step, int from)
{
  gboolean *is_reached = g_new0 (gboolean, MAX (step->nodes->len, 1));

  /* In this order, each node comes after all its sources. */
  is_reached[from] = TRUE;
  for (guint i = step->order->len; i-- > 0;)
    {
      const int number = g_array_index (step->order, int, i);
      const RensaModelNode *node = rensa_model_get_node (step, number);

      for (guint j = 0; is_reached[number] && j < node->sources->len; j++)
        {
          const int source = rensa_model_node_get_source (node, j)->node;

          if (source >= 0 && lets_through (node, j))
            is_reached[source] = TRUE;
        }
    }
  return is_reached;
}

gboolean
rensa_step_learns (const RensaModel *step, const gboolean *is_reached, const char *learner)
{
  for (guint i = 0; i < step->nodes->len; i++)
    {
      const RensaModelNode *node = rensa_model_get_node (step, (int) i);

      if (is_reached[i] && strcmp ((node->called != NULL ? node->called : node)->name, learner) == 0)
        return TRUE;
    }
  return FALSE;
}

/* Returns TRUE if a node of @is_reached has parameters of a model or link that learns from @loss;
 * sets *@is_frozen if all of them are frozen. */
static gboolean
is_learnt (RensaProject *project, const RensaLossPlan *loss, const gboolean *is_reached, gboolean *is_frozen)
{
  gint64 n_params = 0;
  gint64 n_frozen = 0;

  for (guint i = 0; i < project->model->nodes->len; i++)
    {
      const RensaModelNode *node = rensa_model_get_node (project->model, (int) i);
      const RensaModelNode *owner = node->called != NULL ? node->called : node;

      if (!is_reached[i] || !rensa_loss_teaches (loss, owner->name))
        continue;
      n_params += rensa_facts_get (project->facts, owner)->n_params;
      n_frozen += rensa_facts_count_frozen (project->facts, owner);
    }
  *is_frozen = n_frozen > 0 && n_frozen == n_params;
  return n_params > n_frozen;
}

static gboolean
check_models (RensaProject *project, const RensaLossPlan *loss)
{
  gboolean ok = TRUE;

  for (guint i = 0; loss->models[i] != NULL; i++)
    if (find_learner (project, loss->models[i]) == NULL)
      {
        g_autofree char *given = rensa_excerpt_name (loss->models[i]);

        add_mistake (project, loss, RENSA_MISTAKE_LOSS, "models",
                     &(RensaFault){ .code = &rensa_fault_no_such_model, .found = given });
        ok = FALSE;
      }
  return ok;
}

static void
check_value (RensaProject *project, const RensaLossPlan *loss)
{
  const RensaType *type = rensa_facts_get_type (project->facts, project->model, &loss->source);
  g_autofree char *found = type != NULL ? rensa_type_to_string (type) : NULL;

  if (type == NULL || rensa_shape_count (&type->shape) == 1)
    return;
  add_mistake (project, loss, RENSA_MISTAKE_LOSS, "node",
               &(RensaFault){ .code = &rensa_fault_loss_size,
                              .who = rensa_model_get_node (project->model, loss->source.node)->name,
                              .found = found });
}

static void
check_loss (RensaProject *project, const RensaLossPlan *loss)
{
  g_autofree gboolean *is_reached = NULL;
  g_autofree char *names = g_strjoinv (", ", loss->models);
  const RensaModelNode *node;
  RensaNeeds needs;
  gboolean is_frozen;

  if (!check_models (project, loss) || loss->source.node < 0)
    return;
  node = rensa_model_get_node (project->model, loss->source.node);
  check_value (project, loss);
  if (!rensa_facts_get (project->facts, node)->is_known)
    return;
  /* A step without trainable parameters has a separate fault, which is the cause. */
  needs = rensa_project_count_needs (project);
  if (needs.n_params == needs.n_frozen)
    return;
  is_reached = rensa_step_list_reached (project->model, loss->source.node);
  if (!is_learnt (project, loss, is_reached, &is_frozen))
    add_mistake (project, loss, RENSA_MISTAKE_LOSS, "models",
                 &(RensaFault){ .code = is_frozen ? &rensa_fault_learners_frozen : &rensa_fault_learnt_by_nobody,
                                .who = node->name,
                                .found = names });
}

/* Returns TRUE if both losses are named after a model that learns from both, which is reported
 * already. */
static gboolean
is_named_by_learner (const RensaLossPlan *earlier, const RensaLossPlan *loss)
{
  return g_strcmp0 (earlier->models[0], loss->name) == 0 && g_strcmp0 (loss->models[0], loss->name) == 0;
}

/* Checks that the two losses have different names and train different models. */
static void
check_pair (RensaProject *project, const RensaLossPlan *earlier, const RensaLossPlan *loss)
{
  if (strcmp (earlier->name, loss->name) == 0 && !is_named_by_learner (earlier, loss))
    add_mistake (project, loss, RENSA_MISTAKE_LOSS, "name",
                 &(RensaFault){ .code = &rensa_fault_loss_name, .found = loss->name });
  for (guint i = 0; loss->models[i] != NULL; i++)
    if (rensa_loss_teaches (earlier, loss->models[i]))
      add_mistake (project, loss, RENSA_MISTAKE_LOSS, "models",
                   &(RensaFault){ .code = &rensa_fault_learnt_twice, .who = loss->models[i] });
}

/* An updater with a single optimizer cannot use several. */
static void
check_updater (RensaProject *project)
{
  const RensaUpdaterClass *updater =
      project->updater != NULL ? (const RensaUpdaterClass *) rensa_attrs_get_component (project->updater) : NULL;

  if (updater != NULL && !rensa_project_learns_whole (project)
      && g_strv_contains (updater->inputs, "optimizer:" RENSA_MAIN))
    rensa_mistakes_add (project->mistakes, RENSA_MISTAKE_LOSS, "updater",
                        &(RensaFault){ .code = &rensa_fault_losses_updater, .who = updater->name });
}

void
rensa_project_check_losses (RensaProject *project)
{
  GPtrArray *losses = project->losses;

  if (losses->len == 0)
    rensa_mistakes_add (project->mistakes, RENSA_MISTAKE_LOSS, "losses",
                        &(RensaFault){ .code = &rensa_fault_no_losses });
  for (guint i = 0; i < losses->len; i++)
    {
      check_loss (project, losses->pdata[i]);
      for (guint j = 0; j < i; j++)
        check_pair (project, losses->pdata[j], losses->pdata[i]);
    }
  if (losses->len > 0)
    check_updater (project);
}
