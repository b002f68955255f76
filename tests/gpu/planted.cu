/* planted.cu: kernels with a mistake each, and two without.
 * SPDX-License-Identifier: MIT */

#include "gpu/words.h"
#include "planted.h"

#define N_PARTS GPU_BLOCK

/* The sum of each block's part of x. */
GPU_BLOCK_KERNEL (planted_sum, planted_args, args)
{
  GPU_SHARED (float, parts, N_PARTS);
  const int i = threadIdx.x;

  parts[i] = gpu_first () < args.n ? args.x[gpu_first ()] : 0;
  __syncthreads ();
  for (int width = N_PARTS / 2; width > 0; width /= 2)
    {
      if (i < width)
        parts[i] += parts[i + width];
      __syncthreads ();
    }
  if (i == 0)
    args.y[blockIdx.x] = parts[0];
}

GPU_BLOCK_KERNEL (planted_missing_barrier, planted_args, args)
{
  GPU_SHARED (float, parts, N_PARTS);
  const int i = threadIdx.x;

  parts[i] = gpu_first () < args.n ? args.x[gpu_first ()] : 0;
  for (int width = N_PARTS / 2; width > 0; width /= 2)
    {
      if (i < width)
        parts[i] += parts[i + width];
      __syncthreads ();
    }
  if (i == 0)
    args.y[blockIdx.x] = parts[0];
}

/* Some threads leave, for whom the others wait. */
GPU_BLOCK_KERNEL (planted_divergent_barrier, planted_args, args)
{
  if (threadIdx.x >= 16)
    return;
  __syncthreads ();
  args.y[threadIdx.x] = args.x[threadIdx.x];
}

/* Memory of a block holds nothing at first. */
GPU_BLOCK_KERNEL (planted_unwritten_memory, planted_args, args)
{
  GPU_SHARED (float, total, 1);

  if (threadIdx.x == 0)
    {
      total[0] += args.x[blockIdx.x];
      args.y[blockIdx.x] = total[0];
    }
}

/* Threads of a warp do not go in step. */
GPU_BLOCK_KERNEL (planted_lockstep, planted_args, args)
{
  GPU_SHARED (float, parts, N_PARTS);
  const int i = threadIdx.x;

  parts[i] = args.x[i];
  args.y[i] = parts[i ^ 1];
}

/* A vote of threads that do not wait for each other. */
GPU_KERNEL (planted_lonely_vote, planted_args, args) { args.y[threadIdx.x] = (float) __ballot_sync (0xffffffffu, 1); }

GPU_KERNEL (planted_copy, planted_args, args)
{
  for (k_index i = gpu_first (); i < args.n; i += gpu_step ())
    args.y[i] = args.x[i];
}

GPU_KERNEL (planted_past_the_end, planted_args, args)
{
  for (k_index i = gpu_first (); i <= args.n; i += gpu_step ())
    args.y[i] = args.x[i < args.n ? i : 0];
}

GPU_KERNEL (planted_wrong_index, planted_args, args)
{
  for (k_index i = gpu_first (); i < args.n; i += gpu_step ())
    args.y[i] = args.x[i ^ 1];
}

/* The blocks before this one need not have run. */
GPU_KERNEL (planted_race_of_blocks, planted_args, args)
{
  if (threadIdx.x == 0)
    args.y[blockIdx.x] = blockIdx.x > 0 ? args.y[blockIdx.x - 1] + 1 : 1;
}

/* Nor do two threads that add to the same place without telling wait for each other; the last one wins. */
GPU_KERNEL (planted_last_one_wins, planted_args, args) { args.y[0] = (float) gpu_first (); }
