/* cpu-normalize-rows-loops.h: row normalization passes over contiguous memory.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "cpu-isa.h"

G_BEGIN_DECLS

/* Each element has its own gamma and beta. */

/* y = inv_std gamma (x - mean) + beta */
typedef void (*RensaRowApply) (gint64 n, gconstpointer x, gconstpointer gamma, gconstpointer beta, double mean,
                               double inv_std, gpointer y);

/* With w = gamma gy, adds Σ w and Σ w (x - mean) to sums[0] and sums[1], and gy (x - mean) inv_std
 * and gy to each element of ggamma and gbeta. */
typedef void (*RensaRowGradSums) (gint64 n, gconstpointer x, gconstpointer gy, gconstpointer gamma, double mean,
                                  double inv_std, double sums[2], double *ggamma, double *gbeta);

/* gx = inv_std gamma gy + slope (x - mean) + offset */
typedef void (*RensaRowGradApply) (gint64 n, gconstpointer x, gconstpointer gy, gconstpointer gamma, double mean,
                                   double inv_std, double slope, double offset, gpointer gx);

typedef struct
{
  RensaRowApply apply[2]; /* float, double */
  RensaRowGradSums grad_sums[2];
  RensaRowGradApply grad_apply[2];
} RensaCpuNormalizeRowsLoops;

RENSA_CPU_DECLARE_LOOPS (RensaCpuNormalizeRowsLoops, rensa_cpu_normalize_rows_loops);

G_END_DECLS
