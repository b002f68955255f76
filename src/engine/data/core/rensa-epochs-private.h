/* rensa-epochs-private.h: examples of each batch, epoch by epoch; shared by iterators over single
 * examples.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-iterator.h"
#include "rensa-order-sampler.h"

G_BEGIN_DECLS

/* The attribute struct of such an iterator begins with these fields, and its table of attributes
 * with RENSA_EPOCHS_ATTRS. */
#define RENSA_EPOCHS_FIELDS \
  gint64 batch_size;        \
  gboolean repeat;          \
  gboolean shuffle;         \
  RensaAttrs *order_sampler;

typedef struct
{
  RENSA_EPOCHS_FIELDS
} RensaEpochsAttrs;

#define RENSA_EPOCHS_BATCH_SIZE(Struct)                                                                 \
  RENSA_ATTR_INT (Struct, batch_size, .initial = 100, .min = 1, .max = 1e6, .title = N_ ("Batch Size"), \
                  .hint = N_ ("Number of examples per update"))
#define RENSA_EPOCHS_ATTRS(Struct)                                                                                    \
  RENSA_EPOCHS_BATCH_SIZE (Struct),                                                                                   \
      RENSA_ATTR_BOOL (Struct, repeat, .initial = TRUE, .title = N_ ("Repeat"),                                       \
                       .hint =                                                                                        \
                           N_ ("Start again after the last example; batches then continue across epoch boundaries")), \
      RENSA_ATTR_BOOL (Struct, shuffle, .initial = TRUE, .title = N_ ("Shuffle"),                                     \
                       .hint = N_ ("Visit the examples in a new random order each epoch")),                           \
      RENSA_ATTR_COMPONENT (Struct, order_sampler, .component_kind = RENSA_COMPONENT_ORDER_SAMPLER, .none = TRUE,     \
                            .allow_none = TRUE, .title = N_ ("Order"),                                                \
                            .hint = N_ ("Order in which each epoch visits the examples; None leaves it to Shuffle"))

/* Position before the last batch. */
typedef struct
{
  gint64 position;
  gint64 epoch;
  gboolean is_new_epoch;
} RensaEpochsPlace;

/**
 * RensaEpochs:
 * @sampler: (nullable): NULL keeps the examples in order
 * @length: length of an epoch
 * @order: (nullable): order of this epoch; NULL without a sampler, and until needed
 * @order_before: (nullable): order of the epoch in which the last batch began, if different
 * @place: its @position is an index in @order
 * @before: @place before the last batch
 * @batch: last batch
 * @tells_none: TRUE if a file states explicitly that there is no order, like those of Chainer's
 *   multithreaded iterators
 *
 * The state of such an iterator begins with this struct.
 */
typedef struct
{
  gint64 n_examples;
  gint64 batch_size;
  gboolean repeat;
  RensaAttrs *sampler;
  guint64 seed;
  gint64 length;
  gint64 *order;
  gint64 *order_before;
  RensaEpochsPlace place;
  RensaEpochsPlace before;
  gint64 *batch;
  const char *order_key;
  gboolean tells_none;
} RensaEpochs;

/* Initializes from the attributes of the iterator. @order_key: key of the order in a file; "_order"
 * is also written if there is none. */
gboolean rensa_epochs_init (RensaEpochs *epochs, RensaIterator *iterator, const char *order_key, GError **error);
void rensa_epochs_clear (RensaEpochs *epochs);
/* Makes @copy, which has been initialized for the same iterator, continue at the position of
 * @epochs. */
gboolean rensa_epochs_copy (const RensaEpochs *epochs, RensaEpochs *copy, GError **error);
/* Advances by a batch and stores the indices of its examples in @batch; returns their number, 0
 * after the last one, -1 on an error. With repeat, a batch that reaches the end of an epoch is
 * filled up from the next one; otherwise the last batch is short. */
gint64 rensa_epochs_next (RensaEpochs *epochs, GError **error);
/* Returns the number of examples so far. */
gint64 rensa_epochs_get_n_seen (const RensaEpochs *epochs);

/* Virtual functions of iterators with such a state. */
gboolean rensa_epochs_iterator_check (gconstpointer attrs, gint64 length, GError **error);
gboolean rensa_epochs_iterator_next (RensaIterator *iterator, RensaBatch *batch, GError **error);
void rensa_epochs_iterator_go_back (RensaIterator *iterator);
void rensa_epochs_iterator_reset (RensaIterator *iterator);
gint64 rensa_epochs_iterator_get_batch_size (RensaIterator *iterator);
/* Keys: current_position, epoch, is_new_epoch, order or _order (with a sampler),
 * previous_epoch_detail. An order that is read is used until the end of its epoch. */
gboolean rensa_epochs_iterator_serialize (RensaIterator *iterator, RensaSerializer *serializer, GError **error);

/* Serializes previous_epoch_detail, which old versions of Chainer did not store; None is
 * represented as -1. @epoch_detail: from the file; @step: of one batch. */
gboolean rensa_iterator_serialize_previous_detail (RensaIterator *iterator, RensaSerializer *serializer,
                                                   double epoch_detail, double step, double *previous, GError **error);
/* Returns FALSE with RENSA_ERROR_FORMAT and a message with the file and the key. */
gboolean rensa_iterator_refuse (RensaSerializer *serializer, const char *key, GError **error, const char *what);

/* For exported PyTorch programs: examples are loaded in the main process, regardless of the threads
 * used here. */
extern const char rensa_serial_iterator_torch_class[];

G_END_DECLS
