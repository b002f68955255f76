/* rensa-repair-values.c: trial training of a repaired document on its data.
 * SPDX-License-Identifier: MIT */

#include "rensa-repair-values.h"

#include <math.h>

#include "rensa-base-faults.h"
#include "rensa-budget.h"
#include "rensa-builder-parts.h"
#include "rensa-comparison.h"
#include "rensa-language.h"
#include "rensa-late-check.h"
#include "rensa-links.h"
#include "rensa-modes.h"
#include "rensa-primitives.h"

#define N_BATCHES 3
/* A larger batch reveals nothing more. */
#define MOST_EXAMPLES 16
/* Limit for the parameters, and for the values of one such batch: larger trials would delay editing. */
#define MOST_BYTES (8 * 1024 * 1024)
#define MOST_OPERATIONS (20 * 1000)

/* @gradient: a sum of squares over all batches; @reason: (nullable): a sentence */
typedef struct
{
  RensaBuilder builder;
  RensaLink *target;
  RensaUpdater *updater;
  double gradient;
  char *reason;
} Run;

static void
run_clear (Run *self)
{
  g_clear_pointer (&self->updater, rensa_updater_free);
  g_clear_pointer (&self->target, rensa_link_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Run, run_clear)

static gboolean
shrink_batch (RensaFindings *findings)
{
  g_autofree char *text = g_strdup_printf ("%d", MOST_EXAMPLES);

  if (findings->batch_size <= MOST_EXAMPLES)
    return TRUE;
  findings->batch_size = MOST_EXAMPLES;
  return rensa_attrs_set_text (findings->project->iterator, "batch_size", text, NULL);
}

/* Returns TRUE if the document can be trained, with available data, in a moment. */
static gboolean
can_try (RensaFindings *findings)
{
  const gint64 batch_size = MAX (findings->batch_size, 1);
  const RensaNeeds needs = rensa_project_count_needs (findings->project);

  return findings->project->mistakes->len == 0 && findings->bundle != NULL && !findings->bundle->is_stand_in
         && needs.n_param_bytes <= MOST_BYTES
         && needs.n_value_bytes / batch_size * MIN (batch_size, MOST_EXAMPLES) <= MOST_BYTES && shrink_batch (findings);
}

static gboolean
prepare (Run *self, GError **error)
{
  self->target = rensa_builder_make_target (&self->builder, error);
  if (self->target == NULL || !rensa_link_draw_params (self->target, rensa_builder_get_seed (&self->builder), error)
      || !rensa_preprocessing_fit (self->builder.bundle.preprocessing, NULL, error))
    return FALSE;
  self->updater = rensa_builder_make_updater (&self->builder, self->target, NULL, error);
  return self->updater != NULL;
}

static gboolean
add_square (const char *path, RensaVariable *param, gpointer data, GError **error)
{
  double *sum = data;
  RensaArray *grad = rensa_variable_get_grad (param);
  g_autoptr (RensaArray) square =
      grad != NULL ? rensa_reduce (RENSA_REDUCE_SUM_SQUARE, grad, (1u << rensa_array_get_ndim (grad)) - 1, FALSE, error)
                   : NULL;

  if (square != NULL)
    *sum += rensa_array_get_scalar (square);
  return grad == NULL || square != NULL;
}

/* Returns the name of the document's loss if it is one that cannot be negative for suitable labels,
 * else NULL. */
static const char *
find_positive_loss (const RensaProject *project)
{
  const char *name = project->loss != NULL && !rensa_project_has_step ((RensaProject *) project)
                         ? rensa_attrs_get_component (project->loss)->name
                         : NULL;

  return name != NULL && g_strv_contains (rensa_usual_losses, name) ? name : NULL;
}

/* Sets the reason if the value is nonsense. */
static void
look_at_loss (Run *self, double loss)
{
  const char *name = find_positive_loss (self->builder.project);

  if (!isfinite (loss))
    self->reason = g_strdup (_ ("With this data, the loss becomes NaN or infinite within the first iterations."));
  else if (name != NULL && loss < 0)
    self->reason =
        g_strdup_printf (_ ("With this data, %s yields a negative loss: it is not suitable for these labels."), name);
}

static gboolean
learn_from (Run *self, guint i, RensaVariable *loss, GError **error)
{
  const char *name = rensa_updater_get_optimizer_name (self->updater, i);
  RensaOptimizer *optimizer = name != NULL ? rensa_updater_get_optimizer (self->updater, name) : NULL;

  if (optimizer == NULL || loss == NULL)
    return TRUE;
  look_at_loss (self, rensa_array_get_scalar (rensa_variable_get_array (loss)));
  if (self->reason != NULL)
    return TRUE;
  rensa_link_cleargrads (rensa_optimizer_get_target (optimizer));
  return rensa_optimizer_backward (optimizer, loss, error)
         && rensa_link_foreach_param (rensa_optimizer_get_target (optimizer), add_square, &self->gradient, error)
         && rensa_optimizer_update (optimizer, error);
}

static gboolean
run_batch (Run *self, GError **error)
{
  RensaVariable *batch[RENSA_MAX_FIELDS] = { NULL };
  RensaVariable *losses[RENSA_MAX_OUTPUTS] = { NULL };
  const int n_fields = rensa_updater_next_batch (self->updater, RENSA_MAIN, batch, error);
  const int n_losses = n_fields > 0 ? rensa_step_call (self->target, batch, n_fields, losses, error) : -1;
  gboolean ok = n_losses > 0;

  for (int i = 0; ok && i < n_losses && self->reason == NULL; i++)
    ok = learn_from (self, (guint) i, losses[i], error);
  rensa_variables_clear (losses, MAX (n_losses, 0));
  rensa_variables_clear (batch, MAX (n_fields, 0));
  return rensa_late_checks_read (ok ? error : NULL) && ok;
}

/* Values that cannot be used in computations also count as invalid; the repair is not
 * responsible for excessive size or unreadable data. */
static void
look_at_error (Run *self, const GError *error)
{
  const gboolean is_refusal =
      error->code == RENSA_ERROR_INVALID && rensa_error_get_fault (error)->code != &rensa_fault_many_operations;

  if (is_refusal)
    self->reason = rensa_error_to_sentence (error);
}

/* Rejects numbers of classes that the document's loss does not accept, because a few batches may
 * not contain them. */
static char *
refuse_labels (const RensaFindings *findings)
{
  RensaDataUse use = { 0 };

  rensa_loss_find_label_range (findings->project->loss, &use);
  if (use.loss == NULL || rensa_project_has_step (findings->project) || findings->n_classes - 1 <= use.high)
    return NULL;
  return g_strdup_printf (_ ("The labels range from %lld to %lld, but %s only accepts labels from %lld to %lld."), 0LL,
                          (long long) findings->n_classes - 1, use.loss, (long long) use.low, (long long) use.high);
}

char *
rensa_values_refuse (RensaFindings *findings)
{
  g_auto (RensaModesScope) modes = rensa_modes_enter ();
  g_auto (RensaBudget) budget = { .limit = MOST_OPERATIONS };
  g_auto (Run) self = { 0 };
  g_autoptr (GError) error = NULL;
  gboolean ok;

  self.reason = refuse_labels (findings);
  if (self.reason != NULL || !can_try (findings))
    return self.reason;
  rensa_modes_get ()->dtype = rensa_project_get_settings (findings->project)->dtype;
  self.builder =
      (RensaBuilder){ .project = findings->project, .bundle = *findings->bundle, .batch_size = findings->batch_size };
  rensa_budget_enter (&budget);
  ok = prepare (&self, &error);
  for (int i = 0; ok && i < N_BATCHES && self.reason == NULL; i++)
    ok = run_batch (&self, &error);
  if (!ok && error != NULL)
    look_at_error (&self, error);
  else if (self.reason == NULL && self.gradient == 0)
    self.reason = g_strdup (_ ("With this data, nothing is learned: all gradients are 0."));
  return self.reason;
}
