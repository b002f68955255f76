/* evaluator.c: Evaluator, how well the model does on data that it does not learn from.
 * SPDX-License-Identifier: MIT */

#include "rensa-error.h"
#include "rensa-extensions.h"
#include "rensa-modes.h"

/* Calls @target with the next batch, reporting to @observation; *@stop after the last one. */
static gboolean
evaluate_batch (RensaLink *target, RensaSerialIterator *iterator, gboolean *stop, GError **error)
{
  RensaArray *fields[RENSA_MAX_FIELDS] = { NULL };
  RensaVariable *batch[RENSA_MAX_FIELDS] = { NULL };
  RensaVariable *outputs[RENSA_MAX_OUTPUTS] = { NULL };
  const int n = rensa_dataset_get_n_fields (rensa_serial_iterator_get_dataset (iterator));
  int n_outputs;

  if (!rensa_serial_iterator_next (iterator, fields, stop, error))
    return FALSE;
  if (*stop)
    return TRUE;

  for (int i = 0; i < n; i++)
    batch[i] = rensa_variable_new_constant (fields[i]);
  n_outputs = rensa_link_call_n (target, batch, n, outputs, RENSA_MAX_OUTPUTS, error);
  for (int i = 0; i < n_outputs; i++)
    rensa_variable_unref (outputs[i]);
  for (int i = 0; i < n; i++)
    {
      rensa_variable_unref (batch[i]);
      rensa_array_unref (fields[i]);
    }
  return n_outputs >= 0;
}

/**
 * rensa_evaluate:
 * @target: what is called with each batch, usually a Classifier
 * @dataset: the examples
 * @batch_size: how many of them at a time
 * @prefix: (nullable): what stands before the names, such as "validation"
 * @result: is cleared, then gets the values
 *
 * Calls @target for all of @dataset in test mode without recording, and averages what its links report: "main/loss", or
 * "validation/main/loss" with a prefix.  Each batch counts alike, as in Chainer, even where the last one is short.
 *
 * Returns: FALSE with the error of the call that failed
 */
RENSA_API gboolean
rensa_evaluate (RensaLink *target, RensaDataset *dataset, gint64 batch_size, const char *prefix,
                RensaObservation *result, GError **error)
{
  g_auto (RensaModesScope) scope = rensa_modes_enter ();
  g_autoptr (RensaSerialIterator) iterator = rensa_serial_iterator_new (dataset, batch_size, FALSE, FALSE, 0, error);
  g_autoptr (RensaReporter) reporter = rensa_reporter_new ();
  g_autoptr (RensaObservation) observation = rensa_observation_new ();
  g_autoptr (RensaDictSummary) summary = rensa_dict_summary_new ();
  g_autofree char *name = prefix != NULL ? g_strconcat (prefix, "/main", NULL) : g_strdup ("main");
  gboolean stop = FALSE;
  gboolean ok = iterator != NULL;

  rensa_modes_get ()->train = FALSE;
  rensa_modes_get ()->enable_backprop = FALSE;
  rensa_reporter_add_link (reporter, name, target);
  while (ok && !stop)
    {
      rensa_observation_clear (observation);
      rensa_reporter_push (reporter, observation);
      ok = evaluate_batch (target, iterator, &stop, error);
      rensa_reporter_pop (reporter);
      if (ok && !stop)
        rensa_dict_summary_add (summary, observation);
    }

  rensa_observation_clear (result);
  rensa_dict_summary_compute_mean (summary, result);
  return ok;
}

static gboolean
initialize (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  gint64 batch_size;

  if (rensa_trainer_get_validation (trainer, &batch_size) != NULL)
    return TRUE;

  g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID,
               "Evaluator: “%s” needs examples to validate with, but there are none",
               rensa_extension_get_name (extension));
  return FALSE;
}

static gboolean
call (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  RensaLink *target = rensa_updater_get_loss_link (rensa_trainer_get_updater (trainer));
  const char *name = rensa_extension_get_name (extension);
  g_autoptr (RensaObservation) result = rensa_observation_new ();
  gint64 batch_size;
  RensaDataset *dataset = rensa_trainer_get_validation (trainer, &batch_size);

  if (!rensa_evaluate (target, dataset, batch_size, name, result, error))
    {
      g_prefix_error (error, "%s: ", name);
      return FALSE;
    }

  for (guint i = 0; i < rensa_observation_get_n (result); i++)
    rensa_report_number (rensa_observation_get_key (result, i), rensa_observation_get_value (result, i), NULL);
  return TRUE;
}

/* Chainer's iterator, target, converter, device, eval_hook and eval_func are objects; the trainer has the first two,
 * and the rest is left out. */
const RensaExtensionClass rensa_evaluator_class = {
  .name = "Evaluator",
  .group = "extension",
  .title = N_ ("Evaluator"),
  .summary = N_ ("Measures the model on data that it does not learn from"),
  .priority = RENSA_PRIORITY_WRITER,
  .trigger_period = 1,
  .trigger_unit = "epoch",
  .default_name = "validation",
  .initialize = initialize,
  .call = call,
  .chainer = "extensions.Evaluator({iterator}, {model})",
};
