/* rensa-prefetching-private.h: iterators with batches prefetched by threads.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-epochs-private.h"
#include "rensa-prefetch-private.h"

G_BEGIN_DECLS

#define RENSA_MOST_PREFETCH_THREADS 256

/* Class fields of such iterators, apart from names, attributes and setup; the attribute struct
 * begins with RENSA_EPOCHS_FIELDS. */
#define RENSA_PREFETCHING_ITERATOR                                                                                   \
  .check = rensa_epochs_iterator_check, .state_size = sizeof (RensaPrefetching), .next = rensa_epochs_iterator_next, \
  .convert = rensa_prefetching_iterator_convert, .go_back = rensa_epochs_iterator_go_back,                           \
  .reset = rensa_prefetching_iterator_reset, .get_batch_size = rensa_epochs_iterator_get_batch_size,                 \
  .serialize = rensa_prefetching_iterator_serialize, .finalize = rensa_prefetching_iterator_finalize

/* @ahead: position after the last batch in the queue. @is_in_step: TRUE if the queue begins with
 *   the batch after that of @epochs. @n_ahead: maximum number of batches made in advance. */
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
