/* rensa-transform-dataset.c: another data set, transformed on access.
 * SPDX-License-Identifier: MIT */

#include "rensa-dataset.h"

typedef struct
{
  RensaDatasetHead head;
  RensaDataset *dataset;
  RensaTransform transform;
  gpointer data;
  GDestroyNotify free_data;
} Transform;

static void
finalize (RensaDataset *dataset)
{
  Transform *self = (Transform *) dataset;

  rensa_dataset_unref (self->dataset);
  if (self->free_data != NULL)
    self->free_data (self->data);
}

static gboolean
get_batch (RensaDataset *dataset, const gint64 *indices, gint64 n, RensaArray **fields, GError **error)
{
  Transform *self = (Transform *) dataset;

  if (!rensa_dataset_get_batch (self->dataset, indices, n, fields, error))
    return FALSE;
  if (self->transform (self->data, fields, self->head.n_fields, error))
    return TRUE;

  for (int i = 0; i < self->head.n_fields; i++)
    g_clear_pointer (&fields[i], rensa_array_unref);
  return FALSE;
}

static const RensaDatasetKind transform_kind = {
  .size = sizeof (Transform),
  .finalize = finalize,
  .get_batch = get_batch,
};

RensaDataset *
rensa_transform_dataset_new (RensaDataset *dataset, RensaTransform transform, gpointer data, GDestroyNotify free_data,
                             const RensaType *field_types)
{
  RensaDataset *result = rensa_dataset_new (&transform_kind, rensa_dataset_get_length (dataset),
                                            rensa_dataset_get_n_fields (dataset), field_types);
  Transform *self = (Transform *) result;

  self->head.is_lazy = rensa_dataset_is_lazy (dataset);
  self->head.is_concurrent = rensa_dataset_is_concurrent (dataset);
  self->dataset = rensa_dataset_ref (dataset);
  self->transform = transform;
  self->data = data;
  self->free_data = free_data;
  return result;
}
