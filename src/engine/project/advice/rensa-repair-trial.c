/* rensa-repair-trial.c: tries repairs on copies of a document until one helps.
 * SPDX-License-Identifier: MIT */

#include "rensa-repair-trial.h"

#include "rensa-repair-values.h"

/* Maximum number of trials; further problems are reported without a repair. */
#define MAX_TRIALS 60

static guint
count_alike (const RensaMistakes *mistakes, const char *message)
{
  guint n = 0;

  for (guint i = 0; i < mistakes->len; i++)
    n += strcmp (((RensaMistake *) mistakes->pdata[i])->error->message, message) == 0 ? 1 : 0;
  return n;
}

gboolean
rensa_mistakes_lack (const RensaMistakes *after, const RensaMistakes *before, const RensaMistake *mistake)
{
  const char *message = mistake->error->message;

  return count_alike (after, message) < count_alike (before, message);
}

/* Returns TRUE if @mistake is gone in @after and its place has no new mistakes. New hints are
 * acceptable if @mistake is an error, because the analysis may not have reached them before. */
static gboolean
is_mended (const RensaMistake *mistake, const RensaMistakes *before, const RensaMistakes *after)
{
  if (!rensa_mistakes_lack (after, before, mistake))
    return FALSE;
  for (guint i = 0; i < after->len; i++)
    {
      const RensaMistake *other = after->pdata[i];

      if (strcmp (other->place, mistake->place) == 0 && (!other->is_hint || mistake->is_hint)
          && count_alike (after, other->error->message) > count_alike (before, other->error->message))
        return FALSE;
    }
  return TRUE;
}

/* Returns TRUE if the repair leaves fewer mistakes and none in place of @mistake, or equally many
 * but more known types. */
static gboolean
is_better (const RensaProject *before, const RensaProject *after, const RensaMistake *mistake)
{
  if (!is_mended (mistake, before->mistakes, after->mistakes))
    return FALSE;
  if (after->mistakes->len != before->mistakes->len)
    return after->mistakes->len < before->mistakes->len;
  return rensa_facts_count_known (after->facts) > rensa_facts_count_known (before->facts);
}

/* Returns the mistakes that remain after @repair if it helps, else NULL. @reason: set if only the
 * values of the data rule it out. */
static RensaMistakes *
try_repair (RensaTrial *self, const RensaMistake *mistake, const RensaRepair *repair, char **reason)
{
  const RensaFindings *before = self->findings;
  g_autoptr (RensaDocument) copy = rensa_document_copy (self->document);
  g_auto (RensaFindings) after = { 0 };
  g_autofree char *refusal = NULL;

  self->n_trials++;
  if (!rensa_action_apply (&repair->action, copy, NULL))
    return NULL;

  if (repair->assumes_shape)
    rensa_findings_init_assuming (&after, copy, before, &repair->shape);
  else
    rensa_findings_init (&after, copy, self->cache, before->project->facts);
  if (!is_better (before->project, after.project, mistake))
    return NULL;
  if (repair->action.kind == RENSA_ACTION_FIT || repair->action.kind == RENSA_ACTION_LOSS)
    refusal = rensa_values_refuse (&after);
  if (refusal != NULL)
    {
      if (*reason == NULL)
        *reason = g_steal_pointer (&refusal);
      return NULL;
    }
  return g_ptr_array_ref (after.project->mistakes);
}

static gboolean
is_connection (const RensaRepair *repair)
{
  const RensaActionKind kind = repair->action.kind;

  return kind == RENSA_ACTION_CONNECT || kind == RENSA_ACTION_SPLICE || kind == RENSA_ACTION_OUTPUT;
}

static guint
count_errors (const RensaMistakes *mistakes)
{
  guint n = 0;

  for (guint i = 0; i < mistakes->len; i++)
    n += !((RensaMistake *) mistakes->pdata[i])->is_hint;
  return n;
}

/* Returns TRUE if another connection could not improve anything: no connection is missing, and
 * there are no new errors. */
static gboolean
is_settled (const RensaMistakes *left, const RensaMistakes *before)
{
  for (guint i = 0; i < left->len; i++)
    {
      const RensaMistake *mistake = left->pdata[i];
      const char *message = mistake->error->message;

      if (mistake->kind == RENSA_MISTAKE_OPEN || mistake->kind == RENSA_MISTAKE_DEAD
          || (!mistake->is_hint && count_alike (left, message) > count_alike (before, message)))
        return FALSE;
    }
  return TRUE;
}

RensaRepair *
rensa_trial_find_repair (RensaTrial *self, const RensaMistake *mistake, RensaMistakes **left, char **reason)
{
  g_autoptr (GPtrArray) repairs =
      self->n_trials < MAX_TRIALS ? rensa_repairs_for (self->findings, self->document, mistake) : g_ptr_array_new ();
  int best = -1;

  for (guint i = 0; i < repairs->len && self->n_trials < MAX_TRIALS; i++)
    {
      const RensaRepair *repair = repairs->pdata[i];
      g_autoptr (RensaMistakes) after = NULL;

      if (best >= 0 && (!is_connection (repair) || is_settled (*left, self->findings->project->mistakes)))
        break;
      after = try_repair (self, mistake, repair, reason);
      if (after != NULL && !is_connection (repair))
        return g_ptr_array_steal_index (repairs, i);
      if (after == NULL || (best >= 0 && count_errors (after) >= count_errors (*left)))
        continue;
      best = (int) i;
      g_clear_pointer (left, g_ptr_array_unref);
      *left = g_steal_pointer (&after);
    }
  return best >= 0 ? g_ptr_array_steal_index (repairs, best) : NULL;
}

static gboolean
has_output (const RensaModel *model, const gboolean *is_among)
{
  for (guint i = 0; i < model->nodes->len; i++)
    if (is_among[i] && rensa_model_get_node (model, (int) i)->is_output)
      return TRUE;
  return FALSE;
}

/* Returns the number of the node of @mistake in @model; -1 if it is on another level or the mistake
 * has no node. */
static int
find_node (const RensaModel *model, const RensaProject *project, const RensaMistake *mistake)
{
  const RensaModelNode *node = mistake->node != NULL && g_strcmp0 (mistake->scope, model->scope) == 0
                                   ? rensa_network_find_node (project->network, mistake->node)
                                   : NULL;

  return node != NULL ? rensa_model_find_node (model, node->name) : -1;
}

/* Returns TRUE if @mistake is an open input of a chain that leads to @end and to no output. */
static gboolean
begins_chain (const RensaMistake *mistake, const RensaProject *project, const RensaModel *model, int end)
{
  const int first = mistake->kind == RENSA_MISTAKE_OPEN ? find_node (model, project, mistake) : -1;
  g_autofree gboolean *is_behind = first >= 0 ? rensa_model_list_reached (model, first, FALSE) : NULL;

  return is_behind != NULL && is_behind[end] && !has_output (model, is_behind);
}

gboolean
rensa_mistake_follows (const RensaMistake *mistake, const RensaProject *project)
{
  const RensaModel *model = mistake->kind == RENSA_MISTAKE_DEAD && mistake->scope != NULL
                                ? rensa_network_find_model (project->network, mistake->scope)
                                : NULL;
  const int end = model != NULL ? find_node (model, project, mistake) : -1;

  if (end < 0)
    return FALSE;
  if (rensa_model_is_used (model, end))
    return TRUE;
  for (guint i = 0; i < project->mistakes->len; i++)
    if (begins_chain (project->mistakes->pdata[i], project, model, end))
      return TRUE;
  return FALSE;
}
