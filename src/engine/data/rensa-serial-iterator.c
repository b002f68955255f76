/* rensa-serial-iterator.c: batches, one after the other.
 * SPDX-License-Identifier: MIT */

#include "rensa-serial-iterator.h"

#include <math.h>

#include "rensa-error.h"
#include "rensa-memory.h"
#include "rensa-primitives.h"
#include "rensa-random.h"

/* The upper half of the streams of shuffling; the lower is the epoch. */
#define SHUFFLE_STREAM (G_GUINT64_CONSTANT (0x73687566) << 32)
/* What Chainer stores where there was no batch yet. */
#define NO_DETAIL (-1.0)

struct _RensaSerialIterator
{
  RensaDataset *dataset;
  gint64 length;
  gint64 batch_size;
  gboolean repeat;
  gboolean shuffle;
  guint64 seed;

  gint64 current_position;
  gint64 epoch;
  gboolean is_new_epoch;
  double previous_epoch_detail;
  gint64 *order;

  gint64 *batch; /* the numbers in the last batch */
  gint64 n_batch;
};

/* The order of the epoch that begins. */
static void
make_order (RensaSerialIterator *self)
{
  if (self->shuffle)
    {
      RensaRandom random = rensa_random_init (self->seed, SHUFFLE_STREAM | (guint32) self->epoch);

      rensa_random_permutation (&random, self->order, self->length);
      return;
    }

  for (gint64 i = 0; i < self->length; i++)
    self->order[i] = i;
}

RensaSerialIterator *
rensa_serial_iterator_new (RensaDataset *dataset, gint64 batch_size, gboolean repeat, gboolean shuffle, guint64 seed,
                           GError **error)
{
  const gint64 length = rensa_dataset_get_length (dataset);
  g_autofree gint64 *order = NULL;
  g_autofree gint64 *batch = NULL;
  RensaSerialIterator *self;

  if (batch_size < 1 || batch_size > G_MAXINT32)
    {
      g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID,
                   "SerialIterator: a batch has at least one example, not %" G_GINT64_FORMAT, batch_size);
      return NULL;
    }
  if (length == 0)
    {
      g_set_error_literal (error, RENSA_ERROR, RENSA_ERROR_INVALID, "SerialIterator: the data set has no examples");
      return NULL;
    }

  order = rensa_memory_try_new (gint64, length, "SerialIterator: the order of the examples", error);
  batch = order != NULL ? rensa_memory_try_new (gint64, batch_size, "SerialIterator: a batch", error) : NULL;
  if (batch == NULL)
    return NULL;

  self = g_new0 (RensaSerialIterator, 1);
  self->dataset = rensa_dataset_ref (dataset);
  self->length = length;
  self->batch_size = batch_size;
  self->repeat = repeat;
  self->shuffle = shuffle;
  self->seed = seed;
  self->order = g_steal_pointer (&order);
  self->batch = g_steal_pointer (&batch);
  rensa_serial_iterator_reset (self);
  return self;
}

void
rensa_serial_iterator_free (RensaSerialIterator *self)
{
  rensa_dataset_unref (self->dataset);
  g_free (self->order);
  g_free (self->batch);
  g_free (self);
}

void
rensa_serial_iterator_reset (RensaSerialIterator *self)
{
  self->current_position = 0;
  self->epoch = 0;
  self->is_new_epoch = FALSE;
  self->previous_epoch_detail = NO_DETAIL;
  self->n_batch = 0;
  make_order (self);
}

/* Moves on by one batch and collects its numbers. */
static void
advance (RensaSerialIterator *self)
{
  self->previous_epoch_detail = rensa_serial_iterator_get_epoch_detail (self);
  self->is_new_epoch = FALSE;
  self->n_batch = 0;

  while (self->n_batch < self->batch_size)
    {
      const gint64 n = MIN (self->batch_size - self->n_batch, self->length - self->current_position);

      for (gint64 i = 0; i < n; i++)
        self->batch[self->n_batch++] = self->order[self->current_position++];

      if (self->current_position < self->length)
        break;
      self->current_position = 0;
      self->epoch++;
      self->is_new_epoch = TRUE;
      if (!self->repeat)
        break;
      make_order (self);
    }
}

gboolean
rensa_serial_iterator_next (RensaSerialIterator *self, RensaArray **fields, gboolean *stop, GError **error)
{
  *stop = !self->repeat && self->epoch > 0;
  if (*stop)
    return TRUE;

  const gint64 position = self->current_position;
  const gint64 epoch = self->epoch;
  const gboolean was_new_epoch = self->is_new_epoch;
  const double detail = self->previous_epoch_detail;

  advance (self);
  if (rensa_dataset_get_batch (self->dataset, self->batch, self->n_batch, fields, error))
    return TRUE;

  self->current_position = position;
  self->is_new_epoch = was_new_epoch;
  self->previous_epoch_detail = detail;
  self->n_batch = 0;
  if (self->epoch != epoch)
    {
      self->epoch = epoch;
      make_order (self);
    }
  return FALSE;
}

const gint64 *
rensa_serial_iterator_get_indices (RensaSerialIterator *self, gint64 *n)
{
  *n = self->n_batch;
  return self->batch;
}

RensaDataset *
rensa_serial_iterator_get_dataset (RensaSerialIterator *self)
{
  return self->dataset;
}

gint64
rensa_serial_iterator_get_batch_size (RensaSerialIterator *self)
{
  return self->batch_size;
}

gint64
rensa_serial_iterator_get_epoch (RensaSerialIterator *self)
{
  return self->epoch;
}

gboolean
rensa_serial_iterator_is_new_epoch (RensaSerialIterator *self)
{
  return self->is_new_epoch;
}

gint64
rensa_serial_iterator_get_current_position (RensaSerialIterator *self)
{
  return self->current_position;
}

double
rensa_serial_iterator_get_epoch_detail (RensaSerialIterator *self)
{
  return self->epoch + (double) self->current_position / self->length;
}

double
rensa_serial_iterator_get_previous_epoch_detail (RensaSerialIterator *self)
{
  return self->previous_epoch_detail < 0 ? NAN : self->previous_epoch_detail;
}

static gboolean
refuse (RensaSerializer *serializer, const char *key, GError **error, const char *what)
{
  g_autofree char *place = rensa_serializer_describe (serializer, key);

  g_set_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT, "%s: %s", place, what);
  return FALSE;
}

/* Every example once. */
static gboolean
is_order (const gint64 *order, gint64 n)
{
  g_autofree guint8 *seen = g_malloc0 (n);

  for (gint64 i = 0; i < n; i++)
    {
      if (order[i] < 0 || order[i] >= n || seen[order[i]])
        return FALSE;
      seen[order[i]] = TRUE;
    }
  return TRUE;
}

static gboolean
serialize_order (RensaSerialIterator *self, RensaSerializer *serializer, GError **error)
{
  g_autoptr (RensaArray) array =
      rensa_array_new_from_host (RENSA_INT64, &RENSA_SHAPE (self->length), self->order, error);
  g_autofree gint64 *order = NULL;

  if (array == NULL || !rensa_serializer_array (serializer, "order", &array, error))
    return FALSE;
  if (!rensa_serializer_is_reading (serializer))
    return TRUE;

  if (array == NULL)
    return refuse (serializer, "order", error, "the order of the examples was expected, but the file holds None");
  order = rensa_memory_try_new (gint64, self->length, "SerialIterator: the order of the examples", error);
  if (order == NULL || !rensa_array_to_host (array, order, error))
    return FALSE;
  if (!is_order (order, self->length))
    return refuse (serializer, "order", error, "this is no order of the examples, because one is missing in it");

  g_free (self->order);
  self->order = g_steal_pointer (&order);
  return TRUE;
}

/* Chainer versions before 3 did not store the previous detail. */
static gboolean
serialize_previous_detail (RensaSerialIterator *self, RensaSerializer *serializer, double detail, double *previous,
                           GError **error)
{
  if (rensa_serializer_has (serializer, "previous_epoch_detail"))
    return rensa_serializer_double (serializer, "previous_epoch_detail", previous, error);

  *previous = detail > 0 ? MAX (detail - (double) self->batch_size / self->length, 0) : NO_DETAIL;
  return TRUE;
}

gboolean
rensa_serial_iterator_serialize (gpointer iterator, RensaSerializer *serializer, GError **error)
{
  RensaSerialIterator *self = iterator;
  gint64 position = self->current_position;
  gint64 epoch = self->epoch;
  gboolean is_new_epoch = self->is_new_epoch;
  double previous = self->previous_epoch_detail;

  if (!rensa_serializer_int (serializer, "current_position", &position, error)
      || !rensa_serializer_int (serializer, "epoch", &epoch, error)
      || !rensa_serializer_bool (serializer, "is_new_epoch", &is_new_epoch, error))
    return FALSE;
  if (position < 0 || position >= self->length)
    return refuse (serializer, "current_position", error, "the position lies beyond the end of the data set");
  if (epoch < 0)
    return refuse (serializer, "epoch", error, "the number of the epoch is negative");
  if (self->shuffle && !serialize_order (self, serializer, error))
    return FALSE;
  if (!serialize_previous_detail (self, serializer, epoch + (double) position / self->length, &previous, error))
    return FALSE;

  self->current_position = position;
  self->epoch = epoch;
  self->is_new_epoch = is_new_epoch;
  self->previous_epoch_detail = previous;
  return TRUE;
}
