/* window-args.h: arguments of the window kernels.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "gpu/args.h"

/* N and C are not spatial. */
#define GPU_WINDOW_MAX_AXES (K_MAX_NDIM - 2)

/* RensaWindow between arrays x (N, C, in…) and y (N, C, out…). Each thread computes one element of
 * an array of shape @shape, or, when unfolding, all values of one window. @order: the axes of
 * @shape, the innermost in memory last. Strides in bytes. Element counts, padded extents and steps
 * are below 2^31. */
typedef struct
{
  k_index count;
  k_index ndim;
  k_index order[K_MAX_NDIM];
  k_index shape[K_MAX_NDIM];
  k_index in[GPU_WINDOW_MAX_AXES];
  k_index out[GPU_WINDOW_MAX_AXES];
  k_index kernel[GPU_WINDOW_MAX_AXES];
  k_index stride[GPU_WINDOW_MAX_AXES];
  k_index pad[GPU_WINDOW_MAX_AXES];
  k_index dilate[GPU_WINDOW_MAX_AXES];
  k_index n_places; /* of a window */
  double scale;
  gpu_arg x;
  gpu_arg y;
  gpu_arg index;  /* data is NULL if not wanted */
  float *verdict; /* gets NaN if an index is invalid */
} gpu_window_args;
