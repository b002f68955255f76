/* studio-search.h: finding components by what people call them.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-component.h"

G_BEGIN_DECLS

/* How well a component answers to @text, whatever its case: 0 where it does not, more the better. Names that begin with
 * the text come first, then titles, then names that other programs use ("dense" for Linear), then the summary. Of
 * several words each has to be found. Everything answers to empty text. */
guint studio_search_score (const RensaComponent *component, const char *text);

/**
 * StudioMatch: the rank of a component among those that answer to a text.
 * @score: of its words, see above
 * @fit: how well it fits where it would be put; higher is better
 * @is_picked: a favourite, or used lately
 * @order: its place in a list without a search
 */
typedef struct
{
  guint score;
  int fit;
  gboolean is_picked;
  int order;
} StudioMatch;

/* Negative where @a comes first. A full name always wins; next what fits, then names before summaries, then what is picked, then the score. */
int studio_match_compare (const StudioMatch *a, const StudioMatch *b);

G_END_DECLS
