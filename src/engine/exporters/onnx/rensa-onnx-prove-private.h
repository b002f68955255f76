/* rensa-onnx-prove-private.h: verification that an ONNX file computes the same as the model.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-exporter.h"

G_BEGIN_DECLS

/* Runs the file with onnxruntime, in the Python interpreter specified by PYTHON or else python3,
 * and compares the answers with those of the model. RENSA_ERROR_NOT_FOUND if it is not available. */
gboolean rensa_onnx_prove (RensaDocument *document, const RensaExportTarget *target, RensaExportProof *proof,
                           GError **error);

G_END_DECLS
