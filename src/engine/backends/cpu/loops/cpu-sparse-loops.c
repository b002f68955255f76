/* cpu-sparse-loops.c: products with sparse matrices in coordinate form.
 * SPDX-License-Identifier: MIT */

#include "cpu-sparse-loops.h"

#define DEFINE_LOOPS(type)                                                                                            \
  static void multiply_##type (const RensaSparsePlaces *places, gconstpointer data, gconstpointer b, gint64 stride,   \
                               gint64 n_columns, gpointer y)                                                          \
  {                                                                                                                   \
    for (gint64 i = 0; i < places->n; i++)                                                                            \
      {                                                                                                               \
        const type factor = ((const type *) data)[i];                                                                 \
        const type *from = (const type *) b + places->col[i] * stride;                                                \
        type *restrict to = (type *) y + places->row[i] * stride;                                                     \
                                                                                                                      \
        for (gint64 j = 0; j < n_columns && places->row[i] >= 0 && places->col[i] >= 0; j++)                          \
          to[j] += factor * from[j];                                                                                  \
      }                                                                                                               \
  }                                                                                                                   \
                                                                                                                      \
  static void sample_##type (const RensaSparsePlaces *places, gconstpointer left, gconstpointer right, gint64 length, \
                             gpointer y)                                                                              \
  {                                                                                                                   \
    for (gint64 i = 0; i < places->n; i++)                                                                            \
      {                                                                                                               \
        const gint64 n = places->row[i] >= 0 && places->col[i] >= 0 ? length : 0;                                     \
        const type *a = (const type *) left + places->row[i] * length;                                                \
        const type *b = (const type *) right + places->col[i] * length;                                               \
        type sum = 0;                                                                                                 \
                                                                                                                      \
        _Pragma ("omp simd reduction (+ : sum)") for (gint64 k = 0; k < n; k++) sum += a[k] * b[k];                   \
        ((type *) y)[i] = sum;                                                                                        \
      }                                                                                                               \
  }

DEFINE_LOOPS (float)
DEFINE_LOOPS (double)

const RensaCpuSparseLoops RENSA_CPU_LOOPS_OF_THIS_ISA (rensa_cpu_sparse_loops) = {
  .multiply = { multiply_float, multiply_double },
  .sample = { sample_float, sample_double },
};
