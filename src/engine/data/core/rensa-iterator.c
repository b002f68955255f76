/* rensa-iterator.c: batch-wise iteration over the examples of a data set.
 * SPDX-License-Identifier: MIT */

#include "rensa-iterator.h"

#include <math.h>
#include <string.h>

#include "rensa-error.h"
#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-primitives.h"

/* The next batch, prefetched. */
typedef struct
{
  gint64 *indices;
  gint64 n;
  gint64 position;
  RensaConverter converter;
  RensaArray *fields[RENSA_MAX_FIELDS];
  int n_fields; /* 0 if there is none */
} Ahead;

struct _RensaIterator
{
  const RensaIteratorClass *class;
  RensaAttrs *attrs;
  RensaDataset *dataset;
  guint64 seed;
  gboolean is_once;
  RensaIteratorPlace place;
  RensaBatch batch; /* the last one */
  gint64 *indices;  /* (nullable): own copy, if the class has advanced since */
  Ahead ahead;
  gpointer state;
};

gboolean
rensa_iterator_check (RensaAttrs *attrs, RensaDataset *dataset, GError **error)
{
  const RensaIteratorClass *class = (const RensaIteratorClass *) rensa_attrs_get_component (attrs);

  if (class->check == NULL || class->check (rensa_attrs_get_values (attrs), rensa_dataset_get_length (dataset), error))
    return TRUE;
  rensa_error_name (error, class->name);
  return FALSE;
}

int
rensa_iterator_infer (RensaAttrs *attrs, RensaType *types, int n, GError **error)
{
  const RensaIteratorClass *class = (const RensaIteratorClass *) rensa_attrs_get_component (attrs);
  const int n_inferred = class->infer != NULL ? class->infer (rensa_attrs_get_values (attrs), types, n, error) : n;

  if (n_inferred < 0)
    rensa_error_name (error, class->name);
  return n_inferred;
}

static RensaIterator *
iterator_new (RensaAttrs *attrs, RensaDataset *dataset, guint64 seed, gboolean is_once, GError **error)
{
  const RensaIteratorClass *class = (const RensaIteratorClass *) rensa_attrs_get_component (attrs);
  g_autoptr (RensaIterator) self = NULL;

  if (!rensa_attrs_check_complete (attrs, error))
    return NULL;
  if (rensa_dataset_get_length (dataset) == 0)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s: the data set has no examples"), class->name);
      return NULL;
    }

  self = g_new0 (RensaIterator, 1);
  self->class = class;
  self->attrs = rensa_attrs_ref (attrs);
  self->dataset = rensa_dataset_ref (dataset);
  self->seed = seed;
  self->is_once = is_once;
  self->state = g_malloc0 (MAX (class->state_size, 1));
  if (class->setup != NULL && !class->setup (self, error))
    return NULL;

  rensa_iterator_reset (self);
  return g_steal_pointer (&self);
}

RensaIterator *
rensa_iterator_new (RensaAttrs *attrs, RensaDataset *dataset, guint64 seed, GError **error)
{
  return iterator_new (attrs, dataset, seed, FALSE, error);
}

RensaIterator *
rensa_iterator_new_once (RensaAttrs *attrs, RensaDataset *dataset, GError **error)
{
  return iterator_new (attrs, dataset, 0, TRUE, error);
}

static void
forget_ahead (RensaIterator *self)
{
  rensa_arrays_clear (self->ahead.fields, self->ahead.n_fields);
  g_free (self->ahead.indices);
  self->ahead = (Ahead){ 0 };
}

void
rensa_iterator_free (RensaIterator *self)
{
  forget_ahead (self);
  g_free (self->indices);
  if (self->class->finalize != NULL)
    self->class->finalize (self);
  rensa_dataset_unref (self->dataset);
  rensa_attrs_unref (self->attrs);
  g_free (self->state);
  g_free (self);
}

gboolean
rensa_batch_get_fields (const RensaBatch *batch, RensaArray **fields, GError **error)
{
  if (batch->position < 0)
    return rensa_dataset_get_batch (batch->dataset, batch->indices, batch->n, fields, error);
  return rensa_dataset_get_training_batch (batch->dataset, batch->indices, batch->n, batch->position, fields, error);
}

int
rensa_batch_convert (const RensaBatch *batch, const RensaConverter *converter, RensaArray **fields, GError **error)
{
  if (converter != NULL)
    return converter->convert (batch, converter->data, fields, error);
  return rensa_batch_get_fields (batch, fields, error) ? rensa_dataset_get_n_fields (batch->dataset) : -1;
}

static int
convert (RensaIterator *self, const RensaConverter *converter, const RensaBatch *batch, RensaArray **fields,
         GError **error)
{
  if (self->class->convert != NULL)
    return self->class->convert (self, converter, batch, fields, error);
  return rensa_batch_convert (batch, converter, fields, error);
}

static RensaConverter
get_converter (const RensaConverter *converter)
{
  return converter != NULL ? *converter : (RensaConverter){ 0 };
}

/* Returns TRUE if the prefetched arrays are what @converter would make of the batch. */
static gboolean
is_ahead (RensaIterator *self, const RensaConverter *converter)
{
  const RensaConverter wanted = get_converter (converter);
  const Ahead *ahead = &self->ahead;

  return ahead->n_fields > 0 && ahead->n == self->batch.n && ahead->position == self->batch.position
         && ahead->converter.convert == wanted.convert && ahead->converter.data == wanted.data
         && memcmp (ahead->indices, self->batch.indices, ahead->n * sizeof *ahead->indices) == 0;
}

static int
get_fields (RensaIterator *self, const RensaConverter *converter, RensaArray **fields, GError **error)
{
  const int n = is_ahead (self, converter) ? self->ahead.n_fields : 0;

  memcpy (fields, self->ahead.fields, n * sizeof *fields);
  self->ahead.n_fields -= n;
  forget_ahead (self);
  return n > 0 ? n : convert (self, converter, &self->batch, fields, error);
}

int
rensa_iterator_next (RensaIterator *self, const RensaConverter *converter, RensaArray **fields, GError **error)
{
  const RensaIteratorPlace before = self->place;
  int n;

  self->batch = (RensaBatch){ .dataset = self->dataset, .position = self->is_once ? -1 : before.n_seen };
  if (!self->class->next (self, &self->batch, error))
    return -1;
  if (self->batch.n == 0)
    return 0;

  self->place.previous_epoch_detail = before.epoch_detail;
  n = get_fields (self, converter, fields, error);
  if (n >= 0)
    return n;

  self->place = before;
  self->batch.n = 0;
  if (self->class->go_back != NULL)
    self->class->go_back (self);
  return -1;
}

static void
make_ahead (RensaIterator *self, const RensaConverter *converter, const RensaDevice *device, const RensaBatch *batch)
{
  RensaArray *fields[RENSA_MAX_FIELDS] = { NULL };
  const int n = convert (self, converter, batch, fields, NULL);
  int n_there = 0;

  while (n_there < n && (self->ahead.fields[n_there] = rensa_array_to_device (fields[n_there], device, NULL)) != NULL)
    n_there++;
  rensa_arrays_clear (fields, MAX (n, 0));
  self->ahead.n_fields = n_there;
  if (n <= 0 || n_there < n)
    {
      forget_ahead (self);
      return;
    }
  self->ahead.indices = g_memdup2 (batch->indices, batch->n * sizeof *batch->indices);
  self->ahead.n = batch->n;
  self->ahead.position = batch->position;
  self->ahead.converter = get_converter (converter);
}

void
rensa_iterator_prefetch (RensaIterator *self, const RensaConverter *converter, const RensaDevice *device)
{
  const RensaIteratorPlace place = self->place;
  RensaBatch batch = { .dataset = self->dataset, .position = self->is_once ? -1 : place.n_seen };

  if (self->class->go_back == NULL || !rensa_dataset_is_concurrent (self->dataset) || self->ahead.n_fields > 0)
    return;

  g_free (self->indices);
  self->batch.indices = self->indices = g_memdup2 (self->batch.indices, self->batch.n * sizeof *self->indices);
  if (!self->class->next (self, &batch, NULL) || batch.n == 0)
    return;

  make_ahead (self, converter, device, &batch);
  self->place = place;
  self->class->go_back (self);
}

/* For a class whose batches have fields other than those of the examples; the fields may depend
 * on the batch. */
static int
convert_one (RensaIterator *self, gint64 index, RensaArray **fields, GError **error)
{
  RensaBatch batch = { 0 };
  gint64 n_seen = 0;

  rensa_iterator_reset (self);
  while (n_seen <= index)
    {
      batch = (RensaBatch){ .dataset = self->dataset, .position = -1 };
      if (!self->class->next (self, &batch, error))
        return -1;
      if (batch.n == 0)
        {
          rensa_set_words (error, RENSA_ERROR_INVALID,
                           N_ ("%s: examples are numbered from 0 to %lld; %lld does not exist"), self->class->name,
                           (long long) n_seen - 1, (long long) index);
          return -1;
        }
      n_seen += batch.n;
    }
  batch.indices += index - (n_seen - batch.n);
  batch.n = 1;
  return self->class->convert (self, NULL, &batch, fields, error);
}

int
rensa_iterator_get_example (RensaIterator *self, gint64 index, RensaArray **fields, GError **error)
{
  const RensaBatch batch = { .dataset = self->dataset, .indices = &index, .n = 1, .position = -1 };

  if (self->class->infer != NULL && self->class->convert != NULL)
    return convert_one (self, index, fields, error);
  return rensa_batch_convert (&batch, NULL, fields, error);
}

const RensaBatch *
rensa_iterator_get_batch (RensaIterator *self)
{
  return &self->batch;
}

void
rensa_iterator_reset (RensaIterator *self)
{
  forget_ahead (self);
  self->place = (RensaIteratorPlace){ .previous_epoch_detail = NAN };
  self->batch = (RensaBatch){ .dataset = self->dataset };
  self->class->reset (self);
}

RensaIteratorPlace *
rensa_iterator_get_place (RensaIterator *self)
{
  return &self->place;
}

RensaDataset *
rensa_iterator_get_dataset (RensaIterator *self)
{
  return self->dataset;
}

const char *
rensa_iterator_get_name (RensaIterator *self)
{
  return self->class->name;
}

gint64
rensa_iterator_get_batch_size (RensaIterator *self)
{
  return self->class->get_batch_size (self);
}

gpointer
rensa_iterator_get_state (RensaIterator *self)
{
  return self->state;
}

gconstpointer
rensa_iterator_get_values (RensaIterator *self)
{
  return rensa_attrs_get_values (self->attrs);
}

guint64
rensa_iterator_get_seed (RensaIterator *self)
{
  return self->seed;
}

gboolean
rensa_iterator_is_once (RensaIterator *self)
{
  return self->is_once;
}

gboolean
rensa_iterator_serialize (gpointer iterator, RensaSerializer *serializer, GError **error)
{
  RensaIterator *self = iterator;

  return self->class->serialize (self, serializer, error);
}
