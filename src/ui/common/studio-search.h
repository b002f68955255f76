/* studio-search.h: search for components by their usual names.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-component.h"

G_BEGIN_DECLS

/* Returns how well a component matches @text, ignoring case: 0 if it does not, otherwise higher is
 * better. Names that begin with the text come first, then titles, then names used by other programs
 * ("dense" for Linear), then the summary. If there are several words, each must be found.
 * Everything matches an empty text. */
guint studio_search_score (const RensaComponent *component, const char *text);

/**
 * StudioMatch: rank of a component among those that match a text.
 * @score: score of its words, see above
 * @fit: how well it fits in its new place; higher is better
 * @is_picked: a favorite, or recently used
 * @order: its index in a list without a search
 */
typedef struct
{
  guint score;
  int fit;
  gboolean is_picked;
  int order;
} StudioMatch;

/* Returns a negative number if @a comes first. A full name always wins; then components that fit,
 * names before summaries, picked ones, and the score. */
int studio_match_compare (const StudioMatch *a, const StudioMatch *b);

G_END_DECLS
