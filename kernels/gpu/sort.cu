/* sort.cu: Batcher's bitonic sort ("Sorting networks and their applications", 1968), whose passes
 * do not depend on the keys.
 * SPDX-License-Identifier: MIT */

#include "gpu/sort.h"

/* Returns the index of the first key of a pair of keys @distance apart. */
template <typename Index>
GPU_FUNCTION Index
find_first (Index pair, Index distance)
{
  const Index inside = pair & (distance - 1);

  return (pair - inside) * 2 + inside;
}

GPU_FUNCTION void
exchange (unsigned long long *keys, k_index i, k_index distance, bool rises)
{
  const unsigned long long a = keys[i];
  const unsigned long long b = keys[i + distance];

  if ((a > b) == rises)
    {
      keys[i] = b;
      keys[i + distance] = a;
    }
}

/* One pass, one thread per pair. */
GPU_KERNEL (sort_keys, gpu_sort_args, args)
{
  for (k_index pair = gpu_first (); pair < args.n_keys / 2; pair += gpu_step ())
    {
      const k_index i = find_first (pair, args.distance);

      exchange (args.keys, i, args.distance, (i & args.run) == 0);
    }
}

/* Performs the passes of a run that fit in a block of @size keys, starting at its widest distance;
 * @first is the index of the block's first key. */
GPU_FUNCTION void
merge_block (unsigned long long *keys, int size, k_index first, k_index run)
{
  for (int distance = (run < size ? (int) run : size) / 2; distance > 0; distance /= 2)
    {
      for (int pair = (int) threadIdx.x; pair < size / 2; pair += GPU_BLOCK)
        {
          const int i = find_first (pair, distance);

          exchange (keys, i, distance, ((first + i) & run) == 0);
        }
      __syncthreads ();
    }
}

/* All passes within a block: those of one run, or of all runs that fit in the block, except runs
 * that contain only padding keys. */
GPU_BLOCK_KERNEL (sort_blocks, gpu_sort_args, args)
{
  GPU_SHARED (unsigned long long, keys, GPU_SORT_BLOCK);
  const int size = args.n_keys < GPU_SORT_BLOCK ? (int) args.n_keys : GPU_SORT_BLOCK;

  for (k_index block = blockIdx.x; block < args.n_keys / size; block += gridDim.x)
    {
      const k_index first = block * size;

      /* Each thread reads only what it has written itself. */
      for (int i = (int) threadIdx.x; i < size; i += GPU_BLOCK)
        keys[i] = args.run == 0 && first + i >= args.n_entries ? GPU_NO_KEY : args.keys[first + i];
      __syncthreads ();
      if (args.run > 0)
        merge_block (keys, size, first, args.run);
      else
        for (k_index run = 2; run <= size && run < 2 * args.n_entries; run *= 2)
          merge_block (keys, size, first, run);
      for (int i = (int) threadIdx.x; i < size; i += GPU_BLOCK)
        args.keys[first + i] = keys[i];
    }
}
