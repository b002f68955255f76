/* onnx.c: exports the trained model in the Open Neural Network Exchange format.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "rensa-component.h"
#include "rensa-exporters.h"
#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-onnx-model-private.h"
#include "rensa-onnx-prove-private.h"

/* File extension of the text format. */
#define TEXT_ENDING ".onnxtxt"

/* Maximum number of elements of a constant in the displayed text; longer ones are abbreviated. */
#define MOST_SHOWN 8

static GBytes *
make_text (const RensaOnnxModel *model, RensaDocument *document, GError **error)
{
  char *text = rensa_onnx_model_to_text (model, document, G_MAXINT64, error);

  return text != NULL ? g_bytes_new_take (text, strlen (text)) : NULL;
}

static gboolean
make (RensaDocument *document, const RensaExportTarget *target, GPtrArray *files, GError **error)
{
  const gboolean is_text = g_str_has_suffix (target->path, TEXT_ENDING);
  g_auto (RensaOnnxModel) model = { 0 };
  RensaExportFile *file;
  GBytes *bytes;

  if (!rensa_onnx_model_load (&model, document, target, error))
    return FALSE;
  bytes = is_text ? make_text (&model, document, error) : rensa_onnx_model_write (&model, document, error);
  if (bytes == NULL)
    return FALSE;
  file = rensa_export_file_new (target->path, bytes);
  g_ptr_array_add (files, file);
  if (!is_text)
    file->text = rensa_onnx_model_to_text (&model, document, MOST_SHOWN, error);
  return is_text || file->text != NULL;
}

static gboolean
prove (RensaDocument *document, const RensaExportTarget *target, RensaExportProof *proof, GError **error)
{
  if (!g_str_has_suffix (target->path, TEXT_ENDING))
    return rensa_onnx_prove (document, target, proof, error);
  rensa_set_words (error, RENSA_ERROR_INVALID,
                   N_ ("“%s” is a text file, which onnxruntime cannot read; only .onnx files can be verified"),
                   target->path);
  return FALSE;
}

const RensaExporter rensa_onnx_exporter = {
  .name = "onnx",
  .title = N_ ("ONNX Model"),
  .summary = N_ ("The trained model in a format for runtimes and other libraries"),
  .prefix = "",
  .ending = ".onnx",
  .is_binary = TRUE,
  .takes_weights = TRUE,
  .make = make,
  .prove = prove,
};
