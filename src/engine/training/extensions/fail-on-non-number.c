/* fail-on-non-number.c: FailOnNonNumber, ends a training run that has diverged.
 * SPDX-License-Identifier: MIT */

#include "fail-on-non-number.py.inc"
#include "rensa-extensions.h"
#include "rensa-trainer-private.h"

static gboolean
call (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  return rensa_trainer_check_params (trainer, "FailOnNonNumber", error);
}

const RensaExtensionClass rensa_fail_on_non_number_class = {
  .name = "FailOnNonNumber",
  .title = N_ ("Stop at NaN"),
  .summary = N_ ("Stops training when a parameter becomes NaN or infinite"),
  .words = N_ ("nan;infinity;diverge;explode;check"),
  .priority = RENSA_PRIORITY_READER,
  .trigger_period = 1,
  .trigger_unit = "iteration",
  .default_name = "FailOnNonNumber",
  .call = call,
  RENSA_FORMS ({ "chainer", "extensions.FailOnNonNumber()" }, { "torch_statement", "fail_on_non_number(model)" },
               { "torch_class", torch_class }),
};
