/* cpu-pool-loops.c: pooling of a block of windows.
 * SPDX-License-Identifier: MIT */

#include "cpu-pool-loops.h"

#include <string.h>

#define NOWHERE G_MININT64

/* Runs @statement for i < n with @s as the stride; in the usual cases its value is a compile-time
 * constant. */
#define FOR_STRIDE(stride, s, n, statement) \
  do                                        \
    {                                       \
      if ((stride) == 0)                    \
        {                                   \
          const gint64 s = 0;               \
          for (gint64 i = 0; i < (n); i++)  \
            statement;                      \
        }                                   \
      else if ((stride) == 1)               \
        {                                   \
          const gint64 s = 1;               \
          for (gint64 i = 0; i < (n); i++)  \
            statement;                      \
        }                                   \
      else if ((stride) == 2)               \
        {                                   \
          const gint64 s = 2;               \
          for (gint64 i = 0; i < (n); i++)  \
            statement;                      \
        }                                   \
      else                                  \
        {                                   \
          const gint64 s = (stride);        \
          for (gint64 i = 0; i < (n); i++)  \
            statement;                      \
        }                                   \
    }                                       \
  while (0)

#define DEFINE_MAX_ROWS(type)                                                                                          \
  static inline void max_row_##type (gint64 n, const type *x, gint64 stride, type *restrict best)                      \
  {                                                                                                                    \
    FOR_STRIDE (stride, s, n, best[i] = x[i * s] > best[i] || x[i * s] != x[i * s] ? x[i * s] : best[i]);              \
  }                                                                                                                    \
                                                                                                                       \
  static inline void max_row_places_##type (gint64 n, const type *x, gint64 stride, gint32 place, type *restrict best, \
                                            gint32 *restrict places)                                                   \
  {                                                                                                                    \
    FOR_STRIDE (stride, s, n, {                                                                                        \
      const type value = x[i * s];                                                                                     \
      const type old = best[i];                                                                                        \
      const gint32 old_place = places[i];                                                                              \
      const gboolean wins = (!(value <= old) & (old == old)) | (old_place < 0);                                        \
                                                                                                                       \
      best[i] = wins ? value : old;                                                                                    \
      places[i] = wins ? place : old_place;                                                                            \
    });                                                                                                                \
  }                                                                                                                    \
                                                                                                                       \
  static void max_##type (RensaPoolExtent extent, gconstpointer x, RensaPoolStrides strides, gint32 place, gint64 row, \
                          gpointer best, gint32 *places)                                                               \
  {                                                                                                                    \
    for (gint64 j = 0; j < extent.n1; j++)                                                                             \
      if (places == NULL)                                                                                              \
        max_row_##type (extent.n0, (const type *) x + j * strides.s1, strides.s0, (type *) best + j * row);            \
      else                                                                                                             \
        max_row_places_##type (extent.n0, (const type *) x + j * strides.s1, strides.s0, place,                        \
                               (type *) best + j * row, places + j * row);                                             \
  }

/* Processes as many channels of one window as fit in a vector; MASK is the integer type as wide as TYPE. */
#define DEFINE_MAX_WINDOW(type, mask, width)                                                                        \
  typedef type type##_##width __attribute__ ((vector_size (width * sizeof (type)), aligned (sizeof (type))));       \
  typedef mask type##_mask_##width __attribute__ ((vector_size (width * sizeof (mask))));                           \
  typedef gint32 type##_places_##width __attribute__ ((vector_size (width * 4), aligned (4)));                      \
                                                                                                                    \
  static inline void max_window_##type##_##width (const type *x, const RensaPoolReached *reached, type *best,       \
                                                  gint32 *places)                                                   \
  {                                                                                                                 \
    type##_##width value = *(const type##_##width *) (x + reached->offsets[0]);                                     \
    type##_mask_##width place = { 0 };                                                                              \
                                                                                                                    \
    place += reached->places[0];                                                                                    \
    for (int tap = 1; tap < reached->n; tap++)                                                                      \
      {                                                                                                             \
        const type##_##width from = *(const type##_##width *) (x + reached->offsets[tap]);                          \
        const type##_mask_##width wins = ~(from <= value) & (value == value);                                       \
                                                                                                                    \
        value = (type##_##width) ((wins & (type##_mask_##width) from) | (~wins & (type##_mask_##width) value));     \
        place = (wins & reached->places[tap]) | (~wins & place);                                                    \
      }                                                                                                             \
    *(type##_##width *) best = value;                                                                               \
    if (places != NULL)                                                                                             \
      *(type##_places_##width *) places = __builtin_convertvector(place, type##_places_##width);                    \
  }                                                                                                                 \
                                                                                                                    \
  /* The last step overlaps the preceding one if the width does not divide the number of channels. */               \
  static void max_windows_##type##_##width (gint64 n_windows, gint64 n_channels, const type *x, gint64 step,        \
                                            const RensaPoolReached *reached, type *best, gint32 *places)            \
  {                                                                                                                 \
    for (gint64 i = 0; i < n_windows; i++)                                                                          \
      {                                                                                                             \
        const type *from = x + i * step;                                                                            \
        type *to = best + i * n_channels;                                                                           \
        gint32 *to_places = places != NULL ? places + i * n_channels : NULL;                                        \
        const gint64 last = n_channels - width;                                                                     \
                                                                                                                    \
        for (gint64 c = 0; c < last; c += width)                                                                    \
          max_window_##type##_##width (from + c, reached, to + c, to_places != NULL ? to_places + c : NULL);        \
        max_window_##type##_##width (from + last, reached, to + last, to_places != NULL ? to_places + last : NULL); \
      }                                                                                                             \
  }

#define DEFINE_MAX_WINDOWS(type, mask)                                                               \
  DEFINE_MAX_WINDOW (type, mask, 1)                                                                  \
  DEFINE_MAX_WINDOW (type, mask, 4)                                                                  \
  DEFINE_MAX_WINDOW (type, mask, 16)                                                                 \
                                                                                                     \
  static void max_windows_##type (gint64 n_windows, gint64 n_channels, gconstpointer x, gint64 step, \
                                  const RensaPoolReached *reached, gpointer best, gint32 *places)    \
  {                                                                                                  \
    if (n_channels >= 16)                                                                            \
      max_windows_##type##_16 (n_windows, n_channels, x, step, reached, best, places);               \
    else if (n_channels >= 4)                                                                        \
      max_windows_##type##_4 (n_windows, n_channels, x, step, reached, best, places);                \
    else                                                                                             \
      max_windows_##type##_1 (n_windows, n_channels, x, step, reached, best, places);                \
  }

/* Processes the rows of a window element by element; FIELD is the member of the union in RensaPoolLanes. */
#define DEFINE_ALONG(type, mask, field)                                                                         \
  static void max_along_##type (gint64 n, gconstpointer x_data, gint32 place, RensaPoolLanes *lanes)            \
  {                                                                                                             \
    const type *x = x_data;                                                                                     \
    type##_16 best = *(const type##_16 *) lanes->values.field;                                                  \
    type##_mask_16 places = __builtin_convertvector(*(const type##_places_16 *) lanes->places, type##_mask_16); \
    type##_mask_16 here;                                                                                        \
    gint64 i = 0;                                                                                               \
                                                                                                                \
    for (int lane = 0; lane < RENSA_POOL_LANES; lane++)                                                         \
      here[lane] = place + lane;                                                                                \
    for (; i + RENSA_POOL_LANES <= n; i += RENSA_POOL_LANES, here += RENSA_POOL_LANES)                          \
      {                                                                                                         \
        const type##_16 value = *(const type##_16 *) (x + i);                                                   \
        const type##_mask_16 wins = (~(value <= best) & (best == best)) | (places < 0);                         \
                                                                                                                \
        best = (type##_16) ((wins & (type##_mask_16) value) | (~wins & (type##_mask_16) best));                 \
        places = (wins & here) | (~wins & places);                                                              \
      }                                                                                                         \
    *(type##_16 *) lanes->values.field = best;                                                                  \
    *(type##_places_16 *) lanes->places = __builtin_convertvector(places, type##_places_16);                    \
    for (gint64 lane = 0; lane < n - i; lane++)                                                                 \
      max_row_places_##type (1, x + i + lane, 1, (gint32) (place + i + lane), &lanes->values.field[lane],       \
                             &lanes->places[lane]);                                                             \
  }                                                                                                             \
                                                                                                                \
  static void sum_along_##type (gint64 n, gconstpointer x_data, RensaPoolLanes *lanes)                          \
  {                                                                                                             \
    const type *x = x_data;                                                                                     \
    type##_16 sum = *(const type##_16 *) lanes->values.field;                                                   \
    gint64 i = 0;                                                                                               \
                                                                                                                \
    for (; i + RENSA_POOL_LANES <= n; i += RENSA_POOL_LANES)                                                    \
      sum += *(const type##_16 *) (x + i);                                                                      \
    *(type##_16 *) lanes->values.field = sum;                                                                   \
    for (gint64 lane = 0; lane < n - i; lane++)                                                                 \
      lanes->values.field[lane] += x[i + lane];                                                                 \
  }                                                                                                             \
                                                                                                                \
  /* Among equal values, and among NaNs, the first place wins. */                                               \
  static void join_max_##type (const RensaPoolLanes *lanes, gint64 i, gpointer values, gint32 *places)          \
  {                                                                                                             \
    type best = lanes->values.field[0];                                                                         \
    gint32 best_place = lanes->places[0];                                                                       \
                                                                                                                \
    for (int lane = 1; lane < RENSA_POOL_LANES; lane++)                                                         \
      {                                                                                                         \
        const type value = lanes->values.field[lane];                                                           \
        const gint32 place = lanes->places[lane];                                                               \
        const gboolean better = best == best && !(value <= best);                                               \
        const gboolean equal = value == best || (value != value && best != best);                               \
                                                                                                                \
        if (place >= 0 && (better || best_place < 0 || (equal && place < best_place)))                          \
          {                                                                                                     \
            best = value;                                                                                       \
            best_place = place;                                                                                 \
          }                                                                                                     \
      }                                                                                                         \
    ((type *) values)[i] = best;                                                                                \
    if (places != NULL)                                                                                         \
      places[i] = best_place;                                                                                   \
  }                                                                                                             \
                                                                                                                \
  static void join_sum_##type (const RensaPoolLanes *lanes, gint64 i, gpointer values, gint32 *places)          \
  {                                                                                                             \
    type sums[RENSA_POOL_LANES];                                                                                \
                                                                                                                \
    memcpy (sums, lanes->values.field, sizeof sums);                                                            \
    for (int n = RENSA_POOL_LANES / 2; n > 0; n /= 2)                                                           \
      for (int lane = 0; lane < n; lane++)                                                                      \
        sums[lane] += sums[lane + n];                                                                           \
    ((type *) values)[i] = sums[0];                                                                             \
  }

#define DEFINE_SUM_ROWS(name, operator, type)                                                                          \
  static void name##_##type (RensaPoolExtent extent, gconstpointer source, RensaPoolStrides from, double scale_double, \
                             gpointer target, RensaPoolStrides to)                                                     \
  {                                                                                                                    \
    const type scale = (type) scale_double;                                                                            \
                                                                                                                       \
    for (gint64 j = 0; j < extent.n1; j++)                                                                             \
      {                                                                                                                \
        const type *restrict x = (const type *) source + j * from.s1;                                                  \
        type *restrict y = (type *) target + j * to.s1;                                                                \
                                                                                                                       \
        if (to.s0 == 1)                                                                                                \
          FOR_STRIDE (from.s0, s, extent.n0, y[i] operator x[i * s] * scale);                                          \
        else                                                                                                           \
          for (gint64 i = 0; i < extent.n0; i++)                                                                       \
            y[i * to.s0] operator x[i * from.s0] * scale;                                                              \
      }                                                                                                                \
  }

/* For the most common factor the compiler vectorizes the loop. */
#define DEFINE_REPEAT(type)                                                                                 \
  static inline void repeat_times_##type (gint64 n, gint64 times, const type *x, gint64 stride, type scale, \
                                          type *restrict y)                                                 \
  {                                                                                                         \
    for (gint64 i = 0; i < n; i++)                                                                          \
      for (gint64 k = 0; k < times; k++)                                                                    \
        y[i * times + k] = x[i * stride] * scale;                                                           \
  }                                                                                                         \
                                                                                                            \
  static void repeat_##type (gint64 n, gint64 times, gconstpointer source, gint64 stride, double scale,     \
                             gpointer target)                                                               \
  {                                                                                                         \
    if (times == 2 && stride == 1)                                                                          \
      repeat_times_##type (n, 2, source, 1, (type) scale, target);                                          \
    else                                                                                                    \
      repeat_times_##type (n, times, source, stride, (type) scale, target);                                 \
  }

/* Returns the element of x at place @place of window (j, i), or NOWHERE in the padding. */
static inline gint64
locate (const RensaPoolBlock *block, gint64 j, gint64 i, gint64 place)
{
  const RensaPoolTap *tap = &block->taps[place];
  gint64 at = block->start[0] + tap->at[0] + j * block->coordinates.s1 + i * block->coordinates.s0;

  if (!block->inside)
    {
      if (at < 0 || at >= block->in[0])
        return NOWHERE;
      for (int axis = 1; axis < block->n; axis++)
        {
          at = block->start[axis] + tap->at[axis];
          if (at < 0 || at >= block->in[axis])
            return NOWHERE;
        }
    }

  return block->offset + j * block->offsets.s1 + i * block->offsets.s0 + tap->offset;
}

/* @statement moves one element between x[at] and *y; at is NOWHERE in the padding. */
#define DEFINE_MOVE(name, type, statement)                                                                   \
  static gint64 name##_##type (const RensaPoolBlock *block, gpointer x_data, gpointer y_data,                \
                               RensaPoolStrides y_strides, const gint64 *places, RensaPoolStrides p_strides) \
  {                                                                                                          \
    const gint64 n_taps = block->n_taps;                                                                     \
    type *x = x_data;                                                                                        \
    gint64 n_bad = 0;                                                                                        \
                                                                                                             \
    for (gint64 j = 0; j < block->extent.n1; j++)                                                            \
      for (gint64 i = 0; i < block->extent.n0; i++)                                                          \
        {                                                                                                    \
          const gint64 place = places[j * p_strides.s1 + i * p_strides.s0];                                  \
          const gboolean bad = (guint64) place >= (guint64) n_taps;                                          \
          const gint64 at = bad ? NOWHERE : locate (block, j, i, place);                                     \
          type *y = (type *) y_data + j * y_strides.s1 + i * y_strides.s0;                                   \
                                                                                                             \
          n_bad += bad;                                                                                      \
          statement;                                                                                         \
        }                                                                                                    \
                                                                                                             \
    return n_bad;                                                                                            \
  }

#define DEFINE_LOOPS(type, mask, field)                       \
  DEFINE_MAX_ROWS (type)                                      \
  DEFINE_MAX_WINDOWS (type, mask)                             \
  DEFINE_ALONG (type, mask, field)                            \
  DEFINE_SUM_ROWS (add, +=, type)                             \
  DEFINE_SUM_ROWS (store, =, type)                            \
  DEFINE_REPEAT (type)                                        \
  DEFINE_MOVE (scatter, type, if (at != NOWHERE) x[at] += *y) \
  DEFINE_MOVE (gather, type, *y = at != NOWHERE ? x[at] : 0)

DEFINE_LOOPS (float, gint32, f)
DEFINE_LOOPS (double, gint64, d)

const RensaCpuPoolLoops RENSA_CPU_LOOPS_OF_THIS_ISA (rensa_cpu_pool_loops) = {
  .max = { max_float, max_double },
  .max_windows = { max_windows_float, max_windows_double },
  .add = { add_float, add_double },
  .store = { store_float, store_double },
  .repeat = { repeat_float, repeat_double },
  .max_along = { max_along_float, max_along_double },
  .sum_along = { sum_along_float, sum_along_double },
  .join_max = { join_max_float, join_max_double },
  .join_sum = { join_sum_float, join_sum_double },
  .scatter = { scatter_float, scatter_double },
  .gather = { gather_float, gather_double },
};
