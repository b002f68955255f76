/* cpu-cast-loops.h: conversions from every dtype to every dtype.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "cpu-isa.h"

G_BEGIN_DECLS

/* Converts n elements; strides in bytes. */
typedef void (*RensaCastLoop) (gint64 n, const char *from, gint64 from_stride, char *to, gint64 to_stride);

typedef struct
{
  /* Conversions follow C and NumPy; to bool: TRUE if the value differs from 0; between equal dtypes:
   * a copy. */
  RensaCastLoop cast[RENSA_N_DTYPES][RENSA_N_DTYPES]; /* [from][to] */
} RensaCpuCastLoops;

RENSA_CPU_DECLARE_LOOPS (RensaCpuCastLoops, rensa_cpu_cast_loops);

G_END_DECLS
