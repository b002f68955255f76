/* rensa-shape.c: extents of arrays, and tuples of integers.
 * SPDX-License-Identifier: MIT */

#include "rensa-shape.h"

#include "rensa-fault.h"
#include "rensa-language.h"

gint64
rensa_shape_count (const RensaShape *shape)
{
  gint64 count = 1;

  for (int i = 0; i < shape->ndim; i++)
    count *= shape->dims[i];

  return count;
}

/* Extents of zero do not reduce the product: strides are computed from the other ones. */
static gboolean
bytes_fit (const RensaShape *shape, RensaDtype dtype)
{
  gint64 n_bytes = (gint64) rensa_dtype_get_size (dtype);

  for (int i = 0; i < shape->ndim; i++)
    if (__builtin_mul_overflow (n_bytes, MAX (shape->dims[i], 1), &n_bytes))
      return FALSE;

  return TRUE;
}

gboolean
rensa_shape_check (const RensaShape *shape, RensaDtype dtype, GError **error)
{
  if (shape->ndim < 0 || shape->ndim > RENSA_MAX_NDIM)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("an array can have 0 to %d axes, not %d"), RENSA_MAX_NDIM,
                       shape->ndim);
      return FALSE;
    }

  for (int i = 0; i < shape->ndim; i++)
    if (shape->dims[i] < 0)
      {
        g_autofree char *text = rensa_shape_to_string (shape);

        rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("shape %s has a negative size along axis %d"), text, i);
        return FALSE;
      }

  if (!bytes_fit (shape, dtype))
    {
      g_autofree char *text = rensa_shape_to_string (shape);

      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("shape %s of dtype %s exceeds the addressable memory"), text,
                       rensa_dtype_get_name (dtype));
      return FALSE;
    }

  return TRUE;
}

gboolean
rensa_shape_equal (const RensaShape *a, const RensaShape *b)
{
  if (a->ndim != b->ndim)
    return FALSE;

  for (int i = 0; i < a->ndim; i++)
    if (a->dims[i] != b->dims[i])
      return FALSE;

  return TRUE;
}

gboolean
rensa_type_equal (const RensaType *a, const RensaType *b)
{
  return a->dtype == b->dtype && a->n_sequences == b->n_sequences && rensa_shape_equal (&a->shape, &b->shape);
}

char *
rensa_shape_to_string (const RensaShape *shape)
{
  GString *text = g_string_new ("(");

  for (int i = 0; i < shape->ndim; i++)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT, i > 0 ? ", " : "", shape->dims[i]);
  g_string_append (text, shape->ndim == 1 ? ",)" : ")");

  return g_string_free (text, FALSE);
}

char *
rensa_type_to_string (const RensaType *type)
{
  g_autoptr (GString) text = NULL;

  if (type->n_sequences == 0)
    return rensa_shape_to_string (&type->shape);

  text = g_string_new (NULL);
  if (type->n_sequences > 1)
    g_string_printf (text, "%" G_GINT64_FORMAT " × ", type->n_sequences);
  g_string_append (text, "(n");
  for (int i = 1; i < type->shape.ndim; i++)
    g_string_append_printf (text, ", %" G_GINT64_FORMAT, type->shape.dims[i]);
  g_string_append (text, type->shape.ndim == 1 ? ",)" : ")");
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* Returns the extent of @shape at @axis of @ndim axes, with the shape aligned on the right. */
static gint64
aligned_dim (const RensaShape *shape, int ndim, int axis)
{
  const int own_axis = axis - (ndim - shape->ndim);

  return own_axis < 0 ? 1 : shape->dims[own_axis];
}

gboolean
rensa_shape_broadcast (const RensaShape *a, const RensaShape *b, RensaShape *result, GError **error)
{
  RensaShape joined = { .ndim = MAX (a->ndim, b->ndim) };

  for (int i = 0; i < joined.ndim; i++)
    {
      const gint64 dim_a = aligned_dim (a, joined.ndim, i);
      const gint64 dim_b = aligned_dim (b, joined.ndim, i);

      if (dim_a != dim_b && dim_a != 1 && dim_b != 1)
        {
          g_autofree char *text_a = rensa_shape_to_string (a);
          g_autofree char *text_b = rensa_shape_to_string (b);

          rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("shapes %s and %s cannot be broadcast together"), text_a,
                           text_b);
          return FALSE;
        }
      joined.dims[i] = dim_a == 1 ? dim_b : dim_a;
    }

  *result = joined;
  return TRUE;
}

gboolean
rensa_shape_broadcasts_to (const RensaShape *from, const RensaShape *to)
{
  if (from->ndim > to->ndim)
    return FALSE;

  for (int i = 0; i < to->ndim; i++)
    {
      const gint64 dim = aligned_dim (from, to->ndim, i);

      if (dim != 1 && dim != to->dims[i])
        return FALSE;
    }

  return TRUE;
}

int
rensa_axis_normalize (gint64 axis, int ndim, GError **error)
{
  if (axis < -ndim || axis >= ndim)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID,
                       ngettext ("axis %lld is out of bounds for an array of %d axis",
                                 "axis %lld is out of bounds for an array of %d axes", ndim),
                       (long long) axis, ndim);
      return -1;
    }

  return (int) (axis < 0 ? axis + ndim : axis);
}

gboolean
rensa_axes_normalize (const RensaInts *axes, int ndim, guint *mask, GError **error)
{
  const int n = axes->n == RENSA_INTS_SCALAR ? 1 : axes->n;
  guint found = 0;

  if (axes->n == RENSA_INTS_NONE)
    {
      *mask = (1u << ndim) - 1;
      return TRUE;
    }

  for (int i = 0; i < n; i++)
    {
      const int axis = rensa_axis_normalize (axes->values[i], ndim, error);

      if (axis < 0)
        return FALSE;
      if (found & (1u << axis))
        {
          rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("axis %d appears twice in the list of axes"), axis);
          return FALSE;
        }
      found |= 1u << axis;
    }

  *mask = found;
  return TRUE;
}

RensaShape
rensa_shape_reduce (const RensaShape *shape, guint mask, gboolean keepdims)
{
  RensaShape reduced = { .ndim = 0 };

  for (int i = 0; i < shape->ndim; i++)
    {
      const gboolean dropped = (mask >> i) & 1;

      if (!dropped || keepdims)
        reduced.dims[reduced.ndim++] = dropped ? 1 : shape->dims[i];
    }

  return reduced;
}
