/* rensa-kernel-axes.c: kernels with the axis order of Keras.
 * SPDX-License-Identifier: MIT */

#include "rensa-kernel-axes-private.h"

#include <string.h>

/* Returns the Keras axis for axis @i here: (in, out) becomes (out, in), and (height, width, in,
 * out) becomes (out, in, height, width). */
static int
find_axis (int ndim, int i)
{
  return i < 2 ? ndim - 1 - i : i - 2;
}

RensaShape
rensa_kernel_turn_shape (const RensaShape *shape)
{
  RensaShape turned = { .ndim = shape->ndim };

  for (int i = 0; i < shape->ndim; i++)
    turned.dims[i] = shape->dims[find_axis (shape->ndim, i)];
  return turned;
}

void
rensa_kernel_turn (const RensaShape *shape, gsize size, const guint8 *data, guint8 *turned)
{
  const RensaShape own = rensa_kernel_turn_shape (shape);
  const gint64 count = rensa_shape_count (shape);
  gint64 strides[RENSA_MAX_NDIM];
  gint64 place[RENSA_MAX_NDIM] = { 0 };
  gint64 stride = 1;

  for (int axis = shape->ndim - 1; axis >= 0; axis--)
    {
      strides[axis] = stride;
      stride *= shape->dims[axis];
    }
  for (gint64 i = 0; i < count; i++)
    {
      gint64 from = 0;

      for (int axis = 0; axis < own.ndim; axis++)
        from += place[axis] * strides[find_axis (own.ndim, axis)];
      memcpy (turned + (gsize) i * size, data + (gsize) from * size, size);
      for (int axis = own.ndim - 1; axis >= 0 && ++place[axis] == own.dims[axis]; axis--)
        place[axis] = 0;
    }
}
