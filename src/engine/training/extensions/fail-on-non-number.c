/* fail-on-non-number.c: FailOnNonNumber, ends a training that has gone astray.
 * SPDX-License-Identifier: MIT */

#include "rensa-device-sums.h"
#include "rensa-extensions.h"
#include "rensa-fault.h"
#include "rensa-language.h"

static gboolean
collect (const char *path, RensaVariable *param, gpointer arrays, GError **error)
{
  g_ptr_array_add (arrays, rensa_variable_get_array (param));
  return TRUE;
}

/* The first one that is wrong, with the name of its optimizer. */
static gboolean
tell (const char *path, RensaVariable *param, gpointer optimizer, GError **error)
{
  RensaArray *array = rensa_variable_get_array (param);
  double n;

  if (!rensa_count_not_finite (&array, 1, &n, error))
    return FALSE;
  if (!(n > 0))
    return TRUE;
  rensa_set_words (
      error, RENSA_ERROR_INVALID,
      N_ ("%s: %.0f of the numbers of %s of optimizer “%s” are NaN or infinite; the learning rate may be too large"),
      "FailOnNonNumber", n, path, (const char *) optimizer);
  return FALSE;
}

static gboolean
call (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  RensaUpdater *updater = rensa_trainer_get_updater (trainer);
  g_autoptr (GPtrArray) arrays = g_ptr_array_new ();
  const char *name;
  double n;

  for (guint i = 0; (name = rensa_updater_get_optimizer_name (updater, i)) != NULL; i++)
    rensa_link_foreach_param (rensa_updater_get_target (updater, name), collect, arrays, NULL);
  if (!rensa_count_not_finite ((RensaArray *const *) arrays->pdata, arrays->len, &n, error))
    return FALSE;

  for (guint i = 0; n > 0 && (name = rensa_updater_get_optimizer_name (updater, i)) != NULL; i++)
    if (!rensa_link_foreach_param (rensa_updater_get_target (updater, name), tell, (gpointer) name, error))
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
