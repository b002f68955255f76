/* sort-args.h: arguments of the kernels in sort.cu.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "gpu/args.h"

/* Key of an entry without a place. */
#define GPU_NO_KEY 0xffffffffffffffffull
/* Keys that a block sorts in shared memory: 32 of the 48 KiB that every device has. A larger block
 * needs fewer launches. */
#define GPU_SORT_BLOCK (16 * GPU_BLOCK)

/* @n_keys is a power of two, at least 2. Entry e with place p has key p @n_entries + e, so that
 *   sorted keys list the entries of each place in their order. A sorting pass compares keys
 *   @distance apart, ascending in runs of @run; run 0 is the first pass, before which the keys
 *   after the entries are not yet written. */
typedef struct
{
  k_index n_entries;
  k_index n_keys;
  unsigned long long *keys;
  k_index distance;
  k_index run;
} gpu_sort_args;
