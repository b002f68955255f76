/* rensa-sub-dataset.c: some examples of another data set.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "rensa-dataset.h"
#include "rensa-error.h"
#include "rensa-memory.h"
#include "rensa-numpy-random-private.h"

/* Batches up to this need no memory for their indices. */
#define ON_STACK 512

typedef struct
{
  RensaDatasetHead head;
  RensaDataset *dataset;
  gint64 start;
  gint64 *order; /* the indices of this part's examples; NULL: from @start on */
} Sub;

static void
finalize (RensaDataset *dataset)
{
  Sub *self = (Sub *) dataset;

  rensa_dataset_unref (self->dataset);
  g_free (self->order);
}

static gboolean
get_batch (RensaDataset *dataset, const gint64 *indices, gint64 n, RensaArray **fields, GError **error)
{
  Sub *self = (Sub *) dataset;
  g_autofree gint64 *many = n > ON_STACK ? g_new (gint64, n) : NULL;
  gint64 few[ON_STACK];
  gint64 *mapped = many != NULL ? many : few;

  for (gint64 i = 0; i < n; i++)
    mapped[i] = self->order != NULL ? self->order[indices[i]] : self->start + indices[i];
  return rensa_dataset_get_batch (self->dataset, mapped, n, fields, error);
}

static const RensaDatasetKind sub_kind = {
  .size = sizeof (Sub),
  .finalize = finalize,
  .get_batch = get_batch,
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
      g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID,
                   "examples %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT
                   " were asked for, but the data set has %" G_GINT64_FORMAT,
                   start, finish, length);
      return NULL;
    }

  for (gint64 i = start; order != NULL && i < finish; i++)
    if (order[i] < 0 || order[i] >= length)
      {
        g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID,
                     "the order names example %" G_GINT64_FORMAT ", but the data set has %" G_GINT64_FORMAT, order[i],
                     length);
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
  self->start = start;
  self->order = g_steal_pointer (&own_order);
  return result;
}

gboolean
rensa_split_dataset (RensaDataset *dataset, gint64 split_at, const gint64 *order, RensaDataset **first,
                     RensaDataset **second, GError **error)
{
  const gint64 length = rensa_dataset_get_length (dataset);

  if (split_at < 0 || split_at > length)
    {
      g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID,
                   "a data set of %" G_GINT64_FORMAT " examples cannot be split at %" G_GINT64_FORMAT, length,
                   split_at);
      return FALSE;
    }

  *first = rensa_sub_dataset_new (dataset, 0, split_at, order, error);
  *second = *first != NULL ? rensa_sub_dataset_new (dataset, split_at, length, order, error) : NULL;
  if (*second == NULL)
    g_clear_pointer (first, rensa_dataset_unref);
  return *second != NULL;
}

gboolean
rensa_split_dataset_random (RensaDataset *dataset, gint64 first_size, guint64 seed, RensaDataset **first,
                            RensaDataset **second, GError **error)
{
  const gint64 length = rensa_dataset_get_length (dataset);
  g_autofree gint64 *order = rensa_memory_try_new (gint64, length, "the order of the examples", error);

  if (order == NULL)
    return FALSE;
  rensa_numpy_permutation (seed, order, length);
  return rensa_split_dataset (dataset, first_size, order, first, second, error);
}
