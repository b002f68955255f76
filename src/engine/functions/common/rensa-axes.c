/* rensa-axes.c: attributes that are axes and shapes.
 * SPDX-License-Identifier: MIT */

#include "rensa-axes-private.h"

int
rensa_axis_from_start (gint64 axis, int ndim)
{
  return (int) (axis < 0 ? axis + ndim : axis);
}

guint
rensa_axes_to_mask (const RensaInts *axes, int ndim)
{
  guint mask = 0;

  rensa_axes_normalize (axes, ndim, &mask, NULL);
  return mask;
}

gboolean
rensa_variable_has_shape (RensaVariable *variable, const RensaShape *shape)
{
  RensaArray *array = variable != NULL ? rensa_variable_get_array (variable) : NULL;

  return array != NULL && rensa_shape_equal (rensa_array_get_shape (array), shape);
}

gboolean
rensa_expect_axis (RensaInference *inference, gint64 axis, int *result, GError **error)
{
  const RensaType *x = rensa_inference_get_input (inference, 0);

  if (!RENSA_EXPECT (inference, axis, >=, -x->shape.ndim, error)
      || !RENSA_EXPECT (inference, axis, <, x->shape.ndim, error))
    return FALSE;

  *result = rensa_axis_from_start (axis, x->shape.ndim);
  return TRUE;
}

gboolean
rensa_expect_axes (RensaInference *inference, const RensaInts *axes, guint *mask, GError **error)
{
  const int n_axes = axes->n == RENSA_INTS_SCALAR ? 1 : axes->n;
  guint found = 0;

  for (int i = 0; i < n_axes; i++)
    {
      int axis;

      if (!rensa_expect_axis (inference, axes->values[i], &axis, error))
        return FALSE;
      if (found & (1u << axis))
        return rensa_inference_fail_words (inference, error, N_ ("distinct axes"), "axis %d twice", axis);
      found |= 1u << axis;
    }

  *mask = axes->n == RENSA_INTS_NONE ? (1u << rensa_inference_get_input (inference, 0)->shape.ndim) - 1 : found;
  return TRUE;
}

RensaShape
rensa_ints_to_shape (const RensaInts *ints)
{
  RensaShape shape = { .ndim = ints->n == RENSA_INTS_SCALAR ? 1 : MAX (ints->n, 0) };

  for (int i = 0; i < shape.ndim; i++)
    shape.dims[i] = ints->values[i];

  return shape;
}

RensaInts
rensa_ints_from_shape (const RensaShape *shape)
{
  RensaInts ints = { .n = shape->ndim };

  for (int i = 0; i < shape->ndim; i++)
    ints.values[i] = shape->dims[i];

  return ints;
}

RensaInts
rensa_ints_or_none (const RensaInts *ints)
{
  return ints != NULL ? *ints : (RensaInts){ .n = RENSA_INTS_NONE };
}

void
rensa_array_view_halves (RensaArray *array, gint64 axis, RensaArray *halves[2])
{
  const int at = rensa_axis_from_start (axis, rensa_array_get_ndim (array));
  const gint64 length = rensa_array_get_dim (array, at) / 2;

  for (int i = 0; i < 2; i++)
    halves[i] = rensa_array_view_range (array, at, i * length, length);
}
