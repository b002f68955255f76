/* rensa-examples.c: reading examples for a model from a file outside of any data set.
 * SPDX-License-Identifier: MIT */

#include "rensa-examples.h"

#include <string.h>

#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-npy.h"
#include "rensa-npz.h"
#include "rensa-primitives.h"
#include "rensa-table-examples-private.h"

/* Arrays */

/* Returns the shape of @n examples. */
static RensaShape
add_axis (const RensaShape *shape, gint64 n)
{
  RensaShape all = { .ndim = shape->ndim + 1, .dims = { n } };

  memcpy (all.dims + 1, shape->dims, (gsize) shape->ndim * sizeof *shape->dims);
  return all;
}

/* Interprets @array as examples: either a single example, or examples along a first axis. */
static RensaArray *
take_as_examples (const char *path, RensaArray *array, const RensaExampleForm *form, GError **error)
{
  const RensaShape *shape = rensa_array_get_shape (array);
  const gboolean is_one = rensa_shape_equal (shape, &form->type.shape);
  const RensaShape all = add_axis (&form->type.shape, is_one || shape->ndim == 0 ? 1 : shape->dims[0]);
  g_autofree char *expected = rensa_shape_to_string (&form->type.shape);
  g_autofree char *found = rensa_shape_to_string (shape);

  if (is_one || rensa_shape_equal (shape, &all))
    {
      g_autoptr (RensaArray) cast = rensa_array_cast (array, form->type.dtype, error);

      return rensa_array_reshape (cast, &all, error);
    }
  rensa_set_words (error, RENSA_ERROR_INVALID,
                   N_ ("%s: an example has the shape %s, but the array has the shape %s, which is neither one nor "
                       "several examples"),
                   path, expected, found);
  return NULL;
}

static RensaArray *
read_npz (const char *path, const char *key, GError **error)
{
  g_autoptr (RensaNpz) npz = rensa_npz_open (path, error);
  const char *wanted = key;

  if (npz == NULL)
    return NULL;
  if (wanted == NULL)
    wanted = rensa_npz_get_n_keys (npz) == 1 ? rensa_npz_get_key (npz, 0) : "x";
  if (rensa_npz_has (npz, wanted))
    return rensa_npz_read (npz, wanted, error);
  rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s: expected an array named “%s”, but there is none"), path,
                   wanted);
  return NULL;
}

static RensaArray *
read_array (const char *path, const RensaExampleForm *form, const char *key, GError **error)
{
  g_autoptr (RensaArray) array =
      g_str_has_suffix (path, ".npy") ? rensa_npy_load (path, error) : read_npz (path, key, error);

  return array != NULL ? take_as_examples (path, array, form, error) : NULL;
}

/* Pictures */

static RensaArray *
read_picture (const char *path, const RensaExampleForm *form, GError **error)
{
  const RensaPicture *picture = &form->picture;
  const gsize n = rensa_picture_get_size (picture);
  const RensaShape all = add_axis (&form->type.shape, 1);
  const double top = rensa_picture_get_top (picture);
  g_autofree guint8 *bytes = g_malloc (MAX (rensa_picture_get_n_bytes (picture), 1));
  g_autofree float *values = g_new (float, MAX (n, 1));
  g_autoptr (RensaArray) array = NULL;

  if (n == 0 || (gint64) n != rensa_shape_count (&form->type.shape))
    {
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s: the model does not accept images"), path);
      return NULL;
    }
  if (!rensa_picture_read (path, picture, bytes, error))
    return NULL;
  for (gsize i = 0; i < n; i++)
    values[i] = (float) (picture->black
                         + rensa_picture_get_number (picture, bytes, i) / top * (picture->white - picture->black));
  array = rensa_array_new_from_host (RENSA_FLOAT32, &all, values, error);
  return rensa_array_cast (array, form->type.dtype, error);
}

static gboolean
is_table (const char *path)
{
  g_autofree char *small = g_ascii_strdown (path, -1);

  return g_str_has_suffix (small, ".csv") || g_str_has_suffix (small, ".tsv") || g_str_has_suffix (small, ".txt");
}

RensaArray *
rensa_examples_read (const char *path, const RensaExampleForm *form, const char *key, GError **error)
{
  if (g_str_has_suffix (path, ".npy") || g_str_has_suffix (path, ".npz"))
    return read_array (path, form, key, error);
  if (rensa_picture_is_name (path))
    return read_picture (path, form, error);
  if (is_table (path))
    {
      g_autoptr (RensaArray) rows = rensa_table_examples_read (path, form, error);

      return rows != NULL ? take_as_examples (path, rows, form, error) : NULL;
    }
  rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s: expected a .npy, .npz, .csv or .tsv file, or an image"), path);
  return NULL;
}
