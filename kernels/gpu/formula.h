/* formula.h: header included when a typed formula is compiled, on its first use.
 *
 * The generated source of a formula (src/engine/backends/cuda/code/cuda-formula-source.c) defines
 * real before it includes this file.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "gpu/words.h"
#include "rensa-program-ops.h"
#include "special.h"

/* Defines each operation twice: inline in the kernel and, for long operations, as a function that
 * the kernel calls. */
#define GPU_DEFINE_OP(name, text, level, cost, value, ...)               \
  GPU_FUNCTION real op_##name (real a, real b, real c) { return value; } \
  GPU_CALLED_FUNCTION real called_op_##name (real a, real b, real c) { return value; }

RENSA_PROGRAM_OPS1 (GPU_DEFINE_OP)
RENSA_PROGRAM_OPS2 (GPU_DEFINE_OP)
RENSA_PROGRAM_OPS3 (GPU_DEFINE_OP)

#undef GPU_DEFINE_OP

/* Computes the byte offset of element @i from the first element in each of the N arrays. */
template <int N>
GPU_FUNCTION void
gpu_seek_formula (const gpu_formula_args *args, k_index i, k_index *offsets)
{
  if (args->is_flat)
    for (int array = 0; array < N; array++)
      offsets[array] = i * args->arrays[array].strides[0];
  else
    gpu_seek<N> (i, args->count, (int) args->ndim, args->shape, args->arrays, offsets);
}

GPU_FUNCTION real *
gpu_get_place (const gpu_formula_args *args, int array, const k_index *offsets)
{
  return (real *) (args->arrays[array].data + offsets[array]);
}
