/* rensa-importer-private.h: what the parts of importing share.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-importer.h"

G_BEGIN_DECLS

/* Builds the document as a training does, with the weights of the file, lets it compute one batch, and compares what its predictor answers
 * with what the model of the file answers. The model that was built, the caller's; NULL with an error where the document is of no use. */
RensaLink *rensa_imported_try (RensaImported *imported, GError **error);

G_END_DECLS
