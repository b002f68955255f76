/* host.h: CUDA keywords for kernels that run on the host. Part of words.h.
 * SPDX-License-Identifier: MIT */

#pragma once

/* Kernels are compiled unchanged by the C++ compiler. The mock device's scheduler
 * (tests/mock-gpu) calls each kernel once for every thread of a launch, and gives each thread of
 * a block kernel a separate stack, so that it can wait for the others. */

#include "gpu/host-words.h"

#define GPU_FUNCTION static inline __attribute__ ((unused))
#define GPU_CALLED_FUNCTION static __attribute__ ((noinline, unused))
#define GPU_METHOD
#define GPU_DEFINE_KERNEL(name, Args, args, waits)                                                      \
  static void name (const Args &args);                                                                  \
  static void name##_run (const void *args) { name (*(const Args *) args); }                            \
  static gpu_host_kernel name##_kernel = { #name, name##_run, sizeof (Args), waits, NULL };             \
  static __attribute__ ((constructor)) void name##_add (void) { gpu_host_add_kernel (&name##_kernel); } \
  static void name (const Args &args)
#define GPU_KERNEL(name, Args, args) GPU_DEFINE_KERNEL (name, Args, args, 0)
#define GPU_LONG_KERNEL GPU_KERNEL
#define GPU_BLOCK_KERNEL(name, Args, args) GPU_DEFINE_KERNEL (name, Args, args, 1)

#define GPU_SHARED(type, name, n)     \
  static const char name##_place = 0; \
  type *const name = (type *) gpu_host_get_shared (&name##_place, (n) * sizeof (type))

#define threadIdx (gpu_host_here->thread)
#define blockIdx (gpu_host_here->block)
#define blockDim (gpu_host_here->n_threads)
#define gridDim (gpu_host_here->n_blocks)

#define __syncthreads gpu_host_wait_for_block
#define __ballot_sync(mask, value) gpu_host_vote (value)

template <typename T>
GPU_FUNCTION T
gpu_host_shuffle_of (T value, unsigned from)
{
  gpu_host_shuffle (&value, sizeof value, from);
  return value;
}

#define __shfl_sync(mask, value, from) gpu_host_shuffle_of (value, from)
#define __shfl_down_sync(mask, value, n) gpu_host_shuffle_of (value, threadIdx.x % GPU_WARP + (n))
