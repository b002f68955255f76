/* onnx.c: the trained model in the Open Neural Network Exchange format.
 * SPDX-License-Identifier: MIT */

#include "rensa-component.h"
#include "rensa-exporters.h"
#include "rensa-onnx-model-private.h"
#include "rensa-onnx-prove-private.h"

static gboolean
make (RensaDocument *document, const RensaExportTarget *target, GPtrArray *files, GError **error)
{
  g_auto (RensaOnnxModel) model = { 0 };
  GBytes *bytes =
      rensa_onnx_model_load (&model, document, target, error) ? rensa_onnx_model_write (&model, document, error) : NULL;

  if (bytes == NULL)
    return FALSE;
  g_ptr_array_add (files, rensa_export_file_new (target->path, bytes));
  return TRUE;
}

const RensaExporter rensa_onnx_exporter = {
  .name = "onnx",
  .title = N_ ("ONNX Model"),
  .summary = N_ ("The trained model in the format that runtimes and other libraries read"),
  .prefix = "",
  .ending = ".onnx",
  .is_binary = TRUE,
  .takes_weights = TRUE,
  .make = make,
  .prove = rensa_onnx_prove,
};
