/* cpu-program-loops.h: the operations of programs.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "cpu-isa.h"

G_BEGIN_DECLS

/* to[i] = op (a[i], b[i], c[i]) for n elements, a multiple of RENSA_PROGRAM_LANES; @to may be an operand. */
typedef void (*RensaProgramLoop) (gint64 n, gpointer to, gconstpointer a, gconstpointer b, gconstpointer c);

/* A multiple of every vector width. */
#define RENSA_PROGRAM_LANES 16

/* The second index has bit k set if operand k is one number for all elements; there is no loop for
 * all operands being so, except the one that fills an array with a number. */
typedef struct
{
  RensaProgramLoop loops_float[RENSA_N_OPS][8];
  RensaProgramLoop loops_double[RENSA_N_OPS][8];
  RensaProgramLoop fill_float;
  RensaProgramLoop fill_double;
} RensaCpuProgramLoops;

RENSA_CPU_DECLARE_LOOPS (RensaCpuProgramLoops, rensa_cpu_program_loops);

G_END_DECLS
