/* rensa-walk.c: element-wise traversal of several arrays broadcast to one shape.
 * SPDX-License-Identifier: MIT */

#include "rensa-walk.h"

#include <string.h>

gint64
rensa_walk_get_stride (RensaArray *array, const RensaShape *shape, int axis)
{
  const int own = axis - (shape->ndim - array->shape.ndim);

  return own < 0 || array->shape.dims[own] == 1 ? 0 : array->strides[own];
}

/* TRUE if an axis with strides @a belongs outside one with strides @b. */
static gboolean
is_wider (const gint64 *a, const gint64 *b, int n_args)
{
  for (int arg = n_args - 1; arg >= 0; arg--)
    if (a[arg] != 0 && b[arg] != 0 && ABS (a[arg]) != ABS (b[arg]))
      return ABS (a[arg]) > ABS (b[arg]);

  return FALSE;
}

void
rensa_walk_start (RensaWalk *walk, int n_args)
{
  walk->n_args = n_args;
  walk->ndim = 0;
}

void
rensa_walk_add_axis (RensaWalk *walk, gint64 extent, const gint64 *strides, gboolean ordered)
{
  const gsize n_bytes = walk->n_args * sizeof (gint64);
  int place = walk->ndim;

  if (extent == 1)
    return;

  walk->ndim++;
  while (ordered && place > 0 && is_wider (strides, walk->strides[place - 1], walk->n_args))
    {
      walk->shape[place] = walk->shape[place - 1];
      memcpy (walk->strides[place], walk->strides[place - 1], n_bytes);
      place--;
    }

  walk->shape[place] = extent;
  memcpy (walk->strides[place], strides, n_bytes);
}

static gboolean
can_join (const RensaWalk *walk, int outer, int inner)
{
  for (int arg = 0; arg < walk->n_args; arg++)
    if (walk->strides[outer][arg] != walk->strides[inner][arg] * walk->shape[inner])
      return FALSE;

  return TRUE;
}

void
rensa_walk_finish (RensaWalk *walk)
{
  int last = 0;

  if (walk->ndim == 0)
    {
      walk->shape[0] = 1;
      memset (walk->strides[0], 0, walk->n_args * sizeof (gint64));
    }

  walk->count = walk->shape[0];
  for (int axis = 1; axis < walk->ndim; axis++)
    {
      walk->count *= walk->shape[axis];
      if (can_join (walk, last, axis))
        walk->shape[last] *= walk->shape[axis];
      else
        walk->shape[++last] = walk->shape[axis];
      memcpy (walk->strides[last], walk->strides[axis], walk->n_args * sizeof (gint64));
    }

  walk->ndim = last + 1;
}

void
rensa_walk_init (RensaWalk *walk, const RensaShape *shape, RensaArray *const *arrays, int n_arrays)
{
  rensa_walk_start (walk, n_arrays);
  for (int arg = 0; arg < n_arrays; arg++)
    walk->data[arg] = arrays[arg]->data;

  for (int axis = 0; axis < shape->ndim; axis++)
    {
      gint64 strides[RENSA_WALK_MAX_ARGS];

      for (int arg = 0; arg < n_arrays; arg++)
        strides[arg] = rensa_walk_get_stride (arrays[arg], shape, axis);
      rensa_walk_add_axis (walk, shape->dims[axis], strides, TRUE);
    }

  rensa_walk_finish (walk);
  /* A single element is contiguous. */
  for (int arg = 0; arg < n_arrays && walk->count == 1; arg++)
    walk->strides[0][arg] = (gint64) rensa_dtype_get_size (arrays[arg]->dtype);
}

gboolean
rensa_walk_is_linear (const RensaWalk *walk, int arg, gsize size)
{
  gint64 stride = (gint64) size;

  for (int axis = walk->ndim - 1; axis >= 0; axis--)
    {
      if (walk->strides[axis][arg] != stride)
        return FALSE;
      stride *= walk->shape[axis];
    }

  return TRUE;
}
