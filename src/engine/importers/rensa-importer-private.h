/* rensa-importer-private.h: internals shared by the importer sources.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-importer.h"

G_BEGIN_DECLS

/* Builds the document as training does, with the weights of the file, computes one batch, and
 * compares the output of its predictor with that of the imported model. Returns the model that was
 * built, owned by the caller; NULL with an error if the document is unusable. */
RensaLink *rensa_imported_try (RensaImported *imported, GError **error);

G_END_DECLS
