/* cpu-normalize-loops.h: normalization passes over contiguous memory.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "cpu-isa.h"

G_BEGIN_DECLS

/* Consecutive rows of @n channels. In double, to sums[c] and sums[n + c] are added
 *   Σ (x - centre[c]) and Σ (x - centre[c])²      if gy is NULL (forward)
 *   Σ gy and Σ gy (x - centre[c])                 else (backward) */
typedef void (*RensaColumnSums) (gint64 n_rows, gint64 n, gconstpointer x, gconstpointer gy, const double *centre,
                                 double *sums);

/* Factors have the type of x; factor k of channel c is factors[k * step + c].
 *   y = factors[1] (x - factors[0]) + factors[2]                      if gy is NULL
 *   y = factors[1] (x - factors[0]) + factors[2] + factors[3] gy      else */
typedef void (*RensaColumnApply) (gint64 n_rows, gint64 n, gconstpointer x, gconstpointer gy, gconstpointer factors,
                                  gint64 step, gpointer y);

/* The same for @n elements of one channel. */
typedef void (*RensaRunSums) (gint64 n, gconstpointer x, gconstpointer gy, double centre, double sums[2]);
typedef void (*RensaRunApply) (gint64 n, gconstpointer x, gconstpointer gy, gconstpointer factors, gint64 step,
                               gpointer y);

typedef struct
{
  RensaColumnSums column_sums[2]; /* float, double */
  RensaColumnApply column_apply[2];
  RensaRunSums run_sums[2];
  RensaRunApply run_apply[2];
} RensaCpuNormalizeLoops;

RENSA_CPU_DECLARE_LOOPS (RensaCpuNormalizeLoops, rensa_cpu_normalize_loops);

G_END_DECLS
