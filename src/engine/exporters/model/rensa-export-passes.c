/* rensa-export-passes.c: passes of a training step per iteration, if some losses are recomputed.
 * SPDX-License-Identifier: MIT */

#include "rensa-export-model-private.h"

static const RensaLossPlan *
get_loss (const RensaProject *project, guint i)
{
  return project->losses->pdata[i];
}

static guint
count_fresh (const RensaProject *project)
{
  guint n = 0;

  for (guint i = 0; !rensa_project_learns_whole (project) && i < project->losses->len; i++)
    n += get_loss (project, i)->is_fresh ? 1 : 0;
  return n;
}

gboolean
rensa_export_has_passes (const RensaProject *project)
{
  return count_fresh (project) > 0;
}

gboolean
rensa_export_makes_loss (const RensaProject *project, int pass, guint i)
{
  return pass == RENSA_EXPORT_WHOLE
         || (pass == RENSA_EXPORT_FIRST ? !get_loss (project, i)->is_fresh : pass == (int) i);
}

static void
need (gboolean *is_needed, const RensaModelSource *source)
{
  if (source->node >= 0)
    is_needed[source->node] = TRUE;
}

/* Also marks everything on which the marked nodes depend. */
static void
need_sources (const RensaModel *model, gboolean *is_needed)
{
  for (guint i = model->order->len; i-- > 0;)
    {
      const int number = g_array_index (model->order, int, i);
      const RensaModelNode *node = rensa_model_get_node (model, number);

      for (guint j = 0; is_needed[number] && j < node->sources->len; j++)
        need (is_needed, rensa_model_node_get_source (node, j));
    }
}

static gboolean *
list_needed_by_losses (const RensaProject *project, int pass)
{
  gboolean *is_needed = g_new0 (gboolean, project->model->nodes->len);

  for (guint i = 0; i < project->losses->len; i++)
    if (rensa_export_makes_loss (project, pass, i))
      need (is_needed, &get_loss (project, i)->source);
  need_sources (project->model, is_needed);
  return is_needed;
}

static gboolean
losses_need (const RensaProject *project, int pass, int node)
{
  g_autofree gboolean *is_needed = list_needed_by_losses (project, pass);

  return is_needed[node];
}

/* A report belongs to the first pass that computes its value, or to the very first pass if none does. */
static int
find_pass (const RensaProject *project, int node)
{
  const gboolean has_first = count_fresh (project) < project->losses->len;

  if (has_first && losses_need (project, RENSA_EXPORT_FIRST, node))
    return RENSA_EXPORT_FIRST;
  for (guint i = 0; i < project->losses->len; i++)
    if (get_loss (project, i)->is_fresh && losses_need (project, (int) i, node))
      return (int) i;
  return has_first ? RENSA_EXPORT_FIRST : 0;
}

gboolean
rensa_export_makes_report (const RensaProject *project, int pass, guint i)
{
  const RensaReportPlan *report = project->reports->pdata[i];

  return pass == RENSA_EXPORT_WHOLE || find_pass (project, report->source.node) == pass;
}

gboolean *
rensa_export_list_needed (const RensaProject *project, int pass)
{
  gboolean *is_needed = list_needed_by_losses (project, pass);

  for (guint i = 0; i < project->reports->len; i++)
    if (rensa_export_makes_report (project, pass, i))
      need (is_needed, &((const RensaReportPlan *) project->reports->pdata[i])->source);
  need_sources (project->model, is_needed);
  return is_needed;
}
