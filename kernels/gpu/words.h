/* words.h: keywords for GPU kernels, for nvcc and for the mock device that runs them on the host.
 * SPDX-License-Identifier: MIT */

#pragma once

#define RENSA_KERNEL_INSTANCE

#include "gpu/args.h"

/* GPU_KERNEL: threads are independent. GPU_LONG_KERNEL: the same, but with more variables than the
 * compiler would keep in registers by default. GPU_BLOCK_KERNEL: the threads of a block synchronize
 * and share memory. All take one struct by value. */
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

/* The global index of this thread, and the number of threads: a kernel processes elements first,
 * first + step, … */
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

/* Computes the byte offset of element @n of a walk from the first element of each array. 32-bit
 * divisions, where they suffice, take a fifth of the time. */
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
