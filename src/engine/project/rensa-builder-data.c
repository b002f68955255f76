/* rensa-builder-data.c: the data of a document.
 * SPDX-License-Identifier: MIT */

#include "rensa-builder-private.h"
#include "rensa-primitives.h"

static RensaDtype
get_dtype (RensaBuilder *builder)
{
  return rensa_project_get_settings (builder->project)->dtype;
}

/* Floating fields in the type of the parameters, which @data tells. */
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

/* Where the source knows no test part, some of the examples are kept apart. */
static gboolean
split (RensaBuilder *builder, GError **error)
{
  const RensaSplit *settings = rensa_attrs_get_values (builder->project->split);
  const gint64 seed =
      settings->seed != RENSA_INT_NONE ? settings->seed : rensa_project_get_settings (builder->project)->seed;
  g_autoptr (RensaDataset) all = NULL;
  const gint64 n = rensa_dataset_get_length (builder->bundle.train);
  const gint64 n_first = (gint64) ((double) n * settings->fraction);

  if (builder->bundle.test != NULL || n_first == n)
    return TRUE;
  if (n_first == 0)
    {
      g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID,
                   "data.split: of %" G_GINT64_FORMAT " example%s none would be left for training.", n,
                   n == 1 ? "" : "s");
      return FALSE;
    }

  all = g_steal_pointer (&builder->bundle.train);
  if (settings->shuffle)
    return rensa_split_dataset_random (all, n_first, seed, &builder->bundle.train, &builder->bundle.test, error);
  return rensa_split_dataset (all, n_first, NULL, &builder->bundle.train, &builder->bundle.test, error);
}

gboolean
rensa_builder_load_data (RensaBuilder *builder, GError **error)
{
  RensaAttrs *attrs = builder->project->dataset;
  const RensaDatasetClass *class = (const RensaDatasetClass *) rensa_attrs_get_component (attrs);
  const RensaDataPlaces places = { builder->root, rensa_document_get_folder (builder->document) };

  if (!class->load (rensa_attrs_get_values (attrs), &places, &builder->bundle, error))
    {
      rensa_data_bundle_clear (&builder->bundle);
      return rensa_prefix_place (error, "data.dataset");
    }
  if (!split (builder, error))
    return FALSE;

  cast_dataset (&builder->bundle.train, get_dtype (builder));
  cast_dataset (&builder->bundle.test, get_dtype (builder));
  return TRUE;
}

RensaSerialIterator *
rensa_builder_make_iterator (RensaBuilder *builder, GError **error)
{
  RensaAttrs *attrs = builder->project->iterator;
  const RensaIteratorClass *class = (const RensaIteratorClass *) rensa_attrs_get_component (attrs);
  RensaSerialIterator *iterator =
      class->create (rensa_attrs_get_values (attrs), builder->bundle.train, rensa_builder_get_seed (builder), error);

  if (iterator == NULL)
    rensa_prefix_place (error, "data.iterator");
  return iterator;
}

int
rensa_builder_get_batch_types (RensaBuilder *builder, RensaType *types, GError **error)
{
  RensaDataset *dataset = builder->bundle.train;
  const int n = rensa_dataset_get_n_fields (dataset);

  for (int i = 0; i < n; i++)
    {
      RensaShape *shape = &types[i].shape;

      if (!rensa_dataset_get_field_type (dataset, i, &types[i]) || shape->ndim == RENSA_MAX_NDIM)
        {
          g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID,
                       "data.dataset: field %d does not have the same shape in all examples.", i);
          return 0;
        }
      if (rensa_shape_count (shape) == 0)
        {
          g_autofree char *text = rensa_shape_to_string (shape);

          g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID,
                       "data.dataset: field %d of an example has the shape %s, which holds no number.", i, text);
          return 0;
        }
      memmove (shape->dims + 1, shape->dims, shape->ndim * sizeof *shape->dims);
      shape->dims[0] = builder->batch_size;
      shape->ndim++;
    }
  if (n < 2)
    {
      g_set_error_literal (error, RENSA_ERROR, RENSA_ERROR_INVALID,
                           "data.dataset: examples of at least two fields were expected, what goes in and the label.");
      return 0;
    }
  return n;
}
