/* multithread.c: MultithreadIterator, batches prefetched by threads.
 * SPDX-License-Identifier: MIT */

#include "rensa-iterators.h"
#include "rensa-prefetching-private.h"

typedef struct
{
  RENSA_EPOCHS_FIELDS
  gint64 n_threads;
} Multithread;

static const RensaAttrSpec attrs[] = {
  RENSA_EPOCHS_ATTRS (Multithread),
  RENSA_ATTR_INT (Multithread, n_threads, .initial = 1, .min = 1, .max = RENSA_MOST_PREFETCH_THREADS,
                  .title = N_ ("Threads"), .hint = N_ ("Number of batches prepared in parallel")),
};

static gboolean
setup (RensaIterator *iterator, GError **error)
{
  const Multithread *self = rensa_iterator_get_values (iterator);

  return rensa_prefetching_iterator_setup (iterator, "_order", self->n_threads, self->n_threads, error);
}

const RensaIteratorClass rensa_multithread_iterator_class = {
  .name = "MultithreadIterator",
  .title = N_ ("Multithread"),
  .summary = N_ ("Same batches as the serial iterator, prepared by threads while the network trains"),
  .words = N_ ("prefetch;read ahead;parallel;workers;loader"),
  RENSA_ATTRS (Multithread, attrs),
  .setup = setup,
  RENSA_PREFETCHING_ITERATOR,
  RENSA_FORMS (
      { "chainer",
        "iterators.MultithreadIterator({dataset}, {batch_size}, repeat={repeat}, shuffle={shuffle}, n_threads={n_threads}, order_sampler={order_sampler})" },
      { "chainer_once",
        "iterators.MultithreadIterator({dataset}, {batch_size}, repeat=False, shuffle=False, n_threads={n_threads})" },
      { "torch", "SerialIterator({dataset}, {batch_size}, repeat={repeat}, shuffle={shuffle})" },
      { "torch_once", "SerialIterator({dataset}, {batch_size}, repeat=False, shuffle=False)" },
      { "torch_needless", "{n_threads}" }, { "torch_class", rensa_serial_iterator_torch_class }),
};
