/* studio-search.h: finding components by what people call them.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-component.h"

G_BEGIN_DECLS

/* How well a component answers to @text, whatever its case: 0 where it does not, more the better. Names that begin with
 * the text come first, then titles, then names that other programs use ("dense" for Linear), then the summary. Of
 * several words each has to be found. Everything answers to empty text. */
guint studio_search_score (const RensaComponent *component, const char *text);

G_END_DECLS
