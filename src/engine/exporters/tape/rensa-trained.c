/* rensa-trained.c: the trained model of a document.
 * SPDX-License-Identifier: MIT */

#include "rensa-trained-private.h"

#include "rensa-document-values.h"
#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-weights.h"

void
rensa_trained_clear (RensaTrained *self)
{
  g_clear_pointer (&self->model, rensa_link_unref);
  g_clear_pointer (&self->builder, rensa_builder_free);
}

gboolean
rensa_trained_load (RensaTrained *self, RensaDocument *document, const RensaExportTarget *target, const char *exporter,
                    GError **error)
{
  g_autofree char *weights = rensa_export_find_weights (document, target);
  g_autoptr (GHashTable) map = NULL;

  if (weights == NULL)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID,
                       N_ ("“%s” exports a trained model; use --weights to choose its file"), exporter);
      return FALSE;
    }
  if (target->weights == NULL && !rensa_document_read_weights_map (document, &map, error))
    return FALSE;
  self->builder = rensa_builder_new (document, target->dataset_root, error);
  if (self->builder != NULL && target->gives_logits)
    rensa_builder_give_logits (self->builder);
  self->model = self->builder != NULL ? rensa_builder_make_model (self->builder, error) : NULL;
  if (self->model == NULL || !rensa_weights_load (self->model, weights, map, error))
    return FALSE;
  self->predictor = rensa_builder_find_predictor (self->builder, self->model, error);
  return self->predictor != NULL;
}

RensaDataset *
rensa_trained_find_examples (const RensaTrained *trained)
{
  RensaDataset *test = rensa_builder_get_test (trained->builder);

  return rensa_preprocessing_unwrap (rensa_builder_get_preprocessing (trained->builder),
                                     test != NULL ? test : rensa_builder_get_train (trained->builder));
}

RensaArray *
rensa_trained_ask (const RensaTrained *trained, guint n_inputs, gint64 first, gint64 n, GError **error)
{
  g_autoptr (RensaDataset) examples = rensa_trained_find_examples (trained);
  g_autofree gint64 *indices = g_new (gint64, MAX (n, 1));
  RensaArray *inputs[RENSA_MAX_FIELDS] = { NULL };
  RensaArray *y = NULL;
  gboolean ok = TRUE;

  for (gint64 i = 0; i < n; i++)
    indices[i] = first + i;
  for (guint i = 0; ok && i < n_inputs; i++)
    {
      inputs[i] = rensa_dataset_get_field (examples, (int) i, indices, n, error);
      ok = inputs[i] != NULL;
    }
  if (ok)
    y = rensa_builder_ask (trained->builder, trained->predictor, inputs, n_inputs, error);
  rensa_arrays_clear (inputs, (int) n_inputs);
  return y;
}
