/* fail-on-non-number.c: FailOnNonNumber, ends a training that has gone astray.
 * SPDX-License-Identifier: MIT */

#include "rensa-fault.h"
#include "rensa-extensions.h"
#include "rensa-language.h"
#include "rensa-primitives.h"

typedef struct
{
  const char *optimizer;
} Place;

static gboolean
check_param (const char *path, RensaVariable *param, gpointer data, GError **error)
{
  const Place *place = data;
  RensaArray *array = rensa_variable_get_array (param);
  g_autoptr (RensaArray) n = NULL;

  if (array == NULL)
    return TRUE;
  n = rensa_reduce (RENSA_REDUCE_N_NOT_FINITE, array, (1u << rensa_array_get_ndim (array)) - 1, FALSE, error);
  if (n == NULL)
    return FALSE;
  if (rensa_array_get_scalar (n) == 0)
    return TRUE;
  rensa_set_words (
      error, RENSA_ERROR_INVALID,
      N_ ("%s: %.0f of the numbers of %s of optimizer “%s” are NaN or infinite; the learning rate may be too large"),
      "FailOnNonNumber", rensa_array_get_scalar (n), path, place->optimizer);
  return FALSE;
}

static gboolean
call (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  RensaUpdater *updater = rensa_trainer_get_updater (trainer);
  Place place;

  for (guint i = 0; (place.optimizer = rensa_updater_get_optimizer_name (updater, i)) != NULL; i++)
    if (!rensa_link_foreach_param (rensa_updater_get_target (updater, place.optimizer), check_param, &place, error))
      return FALSE;
  return TRUE;
}

static const char torch_class[] = "def fail_on_non_number(model):\n"
                                  "    \"\"\"Ends the training where a parameter is NaN or infinite.\"\"\"\n"
                                  "    for key, tensor in list_tensors(model):\n"
                                  "        if not tensor.isfinite().all():\n"
                                  "            raise SystemExit(f'some numbers of {key} are NaN or infinite')\n";

const RensaExtensionClass rensa_fail_on_non_number_class = {
  .name = "FailOnNonNumber",
  .title = N_ ("Stop at NaN"),
  .summary = N_ ("Ends the training when a parameter is NaN or infinite"),
  .words = N_ ("nan;infinity;diverge;explode;check"),
  .priority = RENSA_PRIORITY_READER,
  .trigger_period = 1,
  .trigger_unit = "iteration",
  .default_name = "FailOnNonNumber",
  .call = call,
  RENSA_FORMS ({ "chainer", "extensions.FailOnNonNumber()" }, { "torch_statement", "fail_on_non_number(model)" },
               { "torch_class", torch_class }),
};
