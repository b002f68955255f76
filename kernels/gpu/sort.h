/* sort.h: access to sorted entries by place.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "gpu/sort-args.h"
#include "gpu/words.h"

GPU_FUNCTION void
gpu_put_key (const gpu_sort_args *sort, k_index entry, k_index place)
{
  sort->keys[entry] =
      place < 0 ? GPU_NO_KEY
                : (unsigned long long) place * (unsigned long long) sort->n_entries + (unsigned long long) entry;
}

/* Returns the place of key @i, or -1 if it has none. */
GPU_FUNCTION k_index
gpu_get_place (const gpu_sort_args *sort, k_index i)
{
  return sort->keys[i] == GPU_NO_KEY ? -1 : (k_index) (sort->keys[i] / (unsigned long long) sort->n_entries);
}

GPU_FUNCTION k_index
gpu_get_entry (const gpu_sort_args *sort, k_index i)
{
  return (k_index) (sort->keys[i] % (unsigned long long) sort->n_entries);
}

/* Returns the index of the first sorted key that is not below @key. */
GPU_FUNCTION k_index
gpu_find_key (const gpu_sort_args *sort, unsigned long long key)
{
  k_index first = 0;
  k_index end = sort->n_keys;

  while (first < end)
    {
      const k_index middle = first + (end - first) / 2;

      if (sort->keys[middle] < key)
        first = middle + 1;
      else
        end = middle;
    }
  return first;
}

/* Calls @visit with each entry of @place, in their order. */
template <typename Visit>
GPU_FUNCTION void
gpu_visit_entries (const gpu_sort_args *sort, k_index place, Visit visit)
{
  const unsigned long long key = (unsigned long long) place * (unsigned long long) sort->n_entries;
  const unsigned long long end = key + (unsigned long long) sort->n_entries;

  for (k_index i = gpu_find_key (sort, key); i < sort->n_keys && sort->keys[i] < end; i++)
    visit ((k_index) (sort->keys[i] - key));
}
