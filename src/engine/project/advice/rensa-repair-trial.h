/* rensa-repair-trial.h: tries repairs on copies of a document until one helps.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-analysis-private.h"

G_BEGIN_DECLS

/* @findings: about @document; @n_trials: number of repairs tried so far, for all mistakes together */
typedef struct
{
  const RensaFindings *findings;
  RensaDocument *document;
  RensaDataCache *cache;
  guint n_trials;
} RensaTrial;

/* Returns a repair that helps with @mistake; NULL if none does. Among connections it is the one
 * that leaves the fewest errors, and @left receives the remaining mistakes; among other repairs it
 * is the first, and @left stays NULL. If a repair would help but for the values of the data, and no
 * other does,
 * @reason receives a sentence about that. */
RensaRepair *rensa_trial_find_repair (RensaTrial *self, const RensaMistake *mistake, RensaMistakes **left,
                                      char **reason);

/* Returns TRUE if fewer mistakes in @after than in @before have the message of @mistake, one of @before. */
gboolean rensa_mistakes_lack (const RensaMistakes *after, const RensaMistakes *before, const RensaMistake *mistake);
/* Returns TRUE if this mistake follows from another one in the same chain: that of its end, or
 * of the open input at its start. */
gboolean rensa_mistake_follows (const RensaMistake *mistake, const RensaProject *project);

G_END_DECLS
