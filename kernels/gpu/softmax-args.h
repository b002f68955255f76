/* softmax-args.h: arguments of the softmax kernels.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "gpu/args.h"

/* Rows per block, and threads per row. */
#define GPU_SOFTMAX_LANES 32
#define GPU_SOFTMAX_ROWS (GPU_BLOCK / GPU_SOFTMAX_LANES)

enum
{
  GPU_SOFTMAX_X,
  GPU_SOFTMAX_Y,
};

/* Rows of @length elements, @steps bytes apart, along the axes of @shape; the rows of a block are
 * adjacent in memory if @is_rows_first. */
typedef struct
{
  k_index count;
  k_index ndim;
  k_index is_rows_first;
  k_index is_log;
  k_index shape[K_MAX_NDIM];
  gpu_arg args[2];
  k_index steps[2];
  k_index length;
} gpu_softmax_args;
