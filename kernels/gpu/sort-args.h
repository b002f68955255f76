/* sort-args.h: what the kernels of sort.cu are handed.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "gpu/args.h"

/* Of an entry that names no place. */
#define GPU_NO_KEY 0xffffffffffffffffull
/* What a block sorts in the memory that its threads share: 32 of the 48 KiB that it has everywhere. The more, the fewer launches. */
#define GPU_SORT_BLOCK (16 * GPU_BLOCK)

/* @keys, @n_keys of them, a power of two, at least 2: entry e that names place p has p @n_entries + e, so that sorted ones are
 * lists of the entries of each place, in their order.  A pass of the sort compares keys @distance apart, rising in runs of @run; run 0 is
 * the first pass, before which the keys behind the entries are not there. */
typedef struct
{
  k_index n_entries;
  k_index n_keys;
  unsigned long long *keys;
  k_index distance;
  k_index run;
} gpu_sort_args;
