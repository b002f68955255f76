/* rensa-export-private.h: shared code for saving programs.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-exporter.h"

G_BEGIN_DECLS

/* Sets @error to @reason with @part, which it names, replaced by @path, the destination. */
void rensa_export_propagate_error (GError **error, const GError *reason, const char *part, const char *path);
/* Saves the selected parameters as @path if a program of @exporter could not read them from their
 * own file: a snapshot, HDF5, names defined by a map or without "predictor/", values that are
 * missing or do not fit and thus keep the initial values of the model. */
gboolean rensa_export_fit_weights (const RensaExporter *exporter, RensaDocument *document,
                                   const RensaExportTarget *target, const char *path, gboolean *is_written,
                                   GError **error);

G_END_DECLS
