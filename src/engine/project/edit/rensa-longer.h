/* rensa-longer.h: training for longer than the document says.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-document.h"

G_BEGIN_DECLS

/* How much longer to train when more is wanted: the largest of 1, 2, 5, 10, 20, … that is not above the present length. @unit: "epoch" or
 * "iteration". FALSE where the stop trigger has no length that can be raised. */
gboolean rensa_document_suggest_longer (RensaDocument *document, double *amount, const char **unit);
/* Raises the length by the suggested amount, and the patience of a trigger that may end training earlier by as much again. What such a
 * document trains begins with the iterations of the document as it was. RENSA_ERROR_INVALID where nothing can be raised. */
gboolean rensa_document_train_longer (RensaDocument *document, GError **error);

G_END_DECLS
