/* cpu-reduce-loops.c: reductions of contiguous blocks.
 * SPDX-License-Identifier: MIT */

#include "cpu-reduce-loops.h"

#include <math.h>

#include "k-order.h"

/* Number of partial results accumulated in parallel, the same for every instruction set, so that
 * all produce the same sum; with fewer than SHORT elements, initializing and combining them would
 * take longer than a sequential loop. */
#define LANES K_REDUCE_LANES
#define SHORT K_REDUCE_SHORT

typedef gint64 integer;

/* Unsigned, so that overflow wraps as in NumPy. */
#define ADD_INTEGERS(a, b) ((gint64) ((guint64) (a) + (guint64) (b)))
#define MULTIPLY_INTEGERS(a, b) ((gint64) ((guint64) (a) * (guint64) (b)))
#define ADD(a, b) ((a) + (b))
#define MULTIPLY(a, b) ((a) * (b))
/* NaN wins. */
#define LARGER(a, b) ((b) > (a) || (b) != (b) ? (b) : (a))
#define SMALLER(a, b) ((b) < (a) || (b) != (b) ? (b) : (a))
#define ITSELF(x) (x)
#define SQUARE(x) ((x) * (x))
#define SQUARE_INTEGER(x) MULTIPLY_INTEGERS (x, x)
#define IS_NOT_FINITE(x) ((x) - (x) != 0)

#define DEFINE_BLOCK(name, type, identity, join, of, member)                             \
  static void block_##name##_##type (gint64 n, gconstpointer data, RensaPartial *result) \
  {                                                                                      \
    const type *x = data;                                                                \
    type lanes[LANES];                                                                   \
    gint64 i = 0;                                                                        \
                                                                                         \
    if (n < SHORT)                                                                       \
      {                                                                                  \
        type total = of (x[0]);                                                          \
        for (i = 1; i < n; i++)                                                          \
          {                                                                              \
            const type value = of (x[i]);                                                \
            total = join (total, value);                                                 \
          }                                                                              \
        result->member = total;                                                          \
        return;                                                                          \
      }                                                                                  \
                                                                                         \
    for (int lane = 0; lane < LANES; lane++)                                             \
      lanes[lane] = identity;                                                            \
    for (; i + LANES <= n; i += LANES)                                                   \
      for (int lane = 0; lane < LANES; lane++)                                           \
        {                                                                                \
          const type value = of (x[i + lane]);                                           \
          lanes[lane] = join (lanes[lane], value);                                       \
        }                                                                                \
    for (int lane = 0; i < n; i++, lane++)                                               \
      {                                                                                  \
        const type value = of (x[i]);                                                    \
        lanes[lane] = join (lanes[lane], value);                                         \
      }                                                                                  \
    for (int width = LANES / 2; width > 0; width /= 2)                                   \
      for (int lane = 0; lane < width; lane++)                                           \
        lanes[lane] = join (lanes[lane], lanes[lane + width]);                           \
    result->member = lanes[0];                                                           \
  }

/* Four rows at a time, since the totals must be read and written once per pass. */
#define DEFINE_ROWS(name, type, join, of)                                                                        \
  static void rows_##name##_##type (gint64 n_rows, gint64 stride, gint64 n, gconstpointer data, gpointer totals) \
  {                                                                                                              \
    type *restrict y = totals;                                                                                   \
    const char *row = data;                                                                                      \
                                                                                                                 \
    for (; n_rows >= 4; n_rows -= 4, row += 4 * stride)                                                          \
      for (gint64 j = 0; j < n; j++)                                                                             \
        {                                                                                                        \
          const type a = of (((const type *) row)[j]);                                                           \
          const type b = of (((const type *) (row + stride))[j]);                                                \
          const type c = of (((const type *) (row + 2 * stride))[j]);                                            \
          const type d = of (((const type *) (row + 3 * stride))[j]);                                            \
          const type ab = join (a, b);                                                                           \
          const type cd = join (c, d);                                                                           \
          const type abcd = join (ab, cd);                                                                       \
          y[j] = join (y[j], abcd);                                                                              \
        }                                                                                                        \
    for (; n_rows > 0; n_rows--, row += stride)                                                                  \
      for (gint64 j = 0; j < n; j++)                                                                             \
        {                                                                                                        \
          const type a = of (((const type *) row)[j]);                                                           \
          y[j] = join (y[j], a);                                                                                 \
        }                                                                                                        \
  }

#define DEFINE_REDUCTION(name, type, identity, join, of, member) \
  DEFINE_BLOCK (name, type, identity, join, of, member)          \
  DEFINE_ROWS (name, type, join, of)

#define DEFINE_REDUCTIONS(type)                                     \
  DEFINE_REDUCTION (sum, type, 0, ADD, ITSELF, d)                   \
  DEFINE_REDUCTION (sum_square, type, 0, ADD, SQUARE, d)            \
  DEFINE_REDUCTION (prod, type, 1, MULTIPLY, ITSELF, d)             \
  DEFINE_REDUCTION (max, type, (type) -INFINITY, LARGER, ITSELF, d) \
  DEFINE_REDUCTION (min, type, (type) INFINITY, SMALLER, ITSELF, d) \
  DEFINE_BLOCK (not_finite, type, 0, ADD, IS_NOT_FINITE, i)

DEFINE_REDUCTIONS (float)
DEFINE_REDUCTIONS (double)
DEFINE_REDUCTION (sum, integer, 0, ADD_INTEGERS, ITSELF, i)
DEFINE_REDUCTION (sum_square, integer, 0, ADD_INTEGERS, SQUARE_INTEGER, i)
DEFINE_REDUCTION (prod, integer, 1, MULTIPLY_INTEGERS, ITSELF, i)
DEFINE_REDUCTION (max, integer, G_MININT64, LARGER, ITSELF, i)
DEFINE_REDUCTION (min, integer, G_MAXINT64, SMALLER, ITSELF, i)

static void
block_not_finite_integer (gint64 n, gconstpointer data, RensaPartial *result)
{
  result->i = 0;
}

#define DEFINE_FIND(type, member)                                                     \
  static gint64 find_##type (gint64 n, gconstpointer data, const RensaPartial *value) \
  {                                                                                   \
    const type *x = data;                                                             \
    const type wanted = (type) value->member;                                         \
    gint64 i = 0;                                                                     \
                                                                                      \
    while (i < n - 1 && x[i] != wanted && (wanted == wanted || x[i] == x[i]))         \
      i++;                                                                            \
    return i;                                                                         \
  }

DEFINE_FIND (float, d)
DEFINE_FIND (double, d)
DEFINE_FIND (integer, i)

#define EACH_TYPE(name)                         \
  {                                             \
    name##_float, name##_double, name##_integer \
  }

const RensaCpuReduceLoops RENSA_CPU_LOOPS_OF_THIS_ISA (rensa_cpu_reduce_loops) = {
  .block = {
    [RENSA_REDUCE_SUM] = EACH_TYPE (block_sum),
    [RENSA_REDUCE_SUM_SQUARE] = EACH_TYPE (block_sum_square),
    [RENSA_REDUCE_PROD] = EACH_TYPE (block_prod),
    [RENSA_REDUCE_MAX] = EACH_TYPE (block_max),
    [RENSA_REDUCE_MIN] = EACH_TYPE (block_min),
    [RENSA_REDUCE_ARGMAX] = EACH_TYPE (block_max),
    [RENSA_REDUCE_ARGMIN] = EACH_TYPE (block_min),
    [RENSA_REDUCE_N_NOT_FINITE] = EACH_TYPE (block_not_finite),
  },
  .rows = {
    [RENSA_REDUCE_SUM] = EACH_TYPE (rows_sum),
    [RENSA_REDUCE_SUM_SQUARE] = EACH_TYPE (rows_sum_square),
    [RENSA_REDUCE_PROD] = EACH_TYPE (rows_prod),
    [RENSA_REDUCE_MAX] = EACH_TYPE (rows_max),
    [RENSA_REDUCE_MIN] = EACH_TYPE (rows_min),
  },
  .find = EACH_TYPE (find),
};
