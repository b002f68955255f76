/* normalize-args.h: arguments of the normalization sums.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "gpu/args.h"

/* Inputs first, then results. */
enum
{
  GPU_TERMS_X,
  GPU_TERMS_GY,
  GPU_TERMS_WEIGHT,
  GPU_TERMS_CENTRE,
  GPU_TERMS_SCALE,
  GPU_TERMS_N_INPUTS,
  GPU_TERMS_MEAN = GPU_TERMS_N_INPUTS,
  GPU_TERMS_VAR,
  GPU_TERMS_INV_STD,
  GPU_TERMS_N_ARGS,
  /* Sums: Σ t and Σ t d. */
  GPU_TERMS_SUM = GPU_TERMS_MEAN,
  GPU_TERMS_PRODUCT = GPU_TERMS_VAR,
};

/* Sums of t and of t d over the elements that belong to each result, where d = (x - centre) scale
 * and t = weight gy. Absent inputs have NULL data: gy is then d, weight and scale are 1, and centre
 * is 0; @centre_is_own: centre is the first x, or 0 if that is not finite. @kept: along the axes of
 * results; @reduced: along the other axes, for inputs. A block processes @n_columns results at a
 * time (adjacent threads take adjacent results if @is_columns_first) and @chunk elements; its sums
 * are stored in @partials, (n_chunks, 2, n_kept). */
typedef struct
{
  k_index n_kept;
  k_index n_reduced;
  k_index kept_ndim;
  k_index reduced_ndim;
  k_index kept_shape[K_MAX_NDIM];
  k_index reduced_shape[K_MAX_NDIM];
  gpu_arg kept[GPU_TERMS_N_ARGS];
  gpu_arg reduced[GPU_TERMS_N_INPUTS];
  k_index centre_is_own;
  k_index n_columns;
  k_index is_columns_first;
  k_index chunk;
  k_index n_chunks;
  double *partials;
  double eps;
} gpu_terms_args;
