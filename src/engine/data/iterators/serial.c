/* serial.c: SerialIterator, sequential batches.
 * SPDX-License-Identifier: MIT */

#include "rensa-epochs-private.h"
#include "rensa-iterators.h"

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

const char rensa_serial_iterator_torch_class[] =
    "class SerialIterator:\n"
    "    \"\"\"Batches of examples, epoch after epoch; each has an order of its own.\"\"\"\n"
    "\n"
    "    KEPT = 'epoch', 'place', 'order'\n"
    "\n"
    "    def __init__(self, dataset, batch_size, repeat=True, shuffle=True):\n"
    "        self.dataset = dataset\n"
    "        self.batch_size = batch_size\n"
    "        self.repeat = repeat\n"
    "        self.shuffle = shuffle\n"
    "        self.epoch = 0\n"
    "        self.place = 0\n"
    "        self.order = self.draw_order()\n"
    "\n"
    "    def draw_order(self):\n"
    "        n = len(self.dataset)\n"
    "        return np.random.permutation(n) if self.shuffle else np.arange(n)\n"
    "\n"
    "    @property\n"
    "    def epoch_detail(self):\n"
    "        return self.epoch + self.place / len(self.dataset)\n"
    "\n"
    "    def __iter__(self):\n"
    "        return self\n"
    "\n"
    "    def __next__(self):\n"
    "        if not self.repeat and self.epoch > 0:\n"
    "            raise StopIteration\n"
    "        batch = []\n"
    "        while len(batch) < self.batch_size:\n"
    "            end = self.place + self.batch_size - len(batch)\n"
    "            taken = self.order[self.place:end]\n"
    "            batch += [self.dataset[i] for i in taken]\n"
    "            self.place += len(taken)\n"
    "            if self.place < len(self.dataset):\n"
    "                break\n"
    "            self.place = 0\n"
    "            self.epoch += 1\n"
    "            self.order = self.draw_order()\n"
    "            if not self.repeat:\n"
    "                break\n"
    "        return batch\n";

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
