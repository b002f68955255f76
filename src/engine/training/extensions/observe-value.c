/* observe-value.c: observe_value, reports a value computed from the progress of training.
 * SPDX-License-Identifier: MIT */

#include "rensa-extensions.h"
#include "rensa-formula.h"

/* Inputs of the formula, in this order. */
#define INPUTS "iteration, epoch, epoch_detail, elapsed_time"

typedef struct
{
  char *observation_key;
  char *target_func;
} ObserveValue;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_STRING (ObserveValue, observation_key, .names = RENSA_NAMES_NEW_REPORT, .required = TRUE,
                     .initial_text = "progress", .title = N_ ("Name"), .hint = N_ ("Name of the reported value")),
  RENSA_ATTR_STRING (ObserveValue, target_func, .required = TRUE, .initial_text = "epoch_detail", .title = N_ ("Value"),
                     .hint = N_ ("Formula of iteration, epoch, epoch_detail and elapsed_time (in seconds)")),
};

static RensaFormula *
get_formula (const ObserveValue *self, GError **error)
{
  return rensa_formula_get (&(RensaFormulaText){ .inputs = INPUTS, .formula = self->target_func }, error);
}

static gboolean
setup (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  g_autoptr (RensaFormula) formula = get_formula (rensa_extension_get_values (extension), error);

  if (formula == NULL)
    g_prefix_error_literal (error, "observe_value: target_func: ");
  return formula != NULL;
}

static gboolean
call (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  const ObserveValue *self = rensa_extension_get_values (extension);
  RensaUpdater *updater = rensa_trainer_get_updater (trainer);
  g_autoptr (RensaFormula) formula = get_formula (self, error);
  const double inputs[] = { (double) rensa_updater_get_iteration (updater), (double) rensa_updater_get_epoch (updater),
                            rensa_updater_get_epoch_detail (updater), rensa_trainer_get_elapsed_time (trainer) };
  double outputs[RENSA_PROGRAM_MAX_OUTPUTS];

  if (formula == NULL)
    return FALSE;
  rensa_program_evaluate (rensa_formula_get_program (formula), inputs, outputs);
  rensa_observation_set (rensa_trainer_get_observation (trainer), self->observation_key, outputs[0]);
  return TRUE;
}

/* Chainer's target_func takes the trainer; here a formula takes the quantities usually read from it. */
const RensaExtensionClass rensa_observe_value_class = {
  .name = "observe_value",
  .title = N_ ("Reported Value"),
  .summary = N_ ("Reports a value computed from the training progress for the log"),
  .words = N_ ("observe;record;formula"),
  RENSA_ATTRS (ObserveValue, attrs),
  .priority = RENSA_PRIORITY_WRITER,
  .trigger_period = 1,
  .trigger_unit = "epoch",
  .default_name = "_observe_value",
  .goes_ahead = TRUE,
  .setup = setup,
  .call = call,
  RENSA_FORMS ({ "chainer", "extensions.observe_value({observation_key}, lambda trainer: {target_func:progress})" }),
};
