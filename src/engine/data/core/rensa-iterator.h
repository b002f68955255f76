/* rensa-iterator.h: the examples of a data set, batch by batch.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-dataset.h"
#include "rensa-serializer.h"

G_BEGIN_DECLS

typedef struct _RensaIterator RensaIterator;

/* The examples of one batch: @n numbers of examples of @dataset. @position: how many examples training has seen before them; -1 for
 * validation. */
typedef struct
{
  RensaDataset *dataset;
  const gint64 *indices;
  gint64 n;
  gint64 position;
} RensaBatch;

/* Their arrays, as many as the data set has fields: those of training, or those of validation. */
gboolean rensa_batch_get_fields (const RensaBatch *batch, RensaArray **fields, GError **error);

/**
 * RensaConverter:
 * @convert: makes the arrays of a batch, one for each field, in @fields, which has room for %RENSA_MAX_FIELDS and holds
 *   NULLs; they are owned by the caller. Returns how many, or -1 with an error and no arrays.
 * @data: for @convert
 *
 * How examples become the arrays that a model is called with (Chainer's converter). NULL stands for
 * rensa_batch_get_fields (), Chainer's concat_examples. An iterator that reads ahead calls it from threads of its own, for several
 * batches at once.
 */
typedef struct
{
  int (*convert) (const RensaBatch *batch, gpointer data, RensaArray **fields, GError **error);
  gpointer data;
} RensaConverter;

/* The arrays of @batch in @fields, made by @converter, or by the data set where that is NULL; as RensaConverter's convert. */
int rensa_batch_convert (const RensaBatch *batch, const RensaConverter *converter, RensaArray **fields, GError **error);

/**
 * RensaIteratorPlace:
 * @epoch: how many are complete
 * @is_new_epoch: whether the last batch completed one
 * @epoch_detail: the epoch with its fraction
 * @previous_epoch_detail: what that was before the last batch; NaN (Chainer: None) before the first
 * @n_seen: how many examples the batches so far had
 *
 * How far an iterator is. The iterator's class keeps all but @previous_epoch_detail, for which it need not care.
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
 * @check: (nullable): whether somebody who draws up a training with @length examples can want these attributes
 * @infer: (nullable): where a batch has other fields than its examples: from the types of the @n fields of an example, those of one
 *   row of a batch, in the place of the former; returns how many, -1 with an error for examples that it does not take
 * @state_size: of what the class keeps for each iterator, zero at first
 * @setup: (nullable): makes the state; @reset follows
 * @next: moves on by one batch and sets the place; @batch is that of the whole data set with no example in it, and stays
 *   so after the last one. What it borrows stands until the next call.
 * @convert: (nullable): the arrays of @batch, which is the one of the last @next, where the class has them already, or makes them
 *   otherwise than rensa_batch_convert ()
 * @go_back: (nullable): takes the last @next back, because no arrays could be made of its batch, or they were made
 *   ahead; the place is set
 * @reset: to the beginning of the first epoch; the place is set
 * @get_batch_size: how many examples a whole batch has
 * @serialize: with Chainer's keys; a file's state is taken as a whole or refused as a whole
 * @finalize: (nullable): frees the state
 *
 * Its form "chainer_once" is for validation: one time through the examples in their order.
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

/* Whether the iterator @attrs is one for training with @dataset: a batch is not larger than that, say. */
gboolean rensa_iterator_check (RensaAttrs *attrs, RensaDataset *dataset, GError **error);

/* What one row of a batch of the iterator @attrs has, of which @types, with room for %RENSA_MAX_FIELDS, are the @n fields of an example: how many
 * fields, -1 with an error. */
int rensa_iterator_infer (RensaAttrs *attrs, RensaType *types, int n, GError **error);

/* @attrs: of kind iterator; @seed determines all that is random in it. RENSA_ERROR_INVALID for an empty data set and for
 * what the class refuses. */
RensaIterator *rensa_iterator_new (RensaAttrs *attrs, RensaDataset *dataset, guint64 seed, GError **error);
/* One that goes through the examples one time, in their order, for validation. */
RensaIterator *rensa_iterator_new_once (RensaAttrs *attrs, RensaDataset *dataset, GError **error);
void rensa_iterator_free (RensaIterator *iterator);

/* The arrays of the next batch into @fields (of RENSA_MAX_FIELDS, all NULL), made by @converter (nullable): how many, 0
 * after the last batch, -1 on an error, after which the iterator stands where it was. They are owned by the caller. */
int rensa_iterator_next (RensaIterator *iterator, const RensaConverter *converter, RensaArray **fields, GError **error);
/* Makes the arrays of the next batch, which then lie on @device when rensa_iterator_next () is asked for them with the
 * same converter; the iterator stays where it is.  Nothing happens where that cannot be, as where the data set is not
 * concurrent; what goes wrong is told when the batch is asked for. */
void rensa_iterator_prefetch (RensaIterator *iterator, const RensaConverter *converter, const RensaDevice *device);
/* The arrays of a batch of example @index alone, as a pass for validation has it, likewise; where the class makes other fields, that of the
 * examples that it makes, counted from 0, and the iterator stands anywhere then. */
int rensa_iterator_get_example (RensaIterator *iterator, gint64 index, RensaArray **fields, GError **error);
/* The batch that the last call of next gave; borrowed until the next one. */
const RensaBatch *rensa_iterator_get_batch (RensaIterator *iterator);
/* To the beginning of the first epoch. */
void rensa_iterator_reset (RensaIterator *iterator);

/* Borrowed; it follows the iterator. Only the class writes into it. */
RensaIteratorPlace *rensa_iterator_get_place (RensaIterator *iterator);
RensaDataset *rensa_iterator_get_dataset (RensaIterator *iterator);
gint64 rensa_iterator_get_batch_size (RensaIterator *iterator);

/* For classes. */
const char *rensa_iterator_get_name (RensaIterator *iterator);
gpointer rensa_iterator_get_state (RensaIterator *iterator);
gconstpointer rensa_iterator_get_values (RensaIterator *iterator);
guint64 rensa_iterator_get_seed (RensaIterator *iterator);
gboolean rensa_iterator_is_once (RensaIterator *iterator);

/* A RensaSerializeFunc. RENSA_ERROR_FORMAT where the state does not belong to a data set of this length. */
gboolean rensa_iterator_serialize (gpointer iterator, RensaSerializer *serializer, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaIterator, rensa_iterator_free)

G_END_DECLS
