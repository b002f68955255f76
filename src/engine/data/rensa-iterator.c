/* rensa-iterator.c: the examples of a data set, batch by batch.
 * SPDX-License-Identifier: MIT */

#include "rensa-iterator.h"

#include <math.h>

#include "rensa-error.h"
#include "rensa-fault.h"
#include "rensa-language.h"

struct _RensaIterator
{
  const RensaIteratorClass *class;
  RensaAttrs *attrs;
  RensaDataset *dataset;
  guint64 seed;
  gboolean is_once;
  RensaIteratorPlace place;
  RensaBatch batch; /* the last one */
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

void
rensa_iterator_free (RensaIterator *self)
{
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
convert (RensaIterator *self, const RensaConverter *converter, RensaArray **fields, GError **error)
{
  if (self->class->convert != NULL)
    return self->class->convert (self, converter, &self->batch, fields, error);
  return rensa_batch_convert (&self->batch, converter, fields, error);
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
  n = convert (self, converter, fields, error);
  if (n >= 0)
    return n;

  self->place = before;
  self->batch.n = 0;
  if (self->class->go_back != NULL)
    self->class->go_back (self);
  return -1;
}

/* Of a class that makes other fields than examples have. What those are may hang on the batch, too. */
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
                           N_ ("%s: examples are counted from 0 to %lld, so there is no %lld"), self->class->name,
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
