/* observe-lr.c: observe_lr, the learning rate as a reported value.
 * SPDX-License-Identifier: MIT */

#include "rensa-fault.h"
#include "rensa-extensions.h"
#include "rensa-language.h"

typedef struct
{
  char *optimizer_name;
  char *observation_key;
} ObserveLr;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_STRING (ObserveLr, optimizer_name, .names = RENSA_NAMES_OPTIMIZER, .initial_text = RENSA_MAIN,
                     .title = N_ ("Optimizer")),
  RENSA_ATTR_STRING (ObserveLr, observation_key, .names = RENSA_NAMES_NEW_REPORT, .initial_text = "lr",
                     .title = N_ ("Name"), .hint = N_ ("Name of the reported value")),
};

static RensaOptimizer *
get_optimizer (RensaExtension *extension, RensaTrainer *trainer)
{
  const ObserveLr *self = rensa_extension_get_values (extension);

  return rensa_updater_get_optimizer (rensa_trainer_get_updater (trainer), self->optimizer_name);
}

static gboolean
setup (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  const ObserveLr *self = rensa_extension_get_values (extension);
  RensaOptimizer *optimizer = get_optimizer (extension, trainer);
  double rate;

  if (optimizer == NULL)
    rensa_set_words (error, RENSA_ERROR_NOT_FOUND, N_ ("%s: optimizer “%s” does not exist"), "observe_lr",
                     self->optimizer_name);
  else if (!rensa_optimizer_get_learning_rate (optimizer, &rate))
    rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s: %s has no learning rate"), "observe_lr",
                     rensa_attrs_get_component (rensa_optimizer_get_attrs (optimizer))->name);
  else
    return TRUE;
  return FALSE;
}

static gboolean
call (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  const ObserveLr *self = rensa_extension_get_values (extension);
  double rate;

  if (rensa_optimizer_get_learning_rate (get_optimizer (extension, trainer), &rate))
    rensa_observation_set (rensa_trainer_get_observation (trainer), self->observation_key, rate);
  return TRUE;
}

/* For Adam and its variants, Chainer reports the step size of the current update, alpha times a
 * factor that approaches 1; here it is alpha, the number that users set and schedules change. */
const RensaExtensionClass rensa_observe_lr_class = {
  .name = "observe_lr",
  .title = N_ ("Learning Rate"),
  .summary = N_ ("Reports the learning rate for the log"),
  .words = N_ ("observe;record;learning rate;schedule"),
  RENSA_ATTRS (ObserveLr, attrs),
  .priority = RENSA_PRIORITY_WRITER,
  .trigger_period = 1,
  .trigger_unit = "epoch",
  .default_name = "_observe_value",
  .goes_ahead = TRUE,
  .setup = setup,
  .call = call,
  RENSA_FORMS (
      { "chainer", "extensions.observe_lr(optimizer_name={optimizer_name}, observation_key={observation_key})" },
      { "torch", "dict([({observation_key:always}, {optimizer}.lr)])" }),
};
