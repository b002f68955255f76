/* cpu-normalize-rows-loops.c: row normalization passes over contiguous memory.
 * SPDX-License-Identifier: MIT */

#include "cpu-normalize-rows-loops.h"

/* Number of partial sums accumulated in parallel, the same for every instruction set, so that all
 * produce the same sum. */
#define LANES 16

#define DEFINE_APPLY(type)                                                                                     \
  static void apply_##type (gint64 n, gconstpointer x_data, gconstpointer gamma_data, gconstpointer beta_data, \
                            double mean, double inv_std, gpointer y_data)                                      \
  {                                                                                                            \
    const type *restrict x = x_data;                                                                           \
    const type *restrict gamma = gamma_data;                                                                   \
    const type *restrict beta = beta_data;                                                                     \
    type *restrict y = y_data;                                                                                 \
    const type centre = (type) mean;                                                                           \
    const type scale = (type) inv_std;                                                                         \
                                                                                                               \
    for (gint64 j = 0; j < n; j++)                                                                             \
      y[j] = (x[j] - centre) * scale * gamma[j] + beta[j];                                                     \
  }

#define DEFINE_GRAD_SUMS(type)                                                                                   \
  static void grad_sums_##type (gint64 n, gconstpointer x_data, gconstpointer gy_data, gconstpointer gamma_data, \
                                double mean, double inv_std, double sums[2], double *restrict ggamma,            \
                                double *restrict gbeta)                                                          \
  {                                                                                                              \
    const type *restrict x = x_data;                                                                             \
    const type *restrict gy = gy_data;                                                                           \
    const type *restrict gamma = gamma_data;                                                                     \
    double s[LANES] = { 0 };                                                                                     \
    double q[LANES] = { 0 };                                                                                     \
                                                                                                                 \
    for (gint64 i = 0; i < n; i += LANES)                                                                        \
      for (gint64 lane = 0; lane < MIN (LANES, n - i); lane++)                                                   \
        {                                                                                                        \
          const double deviation = x[i + lane] - mean;                                                           \
          const double g = gy[i + lane];                                                                         \
          const double w = g * gamma[i + lane];                                                                  \
                                                                                                                 \
          s[lane] += w;                                                                                          \
          q[lane] += w * deviation;                                                                              \
          ggamma[i + lane] += g * deviation * inv_std;                                                           \
          gbeta[i + lane] += g;                                                                                  \
        }                                                                                                        \
    for (int width = LANES / 2; width > 0; width /= 2)                                                           \
      for (int lane = 0; lane < width; lane++)                                                                   \
        {                                                                                                        \
          s[lane] += s[lane + width];                                                                            \
          q[lane] += q[lane + width];                                                                            \
        }                                                                                                        \
    sums[0] += s[0];                                                                                             \
    sums[1] += q[0];                                                                                             \
  }

#define DEFINE_GRAD_APPLY(type)                                                                                   \
  static void grad_apply_##type (gint64 n, gconstpointer x_data, gconstpointer gy_data, gconstpointer gamma_data, \
                                 double mean, double inv_std, double slope, double offset, gpointer gx_data)      \
  {                                                                                                               \
    const type *restrict x = x_data;                                                                              \
    const type *restrict gy = gy_data;                                                                            \
    const type *restrict gamma = gamma_data;                                                                      \
    type *restrict gx = gx_data;                                                                                  \
    const type centre = (type) mean;                                                                              \
    const type scale = (type) inv_std;                                                                            \
    const type along = (type) slope;                                                                              \
    const type shift = (type) offset;                                                                             \
                                                                                                                  \
    for (gint64 j = 0; j < n; j++)                                                                                \
      gx[j] = scale * gamma[j] * gy[j] + along * (x[j] - centre) + shift;                                         \
  }

#define DEFINE_LOOPS(type) \
  DEFINE_APPLY (type)      \
  DEFINE_GRAD_SUMS (type)  \
  DEFINE_GRAD_APPLY (type)

DEFINE_LOOPS (float)
DEFINE_LOOPS (double)

const RensaCpuNormalizeRowsLoops RENSA_CPU_LOOPS_OF_THIS_ISA (rensa_cpu_normalize_rows_loops) = {
  .apply = { apply_float, apply_double },
  .grad_sums = { grad_sums_float, grad_sums_double },
  .grad_apply = { grad_apply_float, grad_apply_double },
};
