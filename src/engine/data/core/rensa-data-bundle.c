/* rensa-data-bundle.c: conversion of a source's data to the training and validation sets.
 * SPDX-License-Identifier: MIT */

#include "rensa-preprocessing.h"
#include "rensa-primitives.h"

/* Casts floating-point fields to the dtype @data. */
static gboolean
cast_fields (gpointer data, RensaArray **fields, int n_fields, GError **error)
{
  const RensaDtype dtype = GPOINTER_TO_INT (data);

  for (int i = 0; i < n_fields; i++)
    {
      RensaArray *cast;

      if (!rensa_dtype_is_floating (rensa_array_get_dtype (fields[i])) || rensa_array_get_dtype (fields[i]) == dtype)
        continue;
      cast = rensa_array_cast (fields[i], dtype, error);
      if (cast == NULL)
        return FALSE;
      rensa_array_unref (fields[i]);
      fields[i] = cast;
    }
  return TRUE;
}

static void
cast_dataset (RensaDataset **dataset, RensaDtype dtype)
{
  const int n = *dataset != NULL ? rensa_dataset_get_n_fields (*dataset) : 0;
  RensaType types[RENSA_MAX_FIELDS];
  gboolean differs = FALSE;
  RensaDataset *cast;

  for (int i = 0; i < n; i++)
    if (rensa_dataset_get_field_type (*dataset, i, &types[i]) && rensa_dtype_is_floating (types[i].dtype)
        && types[i].dtype != dtype)
      {
        types[i].dtype = dtype;
        differs = TRUE;
      }
  if (!differs)
    return;

  cast = rensa_transform_dataset_new (*dataset, cast_fields, GINT_TO_POINTER (dtype), NULL, types);
  rensa_dataset_unref (*dataset);
  *dataset = cast;
}

void
rensa_data_bundle_cast (RensaDataBundle *bundle, RensaDtype dtype)
{
  cast_dataset (&bundle->train, dtype);
  cast_dataset (&bundle->test, dtype);
}

static void
wrap (RensaPreprocessing *preprocessing, RensaDataset **dataset)
{
  g_autoptr (RensaDataset) raw = *dataset;

  if (raw != NULL)
    *dataset = rensa_preprocessing_wrap (preprocessing, raw);
}

gboolean
rensa_data_bundle_prepare (RensaDataBundle *bundle, GPtrArray *transforms, RensaDtype dtype, guint64 seed,
                           GError **error)
{
  bundle->preprocessing = rensa_preprocessing_new (transforms, bundle, dtype, seed, error);
  if (bundle->preprocessing == NULL)
    return FALSE;
  wrap (bundle->preprocessing, &bundle->train);
  wrap (bundle->preprocessing, &bundle->test);
  return TRUE;
}
