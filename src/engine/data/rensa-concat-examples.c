/* rensa-concat-examples.c: single examples become a batch.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "rensa-dataset.h"
#include "rensa-error.h"
#include "rensa-primitives.h"

/* One field of all the examples. */
typedef struct
{
  RensaArray *const *examples;
  gint64 n;
  int n_fields;
  int field;
} Column;

static RensaArray *
column_get (const Column *column, gint64 i)
{
  return column->examples[i * column->n_fields + column->field];
}

static gboolean
refuse (const Column *column, gint64 i, GError **error)
{
  g_autofree char *first = rensa_shape_to_string (rensa_array_get_shape (column_get (column, 0)));
  g_autofree char *other = rensa_shape_to_string (rensa_array_get_shape (column_get (column, i)));

  g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID,
               "examples of different shapes do not make a batch: field %d is %s in example 0 and %s in example "
               "%" G_GINT64_FORMAT,
               column->field, first, other, i);
  return FALSE;
}

/* The shape of the batch: with @pad the largest extents of all, else those of every one. */
static gboolean
get_batch_shape (const Column *column, gboolean pad, RensaShape *batch, GError **error)
{
  const RensaShape *first = rensa_array_get_shape (column_get (column, 0));

  if (first->ndim + 1 > RENSA_MAX_NDIM)
    {
      g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, "a batch of arrays of %d axes would have more than %d",
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

/* The place of example @i in @batch, as large as the example is. */
static RensaArray *
get_place (RensaArray *batch, gint64 i, RensaArray *example, GError **error)
{
  const RensaShape *shape = rensa_array_get_shape (example);
  RensaSlice slices[RENSA_MAX_NDIM] = { { RENSA_SLICE_INDEX, i, 0, 1 } };

  for (int axis = 0; axis < shape->ndim; axis++)
    slices[axis + 1] = (RensaSlice){ RENSA_SLICE_RANGE, 0, shape->dims[axis], 1 };
  return rensa_array_view_slice (batch, slices, shape->ndim + 1, error);
}

static RensaArray *
concat (const Column *column, double padding, GError **error)
{
  RensaDtype dtype = rensa_array_get_dtype (column_get (column, 0));
  g_autoptr (RensaArray) batch = NULL;
  RensaShape shape;

  if (!get_batch_shape (column, !isnan (padding), &shape, error))
    return NULL;

  for (gint64 i = 1; i < column->n; i++)
    dtype = rensa_dtype_promote (dtype, rensa_array_get_dtype (column_get (column, i)));

  batch = isnan (padding) ? rensa_array_new (dtype, &shape, error) : rensa_array_full (dtype, &shape, padding, error);
  for (gint64 i = 0; batch != NULL && i < column->n; i++)
    {
      RensaArray *example = column_get (column, i);
      g_autoptr (RensaArray) place = get_place (batch, i, example, error);

      if (place == NULL || !rensa_array_assign (place, example, error))
        return NULL;
    }
  return g_steal_pointer (&batch);
}

gboolean
rensa_concat_examples (RensaArray *const *examples, gint64 n, int n_fields, double padding, RensaArray **fields,
                       GError **error)
{
  if (n < 1)
    {
      g_set_error_literal (error, RENSA_ERROR, RENSA_ERROR_INVALID, "a batch needs at least one example");
      return FALSE;
    }

  for (int field = 0; field < n_fields; field++)
    {
      const Column column = { examples, n, n_fields, field };

      fields[field] = concat (&column, padding, error);
      if (fields[field] == NULL)
        {
          while (field-- > 0)
            g_clear_pointer (&fields[field], rensa_array_unref);
          return FALSE;
        }
    }
  return TRUE;
}
