/* rensa-project-data.c: the data of a document.
 * SPDX-License-Identifier: MIT */

#include "rensa-network-faults.h"
#include "rensa-preprocessing.h"
#include "rensa-project-parts.h"

gboolean
rensa_split_bundle (RensaDataBundle *bundle, const RensaSplit *settings, gint64 document_seed, GError **error)
{
  const gint64 seed = settings->seed != RENSA_INT_NONE ? settings->seed : document_seed;

  const RensaDivision division = {
    .fraction = settings->fraction,
    .shuffle = settings->shuffle,
    .seed = (guint64) seed,
    .is_stratified = settings->stratified,
    .n_parts = settings->parts != RENSA_INT_NONE ? settings->parts : 0,
    .part = settings->part,
    .keeps_together = settings->keep_together,
  };

  return rensa_data_bundle_divide (bundle, &division, error) || rensa_prefix_place (error, "data.split");
}

gboolean
rensa_project_load_data (RensaProject *project, const RensaDataPlaces *places, RensaDataBundle *bundle, GError **error)
{
  const RensaSettings *settings = rensa_project_get_settings (project);

  if (!rensa_dataset_load (project->dataset, places, bundle, error))
    {
      rensa_data_bundle_clear (bundle);
      return rensa_prefix_place (error, "data.dataset");
    }
  if (!rensa_split_bundle (bundle, rensa_attrs_get_values (project->split), settings->seed, error))
    {
      rensa_data_bundle_clear (bundle);
      return FALSE;
    }
  rensa_data_bundle_cast (bundle, settings->dtype);
  if (rensa_data_bundle_prepare (bundle, project->transforms, settings->dtype, (guint64) settings->seed, error))
    return TRUE;
  rensa_data_bundle_clear (bundle);
  return FALSE;
}

RensaIterator *
rensa_project_make_iterator (RensaProject *project, RensaDataset *train, GError **error)
{
  const guint64 seed = (guint64) rensa_project_get_settings (project)->seed;
  RensaIterator *iterator = rensa_iterator_check (project->iterator, train, error)
                                ? rensa_iterator_new (project->iterator, train, seed, error)
                                : NULL;

  if (iterator == NULL)
    rensa_prefix_place (error, "data.iterator");
  return iterator;
}

/* Returns the types of one row of a batch. */
static int
get_row_types (RensaProject *project, RensaDataset *dataset, RensaType *types, GError **error)
{
  const int n = rensa_dataset_get_n_fields (dataset);
  int n_inferred;

  for (int i = 0; i < n; i++)
    if (!rensa_dataset_get_field_type (dataset, i, &types[i]))
      {
        rensa_set_fault (error, RENSA_ERROR_INVALID,
                         &(RensaFault){ .code = &rensa_fault_field_shapes, .n_found = { .n = i } });
        rensa_prefix_place (error, "data.dataset");
        return -1;
      }
  if (project->iterator == NULL)
    return n;
  n_inferred = rensa_iterator_infer (project->iterator, types, n, error);
  if (n_inferred < 0)
    rensa_prefix_place (error, "data.iterator");
  return n_inferred;
}

/* Uses a prime number of time steps, so that no other size matches it by chance: if the output of a
 * function has that many rows, they are those of the sequences. */
static gint64
find_prime_from (gint64 least)
{
  for (gint64 n = MAX (least, 2);; n++)
    {
      gint64 divisor = 2;

      while (divisor * divisor <= n && n % divisor != 0)
        divisor++;
      if (divisor * divisor > n)
        return n;
    }
}

int
rensa_project_get_batch_types (RensaProject *project, RensaDataset *dataset, gint64 batch_size, RensaType *types,
                               GError **error)
{
  const int n = get_row_types (project, dataset, types, error);

  for (int i = 0; i < n; i++)
    {
      RensaShape *shape = &types[i].shape;

      if (types[i].n_sequences > 0)
        {
          types[i].n_sequences = batch_size;
          shape->dims[0] = find_prime_from (shape->dims[0] * batch_size);
          continue;
        }
      if (shape->ndim == RENSA_MAX_NDIM)
        {
          rensa_set_fault (error, RENSA_ERROR_INVALID,
                           &(RensaFault){ .code = &rensa_fault_field_shapes, .n_found = { .n = i } });
          return rensa_prefix_place (error, "data.dataset");
        }
      memmove (shape->dims + 1, shape->dims, shape->ndim * sizeof *shape->dims);
      shape->dims[0] = batch_size;
      shape->ndim++;
    }
  if (n >= 0 && n < 2 && !rensa_project_has_step (project))
    {
      rensa_set_fault (error, RENSA_ERROR_INVALID, &(RensaFault){ .code = &rensa_fault_few_fields });
      return rensa_prefix_place (error, "data.dataset");
    }
  return MAX (n, 0);
}
