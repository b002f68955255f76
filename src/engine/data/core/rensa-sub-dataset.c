/* rensa-sub-dataset.c: subset of another data set.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "rensa-dataset.h"
#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-memory.h"

typedef struct
{
  RensaDatasetHead head;
  RensaDataset *dataset;
  gint64 start;
  gint64 *order; /* indices of the examples in this part; NULL: consecutive from @start */
} Sub;

static void
finalize (RensaDataset *dataset)
{
  Sub *self = (Sub *) dataset;

  rensa_dataset_unref (self->dataset);
  g_free (self->order);
}

/* Maps @indices to those of the whole data set. */
static gint64 *
map_indices (const Sub *self, const gint64 *indices, gint64 n)
{
  gint64 *mapped = g_new (gint64, n);

  for (gint64 i = 0; i < n; i++)
    mapped[i] = self->order != NULL ? self->order[indices[i]] : self->start + indices[i];
  return mapped;
}

static gboolean
get_batch (RensaDataset *dataset, const gint64 *indices, gint64 n, RensaArray **fields, GError **error)
{
  Sub *self = (Sub *) dataset;
  g_autofree gint64 *mapped = map_indices (self, indices, n);

  return rensa_dataset_get_batch (self->dataset, mapped, n, fields, error);
}

static RensaArray *
get_field (RensaDataset *dataset, int field, const gint64 *indices, gint64 n, GError **error)
{
  Sub *self = (Sub *) dataset;
  g_autofree gint64 *mapped = map_indices (self, indices, n);

  return rensa_dataset_get_field (self->dataset, field, mapped, n, error);
}

static gboolean
add_to_mark (RensaDataset *dataset, gint64 i, GChecksum *checksum, GError **error)
{
  Sub *self = (Sub *) dataset;
  g_autofree gint64 *mapped = map_indices (self, &i, 1);

  return rensa_dataset_add_to_mark (self->dataset, mapped[0], checksum, error);
}

static gint64
get_origin (RensaDataset *dataset, gint64 i)
{
  Sub *self = (Sub *) dataset;
  g_autofree gint64 *mapped = map_indices (self, &i, 1);

  return rensa_dataset_get_origin (self->dataset, mapped[0]);
}

static const RensaDatasetKind sub_kind = {
  .size = sizeof (Sub),
  .finalize = finalize,
  .get_batch = get_batch,
  .get_field = get_field,
  .add_to_mark = add_to_mark,
  .get_origin = get_origin,
};

RensaDataset *
rensa_sub_dataset_new (RensaDataset *dataset, gint64 start, gint64 finish, const gint64 *order, GError **error)
{
  const gint64 length = rensa_dataset_get_length (dataset);
  g_autofree gint64 *own_order = NULL;
  RensaDataset *result;
  Sub *self;

  if (start < 0 || finish > length || start > finish)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID,
                       N_ ("examples %lld to %lld were requested, but the data set has only %lld"), (long long) start,
                       (long long) finish, (long long) length);
      return NULL;
    }

  for (gint64 i = start; order != NULL && i < finish; i++)
    if (order[i] < 0 || order[i] >= length)
      {
        rensa_set_words (error, RENSA_ERROR_INVALID,
                         N_ ("the order refers to example %lld, but the data set has "
                             "only %lld"),
                         (long long) order[i], (long long) length);
        return NULL;
      }

  if (order != NULL)
    {
      own_order = rensa_memory_try_new (gint64, finish - start, "the order of the examples", error);
      if (own_order == NULL)
        return NULL;
      memcpy (own_order, order + start, (finish - start) * sizeof *order);
    }
  result = rensa_dataset_new (&sub_kind, finish - start, rensa_dataset_get_n_fields (dataset),
                              ((RensaDatasetHead *) dataset)->field_types);
  self = (Sub *) result;
  self->dataset = rensa_dataset_ref (dataset);
  self->head.is_lazy = rensa_dataset_is_lazy (dataset);
  self->head.is_concurrent = rensa_dataset_is_concurrent (dataset);
  self->start = start;
  self->order = g_steal_pointer (&own_order);
  return result;
}
