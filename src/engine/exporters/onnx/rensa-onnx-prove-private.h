/* rensa-onnx-prove-private.h: whether an ONNX file does what the model does.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-exporter.h"

G_BEGIN_DECLS

/* Lets onnxruntime, of the Python that PYTHON names, or else python3, answer with the file what the model is asked,
 * too. RENSA_ERROR_NOT_FOUND
 * where it is not there. */
gboolean rensa_onnx_prove (RensaDocument *document, const RensaExportTarget *target, RensaExportProof *proof,
                           GError **error);

G_END_DECLS
