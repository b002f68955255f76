/* rensa-prefetch-private.h: threads that make the arrays of batches in advance.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-iterator.h"

G_BEGIN_DECLS

/* A queue of batches. It is used only by the thread that created it, except for making arrays;
 * the modes and device of that thread also apply to the worker threads. */
typedef struct _RensaPrefetch RensaPrefetch;

/* The @n_threads threads start with the first batch. */
RensaPrefetch *rensa_prefetch_new (guint n_threads);
/* Waits for batches in progress, and ends the threads. */
void rensa_prefetch_free (RensaPrefetch *prefetch);

/* Appends a copy of @batch to the queue. @converter: as in rensa_batch_convert (); its data must
 * outlive the queue. */
void rensa_prefetch_push (RensaPrefetch *prefetch, const RensaBatch *batch, const RensaConverter *converter);
guint rensa_prefetch_get_length (RensaPrefetch *prefetch);
/* Removes the first batch from the queue, which must not be empty, and returns its arrays as
 * rensa_batch_convert () does. While they are not ready, makes others. */
int rensa_prefetch_take (RensaPrefetch *prefetch, RensaArray **fields, GError **error);
/* Empties the queue, after waiting for batches in progress. */
void rensa_prefetch_clear (RensaPrefetch *prefetch);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaPrefetch, rensa_prefetch_free)

G_END_DECLS
