/* rensa-prefetching.c: iterators whose batches are prefetched by threads.
 *
 *   epochs ──► the requested batch: the position, the file, the start of a resumed run
 *   ahead  ──► the batches after it, which threads make in the meantime
 *
 * Both pass through the examples by the same rule, so the next requested batch is the one that was
 * prefetched. If the first position jumps, because of a reset, a file or an error, the queue is
 * emptied and the second position continues from there.
 * SPDX-License-Identifier: MIT */

#include "rensa-prefetching-private.h"

gboolean
rensa_prefetching_iterator_setup (RensaIterator *iterator, const char *order_key, gint64 n_threads, gint64 n_ahead,
                                  GError **error)
{
  RensaPrefetching *self = rensa_iterator_get_state (iterator);

  self->n_ahead = (guint) n_ahead;
  self->line = rensa_prefetch_new ((guint) n_threads);
  return rensa_epochs_init (&self->epochs, iterator, order_key, error)
         && rensa_epochs_init (&self->ahead, iterator, order_key, error);
}

/* Errors in prefetching only end the queue, because they recur when the batch is requested. */
static void
fill_line (RensaIterator *iterator)
{
  RensaPrefetching *self = rensa_iterator_get_state (iterator);
  RensaBatch batch = { .dataset = rensa_iterator_get_dataset (iterator), .indices = self->ahead.batch };

  while (rensa_prefetch_get_length (self->line) <= self->n_ahead)
    {
      batch.position = rensa_iterator_is_once (iterator) ? -1 : rensa_epochs_get_n_seen (&self->ahead);
      batch.n = rensa_epochs_next (&self->ahead, NULL);
      if (batch.n <= 0)
        return;
      rensa_prefetch_push (self->line, &batch, &self->converter);
    }
}

/* Makes the queue begin with @batch, the last one of the epochs. */
static gboolean
get_in_step (RensaPrefetching *self, const RensaConverter *converter, const RensaBatch *batch, GError **error)
{
  const RensaConverter own = converter != NULL ? *converter : (RensaConverter){ 0 };

  if (self->is_in_step && rensa_prefetch_get_length (self->line) > 0 && own.convert == self->converter.convert
      && own.data == self->converter.data)
    return TRUE;

  rensa_prefetch_clear (self->line);
  self->converter = own;
  self->is_in_step = rensa_epochs_copy (&self->epochs, &self->ahead, error);
  if (self->is_in_step)
    rensa_prefetch_push (self->line, batch, converter);
  return self->is_in_step;
}

int
rensa_prefetching_iterator_convert (RensaIterator *iterator, const RensaConverter *converter, const RensaBatch *batch,
                                    RensaArray **fields, GError **error)
{
  RensaPrefetching *self = rensa_iterator_get_state (iterator);
  int n;

  if (!rensa_dataset_is_concurrent (batch->dataset))
    return rensa_batch_convert (batch, converter, fields, error);
  if (!get_in_step (self, converter, batch, error))
    return -1;
  fill_line (iterator);
  n = rensa_prefetch_take (self->line, fields, error);
  /* After an error, the same batch is requested again. */
  self->is_in_step = n >= 0;
  return n;
}

void
rensa_prefetching_iterator_reset (RensaIterator *iterator)
{
  RensaPrefetching *self = rensa_iterator_get_state (iterator);

  self->is_in_step = FALSE;
  rensa_epochs_iterator_reset (iterator);
}

gboolean
rensa_prefetching_iterator_serialize (RensaIterator *iterator, RensaSerializer *serializer, GError **error)
{
  RensaPrefetching *self = rensa_iterator_get_state (iterator);

  if (rensa_serializer_is_reading (serializer))
    self->is_in_step = FALSE;
  return rensa_epochs_iterator_serialize (iterator, serializer, error);
}

void
rensa_prefetching_iterator_finalize (RensaIterator *iterator)
{
  RensaPrefetching *self = rensa_iterator_get_state (iterator);

  g_clear_pointer (&self->line, rensa_prefetch_free);
  rensa_epochs_clear (&self->epochs);
  rensa_epochs_clear (&self->ahead);
}
