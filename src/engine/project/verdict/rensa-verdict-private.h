/* rensa-verdict-private.h: the record of a verdict.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-verdict.h"

G_BEGIN_DECLS

/* Returns NULL if there is nothing to say. */
char *rensa_verdict_make_record (const RensaVerdictFacts *facts, const RensaVerdict *verdict);
/* Returns TRUE if a number is not finite because the inputs are too large. */
gboolean rensa_diagnosis_blames_scale (const RensaVerdictFacts *facts);
void rensa_diagnosis_clear (RensaDiagnosis *diagnosis);

G_END_DECLS
