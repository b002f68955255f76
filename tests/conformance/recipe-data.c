/* recipe-data.c: the data set of a recipe, as its document asks for it.
 * SPDX-License-Identifier: MIT */

#include "recipe-data.h"

#include <math.h>
#include <string.h>

#include "rensa-error.h"
#include "rensa-primitives.h"

#define FILLED_UP (-1)

/* An array in the making; @n examples of @size numbers. */
typedef struct
{
  RensaDtype dtype;
  RensaShape shape;
  double *values;
} Field;

static Field
field_new (RensaDtype dtype, RensaShape shape, double value)
{
  Field field = { dtype, shape, g_new (double, rensa_shape_count (&shape)) };

  for (gint64 i = 0; i < rensa_shape_count (&shape); i++)
    field.values[i] = value;
  return field;
}

static RensaArray *
field_end (Field *field, GError **error)
{
  RensaArray *array = array_of (field->dtype, field->shape, field->values);

  g_free (field->values);
  return array;
}

/* The axes of @array that are those of an example, behind that of the examples. */
static RensaShape
get_shape (RensaArray *array, int first, gint64 n)
{
  RensaShape shape = { .ndim = 1, .dims = { n } };

  for (int i = first; i < rensa_array_get_ndim (array); i++)
    shape.dims[shape.ndim++] = rensa_array_get_dim (array, i);
  return shape;
}

/* Iterations, and entries of axis 1 as further ones, laid end to end. */
static RensaArray *
lay_out (RensaArray *array, struct json_object *spec, GError **error)
{
  struct json_object *take = get (spec, "take");
  const int rows = take != NULL ? 2 : get (spec, "rows") != NULL ? (int) get_int (spec, "rows") : 1;
  const gint64 first = take != NULL ? json_object_get_int64 (get_item (take, 0)) : 0;
  g_autoptr (RensaArray) taken =
      take != NULL ? rensa_array_view_range (array, 1, first, json_object_get_int64 (get_item (take, 1)) - first + 1)
                   : rensa_array_ref (array);
  int axes[RENSA_MAX_NDIM];
  RensaShape shape;

  for (int i = 0; i < RENSA_MAX_NDIM; i++)
    axes[i] = i;
  for (int i = rows; take == NULL && i > 1; i--)
    axes[i] = axes[i - 1];
  if (take == NULL)
    axes[1] = rows;

  g_autoptr (RensaArray) moved = rensa_array_view_transpose (taken, axes);
  g_autoptr (RensaArray) copy = moved != NULL ? rensa_array_contiguous (moved, error) : NULL;

  if (copy == NULL)
    return NULL;
  shape = get_shape (copy, take != NULL ? 3 : 2, 1);
  shape.dims[0] = rensa_array_get_count (copy) / rensa_shape_count (&shape);
  return rensa_array_view_reshape (copy, &shape);
}

/* What stands at @places in the sequence @array, and beside them. */
static RensaArray *
read_places (RensaArray *array, RensaArray *places, RensaArray *widths, gboolean centre, GError **error)
{
  const gint64 n_iterations = rensa_array_get_dim (places, 0);
  const gint64 n_rows = rensa_array_get_dim (places, 1);
  g_autofree double *sequence = get_values (array);
  g_autofree double *at = get_values (places);
  g_autofree double *width = widths != NULL ? get_values (widths) : NULL;
  gint64 largest = 0;
  Field field;

  for (gint64 i = 0; width != NULL && i < n_iterations; i++)
    largest = MAX (largest, (gint64) width[i]);
  field =
      field_new (rensa_array_get_dtype (array),
                 width != NULL ? RENSA_SHAPE (n_iterations * n_rows, 2 * largest) : RENSA_SHAPE (n_iterations * n_rows),
                 FILLED_UP);
  for (gint64 i = 0; i < n_iterations * n_rows; i++)
    {
      const gint64 w = width != NULL ? (gint64) width[i / n_rows] : 0;

      if (width == NULL)
        field.values[i] = sequence[(gint64) at[i]];
      for (gint64 j = 0; j < 2 * w; j++)
        field.values[i * 2 * largest + j] = sequence[(gint64) at[i] + (centre ? 0 : j < w ? j - w : j - w + 1)];
    }
  return field_end (&field, error);
}

static RensaArray *
repeat_for_rows (RensaArray *array, gint64 batch_size, GError **error)
{
  const gint64 n = rensa_array_get_dim (array, 0);
  g_autofree double *values = get_values (array);
  Field field = field_new (rensa_array_get_dtype (array), RENSA_SHAPE (n * batch_size, 1), 0);

  for (gint64 i = 0; i < n * batch_size; i++)
    field.values[i] = values[i / batch_size];
  return field_end (&field, error);
}

/* "NAME.0" …, each with as many entries for a row as there is room for @per_row of them. */
static RensaArray *
read_list (CaseFile *file, const char *name, gint64 n_iterations, gint64 batch_size, GError **error)
{
  g_autoptr (GPtrArray) arrays = g_ptr_array_new_with_free_func ((GDestroyNotify) rensa_array_unref);
  gint64 per_row = 0;
  gint64 size;
  Field field;

  for (gint64 i = 0; i < n_iterations; i++)
    {
      g_autofree char *key = g_strdup_printf ("%s.%" G_GINT64_FORMAT, name, i);
      RensaArray *array = case_array_named (file, key, error);

      if (array == NULL)
        return NULL;
      g_ptr_array_add (arrays, array);
      per_row = MAX (per_row, rensa_array_get_dim (array, 0) / batch_size);
    }
  size = rensa_array_get_dim (arrays->pdata[0], 1);
  field = field_new (rensa_array_get_dtype (arrays->pdata[0]), RENSA_SHAPE (n_iterations * batch_size, per_row, size),
                     FILLED_UP);
  for (gint64 i = 0; i < n_iterations; i++)
    {
      const gint64 n = rensa_array_get_count (arrays->pdata[i]) / batch_size;
      g_autofree double *values = get_values (arrays->pdata[i]);

      for (gint64 j = 0; j < batch_size; j++)
        memcpy (field.values + (i * batch_size + j) * per_row * size, values + j * n, n * sizeof *values);
    }
  return field_end (&field, error);
}

/* The sequences of NAME, as long as NAME_len says, one after another: reversed, or with a number put before or behind each. */
static RensaArray *
read_sequences (CaseFile *file, const char *name, struct json_object *spec, GError **error)
{
  g_autofree char *lengths_name = g_strconcat (name, "_len", NULL);
  g_autoptr (RensaArray) array = case_array_named (file, name, error);
  g_autoptr (RensaArray) lengths = array != NULL ? case_array_named (file, lengths_name, error) : NULL;
  struct json_object *begin = get (spec, "begin");
  struct json_object *end = get (spec, "end");
  g_autofree double *values = NULL;
  g_autofree double *counts = NULL;
  gint64 from = 0;
  gint64 to = 0;
  Field field;

  if (lengths == NULL)
    return NULL;
  values = get_values (array);
  counts = get_values (lengths);
  field = field_new (RENSA_INT32,
                     RENSA_SHAPE (rensa_array_get_count (array)
                                  + (begin != NULL || end != NULL ? rensa_array_get_count (lengths) : 0)),
                     0);
  for (gint64 i = 0; i < rensa_array_get_count (lengths); i++)
    {
      const gint64 n = (gint64) counts[i];

      if (begin != NULL)
        field.values[to++] = json_object_get_int (begin);
      for (gint64 j = 0; j < n; j++)
        field.values[to++] = values[from + (get_boolean (spec, "reverse") ? n - 1 - j : j)];
      if (end != NULL)
        field.values[to++] = json_object_get_int (end);
      from += n;
    }
  return field_end (&field, error);
}

static RensaArray *
read_lengths (CaseFile *file, const char *name, struct json_object *spec, GError **error)
{
  g_autofree char *lengths_name = g_strconcat (name, "_len", NULL);
  g_autoptr (RensaArray) lengths = case_array_named (file, lengths_name, error);
  const gint64 more = get (spec, "more") != NULL ? get_int (spec, "more") : 0;
  g_autofree double *values = NULL;
  Field field;

  if (lengths == NULL)
    return NULL;
  values = get_values (lengths);
  field = field_new (RENSA_INT64, RENSA_SHAPE (rensa_array_get_count (lengths)), 0);
  for (gint64 i = 0; i < rensa_array_get_count (lengths); i++)
    field.values[i] = values[i] + (double) more;
  return field_end (&field, error);
}

static RensaArray *
make_field (CaseFile *file, const char *name, struct json_object *spec, GError **error)
{
  struct json_object *config = get (file->json, "config");
  const char *key = get (spec, "array") != NULL ? get_string (spec, "array") : name;
  const gint64 batch_size = get_int (config, "batch");
  g_autoptr (RensaArray) array = NULL;
  g_autoptr (RensaArray) places = NULL;
  g_autoptr (RensaArray) widths = NULL;

  if (get (spec, "sequences") != NULL)
    return read_sequences (file, get_string (spec, "sequences"), spec, error);
  if (get (spec, "lengths") != NULL)
    return read_lengths (file, get_string (spec, "lengths"), spec, error);
  if (get_boolean (spec, "list"))
    return read_list (file, key, get_int (config, "iterations"), batch_size, error);
  array = case_array_named (file, key, error);
  if (array == NULL)
    return NULL;
  if (get_boolean (spec, "each"))
    return repeat_for_rows (array, batch_size, error);
  if (get (spec, "at") == NULL)
    return lay_out (array, spec, error);

  places = case_array (file, get (spec, "at"), error);
  widths = places != NULL ? case_array (file, get (spec, "window"), error) : NULL;
  return places != NULL && (widths != NULL || get (spec, "window") == NULL)
             ? read_places (array, places, widths, get_boolean (spec, "centre"), error)
             : NULL;
}

typedef struct
{
  GPtrArray *names;
  GPtrArray *arrays;
} Fields;

static gboolean
serialize (gpointer data, RensaSerializer *serializer, GError **error)
{
  Fields *fields = data;

  for (guint i = 0; i < fields->names->len; i++)
    if (!rensa_serializer_array (serializer, fields->names->pdata[i], (RensaArray **) &fields->arrays->pdata[i], error))
      return FALSE;
  return TRUE;
}

gboolean
recipe_data_write (CaseFile *file, struct json_object *fields, const char *path, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autoptr (GPtrArray) arrays = g_ptr_array_new_with_free_func ((GDestroyNotify) rensa_array_unref);
  Fields all = { names, arrays };

  json_object_object_foreach (fields, name, spec)
  {
    RensaArray *array = make_field (file, name, spec, error);

    if (array == NULL)
      return FALSE;
    g_ptr_array_add (names, name);
    g_ptr_array_add (arrays, array);
  }
  return rensa_save_npz (path, serialize, &all, FALSE, error);
}
