/* rensa-iterator.h: batch-wise iteration over the examples of a data set.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-dataset.h"
#include "rensa-serializer.h"

G_BEGIN_DECLS

typedef struct _RensaIterator RensaIterator;

/* The examples of one batch: @n example indices in @dataset. @position: number of examples that
 * training has processed before; -1 for validation. */
typedef struct
{
  RensaDataset *dataset;
  const gint64 *indices;
  gint64 n;
  gint64 position;
} RensaBatch;

/* Gets the arrays of the batch, one for each field of the data set, for training or for validation. */
gboolean rensa_batch_get_fields (const RensaBatch *batch, RensaArray **fields, GError **error);

/**
 * RensaConverter:
 * @convert: makes the arrays of a batch, one for each field, in @fields, which has room for
 *   %RENSA_MAX_FIELDS and initially holds NULLs; they are owned by the caller. Returns their
 *   number, or -1 with an error and no arrays.
 * @data: for @convert
 *
 * Converts examples to the input arrays of a model (Chainer's converter). NULL means
 * rensa_batch_get_fields (), Chainer's concat_examples. An iterator that reads ahead calls it from
 * its own threads, for several batches at once.
 */
typedef struct
{
  int (*convert) (const RensaBatch *batch, gpointer data, RensaArray **fields, GError **error);
  gpointer data;
} RensaConverter;

/* Makes the arrays of @batch in @fields with @converter, or with the data set if @converter is
 * NULL; has the same return value as RensaConverter's convert. */
int rensa_batch_convert (const RensaBatch *batch, const RensaConverter *converter, RensaArray **fields, GError **error);

/**
 * RensaIteratorPlace:
 * @epoch: number of complete epochs
 * @is_new_epoch: TRUE if the last batch completed an epoch
 * @epoch_detail: fractional epoch
 * @previous_epoch_detail: the same before the last batch; NaN (Chainer: None) before the first
 * @n_seen: number of examples in all batches so far
 *
 * The position of an iterator. The iterator's class maintains all fields except
 * @previous_epoch_detail.
 */
typedef struct
{
  gint64 epoch;
  gboolean is_new_epoch;
  double epoch_detail;
  double previous_epoch_detail;
  gint64 n_seen;
} RensaIteratorPlace;

/**
 * RensaIteratorClass:
 * @check: (nullable): returns TRUE if these attributes make sense for training with @length
 *   examples
 * @infer: (nullable): needed if the fields of a batch differ from those of its examples: replaces
 *   the @n field types of an example by those of one row of a batch; returns the number of fields,
 *   or -1 with an error for unsuitable examples
 * @state_size: size of the state that the class keeps for each iterator, zeroed at first
 * @setup: (nullable): initializes the state; @reset follows
 * @next: advances by one batch and updates the place; @batch is passed with the whole data set and
 *   no example, and must remain so after the last batch. Whatever @batch borrows must stay valid
 *   until the next call.
 * @convert: (nullable): makes the arrays of @batch, the one of the last @next, if the class already
 *   has them or makes them differently from rensa_batch_convert ()
 * @go_back: (nullable): undoes the last @next, because no arrays could be made of its batch, or
 *   because they were prefetched; updates the place
 * @reset: moves to the beginning of the first epoch; updates the place
 * @get_batch_size: returns the size of a full batch
 * @serialize: uses Chainer's keys; reads the state of a file as a whole or not at all
 * @finalize: (nullable): frees the state
 *
 * The form "chainer_once" is for validation: one pass through the examples in order.
 */
typedef struct
{
  RENSA_COMPONENT_FIELDS
  gboolean (*check) (gconstpointer attrs, gint64 length, GError **error);
  int (*infer) (gconstpointer attrs, RensaType *types, int n, GError **error);
  gsize state_size;
  gboolean (*setup) (RensaIterator *iterator, GError **error);
  gboolean (*next) (RensaIterator *iterator, RensaBatch *batch, GError **error);
  int (*convert) (RensaIterator *iterator, const RensaConverter *converter, const RensaBatch *batch,
                  RensaArray **fields, GError **error);
  void (*go_back) (RensaIterator *iterator);
  void (*reset) (RensaIterator *iterator);
  gint64 (*get_batch_size) (RensaIterator *iterator);
  gboolean (*serialize) (RensaIterator *iterator, RensaSerializer *serializer, GError **error);
  void (*finalize) (RensaIterator *iterator);
} RensaIteratorClass;

/* Returns TRUE if the iterator @attrs is suitable for training with @dataset: for example, a batch
 * must not be larger than the data set. */
gboolean rensa_iterator_check (RensaAttrs *attrs, RensaDataset *dataset, GError **error);

/* Infers the fields of one row of a batch of the iterator @attrs. On entry, @types, with room for
 * %RENSA_MAX_FIELDS, holds the @n fields of an example. Returns the number of fields, or -1 with an
 * error. */
int rensa_iterator_infer (RensaAttrs *attrs, RensaType *types, int n, GError **error);

/* @attrs: attributes of an iterator; @seed determines all randomness. RENSA_ERROR_INVALID for an
 *   empty data set, or if the class rejects the attributes. */
RensaIterator *rensa_iterator_new (RensaAttrs *attrs, RensaDataset *dataset, guint64 seed, GError **error);
/* Creates an iterator that passes through the examples once, in order, for validation. */
RensaIterator *rensa_iterator_new_once (RensaAttrs *attrs, RensaDataset *dataset, GError **error);
void rensa_iterator_free (RensaIterator *iterator);

/* Makes the arrays of the next batch in @fields (of RENSA_MAX_FIELDS, all NULL) with @converter
 * (nullable). Returns their number, 0 after the last batch, or -1 on an error, after which the
 * iterator is where it was. They are owned by the caller. */
int rensa_iterator_next (RensaIterator *iterator, const RensaConverter *converter, RensaArray **fields, GError **error);
/* Makes the arrays of the next batch in advance, on @device, for the next call of
 * rensa_iterator_next () with the same converter; the iterator stays where it is. Does nothing if
 * that is impossible, for example if the data set is not concurrent; errors are reported by
 * rensa_iterator_next (). */
void rensa_iterator_prefetch (RensaIterator *iterator, const RensaConverter *converter, const RensaDevice *device);
/* Makes the arrays of a batch of example @index alone, as in a validation pass, with the same
 * return value; if the class makes other fields, @index counts the examples that it makes, from 0,
 * and the position of the iterator is undefined afterwards. */
int rensa_iterator_get_example (RensaIterator *iterator, gint64 index, RensaArray **fields, GError **error);
/* Returns the batch of the last call of next; borrowed until the next call. */
const RensaBatch *rensa_iterator_get_batch (RensaIterator *iterator);
/* Moves to the beginning of the first epoch. */
void rensa_iterator_reset (RensaIterator *iterator);

/* Borrowed; always reflects the current position. Only the class writes into it. */
RensaIteratorPlace *rensa_iterator_get_place (RensaIterator *iterator);
RensaDataset *rensa_iterator_get_dataset (RensaIterator *iterator);
gint64 rensa_iterator_get_batch_size (RensaIterator *iterator);

/* For classes. */
const char *rensa_iterator_get_name (RensaIterator *iterator);
gpointer rensa_iterator_get_state (RensaIterator *iterator);
gconstpointer rensa_iterator_get_values (RensaIterator *iterator);
guint64 rensa_iterator_get_seed (RensaIterator *iterator);
gboolean rensa_iterator_is_once (RensaIterator *iterator);

/* A RensaSerializeFunc. RENSA_ERROR_FORMAT if the state belongs to a data set of another length. */
gboolean rensa_iterator_serialize (gpointer iterator, RensaSerializer *serializer, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaIterator, rensa_iterator_free)

G_END_DECLS
