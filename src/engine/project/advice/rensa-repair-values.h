/* rensa-repair-values.h: trial training of a repaired document on its data.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-analysis-private.h"

G_BEGIN_DECLS

/* Trains on a few batches of the data on the CPU. Returns: (nullable): a sentence that explains why
 * the result is not sensible; NULL if it is, or if the document cannot be trained yet or is too
 * large for a trial. The iterator in @findings has smaller batches afterwards. */
char *rensa_values_refuse (RensaFindings *findings);

G_END_DECLS
