/* rensa-tuple-dataset.c: data set of several arrays.
 * SPDX-License-Identifier: MIT */

#include "rensa-dataset.h"
#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-memory.h"
#include "rensa-modes.h"
#include "rensa-primitives.h"

typedef struct
{
  RensaDatasetHead head;
  RensaArray *arrays[RENSA_MAX_FIELDS];
} Tuple;

static void
finalize (RensaDataset *dataset)
{
  Tuple *self = (Tuple *) dataset;

  for (int i = 0; i < self->head.n_fields; i++)
    g_clear_pointer (&self->arrays[i], rensa_array_unref);
}

static gboolean
is_range (const gint64 *indices, gint64 n)
{
  for (gint64 i = 1; i < n; i++)
    if (indices[i] != indices[0] + i)
      return FALSE;
  return TRUE;
}

/* Returns the rows of @array with these indices, on the device of @array, which may not be the
 * current one. */
static RensaArray *
take_rows (RensaArray *array, const gint64 *numbers, gint64 n, GError **error)
{
  g_auto (RensaDeviceScope) scope = rensa_device_enter (rensa_array_get_device (array));
  g_autoptr (RensaArray) rows = rensa_array_new_from_host (RENSA_INT64, &RENSA_SHAPE (n), numbers, error);

  return rows != NULL ? rensa_take_rows (array, rows, G_MININT64, FALSE, error) : NULL;
}

/* Returns the concatenated rows of the sequences @indices. */
static RensaArray *
take_sequences (RensaArray *array, const gint64 *indices, gint64 n, GError **error)
{
  const RensaLengths *all = rensa_array_get_lengths (array);
  g_autoptr (RensaLengths) lengths = rensa_lengths_select (all, indices, n);
  const gint64 n_rows = rensa_lengths_get_total (lengths);
  g_autofree gint64 *numbers = rensa_memory_try_new (gint64, MAX (n_rows, 1), "a batch", error);
  RensaArray *taken;

  if (numbers == NULL)
    return NULL;
  for (gint64 i = 0, at = 0; i < n; i++)
    for (gint64 j = 0; j < rensa_lengths_get (lengths, i); j++)
      numbers[at++] = rensa_lengths_get_start (all, indices[i]) + j;
  taken = take_rows (array, numbers, n_rows, error);
  if (taken != NULL)
    rensa_array_set_lengths (taken, lengths);
  return taken;
}

/* Consecutive examples need no copy, unless batches must not share memory: a copy does not
 * change the reference count of the whole array. */
static RensaArray *
get_field (RensaArray *array, const gint64 *indices, gint64 n, GError **error)
{
  if (rensa_array_get_lengths (array) != NULL && n > 0)
    return take_sequences (array, indices, n, error);
  if (!rensa_modes_get ()->own_batches && is_range (indices, n))
    return rensa_array_view_range (array, 0, n > 0 ? indices[0] : 0, n);
  return take_rows (array, indices, n, error);
}

static gboolean
get_batch (RensaDataset *dataset, const gint64 *indices, gint64 n, RensaArray **fields, GError **error)
{
  Tuple *self = (Tuple *) dataset;

  for (int i = 0; i < self->head.n_fields; i++)
    {
      fields[i] = get_field (self->arrays[i], indices, n, error);
      if (fields[i] == NULL)
        {
          while (i-- > 0)
            g_clear_pointer (&fields[i], rensa_array_unref);
          return FALSE;
        }
    }
  return TRUE;
}

static const RensaDatasetKind tuple_kind = {
  .size = sizeof (Tuple),
  .finalize = finalize,
  .get_batch = get_batch,
};

static gboolean
check_lengths (RensaArray *const *arrays, int n_arrays, GError **error)
{
  g_autoptr (GString) lengths = g_string_new (NULL);
  gboolean same = TRUE;

  if (n_arrays < 1 || n_arrays > RENSA_MAX_FIELDS)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("a data set can have 1 to %d fields, not %d"), RENSA_MAX_FIELDS,
                       n_arrays);
      return FALSE;
    }

  for (int i = 0; i < n_arrays; i++)
    {
      if (rensa_array_get_ndim (arrays[i]) == 0)
        {
          rensa_set_words (error, RENSA_ERROR_INVALID,
                           N_ ("field %d of a data set is a single number, not an array of examples"), i);
          return FALSE;
        }
      g_string_append_printf (lengths, "%s%" G_GINT64_FORMAT,
                              i == 0              ? ""
                              : i == n_arrays - 1 ? " and "
                                                  : ", ",
                              rensa_array_count_examples (arrays[i]));
      same = same && rensa_array_count_examples (arrays[i]) == rensa_array_count_examples (arrays[0]);
    }

  if (!same)
    rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("the fields of a data set have different lengths: %s"),
                     lengths->str);
  return same;
}

/* Chooses a typical length for the sequences of field @i: equal to that of an earlier field if all
 * lengths agree, and different otherwise. */
static gint64
choose_length (RensaArray *const *arrays, const RensaType *types, int i)
{
  const RensaLengths *lengths = rensa_array_get_lengths (arrays[i]);
  const gint64 n = rensa_lengths_count (lengths);
  gint64 length = MAX ((rensa_lengths_get_total (lengths) + n - 1) / n, 1);

  for (int j = 0; j < i; j++)
    if (types[j].n_sequences > 0 && rensa_lengths_equal (rensa_array_get_lengths (arrays[j]), lengths))
      return types[j].shape.dims[0];
  for (int j = 0; j < i; j++)
    if (types[j].n_sequences > 0 && types[j].shape.dims[0] >= length)
      length = types[j].shape.dims[0] + 1;
  return length;
}

RensaDataset *
rensa_tuple_dataset_new (RensaArray *const *arrays, int n_arrays, GError **error)
{
  RensaType types[RENSA_MAX_FIELDS];
  RensaDataset *dataset;

  if (!check_lengths (arrays, n_arrays, error))
    return NULL;

  for (int i = 0; i < n_arrays; i++)
    {
      types[i] = rensa_array_get_type (arrays[i]);
      if (types[i].n_sequences == 0)
        types[i].shape = rensa_shape_reduce (&types[i].shape, 1, FALSE);
      else
        types[i].shape.dims[0] = choose_length (arrays, types, i);
      types[i].n_sequences = types[i].n_sequences > 0;
    }

  dataset = rensa_dataset_new (&tuple_kind, rensa_array_count_examples (arrays[0]), n_arrays, types);
  ((Tuple *) dataset)->head.is_concurrent = TRUE;
  for (int i = 0; i < n_arrays; i++)
    ((Tuple *) dataset)->arrays[i] = rensa_array_ref (arrays[i]);
  return dataset;
}
