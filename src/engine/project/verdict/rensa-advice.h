/* rensa-advice.h: what a verdict advises, done to a document.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-document.h"
#include "rensa-verdict.h"

G_BEGIN_DECLS

/* Normalizes the inputs first, or divides the learning rate by ten, or multiplies it. RENSA_ERROR_INVALID for advice that is no change of a
 * document, and where it has no such rate. */
gboolean rensa_advice_apply (RensaAdvice advice, RensaDocument *document, GError **error);

G_END_DECLS
