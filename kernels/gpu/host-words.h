/* host-words.h: what a kernel on the host asks of the stand-in's scheduler.
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

  /* What the thread that runs is. */
  typedef struct
  {
    gpu_host_dim thread, block, n_threads, n_blocks;
  } gpu_host_place;

  typedef struct gpu_host_kernel
  {
    const char *name;
    void (*run) (const void *args);
    size_t args_size;
    int waits; /* its threads wait for each other */
    struct gpu_host_kernel *next;
  } gpu_host_kernel;

  extern const gpu_host_place *gpu_host_here;

  void gpu_host_add_kernel (gpu_host_kernel *kernel);
  /* Memory of the block, the same for all its threads, by the place where it is asked for. */
  void *gpu_host_get_shared (const void *place, size_t size);
  void gpu_host_wait_for_block (void);
  /* Has each thread of the warp that calls it give @size bytes at @value, and writes those of thread @from of the warp to @value. */
  void gpu_host_shuffle (void *value, size_t size, unsigned from);
  /* A word with bit i set where thread i of the warp gives TRUE. */
  unsigned gpu_host_vote (int value);

  float gpu_host_from_half (unsigned short x);
  unsigned short gpu_host_float_to_half (float x);
  unsigned short gpu_host_double_to_half (double x);

#ifdef __cplusplus
}
#endif
