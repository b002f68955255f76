/* unfold.cu: windows as rows of a matrix, used to compute convolutions as matrix products.
 *
 *   rows (N out…, C places): row (n, o…), column (c, place)
 *
 * y contains the rows: its strides lead from one window to the next, and its elements are those of
 * the window.
 * SPDX-License-Identifier: MIT */

#include "gpu/window.h"

/* One thread per window of a channel. */
template <typename T>
GPU_FUNCTION void
unfold (const gpu_window_args *args)
{
  for (k_index i = gpu_first (); i < args->count; i += gpu_step ())
    {
      k_index at[K_MAX_NDIM];

      gpu_locate (args, i, at);
      T *const row = (T *) (args->y.data + gpu_get_offset (args, &args->y, at));
      gpu_visit_window (args, at,
                        [&] (k_index place, const char *from) { row[place] = from != NULL ? *(const T *) from : 0; });
    }
}

/* One thread per element of x: sums the windows' contributions in window order. */
template <typename T>
GPU_FUNCTION void
fold (const gpu_window_args *args)
{
  for (k_index i = gpu_first (); i < args->count; i += gpu_step ())
    {
      k_index at[K_MAX_NDIM];
      T total = 0;

      gpu_locate (args, i, at);
      gpu_visit_covering (args, at, [&] (k_index place, const k_index *window) {
        total += ((const T *) (args->y.data + gpu_get_offset (args, &args->y, window)))[place];
      });
      *(T *) (args->x.data + gpu_get_offset (args, &args->x, at)) = total;
    }
}

GPU_LONG_KERNEL (unfold_float, gpu_window_args, args) { unfold<float> (&args); }

GPU_LONG_KERNEL (unfold_double, gpu_window_args, args) { unfold<double> (&args); }

GPU_LONG_KERNEL (fold_float, gpu_window_args, args) { fold<float> (&args); }

GPU_LONG_KERNEL (fold_double, gpu_window_args, args) { fold<double> (&args); }
