/* rensa-serial-iterator.h: batches, one after the other.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-dataset.h"
#include "rensa-serializer.h"

G_BEGIN_DECLS

/* Goes through a data set in batches, epoch after epoch, as Chainer's SerialIterator does: with @repeat a batch
 * that reaches the end of an epoch is filled up from the next one, else the last batch of the only epoch is short.
 * The order of an epoch depends on the seed and the number of the epoch alone. */
typedef struct _RensaSerialIterator RensaSerialIterator;

/* RENSA_ERROR_INVALID for a batch size below 1 and for an empty data set.  Like Chainer it takes a batch size
 * above the length of the data set: with @repeat such a batch holds examples more than once. */
RensaSerialIterator *rensa_serial_iterator_new (RensaDataset *dataset, gint64 batch_size, gboolean repeat,
                                                gboolean shuffle, guint64 seed, GError **error);
void rensa_serial_iterator_free (RensaSerialIterator *iterator);

/* The next batch into @fields (rensa_dataset_get_n_fields () of them, owned by the caller).  After the last batch
 * of an iterator without repeat *@stop is TRUE and there are no fields.  On an error the iterator stays where it
 * is. */
gboolean rensa_serial_iterator_next (RensaSerialIterator *iterator, RensaArray **fields, gboolean *stop,
                                     GError **error);
/* The numbers of the examples that the last call of next gave; *@n of them.  Borrowed until the next call. */
const gint64 *rensa_serial_iterator_get_indices (RensaSerialIterator *iterator, gint64 *n);

/* To the beginning of the first epoch. */
void rensa_serial_iterator_reset (RensaSerialIterator *iterator);

RensaDataset *rensa_serial_iterator_get_dataset (RensaSerialIterator *iterator);
gint64 rensa_serial_iterator_get_batch_size (RensaSerialIterator *iterator);
/* How many epochs are complete. */
gint64 rensa_serial_iterator_get_epoch (RensaSerialIterator *iterator);
/* Whether the last batch completed an epoch. */
gboolean rensa_serial_iterator_is_new_epoch (RensaSerialIterator *iterator);
gint64 rensa_serial_iterator_get_current_position (RensaSerialIterator *iterator);
/* The epoch with its fraction. */
double rensa_serial_iterator_get_epoch_detail (RensaSerialIterator *iterator);
/* What it was before the last batch; NaN (Chainer: None) before the first. */
double rensa_serial_iterator_get_previous_epoch_detail (RensaSerialIterator *iterator);

/* Keys current_position, epoch, is_new_epoch, order (when shuffling), previous_epoch_detail.  An order that is
 * read is kept until the end of its epoch.  RENSA_ERROR_FORMAT where the state does not belong to a data set of
 * this length. */
gboolean rensa_serial_iterator_serialize (gpointer iterator, RensaSerializer *serializer, GError **error);

/* A kind of iterator. @create: @attrs is the attribute struct. @chainer_once: as @chainer, but one time through the
 * examples in their order, for validation. */
typedef struct
{
  RENSA_COMPONENT_FIELDS
  RensaSerialIterator *(*create) (gconstpointer attrs, RensaDataset *dataset, guint64 seed, GError **error);
  const char *chainer;
  const char *chainer_once;
} RensaIteratorClass;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaSerialIterator, rensa_serial_iterator_free)

G_END_DECLS
