/* rensa-advice.h: applies the advice of a verdict to a document.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-document.h"
#include "rensa-verdict.h"

G_BEGIN_DECLS

/* Normalizes the inputs first, or divides the learning rate by ten, or multiplies it.
 * RENSA_ERROR_INVALID if the advice does not change the document, or if the document has no such
 * rate. */
gboolean rensa_advice_apply (RensaAdvice advice, RensaDocument *document, GError **error);

G_END_DECLS
