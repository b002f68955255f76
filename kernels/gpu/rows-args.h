/* rows-args.h: arguments of the kernels in rows.cu.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "gpu/sort-args.h"

/* y[…, i…, …] = x[…, index[i…], …]: for each of @n_outer blocks and each index, copies a row of
 * @row_length elements of @size bytes. */
typedef struct
{
  k_index count;
  k_index n_picks;
  k_index row_length;
  k_index extent;
  k_index ignore;
  k_index step;
  k_index size;
  k_index n_outer;
  k_index n_inner;
  k_index outer_shape[K_MAX_NDIM];
  k_index outer_strides[K_MAX_NDIM];
  k_index inner_shape[K_MAX_NDIM];
  k_index inner_strides[K_MAX_NDIM];
  const char *x;
  char *y;
  const k_index *index;
} gpu_take_args;

/* target[index[i]] += rows[i] in the order of i. */
typedef struct
{
  k_index row_length;
  k_index extent;
  k_index ignore;
  k_index dtype;
  void *target;
  const void *rows;
  const k_index *index;
  gpu_sort_args sort;
} gpu_scatter_args;
