/* rensa-prefetching-private.h: iterators whose batches are made ahead by threads.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-epochs-private.h"
#include "rensa-prefetch-private.h"

G_BEGIN_DECLS

#define RENSA_MOST_PREFETCH_THREADS 256

/* What such a class says, besides its names, attributes and setup; the attribute struct begins with RENSA_EPOCHS_FIELDS. */
#define RENSA_PREFETCHING_ITERATOR                                                                                   \
  .check = rensa_epochs_iterator_check, .state_size = sizeof (RensaPrefetching), .next = rensa_epochs_iterator_next, \
  .convert = rensa_prefetching_iterator_convert, .go_back = rensa_epochs_iterator_go_back,                           \
  .reset = rensa_prefetching_iterator_reset, .get_batch_size = rensa_epochs_iterator_get_batch_size,                 \
  .serialize = rensa_prefetching_iterator_serialize, .finalize = rensa_prefetching_iterator_finalize

/* @ahead: which batches are in the line; stands behind the last of these. @is_in_step: whether the line begins with the batch behind that of
 * @epochs; @n_ahead: how many are made at most before they are asked for. */
typedef struct
{
  RensaEpochs epochs;
  RensaEpochs ahead;
  RensaPrefetch *line;
  RensaConverter converter;
  guint n_ahead;
  gboolean is_in_step;
} RensaPrefetching;

gboolean rensa_prefetching_iterator_setup (RensaIterator *iterator, const char *order_key, gint64 n_threads,
                                           gint64 n_ahead, GError **error);
int rensa_prefetching_iterator_convert (RensaIterator *iterator, const RensaConverter *converter,
                                        const RensaBatch *batch, RensaArray **fields, GError **error);
void rensa_prefetching_iterator_reset (RensaIterator *iterator);
gboolean rensa_prefetching_iterator_serialize (RensaIterator *iterator, RensaSerializer *serializer, GError **error);
void rensa_prefetching_iterator_finalize (RensaIterator *iterator);

G_END_DECLS
