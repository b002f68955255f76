/* loops.h: the loops into which kernels are copied. Included once with real = float and once with
 * real = double.
 * SPDX-License-Identifier: MIT */

#include "k-limits.h"
#include "k.h"

#ifndef K_EXPORT
#ifndef RENSA_ISA
#define RENSA_ISA base
#endif
#define K_EXPORT_ISA(name, isa) rensa_##name##_##isa
#define K_EXPORT_EXPANDED(name, isa) K_EXPORT_ISA (name, isa)
#define K_EXPORT(name) K_EXPORT_EXPANDED (name, RENSA_ISA)

/* Elements computed by a map per step; a multiple of every vector width. */
#define K_LANES ((k_index) 16)
/* Elements gathered per step if an argument is not contiguous: a few arguments fit in the
 * first-level cache. */
#define K_BLOCK 256

#define K_LOOP __attribute__ ((noinline))
#define K_SIMD _Pragma ("omp simd")
#endif

#include "special.h"
#include "index.h"
#include "map.h"
