/* rensa-repair-trial.h: repairs tried on copies of a document, until one helps.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-analysis-private.h"

G_BEGIN_DECLS

/* @findings: about @document; @n_trials: how many repairs have been tried, of all mistakes together */
typedef struct
{
  const RensaFindings *findings;
  RensaDocument *document;
  RensaDataCache *cache;
  guint n_trials;
} RensaTrial;

/* The repair that helps with @mistake; NULL where none does. Of connections it is the one that leaves the fewest mistakes, and @left gets
 * those; of other repairs it is the first, and @left stays NULL. Where a repair would help if the values of the data allowed it, and no other does,
 * @reason gets a sentence about that. */
RensaRepair *rensa_trial_find_repair (RensaTrial *self, const RensaMistake *mistake, RensaMistakes **left,
                                      char **reason);

/* Whether fewer of @after than of @before say what @mistake, one of @before, does. */
gboolean rensa_mistakes_lack (const RensaMistakes *after, const RensaMistakes *before, const RensaMistake *mistake);
/* Whether another mistake of the same chain says it all: that of its end, or of the open input that it begins with. */
gboolean rensa_mistake_follows (const RensaMistake *mistake, const RensaProject *project);

G_END_DECLS
