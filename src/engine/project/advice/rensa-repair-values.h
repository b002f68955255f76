/* rensa-repair-values.h: what becomes of a repaired document on its data.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-analysis-private.h"

G_BEGIN_DECLS

/* Trains a few batches of the data on the CPU. Returns: (nullable): a sentence that says why nothing sensible comes of it; NULL where it does, or
 * where the document cannot be trained yet or is too large for a trial. The iterator in @findings has smaller batches afterwards. */
char *rensa_values_refuse (RensaFindings *findings);

G_END_DECLS
