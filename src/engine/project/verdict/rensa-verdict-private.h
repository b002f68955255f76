/* rensa-verdict-private.h: the words of a verdict.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-verdict.h"

G_BEGIN_DECLS

char *rensa_verdict_write (const RensaVerdictFacts *facts, const RensaVerdict *verdict);

G_END_DECLS
