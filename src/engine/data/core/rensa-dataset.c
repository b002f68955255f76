/* rensa-dataset.c: operations common to all data sets.
 * SPDX-License-Identifier: MIT */

#include "rensa-dataset.h"

#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-preprocessing.h"

static RensaDatasetHead *
head (RensaDataset *dataset)
{
  return (RensaDatasetHead *) dataset;
}

RensaDataset *
rensa_dataset_new (const RensaDatasetKind *kind, gint64 length, int n_fields, const RensaType *field_types)
{
  RensaDataset *dataset = g_malloc0 (kind->size);
  RensaDatasetHead *self = head (dataset);

  self->ref_count = 1;
  self->kind = kind;
  self->length = length;
  self->n_fields = n_fields;
  for (int i = 0; i < n_fields; i++)
    self->field_types[i] = field_types[i];
  return dataset;
}

RensaDataset *
rensa_dataset_ref (RensaDataset *dataset)
{
  g_atomic_int_inc (&head (dataset)->ref_count);
  return dataset;
}

void
rensa_dataset_unref (RensaDataset *dataset)
{
  if (!g_atomic_int_dec_and_test (&head (dataset)->ref_count))
    return;
  if (head (dataset)->kind->finalize != NULL)
    head (dataset)->kind->finalize (dataset);
  g_free (dataset);
}

gint64
rensa_dataset_get_length (RensaDataset *dataset)
{
  return head (dataset)->length;
}

int
rensa_dataset_get_n_fields (RensaDataset *dataset)
{
  return head (dataset)->n_fields;
}

gboolean
rensa_dataset_get_field_type (RensaDataset *dataset, int field, RensaType *type)
{
  *type = head (dataset)->field_types[field];
  return type->shape.ndim >= 0;
}

gboolean
rensa_dataset_is_lazy (RensaDataset *dataset)
{
  return head (dataset)->is_lazy;
}

gboolean
rensa_dataset_is_concurrent (RensaDataset *dataset)
{
  return head (dataset)->is_concurrent;
}

static gboolean
check_indices (RensaDataset *dataset, const gint64 *indices, gint64 n, GError **error)
{
  const gint64 length = head (dataset)->length;

  for (gint64 i = 0; i < n; i++)
    if (indices[i] < 0 || indices[i] >= length)
      {
        rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("example %lld was requested, but the data set has %lld"),
                         (long long) indices[i], (long long) length);
        return FALSE;
      }
  return TRUE;
}

static void
clear_fields (RensaArray **fields, int n)
{
  for (int i = 0; i < n; i++)
    g_clear_pointer (&fields[i], rensa_array_unref);
}

/* Examples are on the host, regardless of the caller's device. */
gboolean
rensa_dataset_get_batch (RensaDataset *dataset, const gint64 *indices, gint64 n, RensaArray **fields, GError **error)
{
  g_auto (RensaDeviceScope) scope = rensa_device_enter (rensa_device_get_host ());
  const RensaDatasetHead *self = head (dataset);

  if (!check_indices (dataset, indices, n, error))
    return FALSE;
  for (int i = 0; i < self->n_fields; i++)
    fields[i] = NULL;
  if (self->kind->get_batch != NULL)
    return self->kind->get_batch (dataset, indices, n, fields, error);

  for (int i = 0; i < self->n_fields; i++)
    {
      fields[i] = self->kind->get_field (dataset, i, indices, n, error);
      if (fields[i] == NULL)
        {
          clear_fields (fields, i);
          return FALSE;
        }
    }
  return TRUE;
}

gboolean
rensa_dataset_get_training_batch (RensaDataset *dataset, const gint64 *indices, gint64 n, gint64 position,
                                  RensaArray **fields, GError **error)
{
  g_auto (RensaDeviceScope) scope = rensa_device_enter (rensa_device_get_host ());
  const RensaDatasetHead *self = head (dataset);

  if (self->kind->get_training_batch == NULL)
    return rensa_dataset_get_batch (dataset, indices, n, fields, error);
  if (!check_indices (dataset, indices, n, error))
    return FALSE;

  for (int i = 0; i < self->n_fields; i++)
    fields[i] = NULL;
  return self->kind->get_training_batch (dataset, indices, n, position, fields, error);
}

RensaArray *
rensa_dataset_get_field (RensaDataset *dataset, int field, const gint64 *indices, gint64 n, GError **error)
{
  g_auto (RensaDeviceScope) scope = rensa_device_enter (rensa_device_get_host ());
  RensaDatasetHead *self = head (dataset);
  RensaArray *fields[RENSA_MAX_FIELDS] = { NULL };
  RensaArray *result;

  if (!check_indices (dataset, indices, n, error))
    return NULL;
  if (self->kind->get_field != NULL)
    return self->kind->get_field (dataset, field, indices, n, error);

  if (!self->kind->get_batch (dataset, indices, n, fields, error))
    return NULL;
  result = g_steal_pointer (&fields[field]);
  clear_fields (fields, self->n_fields);
  return result;
}

void
rensa_data_bundle_clear (RensaDataBundle *bundle)
{
  g_clear_pointer (&bundle->train, rensa_dataset_unref);
  g_clear_pointer (&bundle->test, rensa_dataset_unref);
  g_clear_pointer (&bundle->label_names, g_strfreev);
  g_clear_pointer (&bundle->feature_names, g_strfreev);
  g_clear_pointer (&bundle->feature_categories, g_ptr_array_unref);
  g_clear_pointer (&bundle->feature_missing, g_strfreev);
  g_clear_pointer (&bundle->feature_fills, g_array_unref);
  g_clear_pointer (&bundle->tokens, g_strfreev);
  g_clear_pointer (&bundle->notes, g_ptr_array_unref);
  g_clear_pointer (&bundle->preprocessing, rensa_preprocessing_unref);
  bundle->n_classes = 0;
  bundle->is_stand_in = FALSE;
  bundle->how_far = 0;
  bundle->picture = (RensaPicture){ 0 };
}

char *
rensa_dataset_root_new (void)
{
  const char *variables[] = { "RENSA_DATASET_ROOT", "CHAINER_DATASET_ROOT" };

  for (guint i = 0; i < G_N_ELEMENTS (variables); i++)
    {
      const char *root = g_getenv (variables[i]);

      if (root != NULL && *root != '\0')
        return g_strdup (root);
    }
  return g_build_filename (g_get_user_data_dir (), "rensa", "dataset", NULL);
}
