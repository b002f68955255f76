/* pool.cu: pooling. One thread per element; sums visit places or windows in index order.
 * SPDX-License-Identifier: MIT */

#include "gpu/element.h"
#include "gpu/window.h"

GPU_FUNCTION float
make_nan (void)
{
  return INFINITY - INFINITY;
}

/* Among equal values, and among NaNs, the first wins. */
template <typename Element>
GPU_FUNCTION void
pool_max (const gpu_window_args *args)
{
  typedef typename Element::Work T;

  for (k_index i = gpu_first (); i < args->count; i += gpu_step ())
    {
      k_index at[K_MAX_NDIM];
      T best = (T) -INFINITY;
      k_index best_place = -1;

      gpu_locate (args, i, at);
      gpu_visit_window (args, at, [&] (k_index place, const char *from) {
        if (from == NULL)
          return;

        const T value = Element::load (from);
        if (best_place < 0 || (!(value <= best) && best == best))
          {
            best = value;
            best_place = place;
          }
      });
      Element::store (args->y.data + gpu_get_offset (args, &args->y, at), best);
      /* A window entirely in the padding has no place; it counts as the first. */
      if (args->index.data != NULL)
        *(k_index *) (args->index.data + gpu_get_offset (args, &args->index, at)) = best_place < 0 ? 0 : best_place;
    }
}

/* Returns the place stored in the index; an invalid one is reported and replaced by -1. */
GPU_FUNCTION k_index
get_place (const gpu_window_args *args, const k_index *at)
{
  const k_index place = *(const k_index *) (args->index.data + gpu_get_offset (args, &args->index, at));

  if (gpu_is_below (place, args->n_places))
    return place;
  *args->verdict = make_nan ();
  return -1;
}

template <typename Element>
GPU_FUNCTION void
pool_max_scatter (const gpu_window_args *args)
{
  typedef typename Element::Work T;

  for (k_index i = gpu_first (); i < args->count; i += gpu_step ())
    {
      k_index at[K_MAX_NDIM];
      T total = 0;

      gpu_locate (args, i, at);
      gpu_visit_covering (args, at, [&] (k_index place, const k_index *window) {
        if (get_place (args, window) == place)
          total += Element::load (args->y.data + gpu_get_offset (args, &args->y, window));
      });
      Element::store (args->x.data + gpu_get_offset (args, &args->x, at), total);
    }
}

template <typename Element>
GPU_FUNCTION void
pool_max_gather (const gpu_window_args *args)
{
  for (k_index i = gpu_first (); i < args->count; i += gpu_step ())
    {
      k_index at[K_MAX_NDIM];

      gpu_locate (args, i, at);

      const k_index place = get_place (args, at);
      unsigned rest = place >= 0 ? (unsigned) place : 0;
      k_index offset = at[0] * args->x.strides[0] + at[1] * args->x.strides[1];
      bool is_inside = place >= 0;
      for (int axis = (int) args->ndim - 3; axis >= 0; axis--)
        {
          const unsigned kernel = (unsigned) args->kernel[axis];
          const k_index tap = rest % kernel;
          const k_index from = at[axis + 2] * args->stride[axis] - args->pad[axis] + tap * args->dilate[axis];

          rest /= kernel;
          is_inside = is_inside && gpu_is_below (from, args->in[axis]);
          offset += from * args->x.strides[axis + 2];
        }
      Element::store (args->y.data + gpu_get_offset (args, &args->y, at),
                      is_inside ? Element::load (args->x.data + offset) : 0);
    }
}

template <typename Element>
GPU_FUNCTION void
pool_sum (const gpu_window_args *args)
{
  typedef typename Element::Work T;

  for (k_index i = gpu_first (); i < args->count; i += gpu_step ())
    {
      k_index at[K_MAX_NDIM];
      T total = 0;

      gpu_locate (args, i, at);
      gpu_visit_window (args, at, [&] (k_index, const char *from) {
        if (from != NULL)
          total += Element::load (from);
      });
      Element::store (args->y.data + gpu_get_offset (args, &args->y, at), (T) args->scale * total);
    }
}

template <typename Element>
GPU_FUNCTION void
pool_sum_backward (const gpu_window_args *args)
{
  typedef typename Element::Work T;

  for (k_index i = gpu_first (); i < args->count; i += gpu_step ())
    {
      k_index at[K_MAX_NDIM];
      T total = 0;

      gpu_locate (args, i, at);
      gpu_visit_covering (args, at, [&] (k_index, const k_index *window) {
        total += (T) args->scale * Element::load (args->y.data + gpu_get_offset (args, &args->y, window));
      });
      Element::store (args->x.data + gpu_get_offset (args, &args->x, at), total);
    }
}

#define KERNELS(type, Element)                                                                                        \
  GPU_LONG_KERNEL (pool_max_##type, gpu_window_args, args) { pool_max<gpu_element<Element> > (&args); }               \
  GPU_LONG_KERNEL (pool_max_scatter_##type, gpu_window_args, args)                                                    \
  {                                                                                                                   \
    pool_max_scatter<gpu_element<Element> > (&args);                                                                  \
  }                                                                                                                   \
  GPU_LONG_KERNEL (pool_max_gather_##type, gpu_window_args, args) { pool_max_gather<gpu_element<Element> > (&args); } \
  GPU_LONG_KERNEL (pool_sum_##type, gpu_window_args, args) { pool_sum<gpu_element<Element> > (&args); }               \
  GPU_LONG_KERNEL (pool_sum_backward_##type, gpu_window_args, args)                                                   \
  {                                                                                                                   \
    pool_sum_backward<gpu_element<Element> > (&args);                                                                 \
  }

KERNELS (float, float)
KERNELS (double, double)
KERNELS (half, gpu_half)
KERNELS (bfloat, gpu_bfloat)
