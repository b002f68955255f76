/* rensa-trained.c: the trained model of a document.
 * SPDX-License-Identifier: MIT */

#include "rensa-trained-private.h"

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

  if (weights == NULL)
    {
      rensa_set_words (
          error, RENSA_ERROR_INVALID,
          N_ ("What is exported to “%s” is a trained model, and nothing says which: --weights names its file"),
          exporter);
      return FALSE;
    }
  self->builder = rensa_builder_new (document, target->dataset_root, error);
  self->model = self->builder != NULL ? rensa_builder_make_model (self->builder, error) : NULL;
  if (self->model == NULL || !rensa_weights_load (self->model, weights, error))
    return FALSE;
  self->predictor = rensa_builder_find_predictor (self->builder, self->model, error);
  return self->predictor != NULL;
}
