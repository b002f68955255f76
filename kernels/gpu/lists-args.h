/* lists-args.h: arguments of kernels that add to indexed positions.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "gpu/sort-args.h"

/* RensaTaps over arrays x (N, C, S, K) and y (N, C, P, K); entries of spread_taps are numbered by image, place and tap. */
typedef struct
{
  k_index count; /* number of elements to compute */
  k_index n_channels;
  k_index n_taps;
  k_index n_places;
  k_index size;
  k_index inner;
  const k_index *index;
  void *weight;
  void *x;
  void *y;
  float *verdict; /* gets NaN if an index is out of range */
  gpu_sort_args sort;
} gpu_taps_args;

/* Matrices with @n_entries entries at @row and @col: y (…, n_rows, n_columns) from b (…, n_b_rows,
 * n_columns), or samples of left (…, n_rows, n_columns) and right (…, n_b_rows, n_columns). */
typedef struct
{
  k_index count;
  k_index n_entries;
  k_index n_rows;
  k_index n_b_rows;
  k_index n_columns;
  const k_index *row;
  const k_index *col;
  const void *data; /* or left */
  const void *b;    /* or right */
  void *y;
  float *verdicts; /* for @row and @col */
  gpu_sort_args sort;
} gpu_sparse_args;

/* RensaPatches: x (n_from, C, from_height, from_width), y (N, C, height, width). */
typedef struct
{
  k_index count;
  k_index n_patches;
  k_index n_from;
  k_index n_to;
  k_index n_channels;
  k_index height, width;
  k_index from_height, from_width;
  const void *rows;
  const void *columns;
  const k_index *from;
  const k_index *to;
  const void *x;
  void *y;
  float *verdicts; /* for @from and @to */
} gpu_patches_args;
