/* window.h: iteration over the places of windows, in order.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "gpu/window-args.h"
#include "gpu/words.h"

/* Computes the index of element @i of the walk; there are fewer than 2^31 elements. */
GPU_FUNCTION void
gpu_locate (const gpu_window_args *args, k_index i, k_index *at)
{
  unsigned left = (unsigned) i;

  for (int j = (int) args->ndim - 1; j >= 0; j--)
    {
      const int axis = (int) args->order[j];
      const unsigned extent = (unsigned) args->shape[axis];
      const unsigned rest = left / extent;

      at[axis] = left - rest * extent;
      left = rest;
    }
}

GPU_FUNCTION k_index
gpu_get_offset (const gpu_window_args *args, const gpu_arg *arg, const k_index *at)
{
  k_index offset = 0;

  for (int axis = 0; axis < args->ndim; axis++)
    offset += at[axis] * arg->strides[axis];
  return offset;
}

/* Advances @tap along axes 0 to @n - 1, the last one fastest; returns FALSE after the last place. */
GPU_FUNCTION bool
gpu_next_place (const gpu_window_args *args, int n, k_index *tap)
{
  for (int axis = n - 1; axis >= 0; axis--)
    {
      if (++tap[axis] < args->kernel[axis])
        return true;
      tap[axis] = 0;
    }
  return false;
}

GPU_FUNCTION bool
gpu_is_below (k_index i, k_index bound)
{
  return (unsigned long long) i < (unsigned long long) bound;
}

/* Calls @visit with the number of each place of the window at @at, an index in y, and with the
 * corresponding element of x, or NULL in the padding. */
template <typename Visit>
GPU_FUNCTION void
gpu_visit_window (const gpu_window_args *args, const k_index *at, Visit visit)
{
  const int last = (int) args->ndim - 3;
  const char *const x = args->x.data + at[0] * args->x.strides[0] + at[1] * args->x.strides[1];
  k_index tap[GPU_WINDOW_MAX_AXES] = { 0 };
  k_index place = 0;

  do
    {
      bool is_inside = true;
      k_index offset = 0;

      for (int axis = 0; axis < last; axis++)
        {
          const k_index from = at[axis + 2] * args->stride[axis] - args->pad[axis] + tap[axis] * args->dilate[axis];

          is_inside = is_inside && gpu_is_below (from, args->in[axis]);
          offset += from * args->x.strides[axis + 2];
        }

      k_index from = at[last + 2] * args->stride[last] - args->pad[last];
      for (k_index i = 0; i < args->kernel[last]; i++, place++, from += args->dilate[last])
        visit (place,
               is_inside && gpu_is_below (from, args->in[last]) ? x + offset + from * args->x.strides[last + 2] : NULL);
    }
  while (gpu_next_place (args, last, tap));
}

/* Finds the window along @axis whose place @tap is at position @at of x; returns FALSE if there is
 * none. A padded extent is below 2^31. */
GPU_FUNCTION bool
gpu_find_window (const gpu_window_args *args, int axis, k_index at, k_index tap, k_index *window)
{
  const k_index first = at + args->pad[axis] - tap * args->dilate[axis];

  if (first < 0)
    return false;

  *window = (unsigned) first / (unsigned) args->stride[axis];
  return *window < args->out[axis] && *window * args->stride[axis] == first;
}

/* Calls @visit for each window that covers @at, an index in x, in window order, with the number of
 * the place there and the position of the window in y. */
template <typename Visit>
GPU_FUNCTION void
gpu_visit_covering (const gpu_window_args *args, const k_index *at, Visit visit)
{
  const int last = (int) args->ndim - 3;
  k_index windows[K_MAX_NDIM] = { at[0], at[1] };
  k_index back[GPU_WINDOW_MAX_AXES] = { 0 };

  /* Goes from the last place of a window to the first. */
  do
    {
      bool is_inside = true;
      k_index place = 0;

      for (int axis = 0; axis < last && is_inside; axis++)
        {
          const k_index tap = args->kernel[axis] - 1 - back[axis];

          is_inside = gpu_find_window (args, axis, at[axis + 2], tap, &windows[axis + 2]);
          place = place * args->kernel[axis] + tap;
        }
      for (k_index tap = args->kernel[last] - 1; tap >= 0 && is_inside; tap--)
        if (gpu_find_window (args, last, at[last + 2], tap, &windows[last + 2]))
          visit (place * args->kernel[last] + tap, windows);
    }
  while (gpu_next_place (args, last, back));
}
