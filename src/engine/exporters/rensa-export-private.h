/* rensa-export-private.h: what the ways of saving a program share.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-exporter.h"

G_BEGIN_DECLS

/* @reason, which speaks of @part, as @error, which speaks of @path, whose place it is to take. */
void rensa_export_propagate_error (GError **error, const GError *reason, const char *part, const char *path);
/* Saves the parameters that are meant as @path where a program of @exporter would not find them in their own file: a snapshot, HDF5, names
 * that a map tells or that lack "predictor/", values that are missing or do not fit and thus keep the first values of the model. */
gboolean rensa_export_fit_weights (const RensaExporter *exporter, RensaDocument *document,
                                   const RensaExportTarget *target, const char *path, gboolean *is_written,
                                   GError **error);

G_END_DECLS
