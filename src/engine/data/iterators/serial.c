/* serial.c: SerialIterator as a component.
 * SPDX-License-Identifier: MIT */

#include "rensa-error.h"
#include "rensa-serial-iterator.h"

typedef struct
{
  gint64 batch_size;
  gboolean repeat;
  gboolean shuffle;
} Serial;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (Serial, batch_size, .initial = 100, .min = 1, .max = 1e6, .title = N_ ("Batch size"),
                  .hint = N_ ("How many examples one update sees")),
  RENSA_ATTR_BOOL (Serial, repeat, .initial = TRUE, .title = N_ ("Repeat"),
                   .hint = N_ ("Begin again after the last example; a batch then goes on across the end of an epoch")),
  RENSA_ATTR_BOOL (Serial, shuffle, .initial = TRUE, .title = N_ ("Shuffle"),
                   .hint = N_ ("Go through the examples in a new random order in each epoch")),
};

/* The iterator itself would fill such a batch with repetitions, which nobody wants who draws up a training. */
static RensaSerialIterator *
create (gconstpointer data, RensaDataset *dataset, guint64 seed, GError **error)
{
  const Serial *self = data;
  const gint64 length = rensa_dataset_get_length (dataset);

  if (self->repeat && self->batch_size > length)
    {
      g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID,
                   "SerialIterator: a batch of %" G_GINT64_FORMAT " is larger than the data set of %" G_GINT64_FORMAT
                   " examples",
                   self->batch_size, length);
      return NULL;
    }
  return rensa_serial_iterator_new (dataset, self->batch_size, self->repeat, self->shuffle, seed, error);
}

const RensaIteratorClass rensa_serial_iterator_class = {
  .name = "SerialIterator",
  .title = N_ ("Serial"),
  .summary = N_ ("Batches, one after the other, made by the thread that trains"),
  RENSA_ATTRS (Serial, attrs),
  .create = create,
  .chainer = "iterators.SerialIterator({dataset}, {batch_size}, repeat={repeat}, shuffle={shuffle})",
  .chainer_once = "iterators.SerialIterator({dataset}, {batch_size}, repeat=False, shuffle=False)",
};
