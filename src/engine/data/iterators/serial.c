/* serial.c: SerialIterator, sequential batches.
 * SPDX-License-Identifier: MIT */

#include "rensa-epochs-private.h"
#include "rensa-iterators.h"
#include "serial.py.inc"

static const RensaAttrSpec attrs[] = {
  RENSA_EPOCHS_ATTRS (RensaEpochsAttrs),
};

static gboolean
setup (RensaIterator *iterator, GError **error)
{
  return rensa_epochs_init (rensa_iterator_get_state (iterator), iterator, "order", error);
}

static void
finalize (RensaIterator *iterator)
{
  rensa_epochs_clear (rensa_iterator_get_state (iterator));
}

/**
 * rensa_serial_iterator_new:
 * @dataset: the examples
 * @batch_size: number of examples per batch
 * @repeat: TRUE to continue after the last example
 * @shuffle: TRUE to use a new order for each epoch
 * @seed: seed of the orders
 *
 * Chainer's SerialIterator. As in Chainer, the batch size may exceed the length of the data set:
 * with @repeat such a batch contains examples more than once.
 *
 * Returns: NULL with RENSA_ERROR_INVALID for a batch size below 1 and for an empty data set
 */
RENSA_API RensaIterator *
rensa_serial_iterator_new (RensaDataset *dataset, gint64 batch_size, gboolean repeat, gboolean shuffle, guint64 seed,
                           GError **error)
{
  g_autoptr (RensaAttrs) attributes = rensa_attrs_new (RENSA_COMPONENT (&rensa_serial_iterator_class));
  g_autofree char *text = g_strdup_printf ("batch_size=%" G_GINT64_FORMAT ", repeat=%s, shuffle=%s", batch_size,
                                           repeat ? "true" : "false", shuffle ? "true" : "false");

  return rensa_attrs_parse (attributes, text, error) ? rensa_iterator_new (attributes, dataset, seed, error) : NULL;
}

const RensaIteratorClass rensa_serial_iterator_class = {
  .name = "SerialIterator",
  .title = N_ ("Serial"),
  .summary = N_ ("Batches prepared one after another by the training thread"),
  RENSA_ATTRS (RensaEpochsAttrs, attrs),
  .check = rensa_epochs_iterator_check,
  .state_size = sizeof (RensaEpochs),
  .setup = setup,
  .next = rensa_epochs_iterator_next,
  .go_back = rensa_epochs_iterator_go_back,
  .reset = rensa_epochs_iterator_reset,
  .get_batch_size = rensa_epochs_iterator_get_batch_size,
  .serialize = rensa_epochs_iterator_serialize,
  .finalize = finalize,
  RENSA_FORMS (
      { "chainer",
        "iterators.SerialIterator({dataset}, {batch_size}, repeat={repeat}, shuffle={shuffle}, order_sampler={order_sampler})" },
      { "chainer_once", "iterators.SerialIterator({dataset}, {batch_size}, repeat=False, shuffle=False)" },
      { "torch", "SerialIterator({dataset}, {batch_size}, repeat={repeat}, shuffle={shuffle})" },
      { "torch_once", "SerialIterator({dataset}, {batch_size}, repeat=False, shuffle=False)" },
      { "torch_class", rensa_serial_iterator_torch_class }),
};
