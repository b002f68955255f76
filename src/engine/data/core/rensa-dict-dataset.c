/* rensa-dict-dataset.c: DictDataset, named arrays.
 * SPDX-License-Identifier: MIT */

#include "rensa-dataset.h"
#include "rensa-fault.h"
#include "rensa-language.h"

typedef struct
{
  RensaDatasetHead head;
  RensaDataset *arrays;
  char *names[RENSA_MAX_FIELDS];
} Dict;

static void
finalize (RensaDataset *dataset)
{
  Dict *self = (Dict *) dataset;

  rensa_dataset_unref (self->arrays);
  for (int i = 0; i < self->head.n_fields; i++)
    g_free (self->names[i]);
}

static gboolean
get_batch (RensaDataset *dataset, const gint64 *indices, gint64 n, RensaArray **fields, GError **error)
{
  return rensa_dataset_get_batch (((Dict *) dataset)->arrays, indices, n, fields, error);
}

static const RensaDatasetKind kind = {
  .size = sizeof (Dict),
  .finalize = finalize,
  .get_batch = get_batch,
};

static gboolean
check_names (const char *const *names, int n, GError **error)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      if (g_str_equal (names[i], names[j]))
        {
          rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("two fields of a data set are named “%s”"), names[i]);
          return FALSE;
        }
  return TRUE;
}

RensaDataset *
rensa_dict_dataset_new (const char *const *names, RensaArray *const *arrays, int n, GError **error)
{
  g_autoptr (RensaDataset) tuple = rensa_tuple_dataset_new (arrays, n, error);
  RensaType types[RENSA_MAX_FIELDS];
  RensaDataset *dataset;

  if (tuple == NULL || !check_names (names, n, error))
    return NULL;
  for (int i = 0; i < n; i++)
    rensa_dataset_get_field_type (tuple, i, &types[i]);
  dataset = rensa_dataset_new (&kind, rensa_dataset_get_length (tuple), n, types);
  ((Dict *) dataset)->arrays = g_steal_pointer (&tuple);
  for (int i = 0; i < n; i++)
    ((Dict *) dataset)->names[i] = g_strdup (names[i]);
  return dataset;
}

int
rensa_dict_dataset_find (RensaDataset *dataset, const char *name)
{
  const Dict *self = (const Dict *) dataset;

  for (int i = 0; self->head.kind == &kind && i < self->head.n_fields; i++)
    if (g_str_equal (self->names[i], name))
      return i;
  return -1;
}
