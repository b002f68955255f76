/* rensa-prefetch-private.h: threads that make the arrays of batches before anybody asks for them.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-iterator.h"

G_BEGIN_DECLS

/* A line of batches. Everything but the making of arrays belongs to the thread that made it, whose modes and device hold for the others,
 * too. */
typedef struct _RensaPrefetch RensaPrefetch;

/* Of @n_threads threads, which begin with the first batch. */
RensaPrefetch *rensa_prefetch_new (guint n_threads);
/* Waits for what is being made, and ends the threads. */
void rensa_prefetch_free (RensaPrefetch *prefetch);

/* Puts @batch, of which a copy is kept, at the end of the line. @converter: as in rensa_batch_convert (); its data live as long as the
 * line. */
void rensa_prefetch_push (RensaPrefetch *prefetch, const RensaBatch *batch, const RensaConverter *converter);
guint rensa_prefetch_get_length (RensaPrefetch *prefetch);
/* The arrays of the first batch in the line, which must have one: as rensa_batch_convert () gave them. Makes others as long as these are
 * not there. */
int rensa_prefetch_take (RensaPrefetch *prefetch, RensaArray **fields, GError **error);
/* Empties the line. Waits for what is being made. */
void rensa_prefetch_clear (RensaPrefetch *prefetch);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaPrefetch, rensa_prefetch_free)

G_END_DECLS
