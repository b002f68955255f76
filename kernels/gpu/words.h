/* words.h: what kernels of a GPU are written in, for nvcc and for the stand-in that runs them on the host.
 * SPDX-License-Identifier: MIT */

#pragma once

#define RENSA_KERNEL_INSTANCE

#include "gpu/args.h"

/* GPU_KERNEL: each thread works alone.  GPU_LONG_KERNEL: likewise, with more variables than the compiler would leave in registers by
 * itself.  GPU_BLOCK_KERNEL: threads of a block wait for each other and share memory.  All take one struct by value. */
#ifdef __CUDACC__
#define GPU_FUNCTION __device__ static inline
#define GPU_CALLED_FUNCTION __device__ static __noinline__
#define GPU_METHOD __device__
#define GPU_KERNEL(name, Args, args) \
  extern "C" __global__ void __launch_bounds__ (GPU_BLOCK, 1) name (const __grid_constant__ Args args)
#define GPU_LONG_KERNEL(name, Args, args) \
  extern "C" __global__ void __launch_bounds__ (GPU_BLOCK, 4) name (const __grid_constant__ Args args)
#define GPU_BLOCK_KERNEL GPU_KERNEL
#define GPU_SHARED(type, name, n) __shared__ type name[n]
#else
#include "gpu/host.h"
#endif

/* The number of this thread among all, and how many there are: a kernel does elements first, first + step, … */
GPU_FUNCTION k_index
gpu_first (void)
{
  return (k_index) blockIdx.x * blockDim.x + threadIdx.x;
}

GPU_FUNCTION k_index
gpu_step (void)
{
  return (k_index) gridDim.x * blockDim.x;
}

/* The bytes from the first element of an array to that of number @n of a walk.  32-bit divisions, where they do, take a fifth of the
 * time. */
template <typename Number, int N>
GPU_FUNCTION void
gpu_seek_with (Number n, int ndim, const k_index *shape, const gpu_arg *args, k_index *offsets)
{
  for (int a = 0; a < N; a++)
    offsets[a] = 0;
  for (int axis = ndim - 1; axis >= 0; axis--)
    {
      const Number extent = (Number) shape[axis];
      const Number rest = axis > 0 ? n / extent : 0;
      const k_index at = (k_index) (n - rest * extent);

      n = rest;
      for (int a = 0; a < N; a++)
        offsets[a] += at * args[a].strides[axis];
    }
}

template <int N>
GPU_FUNCTION void
gpu_seek (k_index n, k_index count, int ndim, const k_index *shape, const gpu_arg *args, k_index *offsets)
{
  if (count <= 0x7fffffff)
    gpu_seek_with<unsigned, N> ((unsigned) n, ndim, shape, args, offsets);
  else
    gpu_seek_with<unsigned long long, N> ((unsigned long long) n, ndim, shape, args, offsets);
}
