/* cpu-softmax-loops.c: softmax of rows.
 * SPDX-License-Identifier: MIT */

#include "cpu-softmax-loops.h"

#include <string.h>

#define RENSA_KERNEL_INSTANCE
#include "k.h"

#define K_LANES ((k_index) 16)
#define BLOCK 1024
/* Rows of up to this many elements are computed in parallel. */
#define SHORT 64

#define real float
#include "cpu-softmax-row.h"
#undef real
#define real double
#include "cpu-softmax-row.h"
#undef real

const RensaCpuSoftmaxLoops RENSA_CPU_LOOPS_OF_THIS_ISA (rensa_cpu_softmax_loops) = {
  .softmax_float = softmax_float,
  .softmax_double = softmax_double,
};
