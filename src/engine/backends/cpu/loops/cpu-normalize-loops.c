/* cpu-normalize-loops.c: normalization passes over contiguous memory.
 * SPDX-License-Identifier: MIT */

#include "cpu-normalize-loops.h"

/* Number of partial sums accumulated in parallel, the same for every instruction set, so that all
 * produce the same sum. */
#define LANES 16

/* Each loop is written once and instantiated as two functions, for which gy is NULL or not. */
#define INLINE static inline __attribute__ ((always_inline))

/* Four rows at a time, since the sums must be read and written once per pass. */
#define ROWS 4

#define DEFINE_COLUMN_SUMS(type)                                                                                    \
  INLINE void add_rows_##type (gint64 n_rows, gint64 n, const type *restrict x, const type *restrict gy,            \
                               const double *restrict centre, double *restrict s, double *restrict q)               \
  {                                                                                                                 \
    for (gint64 j = 0; j < n; j++)                                                                                  \
      {                                                                                                             \
        double sum = 0;                                                                                             \
        double product = 0;                                                                                         \
                                                                                                                    \
        for (gint64 i = 0; i < n_rows; i++)                                                                         \
          {                                                                                                         \
            const double deviation = x[i * n + j] - centre[j];                                                      \
            const double term = gy != NULL ? gy[i * n + j] : deviation;                                             \
                                                                                                                    \
            sum += term;                                                                                            \
            product += term * deviation;                                                                            \
          }                                                                                                         \
        s[j] += sum;                                                                                                \
        q[j] += product;                                                                                            \
      }                                                                                                             \
  }                                                                                                                 \
                                                                                                                    \
  INLINE void add_columns_##type (gint64 n_rows, gint64 n, const type *x, const type *gy, const double *centre,     \
                                  double *sums)                                                                     \
  {                                                                                                                 \
    gint64 i = 0;                                                                                                   \
                                                                                                                    \
    for (; i + ROWS <= n_rows; i += ROWS)                                                                           \
      add_rows_##type (ROWS, n, x + i * n, gy != NULL ? gy + i * n : NULL, centre, sums, sums + n);                 \
    for (; i < n_rows; i++)                                                                                         \
      add_rows_##type (1, n, x + i * n, gy != NULL ? gy + i * n : NULL, centre, sums, sums + n);                    \
  }                                                                                                                 \
                                                                                                                    \
  static void column_sums_##type (gint64 n_rows, gint64 n, gconstpointer x, gconstpointer gy, const double *centre, \
                                  double *sums)                                                                     \
  {                                                                                                                 \
    if (gy == NULL)                                                                                                 \
      add_columns_##type (n_rows, n, x, NULL, centre, sums);                                                        \
    else                                                                                                            \
      add_columns_##type (n_rows, n, x, gy, centre, sums);                                                          \
  }

#define DEFINE_COLUMN_APPLY(type)                                                                        \
  static void column_apply_##type (gint64 n_rows, gint64 n, gconstpointer x_data, gconstpointer gy_data, \
                                   gconstpointer factors, gint64 step, gpointer y_data)                  \
  {                                                                                                      \
    const type *restrict f = factors;                                                                    \
    const type *restrict x = x_data;                                                                     \
    const type *restrict gy = gy_data;                                                                   \
    type *restrict y = y_data;                                                                           \
                                                                                                         \
    for (; n_rows > 0; n_rows--, x += n, y += n)                                                         \
      if (gy == NULL)                                                                                    \
        for (gint64 j = 0; j < n; j++)                                                                   \
          y[j] = f[step + j] * (x[j] - f[j]) + f[2 * step + j];                                          \
      else                                                                                               \
        {                                                                                                \
          for (gint64 j = 0; j < n; j++)                                                                 \
            y[j] = f[step + j] * (x[j] - f[j]) + f[2 * step + j] + f[3 * step + j] * gy[j];              \
          gy += n;                                                                                       \
        }                                                                                                \
  }

#define DEFINE_RUN_SUMS(type)                                                                              \
  INLINE void add_lanes_##type (gint64 n, const type *restrict x, const type *restrict gy, double centre,  \
                                double *restrict s, double *restrict q)                                    \
  {                                                                                                        \
    /* Without this, the compiler splits the lanes apart before it vectorizes. */                          \
    _Pragma ("omp simd") for (gint64 lane = 0; lane < n; lane++)                                           \
    {                                                                                                      \
      const double deviation = x[lane] - centre;                                                           \
      const double term = gy != NULL ? gy[lane] : deviation;                                               \
                                                                                                           \
      s[lane] += term;                                                                                     \
      q[lane] += term * deviation;                                                                         \
    }                                                                                                      \
  }                                                                                                        \
                                                                                                           \
  INLINE void add_run_##type (gint64 n, const type *x, const type *gy, double centre, double sums[2])      \
  {                                                                                                        \
    double s[LANES] = { 0 };                                                                               \
    double q[LANES] = { 0 };                                                                               \
    gint64 i = 0;                                                                                          \
                                                                                                           \
    for (; i + LANES <= n; i += LANES)                                                                     \
      add_lanes_##type (LANES, x + i, gy != NULL ? gy + i : NULL, centre, s, q);                           \
    add_lanes_##type (n - i, x + i, gy != NULL ? gy + i : NULL, centre, s, q);                             \
    for (int width = LANES / 2; width > 0; width /= 2)                                                     \
      for (int lane = 0; lane < width; lane++)                                                             \
        {                                                                                                  \
          s[lane] += s[lane + width];                                                                      \
          q[lane] += q[lane + width];                                                                      \
        }                                                                                                  \
    sums[0] += s[0];                                                                                       \
    sums[1] += q[0];                                                                                       \
  }                                                                                                        \
                                                                                                           \
  static void run_sums_##type (gint64 n, gconstpointer x, gconstpointer gy, double centre, double sums[2]) \
  {                                                                                                        \
    if (gy == NULL)                                                                                        \
      add_run_##type (n, x, NULL, centre, sums);                                                           \
    else                                                                                                   \
      add_run_##type (n, x, gy, centre, sums);                                                             \
  }

#define DEFINE_RUN_APPLY(type)                                                                                \
  static void run_apply_##type (gint64 n, gconstpointer x_data, gconstpointer gy_data, gconstpointer factors, \
                                gint64 step, gpointer y_data)                                                 \
  {                                                                                                           \
    const type *restrict x = x_data;                                                                          \
    const type *restrict gy = gy_data;                                                                        \
    type *restrict y = y_data;                                                                                \
    const type centre = ((const type *) factors)[0];                                                          \
    const type slope = ((const type *) factors)[step];                                                        \
    const type offset = ((const type *) factors)[2 * step];                                                   \
    const type weight = gy != NULL ? ((const type *) factors)[3 * step] : 0;                                  \
                                                                                                              \
    if (gy == NULL)                                                                                           \
      for (gint64 i = 0; i < n; i++)                                                                          \
        y[i] = slope * (x[i] - centre) + offset;                                                              \
    else                                                                                                      \
      for (gint64 i = 0; i < n; i++)                                                                          \
        y[i] = slope * (x[i] - centre) + offset + weight * gy[i];                                             \
  }

#define DEFINE_LOOPS(type)   \
  DEFINE_COLUMN_SUMS (type)  \
  DEFINE_COLUMN_APPLY (type) \
  DEFINE_RUN_SUMS (type)     \
  DEFINE_RUN_APPLY (type)

DEFINE_LOOPS (float)
DEFINE_LOOPS (double)

const RensaCpuNormalizeLoops RENSA_CPU_LOOPS_OF_THIS_ISA (rensa_cpu_normalize_loops) = {
  .column_sums = { column_sums_float, column_sums_double },
  .column_apply = { column_apply_float, column_apply_double },
  .run_sums = { run_sums_float, run_sums_double },
  .run_apply = { run_apply_float, run_apply_double },
};
