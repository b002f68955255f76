/* c.c: exports the trained model to C99, using only <math.h>.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "rensa-c-model-private.h"
#include "rensa-c-prove-private.h"
#include "rensa-component.h"
#include "rensa-document-values.h"
#include "rensa-exporters.h"

static void
add_file (GPtrArray *files, const char *path, GBytes *bytes)
{
  g_ptr_array_add (files, rensa_export_file_new (path, bytes));
}

static GBytes *
take_text (char **text)
{
  const gsize length = strlen (*text);

  return g_bytes_new_take (g_steal_pointer (text), length);
}

static gboolean
write_texts (RensaCModel *model, RensaDocument *document, RensaCTexts *texts, GError **error)
{
  const char *title = json_object_get_string (rensa_document_get (document, "name"));
  const gboolean are_classes = rensa_builder_get_prediction (model->trained.builder) == RENSA_PREDICTION_SOFTMAX;
  const RensaCFace face = {
    .title = title != NULL ? title : "",
    .form = model->tape->inputs->len == 1
                ? rensa_preprocessing_get_form (rensa_builder_get_preprocessing (model->trained.builder), 0)
                : NULL,
    .labels = are_classes ? rensa_builder_get_label_names (model->trained.builder) : NULL,
  };

  return rensa_c_write_texts (model->plan, model->stem, &face, texts, error);
}

static gboolean
make (RensaDocument *document, const RensaExportTarget *target, GPtrArray *files, GError **error)
{
  g_auto (RensaCModel) model = { 0 };
  g_auto (RensaCTexts) texts = { 0 };
  g_autofree char *header = NULL;
  g_autofree char *weights = NULL;

  if (!rensa_c_model_load (&model, document, target, error) || !write_texts (&model, document, &texts, error))
    return FALSE;

  header = rensa_c_model_dup_path (&model, ".h");
  weights = rensa_c_model_dup_path (&model, "_weights.bin");
  add_file (files, target->path, take_text (&texts.program));
  add_file (files, header, take_text (&texts.header));
  if (texts.weights != NULL)
    add_file (files, weights, g_steal_pointer (&texts.weights));
  return TRUE;
}

const RensaExporter rensa_c_exporter = {
  .name = "c",
  .title = N_ ("C Program"),
  .summary = N_ ("The trained model in plain C99; requires only libm"),
  .language = "c",
  .prefix = "net_",
  .ending = ".c",
  .takes_weights = TRUE,
  .usage = "cc -O2 -c %s",
  .make = make,
  .prove = rensa_c_prove,
};
