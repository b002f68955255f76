/* rensa-primitives-array.c: creation, copying and random fills of arrays.
 * SPDX-License-Identifier: MIT */

#include "rensa-primitives-private.h"

RensaArray *
rensa_array_zeros (RensaDtype dtype, const RensaShape *shape, GError **error)
{
  return rensa_array_full (dtype, shape, 0, error);
}

/* @array, taken over. */
static RensaArray *
fill_new (RensaArray *array, double value, GError **error)
{
  g_autoptr (RensaArray) filled = array;

  return rensa_array_fill (filled, value, error) ? g_steal_pointer (&filled) : NULL;
}

RensaArray *
rensa_array_full (RensaDtype dtype, const RensaShape *shape, double value, GError **error)
{
  return fill_new (rensa_array_new (dtype, shape, error), value, error);
}

RensaArray *
rensa_full_beside (RensaArray *x, RensaDtype dtype, const RensaShape *shape, double value, GError **error)
{
  return fill_new (rensa_new_beside (x, dtype, shape, error), value, error);
}

RensaArray *
rensa_array_full_like (RensaArray *like, double value, GError **error)
{
  return rensa_full_beside (like, like->dtype, &like->shape, value, error);
}

gboolean
rensa_array_fill (RensaArray *array, double value, GError **error)
{
  if (array == NULL)
    return FALSE;

  return array->count == 0 || RENSA_RUN (array, fill, array, value, error);
}

static gboolean
expect_broadcast (const char *place, RensaArray *target, RensaArray *source, GError **error)
{
  if (rensa_shape_broadcasts_to (&source->shape, &target->shape))
    return TRUE;

  return rensa_refuse_broadcast (place, &source->shape, &target->shape, error);
}

gboolean
rensa_array_assign (RensaArray *target, RensaArray *source, GError **error)
{
  if (target == NULL || source == NULL || !expect_broadcast ("assign", target, source, error))
    return FALSE;

  if (target->count == 0)
    return TRUE;
  if (G_LIKELY (source->buffer->device == target->buffer->device))
    return RENSA_RUN (target, assign, target, source, error);

  g_autoptr (RensaArray) here = rensa_array_to_device (source, target->buffer->device, error);
  return here != NULL && RENSA_RUN (target, assign, target, here, error);
}

static gboolean
is_added_as_is (RensaArray *target)
{
  return target->dtype == RENSA_INT64
         || (rensa_dtype_is_floating (target->dtype) && rensa_entry_dtype (target, target->dtype) == target->dtype);
}

gboolean
rensa_array_accumulate (RensaArray *target, RensaArray *source, GError **error)
{
  if (target == NULL || source == NULL || !expect_broadcast ("accumulate", target, source, error))
    return FALSE;
  if (rensa_dtype_is_floating (source->dtype) && !rensa_require_floating ("accumulate", target, error))
    return FALSE;
  if (target->count == 0)
    return TRUE;

  if (!is_added_as_is (target))
    {
      const RensaDtype wide = rensa_dtype_is_half (target->dtype) ? RENSA_FLOAT32 : RENSA_INT64;
      g_autoptr (RensaArray) sum = rensa_array_cast (target, wide, error);

      return rensa_array_accumulate (sum, source, error) && rensa_array_assign (target, sum, error);
    }

  const RensaDtype dtype = source->dtype == target->dtype ? target->dtype : rensa_dtype_widen (target->dtype);
  g_autoptr (RensaArray) addend = rensa_array_cast (source, dtype, error);
  return addend != NULL && RENSA_RUN (target, accumulate, target, addend, error);
}

/* Creates a dense array with the elements of @array. */
static RensaArray *
copy_as (RensaArray *array, RensaDtype dtype, gboolean keep_order, GError **error)
{
  g_autoptr (RensaArray) copy = keep_order ? rensa_array_new_ordered (dtype, &array->shape, array, error)
                                           : rensa_new_beside (array, dtype, &array->shape, error);

  if (copy == NULL || !rensa_array_assign (copy, array, error))
    return NULL;

  return g_steal_pointer (&copy);
}

RensaArray *
rensa_array_copy (RensaArray *array, GError **error)
{
  return array == NULL ? NULL : copy_as (array, array->dtype, TRUE, error);
}

RensaArray *
rensa_array_contiguous (RensaArray *array, GError **error)
{
  if (array == NULL)
    return NULL;
  if (rensa_array_is_c_contiguous (array))
    return rensa_array_ref (array);

  return copy_as (array, array->dtype, FALSE, error);
}

RensaArray *
rensa_array_cast (RensaArray *array, RensaDtype dtype, GError **error)
{
  if (array == NULL)
    return NULL;
  if (array->dtype == dtype)
    return rensa_array_ref (array);

  RensaArray *cast = copy_as (array, dtype, TRUE, error);

  if (cast != NULL)
    rensa_array_set_lengths (cast, array->lengths);
  return cast;
}

/* Replaces -1 by the inferred extent. */
static gboolean
complete_shape (RensaArray *array, RensaShape *shape, GError **error)
{
  const RensaShape asked = *shape;
  gint64 known = 1;
  int unknown = -1;
  int n_unknown = 0;

  for (int axis = 0; axis < shape->ndim; axis++)
    if (shape->dims[axis] == -1)
      {
        unknown = axis;
        n_unknown++;
      }
    else if (shape->dims[axis] < 0 || __builtin_mul_overflow (known, shape->dims[axis], &known))
      n_unknown = 2;

  if (n_unknown == 1 && known > 0 && array->count % known == 0)
    shape->dims[unknown] = array->count / known;
  else if (n_unknown > 0 || known != array->count)
    {
      g_autofree char *from = rensa_shape_to_string (&array->shape);
      g_autofree char *to = rensa_shape_to_string (&asked);

      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("an array of shape %s cannot be reshaped to %s"), from, to);
      return FALSE;
    }

  return TRUE;
}

RensaArray *
rensa_array_reshape (RensaArray *array, const RensaShape *shape, GError **error)
{
  if (array == NULL)
    return NULL;

  RensaShape complete = *shape;
  if (!complete_shape (array, &complete, error))
    return NULL;

  RensaArray *view = rensa_array_view_reshape (array, &complete);
  if (view != NULL)
    return view;

  g_autoptr (RensaArray) copy = rensa_array_contiguous (array, error);
  return copy == NULL ? NULL : rensa_array_view_reshape (copy, &complete);
}

RensaArray *
rensa_array_to_device (RensaArray *array, const RensaDevice *device, GError **error)
{
  if (array == NULL)
    return NULL;
  if (array->buffer->device == device)
    return rensa_array_ref (array);

  g_autoptr (RensaArray) dense = rensa_array_contiguous (array, error);
  g_autoptr (RensaArray) moved = dense == NULL ? NULL : rensa_array_new_on (device, array->dtype, &array->shape, error);

  if (moved == NULL
      || !rensa_device_copy (device, moved->data, dense->buffer->device, dense->data, rensa_array_get_n_bytes (dense),
                             error))
    return NULL;

  rensa_array_set_lengths (moved, array->lengths);
  return g_steal_pointer (&moved);
}

typedef gboolean (*FillEntry) (RensaArray *array, RensaRandom random, double a, double b, GError **error);

/* Numbers are assigned to elements in C order, so other arrays are filled through a C-ordered one. */
static gboolean
fill (FillEntry entry, RensaArray *array, RensaRandom random, double a, double b, GError **error)
{
  const RensaDtype dtype = array->dtype == RENSA_FLOAT64 ? RENSA_FLOAT64 : RENSA_FLOAT32;

  if (array->count == 0 || rensa_is_virtual (array))
    return TRUE;
  if (array->dtype == dtype && rensa_array_is_c_contiguous (array))
    return entry (array, random, a, b, error);

  g_autoptr (RensaArray) filled = rensa_new_beside (array, dtype, &array->shape, error);
  return filled != NULL && entry (filled, random, a, b, error) && rensa_array_assign (array, filled, error);
}

gboolean
rensa_fill_uniform (RensaArray *array, RensaRandom *random, double low, double high, GError **error)
{
  if (array == NULL || !rensa_require_floating ("fill_uniform", array, error))
    return FALSE;

  const guint64 n_words = (guint64) array->count * (array->dtype == RENSA_FLOAT64 ? 2 : 1);
  return fill (RENSA_ENTRY (array, fill_uniform), array, rensa_random_take (random, n_words), low, high, error);
}

gboolean
rensa_fill_normal (RensaArray *array, RensaRandom *random, double loc, double scale, GError **error)
{
  if (array == NULL || !rensa_require_floating ("fill_normal", array, error))
    return FALSE;

  return fill (RENSA_ENTRY (array, fill_normal), array, rensa_random_take (random, 2 * (guint64) array->count), loc,
               scale, error);
}

gboolean
rensa_fill_bernoulli (RensaArray *array, RensaRandom *random, double keep, double value, GError **error)
{
  if (array == NULL)
    return FALSE;

  return fill (RENSA_ENTRY (array, fill_bernoulli), array, rensa_random_take (random, (guint64) array->count), keep,
               value, error);
}
