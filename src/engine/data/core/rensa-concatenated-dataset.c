/* rensa-concatenated-dataset.c: concatenation of several data sets.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "rensa-dataset.h"
#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-memory.h"

/* @starts: index of the first example of each part, followed by the total length */
typedef struct
{
  RensaDatasetHead head;
  RensaDataset **parts;
  gint64 *starts;
  gint64 n_parts;
} Concatenated;

/* The examples of a batch that come from one part: @local are their indices in that part,
 * @places their positions in the batch. */
typedef struct
{
  gint64 *local;
  gint64 *places;
  gint64 n;
} Share;

static void
finalize (RensaDataset *dataset)
{
  Concatenated *self = (Concatenated *) dataset;

  for (gint64 i = 0; i < self->n_parts; i++)
    rensa_dataset_unref (self->parts[i]);
  g_free (self->parts);
  g_free (self->starts);
}

static void
choose (const Concatenated *self, gint64 part, const gint64 *indices, gint64 n, Share *share)
{
  share->n = 0;
  for (gint64 i = 0; i < n; i++)
    if (indices[i] >= self->starts[part] && indices[i] < self->starts[part + 1])
      {
        share->local[share->n] = indices[i] - self->starts[part];
        share->places[share->n++] = i;
      }
}

/* Copies the rows of @field to the positions of their examples in @rows. */
static gboolean
deal_out (RensaArray *field, const Share *share, char *rows, gsize n_bytes, GError **error)
{
  g_autofree char *host = rensa_memory_try_new (char, share->n *n_bytes + 1, "a batch", error);

  if (host == NULL || !rensa_array_to_host (field, host, error))
    return FALSE;
  for (gint64 i = 0; i < share->n; i++)
    memcpy (rows + share->places[i] * n_bytes, host + i * n_bytes, n_bytes);
  return TRUE;
}

static gsize
get_row_bytes (const RensaType *type)
{
  return (gsize) rensa_shape_count (&type->shape) * rensa_dtype_get_size (type->dtype);
}

static gboolean
add_share (Concatenated *self, gint64 part, const Share *share, char **rows, GError **error)
{
  RensaArray *fields[RENSA_MAX_FIELDS] = { NULL };
  gboolean ok = share->n == 0 || rensa_dataset_get_batch (self->parts[part], share->local, share->n, fields, error);

  for (int i = 0; i < self->head.n_fields; i++)
    {
      ok =
          ok
          && (share->n == 0 || deal_out (fields[i], share, rows[i], get_row_bytes (&self->head.field_types[i]), error));
      g_clear_pointer (&fields[i], rensa_array_unref);
    }
  return ok;
}

static RensaArray *
make_field (const RensaType *type, gint64 n, const char *rows, GError **error)
{
  RensaShape shape = { .ndim = type->shape.ndim + 1, .dims[0] = n };

  memcpy (&shape.dims[1], type->shape.dims, type->shape.ndim * sizeof *shape.dims);
  return rensa_array_new_from_host (type->dtype, &shape, rows, error);
}

static gboolean
gather (Concatenated *self, const gint64 *indices, gint64 n, Share *share, char **rows, RensaArray **fields,
        GError **error)
{
  gboolean ok = TRUE;

  for (gint64 part = 0; ok && part < self->n_parts; part++)
    {
      choose (self, part, indices, n, share);
      ok = add_share (self, part, share, rows, error);
    }
  for (int i = 0; ok && i < self->head.n_fields; i++)
    {
      fields[i] = make_field (&self->head.field_types[i], n, rows[i], error);
      ok = fields[i] != NULL;
    }
  for (int i = 0; !ok && i < self->head.n_fields; i++)
    g_clear_pointer (&fields[i], rensa_array_unref);
  return ok;
}

static gboolean
get_batch (RensaDataset *dataset, const gint64 *indices, gint64 n, RensaArray **fields, GError **error)
{
  Concatenated *self = (Concatenated *) dataset;
  g_autofree gint64 *local = rensa_memory_try_new (gint64, n + 1, "a batch", error);
  g_autofree gint64 *places = local != NULL ? rensa_memory_try_new (gint64, n + 1, "a batch", error) : NULL;
  Share share = { local, places, 0 };
  char *rows[RENSA_MAX_FIELDS] = { NULL };
  gboolean ok = places != NULL;

  for (int i = 0; ok && i < self->head.n_fields; i++)
    {
      rows[i] = rensa_memory_try_new (char, n *get_row_bytes (&self->head.field_types[i]) + 1, "a batch", error);
      ok = rows[i] != NULL;
    }
  ok = ok && gather (self, indices, n, &share, rows, fields, error);
  for (int i = 0; i < RENSA_MAX_FIELDS; i++)
    g_free (rows[i]);
  return ok;
}

static const RensaDatasetKind concatenated_kind = {
  .size = sizeof (Concatenated),
  .finalize = finalize,
  .get_batch = get_batch,
};

/* TRUE if the field has the same known type in both data sets, and is not a sequence. */
static gboolean
is_same_field (RensaDataset *a, RensaDataset *b, int field)
{
  RensaType x;
  RensaType y;

  return rensa_dataset_get_field_type (a, field, &x) && rensa_dataset_get_field_type (b, field, &y)
         && x.n_sequences == 0 && rensa_type_equal (&x, &y);
}

static gboolean
check_parts (RensaDataset *const *datasets, gint64 n, GError **error)
{
  for (gint64 i = 0; i < n; i++)
    {
      gboolean ok = rensa_dataset_get_n_fields (datasets[i]) == rensa_dataset_get_n_fields (datasets[0]);

      for (int field = 0; ok && field < rensa_dataset_get_n_fields (datasets[0]); field++)
        ok = is_same_field (datasets[0], datasets[i], field);
      if (ok)
        continue;
      rensa_set_words (error, RENSA_ERROR_INVALID,
                       N_ ("data set %lld has different fields than the first one and cannot be appended"),
                       (long long) i);
      return FALSE;
    }
  if (n < 1)
    rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("no data sets to concatenate"));
  return n >= 1;
}

RensaDataset *
rensa_concatenated_dataset_new (RensaDataset *const *datasets, gint64 n, GError **error)
{
  g_autofree gint64 *starts = NULL;
  RensaDataset *result;
  Concatenated *self;

  if (!check_parts (datasets, n, error))
    return NULL;
  starts = rensa_memory_try_new (gint64, n + 1, "the parts of a data set", error);
  if (starts == NULL)
    return NULL;
  starts[0] = 0;
  for (gint64 i = 0; i < n; i++)
    starts[i + 1] = starts[i] + rensa_dataset_get_length (datasets[i]);
  result = rensa_dataset_new (&concatenated_kind, starts[n], rensa_dataset_get_n_fields (datasets[0]),
                              ((RensaDatasetHead *) datasets[0])->field_types);
  self = (Concatenated *) result;
  self->parts = g_new (RensaDataset *, n);
  self->starts = g_steal_pointer (&starts);
  self->n_parts = n;
  self->head.is_concurrent = TRUE;
  for (gint64 i = 0; i < n; i++)
    {
      self->parts[i] = rensa_dataset_ref (datasets[i]);
      self->head.is_lazy |= rensa_dataset_is_lazy (datasets[i]);
      self->head.is_concurrent &= rensa_dataset_is_concurrent (datasets[i]);
    }
  return result;
}
