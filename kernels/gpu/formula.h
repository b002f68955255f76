/* formula.h: what a typed formula is compiled with, where it is first used.
 *
 * The source of a formula (src/engine/backends/cuda/code/cuda-formula-source.c) says what real is before it includes this.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "gpu/words.h"
#include "rensa-program-ops.h"
#include "special.h"

/* Each operation twice: as a part of the kernel, and as a function that it calls, for those that are long. */
#define GPU_DEFINE_OP(name, text, level, cost, value, ...)               \
  GPU_FUNCTION real op_##name (real a, real b, real c) { return value; } \
  GPU_CALLED_FUNCTION real called_op_##name (real a, real b, real c) { return value; }

RENSA_PROGRAM_OPS1 (GPU_DEFINE_OP)
RENSA_PROGRAM_OPS2 (GPU_DEFINE_OP)
RENSA_PROGRAM_OPS3 (GPU_DEFINE_OP)

#undef GPU_DEFINE_OP

/* Where element @i of each of the N arrays lies, in bytes from its first one. */
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
