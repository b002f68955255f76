/* evaluator.c: Evaluator, measures the performance of the model on validation data.
 * SPDX-License-Identifier: MIT */

#include "evaluator.py.inc"
#include "rensa-error.h"
#include "rensa-extensions.h"
#include "rensa-late-check.h"
#include "rensa-links.h"
#include "rensa-modes.h"

/* Name of its iterator. */
#define EXAMPLES "validation"

enum
{
  AVERAGE_EXAMPLES,
  AVERAGE_BATCHES,
};

static const char *const averages[] = { "examples", "batches", NULL };

typedef struct
{
  int average;
} Evaluator;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_CHOICE (Evaluator, average, .initial = AVERAGE_EXAMPLES, .choices = averages, .title = N_ ("Average"),
                     .hint = N_ ("Averages over examples (independent of the batch size) or over batches (as in "
                                 "Chainer, where a smaller last batch has the same weight)")),
};

static gboolean
call_target (RensaLink *target, RensaVariable *const *batch, int n, GError **error)
{
  RensaVariable *outputs[RENSA_MAX_OUTPUTS] = { NULL };
  const int n_outputs = rensa_link_call_n (target, batch, n, outputs, RENSA_MAX_OUTPUTS, error);

  rensa_variables_clear (outputs, n_outputs);
  return rensa_late_checks_read_last (error) && n_outputs >= 0;
}

/* Returns the prefix of its report names, or NULL for none. */
static char *
name_target (RensaLink *target, const char *prefix)
{
  if (rensa_step_names_are_whole (target))
    return g_strdup (prefix);
  return prefix != NULL ? g_strconcat (prefix, "/", RENSA_MAIN, NULL) : g_strdup (RENSA_MAIN);
}

static gboolean
evaluate (RensaLink *target, RensaIterator *iterator, const RensaConverter *converter, const char *prefix, int average,
          RensaObservation *result, GError **error)
{
  g_auto (RensaModesScope) scope = rensa_modes_enter ();
  g_autoptr (RensaReporter) reporter = rensa_reporter_new ();
  g_autoptr (RensaObservation) observation = rensa_observation_new ();
  g_autoptr (RensaDictSummary) summary = rensa_dict_summary_new ();
  g_autofree char *name = name_target (target, prefix);
  RensaVariable *batch[RENSA_MAX_FIELDS];
  GPtrArray *state = rensa_link_take_state (target);
  gboolean ok = TRUE;
  int n = 0;

  rensa_modes_get ()->train = FALSE;
  rensa_modes_get ()->enable_backprop = FALSE;
  if (name != NULL)
    rensa_reporter_add_link (reporter, name, target);
  rensa_iterator_reset (iterator);
  while (ok && (n = rensa_batch_next (iterator, converter, rensa_link_get_device (target), batch, error)) > 0)
    {
      rensa_observation_clear (observation);
      rensa_reporter_push (reporter, observation);
      if (average == AVERAGE_EXAMPLES)
        rensa_report_weigh ((double) rensa_iterator_get_batch (iterator)->n);
      ok = call_target (target, batch, n, error);
      rensa_reporter_pop (reporter);
      rensa_variables_clear (batch, n);
      if (ok)
        rensa_dict_summary_add (summary, observation, NULL);
    }

  ok = rensa_late_checks_read (error) && ok;
  rensa_link_restore_state (target, state);
  rensa_observation_clear (result);
  rensa_dict_summary_compute_mean (summary, result);
  return ok && n == 0;
}

/**
 * rensa_evaluate:
 * @target: called with each batch, usually a Classifier
 * @iterator: returns each example once, from the first
 * @converter: (nullable): converts examples to arrays
 * @prefix: (nullable): prefix of the names, such as "validation"
 * @result: cleared, then filled with the values
 *
 * Calls @target, on its device, for all examples in test mode without recording, and averages the
 * values that its links report: "main/loss", or "validation/main/loss" with a prefix. Each batch is
 * weighted by its number of examples, so the batch size makes no difference. The state that links
 * keep from batch to batch is reset first and restored afterwards.
 *
 * Returns: FALSE with the error of the call that failed
 */
RENSA_API gboolean
rensa_evaluate (RensaLink *target, RensaIterator *iterator, const RensaConverter *converter, const char *prefix,
                RensaObservation *result, GError **error)
{
  return evaluate (target, iterator, converter, prefix, AVERAGE_EXAMPLES, result, error);
}

static gboolean
call (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  const Evaluator *self = rensa_extension_get_values (extension);
  RensaUpdater *updater = rensa_trainer_get_updater (trainer);
  RensaIterator *iterator = rensa_extension_get_iterator (extension, EXAMPLES);
  const char *name = rensa_extension_get_name (extension);
  g_autoptr (RensaObservation) result = rensa_observation_new ();

  if (!evaluate (rensa_updater_get_target (updater, RENSA_MAIN), iterator, rensa_updater_get_converter (updater), name,
                 self->average, result, error))
    {
      g_prefix_error (error, "%s: ", name);
      return FALSE;
    }

  for (guint i = 0; i < rensa_observation_get_n (result); i++)
    rensa_report_number (rensa_observation_get_key (result, i), rensa_observation_get_value (result, i), NULL);
  return TRUE;
}

/* Chainer's iterator, target, converter, device, eval_hook and eval_func are objects; the first
 * three are inputs or belong to the updater, and the rest is omitted. */
const RensaExtensionClass rensa_evaluator_class = {
  .name = "Evaluator",
  .title = N_ ("Evaluator"),
  .summary = N_ ("Evaluates the model on the validation set"),
  .words = N_ ("validation;test"),
  RENSA_ATTRS (Evaluator, attrs),
  .priority = RENSA_PRIORITY_WRITER,
  .trigger_period = 1,
  .trigger_unit = "epoch",
  .default_name = N_ ("validation"),
  .inputs = RENSA_INPUTS ("iterator:" EXAMPLES, "target:" RENSA_MAIN),
  .is_evaluation = TRUE,
  .call = call,
  RENSA_FORMS ({ "chainer", "{evaluator}({iterator}, {model}, average={average})" }, { "chainer_class", chainer_class },
               { "torch", "evaluate({model}, {batches}, {prefix}, average={average})" }),
};
