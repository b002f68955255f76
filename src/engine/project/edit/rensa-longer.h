/* rensa-longer.h: trains longer than the document specifies.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-document.h"

G_BEGIN_DECLS

/* Suggests how much to extend the training: the largest of 1, 2, 5, 10, 20, … that does not exceed
 * the present length. @unit: "epoch" or "iteration". FALSE if the stop trigger has no length that
 * can be raised. */
gboolean rensa_document_suggest_longer (RensaDocument *document, double *amount, const char **unit);
/* Raises the length by the suggested amount, and the patience of a trigger that may end training
 * earlier by the same amount. The first iterations of the longer run are those of the original
 * document. RENSA_ERROR_INVALID if nothing can be raised. */
gboolean rensa_document_train_longer (RensaDocument *document, GError **error);

G_END_DECLS
