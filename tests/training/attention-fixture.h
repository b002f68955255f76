/* attention-fixture.h: a pair of models of which one looks at what the other has read.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "training-fixture.h"

#define N_TOKENS 4
#define END 0

/* An EmbedID with these N_TOKENS x N_TOKENS values. */
RensaLink *embed_of (const double *rows);
/* The tokens 1 and, of another sequence, 2, 3. */
RensaArray *sources_new (void);
/* Gives, besides a state that nobody looks at, a row for each token of a source, with 20 in the place of the token. */
RensaLink *reader_new (void);
/* Writes what it looks at: to begin with 2, if there is one, then whatever it has not just written, if there is something else. */
RensaLink *looker_new (void);
