/* multiprocess.c: MultiprocessIterator, batches prefetched on all processors.
 * SPDX-License-Identifier: MIT */

#include "rensa-iterators.h"
#include "rensa-prefetching-private.h"

typedef struct
{
  RENSA_EPOCHS_FIELDS
  gint64 n_processes;
  gint64 n_prefetch;
} Multiprocess;

static const RensaAttrSpec attrs[] = {
  RENSA_EPOCHS_ATTRS (Multiprocess),
  RENSA_ATTR_INT (Multiprocess, n_processes, .none = TRUE, .allow_none = TRUE, .min = 1,
                  .max = RENSA_MOST_PREFETCH_THREADS, .title = N_ ("Processes"),
                  .hint = N_ ("Number of batches prepared in parallel; None uses the number of processors")),
  RENSA_ATTR_INT (Multiprocess, n_prefetch, .initial = 1, .min = 1, .max = 1000, .title = N_ ("Prefetched Batches"),
                  .hint = N_ ("Maximum number of finished batches to keep ready")),
};

/* Threads replace processes, because they share the data that was read and cannot outlive the program. */
static gboolean
setup (RensaIterator *iterator, GError **error)
{
  const Multiprocess *self = rensa_iterator_get_values (iterator);
  const gint64 n_threads = self->n_processes != RENSA_INT_NONE
                               ? self->n_processes
                               : MIN (g_get_num_processors (), RENSA_MOST_PREFETCH_THREADS);

  return rensa_prefetching_iterator_setup (iterator, "order", n_threads, n_threads + self->n_prefetch - 1, error);
}

const RensaIteratorClass rensa_multiprocess_iterator_class = {
  .name = "MultiprocessIterator",
  .title = N_ ("Multiprocess"),
  .summary =
      N_ ("Same batches as the serial iterator, prepared ahead on all processors; uses threads where Chainer uses "
          "processes"),
  .words = N_ ("prefetch;read ahead;parallel;workers;loader"),
  RENSA_ATTRS (Multiprocess, attrs),
  .setup = setup,
  RENSA_PREFETCHING_ITERATOR,
  RENSA_FORMS (
      { "chainer",
        "iterators.MultiprocessIterator({dataset}, {batch_size}, repeat={repeat}, shuffle={shuffle}, n_processes={n_processes}, n_prefetch={n_prefetch}, order_sampler={order_sampler})" },
      { "chainer_once",
        "iterators.MultiprocessIterator({dataset}, {batch_size}, repeat=False, shuffle=False, n_processes={n_processes}, n_prefetch={n_prefetch})" },
      { "torch", "SerialIterator({dataset}, {batch_size}, repeat={repeat}, shuffle={shuffle})" },
      { "torch_once", "SerialIterator({dataset}, {batch_size}, repeat=False, shuffle=False)" },
      { "torch_needless", "{n_processes}{n_prefetch}" }, { "torch_class", rensa_serial_iterator_torch_class }),
};
