/* rensa-c-prove-private.h: verification that a C program computes the same as the model.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-exporter.h"

G_BEGIN_DECLS

/* Compiles the files exported to @target twice, without optimization under the address and
 * undefined-behavior sanitizers and with optimization, and compares each operation with that of the
 * engine for the same inputs, and the answers to all validation examples with those of the model. */
gboolean rensa_c_prove (RensaDocument *document, const RensaExportTarget *target, RensaExportProof *proof,
                        GError **error);

G_END_DECLS
