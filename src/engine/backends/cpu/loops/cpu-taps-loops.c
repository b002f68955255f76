/* cpu-taps-loops.c: weighted gather and scatter of elements.
 * SPDX-License-Identifier: MIT */

#include "cpu-taps-loops.h"

/* The value read for row -1 is discarded. */
#define DEFINE_LOOPS(type)                                                                                          \
  static inline void add_elements_##type (gint64 n, const type *x, const gint64 *index, const type *weight,         \
                                          type *restrict y)                                                         \
  {                                                                                                                 \
    for (gint64 i = 0; i < n; i++)                                                                                  \
      {                                                                                                             \
        const type value = x[MAX (index[i], 0)];                                                                    \
                                                                                                                    \
        y[i] += weight[i] * (index[i] >= 0 ? value : 0);                                                            \
      }                                                                                                             \
  }                                                                                                                 \
                                                                                                                    \
  static void add_##type (gint64 n, gint64 inner, gconstpointer x, const gint64 *index, gconstpointer weight,       \
                          gpointer y)                                                                               \
  {                                                                                                                 \
    if (inner == 1)                                                                                                 \
      {                                                                                                             \
        add_elements_##type (n, x, index, weight, y);                                                               \
        return;                                                                                                     \
      }                                                                                                             \
                                                                                                                    \
    for (gint64 i = 0; i < n; i++)                                                                                  \
      {                                                                                                             \
        const type *from = (const type *) x + MAX (index[i], 0) * inner;                                            \
        const type factor = ((const type *) weight)[i];                                                             \
        type *restrict to = (type *) y + i * inner;                                                                 \
                                                                                                                    \
        for (gint64 k = 0; k < inner; k++)                                                                          \
          to[k] += factor * (index[i] >= 0 ? from[k] : 0);                                                          \
      }                                                                                                             \
  }                                                                                                                 \
                                                                                                                    \
  static void match_##type (gint64 n, gint64 inner, gconstpointer x, const gint64 *index, gconstpointer gy,         \
                            gpointer gweight)                                                                       \
  {                                                                                                                 \
    if (inner == 1)                                                                                                 \
      {                                                                                                             \
        add_elements_##type (n, x, index, gy, gweight);                                                             \
        return;                                                                                                     \
      }                                                                                                             \
                                                                                                                    \
    for (gint64 i = 0; i < n; i++)                                                                                  \
      {                                                                                                             \
        const type *from = (const type *) x + MAX (index[i], 0) * inner;                                            \
        const type *factor = (const type *) gy + i * inner;                                                         \
        const gint64 length = index[i] >= 0 ? inner : 0;                                                            \
        type sum = 0;                                                                                               \
                                                                                                                    \
        _Pragma ("omp simd reduction (+ : sum)") for (gint64 k = 0; k < length; k++) sum += from[k] * factor[k];    \
        ((type *) gweight)[i] += sum;                                                                               \
      }                                                                                                             \
  }                                                                                                                 \
                                                                                                                    \
  /* The loop over channels is the inner one, since additions to different channels are independent. */             \
  static inline void spread_rows_##type (const RensaTapsExtent *e, gint64 inner, gint64 n_columns, const type *gy,  \
                                         const gint64 *index, const type *weight, type *gx)                         \
  {                                                                                                                 \
    for (gint64 p = 0; p < e->n_places; p++)                                                                        \
      for (gint64 t = 0; t < e->n_taps; t++)                                                                        \
        {                                                                                                           \
          const gint64 at = index[t * e->n_places + p];                                                             \
          const type factor = weight[t * e->n_places + p];                                                          \
                                                                                                                    \
          for (gint64 c = 0; c < e->n_channels && at >= 0; c++)                                                     \
            {                                                                                                       \
              const type *from = gy + (c * e->n_places + p) * inner;                                                \
              type *restrict to = gx + (c * e->size + at) * inner;                                                  \
                                                                                                                    \
              for (gint64 k = 0; k < n_columns; k++)                                                                \
                to[k] += factor * from[k];                                                                          \
            }                                                                                                       \
        }                                                                                                           \
  }                                                                                                                 \
                                                                                                                    \
  static void spread_##type (const RensaTapsExtent *e, gconstpointer gy, const gint64 *index, gconstpointer weight, \
                             gpointer gx)                                                                           \
  {                                                                                                                 \
    if (e->inner == 1)                                                                                              \
      spread_rows_##type (e, 1, 1, gy, index, weight, gx);                                                          \
    else                                                                                                            \
      spread_rows_##type (e, e->inner, e->n_columns, gy, index, weight, gx);                                        \
  }

DEFINE_LOOPS (float)
DEFINE_LOOPS (double)

const RensaCpuTapsLoops RENSA_CPU_LOOPS_OF_THIS_ISA (rensa_cpu_taps_loops) = {
  .add = { add_float, add_double },
  .match = { match_float, match_double },
  .spread = { spread_float, spread_double },
};
