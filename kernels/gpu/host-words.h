/* host-words.h: interface of kernels on the host to the mock device's scheduler.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C"
{
#endif

  typedef struct
  {
    unsigned x, y, z;
  } gpu_host_dim;

  /* Position of the current thread. */
  typedef struct
  {
    gpu_host_dim thread, block, n_threads, n_blocks;
  } gpu_host_place;

  typedef struct gpu_host_kernel
  {
    const char *name;
    void (*run) (const void *args);
    size_t args_size;
    int waits; /* its threads synchronize */
    struct gpu_host_kernel *next;
  } gpu_host_kernel;

  extern const gpu_host_place *gpu_host_here;

  void gpu_host_add_kernel (gpu_host_kernel *kernel);
  /* Memory shared by all threads of the block, identified by the place in the code that requests it. */
  void *gpu_host_get_shared (const void *place, size_t size);
  void gpu_host_wait_for_block (void);
  /* Exchanges @size bytes at @value between the threads of the calling warp: writes those of thread
   * @from to @value in each thread. */
  void gpu_host_shuffle (void *value, size_t size, unsigned from);
  /* Returns a word whose bit i is set if thread i of the warp passes TRUE. */
  unsigned gpu_host_vote (int value);

  float gpu_host_from_half (unsigned short x);
  unsigned short gpu_host_float_to_half (float x);
  unsigned short gpu_host_double_to_half (double x);

#ifdef __cplusplus
}
#endif
