/* rensa-c-prove-private.h: whether a C program does what the model does.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-exporter.h"

G_BEGIN_DECLS

/* Compiles what was saved at @target twice, without optimization under the address and undefined-behaviour sanitizers and with it, and compares
 * each operation with the engine's for the same inputs, and the answers to all examples for validation with the model's. */
gboolean rensa_c_prove (RensaDocument *document, const RensaExportTarget *target, RensaExportProof *proof,
                        GError **error);

G_END_DECLS
