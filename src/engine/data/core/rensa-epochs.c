/* rensa-epochs.c: example order and batches across epochs.
 * SPDX-License-Identifier: MIT */

#include "rensa-epochs-private.h"

#include <math.h>
#include <string.h>

#include "rensa-data-faults.h"
#include "rensa-language.h"
#include "rensa-memory.h"
#include "rensa-order-sampler.h"
#include "rensa-order-samplers.h"

static gboolean
check_order (const char *name, const gint64 *order, gint64 length, gint64 n_examples, GError **error)
{
  if (length < 1)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s: the epoch order contains no examples"), name);
      return FALSE;
    }
  for (gint64 i = 0; i < length; i++)
    if (order[i] < 0 || order[i] >= n_examples)
      {
        rensa_set_words (error, RENSA_ERROR_INVALID,
                         N_ ("%s: the order refers to example %lld, but the data set "
                             "has %lld"),
                         name, (long long) order[i], (long long) n_examples);
        return FALSE;
      }
  return TRUE;
}

gint64 *
rensa_order_sample (RensaAttrs *sampler, const RensaOrderRequest *request, gint64 n_examples, gint64 *length,
                    GError **error)
{
  const RensaOrderSamplerClass *class = (const RensaOrderSamplerClass *) rensa_attrs_get_component (sampler);
  g_autofree gint64 *order = class->sample (rensa_attrs_get_values (sampler), request, length, error);

  if (order == NULL || !check_order (class->name, order, *length, n_examples, error))
    return NULL;
  if (request->epoch > 0 && *length != request->length)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID,
                       ngettext ("%s: an order of %lld example cannot follow one of %lld",
                                 "%s: an order of %lld examples cannot follow one of %lld", (gulong) *length),
                       class->name, (long long) *length, (long long) request->length);
      return NULL;
    }
  return g_steal_pointer (&order);
}

#define PREVIOUS_DETAIL "previous_epoch_detail"
/* Chainer's stored value if there was no previous batch. */
#define NO_DETAIL (-1.0)

gboolean
rensa_epochs_init (RensaEpochs *self, RensaIterator *iterator, const char *order_key, GError **error)
{
  const RensaEpochsAttrs *attrs = rensa_iterator_get_values (iterator);
  const gboolean is_once = rensa_iterator_is_once (iterator);

  self->n_examples = self->length = rensa_dataset_get_length (rensa_iterator_get_dataset (iterator));
  self->batch_size = attrs->batch_size;
  self->repeat = attrs->repeat && !is_once;
  self->seed = rensa_iterator_get_seed (iterator);
  self->order_key = order_key;
  self->tells_none = order_key[0] == '_';
  if (attrs->order_sampler != NULL && !is_once)
    self->sampler = rensa_attrs_ref (attrs->order_sampler);
  else if (attrs->shuffle && !is_once)
    self->sampler = rensa_attrs_new (RENSA_COMPONENT (&rensa_shuffle_order_sampler_class));
  self->batch = rensa_memory_try_new (gint64, self->batch_size, rensa_iterator_get_name (iterator), error);
  return self->batch != NULL;
}

void
rensa_epochs_clear (RensaEpochs *self)
{
  g_clear_pointer (&self->sampler, rensa_attrs_unref);
  g_clear_pointer (&self->order, g_free);
  g_clear_pointer (&self->order_before, g_free);
  g_clear_pointer (&self->batch, g_free);
}

/* Samples the order of epoch self->place.epoch. */
static gint64 *
sample (RensaEpochs *self, const gint64 *order, gint64 position, gint64 *length, GError **error)
{
  const RensaOrderRequest request = { order, self->length, position, self->place.epoch, self->seed };

  return rensa_order_sample (self->sampler, &request, self->n_examples, length, error);
}

/* Creates the first order on demand, since many iterators are only queried for shapes. */
static gboolean
begin (RensaEpochs *self, GError **error)
{
  g_autofree gint64 *plain = NULL;

  if (self->sampler == NULL || self->order != NULL)
    return TRUE;

  self->length = self->n_examples;
  plain = rensa_memory_try_new (gint64, self->n_examples, "the order of the examples", error);
  if (plain == NULL)
    return FALSE;
  for (gint64 i = 0; i < self->n_examples; i++)
    plain[i] = i;
  self->order = sample (self, plain, 0, &self->length, error);
  return self->order != NULL;
}

/* @position: start of the last part of the epoch that is ending. */
static gboolean
begin_epoch (RensaEpochs *self, gint64 position, GError **error)
{
  gint64 *next;
  gint64 length;

  self->place = (RensaEpochsPlace){ 0, self->place.epoch + 1, TRUE };
  if (self->sampler == NULL)
    return TRUE;

  next = sample (self, self->order, position, &length, error);
  if (next == NULL)
    return FALSE;
  if (self->order_before == NULL)
    self->order_before = g_steal_pointer (&self->order);
  g_free (self->order);
  self->order = next;
  return TRUE;
}

static void
go_back (RensaEpochs *self)
{
  self->place = self->before;
  if (self->order_before == NULL)
    return;
  g_free (self->order);
  self->order = g_steal_pointer (&self->order_before);
}

static void
take (RensaEpochs *self, gint64 *batch, gint64 n)
{
  for (gint64 i = 0; i < n; i++, self->place.position++)
    batch[i] = self->order != NULL ? self->order[self->place.position] : self->place.position;
}

gint64
rensa_epochs_next (RensaEpochs *self, GError **error)
{
  gint64 n = 0;

  if (!begin (self, error))
    return -1;
  self->before = self->place;
  g_clear_pointer (&self->order_before, g_free);
  if (!self->repeat && self->place.epoch > 0)
    return 0;

  self->place.is_new_epoch = FALSE;
  while (n < self->batch_size)
    {
      const gint64 position = self->place.position;
      const gint64 part = MIN (self->batch_size - n, self->length - position);

      take (self, self->batch + n, part);
      n += part;
      if (self->place.position < self->length)
        break;
      if (!begin_epoch (self, position, error))
        {
          go_back (self);
          return -1;
        }
      if (!self->repeat)
        break;
    }
  return n;
}

gint64
rensa_epochs_get_n_seen (const RensaEpochs *self)
{
  return self->place.epoch * self->length + self->place.position;
}

gboolean
rensa_epochs_copy (const RensaEpochs *self, RensaEpochs *copy, GError **error)
{
  g_autofree gint64 *order = NULL;

  if (self->order != NULL)
    {
      order = rensa_memory_try_new (gint64, self->length, "the order of the examples", error);
      if (order == NULL)
        return FALSE;
      memcpy (order, self->order, self->length * sizeof *order);
    }
  g_clear_pointer (&copy->order_before, g_free);
  g_free (copy->order);
  copy->order = g_steal_pointer (&order);
  copy->length = self->length;
  copy->place = copy->before = self->place;
  return TRUE;
}

static void
set_place (RensaIterator *iterator)
{
  const RensaEpochs *self = rensa_iterator_get_state (iterator);
  RensaIteratorPlace *place = rensa_iterator_get_place (iterator);

  place->epoch = self->place.epoch;
  place->is_new_epoch = self->place.is_new_epoch;
  place->epoch_detail = self->place.epoch + (double) self->place.position / self->length;
  place->n_seen = rensa_epochs_get_n_seen (self);
}

/* Rejects large batches here, because the iterator itself, like Chainer's, would fill them with
 * repetitions. */
static gboolean
check_batch_size (const RensaEpochsAttrs *attrs, gint64 length, GError **error)
{
  g_autofree char *value = NULL;

  if (!attrs->repeat || attrs->batch_size <= length)
    return TRUE;

  value = g_strdup_printf ("%" G_GINT64_FORMAT, attrs->batch_size);
  return rensa_set_fault (
      error, RENSA_ERROR_INVALID,
      &(RensaFault){ .code = &rensa_fault_large_batch, .value = value, .n_found = { &rensa_count_examples, length } });
}

/* Disabling shuffling excludes an order sampler. */
gboolean
rensa_epochs_iterator_check (gconstpointer values, gint64 length, GError **error)
{
  const RensaEpochsAttrs *attrs = values;

  if (attrs->order_sampler != NULL && !attrs->shuffle)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("“order_sampler” requires “shuffle”"));
      return FALSE;
    }
  return check_batch_size (attrs, length, error);
}

gboolean
rensa_epochs_iterator_next (RensaIterator *iterator, RensaBatch *batch, GError **error)
{
  RensaEpochs *self = rensa_iterator_get_state (iterator);
  const gint64 n = rensa_epochs_next (self, error);

  batch->indices = self->batch;
  batch->n = MAX (n, 0);
  if (n > 0)
    set_place (iterator);
  return n >= 0;
}

void
rensa_epochs_iterator_go_back (RensaIterator *iterator)
{
  go_back (rensa_iterator_get_state (iterator));
}

void
rensa_epochs_iterator_reset (RensaIterator *iterator)
{
  RensaEpochs *self = rensa_iterator_get_state (iterator);

  g_clear_pointer (&self->order, g_free);
  g_clear_pointer (&self->order_before, g_free);
  self->place = self->before = (RensaEpochsPlace){ 0 };
}

gint64
rensa_epochs_iterator_get_batch_size (RensaIterator *iterator)
{
  return ((const RensaEpochsAttrs *) rensa_iterator_get_values (iterator))->batch_size;
}

gboolean
rensa_iterator_refuse (RensaSerializer *serializer, const char *key, GError **error, const char *what)
{
  g_autofree char *place = rensa_serializer_describe (serializer, key);

  rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("%s: %s"), place, _ (what));
  return FALSE;
}

/* Returns TRUE if all indices are valid and, for permutations, unique. */
static gboolean
is_order (const RensaEpochs *self, const gint64 *order)
{
  const gboolean once = ((const RensaOrderSamplerClass *) rensa_attrs_get_component (self->sampler))->is_permutation;
  g_autofree guint8 *seen = g_malloc0 (self->n_examples);

  for (gint64 i = 0; i < self->length; i++)
    {
      if (order[i] < 0 || order[i] >= self->n_examples || (once && seen[order[i]]))
        return FALSE;
      seen[order[i]] = TRUE;
    }
  return TRUE;
}

/* The key differs between iterators with and without threads; each accepts the other's state. */
static const char *
find_order_key (const RensaEpochs *self, RensaSerializer *serializer)
{
  static const char *const keys[] = { "order", "_order" };

  for (guint i = 0; i < G_N_ELEMENTS (keys) && !rensa_serializer_has (serializer, self->order_key); i++)
    if (rensa_serializer_has (serializer, keys[i]))
      return keys[i];
  return self->order_key;
}

static gboolean
serialize_order (RensaEpochs *self, RensaSerializer *serializer, GError **error)
{
  const char *key = find_order_key (self, serializer);
  g_autoptr (RensaArray) array =
      rensa_array_new_from_host (RENSA_INT64, &RENSA_SHAPE (self->length), self->order, error);
  g_autofree gint64 *order = NULL;

  if (array == NULL || !rensa_serializer_array (serializer, key, &array, error))
    return FALSE;
  if (!rensa_serializer_is_reading (serializer))
    return TRUE;

  if (array == NULL)
    return rensa_iterator_refuse (serializer, key, error,
                                  N_ ("expected the order of the examples, but the file contains None"));
  order = rensa_memory_try_new (gint64, self->length, "the order of the examples", error);
  if (order == NULL || !rensa_array_to_host (array, order, error))
    return FALSE;
  if (!is_order (self, order))
    return rensa_iterator_refuse (serializer, key, error,
                                  N_ ("this is not a complete order of the examples; one is missing"));

  g_free (self->order);
  self->order = g_steal_pointer (&order);
  return TRUE;
}

/* For iterators without an order sampler. */
static gboolean
serialize_none (RensaEpochs *self, RensaSerializer *serializer, GError **error)
{
  g_autoptr (RensaArray) none = NULL;

  if (!self->tells_none || !rensa_serializer_has (serializer, self->order_key))
    return TRUE;
  return rensa_serializer_array (serializer, self->order_key, &none, error);
}

gboolean
rensa_iterator_serialize_previous_detail (RensaIterator *iterator, RensaSerializer *serializer, double epoch_detail,
                                          double step, double *previous, GError **error)
{
  const double stored = rensa_iterator_get_place (iterator)->previous_epoch_detail;

  *previous = isnan (stored) ? NO_DETAIL : stored;
  if (!rensa_serializer_has (serializer, PREVIOUS_DETAIL))
    *previous = epoch_detail > 0 ? MAX (epoch_detail - step, 0) : NO_DETAIL;
  else if (!rensa_serializer_double (serializer, PREVIOUS_DETAIL, previous, error))
    return FALSE;
  if (*previous < 0)
    *previous = NAN;
  return TRUE;
}

static gboolean
serialize_place (const RensaEpochs *self, RensaSerializer *serializer, RensaEpochsPlace *place, GError **error)
{
  *place = self->place;
  if (!rensa_serializer_int (serializer, "current_position", &place->position, error)
      || !rensa_serializer_int (serializer, "epoch", &place->epoch, error)
      || !rensa_serializer_bool (serializer, "is_new_epoch", &place->is_new_epoch, error))
    return FALSE;
  if (place->position < 0 || place->position >= self->length)
    return rensa_iterator_refuse (serializer, "current_position", error,
                                  N_ ("the position is beyond the end of the data set"));
  if (place->epoch < 0)
    return rensa_iterator_refuse (serializer, "epoch", error, N_ ("the epoch number is negative"));
  return TRUE;
}

gboolean
rensa_epochs_iterator_serialize (RensaIterator *iterator, RensaSerializer *serializer, GError **error)
{
  RensaEpochs *self = rensa_iterator_get_state (iterator);
  const double step = (double) self->batch_size / self->length;
  RensaEpochsPlace place;
  double previous;

  if (!begin (self, error) || !serialize_place (self, serializer, &place, error)
      || !rensa_iterator_serialize_previous_detail (
          iterator, serializer, place.epoch + (double) place.position / self->length, step, &previous, error)
      || !(self->sampler != NULL ? serialize_order : serialize_none) (self, serializer, error))
    return FALSE;

  self->place = self->before = place;
  g_clear_pointer (&self->order_before, g_free);
  set_place (iterator);
  rensa_iterator_get_place (iterator)->previous_epoch_detail = previous;
  return TRUE;
}
