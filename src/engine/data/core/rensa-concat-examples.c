/* rensa-concat-examples.c: concatenation of examples to a batch.
 * SPDX-License-Identifier: MIT */

#include "rensa-concat-examples.h"

#include <math.h>
#include <string.h>

#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-primitives.h"

/* One field of all examples. */
typedef struct
{
  RensaArray **arrays;
  gint64 n;
  int field;
} Column;

static RensaArray *
column_get (const Column *column, gint64 i)
{
  return column->arrays[i];
}

static gboolean
refuse (const Column *column, gint64 i, GError **error)
{
  g_autofree char *first = rensa_shape_to_string (rensa_array_get_shape (column_get (column, 0)));
  g_autofree char *other = rensa_shape_to_string (rensa_array_get_shape (column_get (column, i)));

  rensa_set_words (
      error, RENSA_ERROR_INVALID,
      N_ ("examples of different shapes cannot form a batch: field %d is %s in example 0 and %s in example %lld"),
      column->field, first, other, (long long) i);
  return FALSE;
}

/* Computes the shape of the batch: with @pad the largest extents of all examples, otherwise the
 * extents common to all. */
static gboolean
get_batch_shape (const Column *column, gboolean pad, RensaShape *batch, GError **error)
{
  const RensaShape *first = rensa_array_get_shape (column_get (column, 0));

  if (first->ndim + 1 > RENSA_MAX_NDIM)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("a batch of arrays with %d axes would exceed %d axes"),
                       first->ndim, RENSA_MAX_NDIM);
      return FALSE;
    }

  batch->ndim = first->ndim + 1;
  batch->dims[0] = column->n;
  for (int axis = 0; axis < first->ndim; axis++)
    batch->dims[axis + 1] = first->dims[axis];

  for (gint64 i = 1; i < column->n; i++)
    {
      const RensaShape *other = rensa_array_get_shape (column_get (column, i));

      if (other->ndim != first->ndim || (!pad && !rensa_shape_equal (first, other)))
        return refuse (column, i, error);
      for (int axis = 0; axis < first->ndim; axis++)
        batch->dims[axis + 1] = MAX (batch->dims[axis + 1], other->dims[axis]);
    }
  return TRUE;
}

/* Returns a view of the position of example @i in @batch, with the size of the example. */
static RensaArray *
get_place (RensaArray *batch, gint64 i, RensaArray *example, GError **error)
{
  const RensaShape *shape = rensa_array_get_shape (example);
  RensaSlice slices[RENSA_MAX_NDIM] = { { RENSA_SLICE_INDEX, i, 0, 1 } };

  for (int axis = 0; axis < shape->ndim; axis++)
    slices[axis + 1] = (RensaSlice){ RENSA_SLICE_RANGE, 0, shape->dims[axis], 1 };
  return rensa_array_view_slice (batch, slices, shape->ndim + 1, error);
}

/* Returns the dtype that holds all examples or, with padding, that of the first one. */
static RensaDtype
get_dtype (const Column *column, gboolean pad)
{
  RensaDtype dtype = rensa_array_get_dtype (column_get (column, 0));

  for (gint64 i = 1; i < column->n && !pad; i++)
    dtype = rensa_dtype_promote (dtype, rensa_array_get_dtype (column_get (column, i)));
  return dtype;
}

static RensaArray *
concat (const Column *column, double padding, GError **error)
{
  const gboolean pad = !isnan (padding);
  const RensaDtype dtype = get_dtype (column, pad);
  g_autoptr (RensaArray) batch = NULL;
  RensaShape shape;

  if (!get_batch_shape (column, pad, &shape, error))
    return NULL;

  batch = pad ? rensa_array_full (dtype, &shape, padding, error) : rensa_array_new (dtype, &shape, error);
  for (gint64 i = 0; batch != NULL && i < column->n; i++)
    {
      RensaArray *example = column_get (column, i);
      g_autoptr (RensaArray) place = get_place (batch, i, example, error);

      if (place == NULL || !rensa_array_assign (place, example, error))
        return NULL;
    }
  return g_steal_pointer (&batch);
}

/* Returns the array of @example for field @field of @first; NULL if there is none. */
static RensaArray *
find_field (const RensaExample *example, const RensaExample *first, int field)
{
  if (first->names == NULL)
    return example->names == NULL && field < example->n ? example->arrays[field] : NULL;

  for (int i = 0; example->names != NULL && i < example->n; i++)
    if (g_str_equal (example->names[i], first->names[field]))
      return example->arrays[i];
  return NULL;
}

static void
lack (const RensaExample *first, int field, gint64 i, GError **error)
{
  if (first->names != NULL)
    rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("example %lld lacks “%s”, which the first example has"),
                     (long long) i, first->names[field]);
  else
    rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("example %lld lacks field %d, which the first example has"),
                     (long long) i, field);
}

static RensaArray *
concat_field (const RensaExample *examples, gint64 n, int field, const RensaConcatOptions *options, GError **error)
{
  const double padding = options != NULL && options->padding != NULL ? options->padding[field] : NAN;
  g_autofree RensaArray **arrays = g_new (RensaArray *, n);
  const Column column = { arrays, n, field };
  g_autoptr (RensaArray) batch = NULL;

  for (gint64 i = 0; i < n; i++)
    {
      arrays[i] = find_field (&examples[i], &examples[0], field);
      if (arrays[i] == NULL)
        {
          lack (&examples[0], field, i, error);
          return NULL;
        }
    }
  batch = concat (&column, padding, error);
  if (batch == NULL || options == NULL || options->device == NULL)
    return g_steal_pointer (&batch);
  return rensa_array_to_device (batch, options->device, error);
}

int
rensa_concat_examples (const RensaExample *examples, gint64 n, const RensaConcatOptions *options, RensaArray **fields,
                       GError **error)
{
  if (n < 1 || examples[0].n > RENSA_MAX_FIELDS)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("a batch requires at least one example with at most %d fields"),
                       RENSA_MAX_FIELDS);
      return -1;
    }

  for (int field = 0; field < examples[0].n; field++)
    {
      fields[field] = concat_field (examples, n, field, options, error);
      if (fields[field] == NULL)
        {
          while (field-- > 0)
            g_clear_pointer (&fields[field], rensa_array_unref);
          return -1;
        }
    }
  return examples[0].n;
}

/* Gets a batch of one example and removes the batch axis. */
static gboolean
get_example (RensaDataset *dataset, gint64 index, RensaArray **arrays, GError **error)
{
  const RensaSlice only = { RENSA_SLICE_INDEX, 0, 0, 1 };
  const int n = rensa_dataset_get_n_fields (dataset);
  RensaArray *fields[RENSA_MAX_FIELDS] = { NULL };
  gboolean ok = rensa_dataset_get_batch (dataset, &index, 1, fields, error);

  for (int i = 0; i < n; i++)
    {
      arrays[i] = ok ? rensa_array_view_slice (fields[i], &only, 1, error) : NULL;
      ok = arrays[i] != NULL;
      g_clear_pointer (&fields[i], rensa_array_unref);
    }
  return ok;
}

RensaArray *
rensa_concat_arrays (GPtrArray *arrays, GError **error)
{
  g_autofree RensaExample *examples = g_new (RensaExample, arrays->len + 1);
  RensaArray *fields[RENSA_MAX_FIELDS];

  for (guint i = 0; i < arrays->len; i++)
    examples[i] = (RensaExample){ (RensaArray **) &arrays->pdata[i], 1, NULL };
  return rensa_concat_examples (examples, arrays->len, NULL, fields, error) == 1 ? fields[0] : NULL;
}

int
rensa_concat_convert (const RensaBatch *batch, gpointer options, RensaArray **fields, GError **error)
{
  const int n_fields = rensa_dataset_get_n_fields (batch->dataset);
  g_autofree RensaArray **arrays = g_new0 (RensaArray *, batch->n * n_fields);
  g_autofree RensaExample *examples = g_new (RensaExample, batch->n);
  gboolean ok = TRUE;
  int n;

  for (gint64 i = 0; i < batch->n; i++)
    {
      examples[i] = (RensaExample){ &arrays[i * n_fields], n_fields, NULL };
      ok = ok && get_example (batch->dataset, batch->indices[i], &arrays[i * n_fields], error);
    }
  n = ok ? rensa_concat_examples (examples, batch->n, options, fields, error) : -1;
  for (gint64 i = 0; i < batch->n * n_fields; i++)
    g_clear_pointer (&arrays[i], rensa_array_unref);
  return n;
}
