/* cpu-cast-loops.c: from every dtype to every dtype.
 * SPDX-License-Identifier: MIT */

#include "cpu-cast-loops.h"

#include <math.h>
#include <string.h>

#ifdef __F16C__
#include <immintrin.h>
#endif

typedef guint16 half;
typedef guint8 boolean;

#ifdef __F16C__
static inline float
half_to_float (half x)
{
  return _cvtsh_ss (x);
}

static inline half
float_to_half (float x)
{
  return _cvtss_sh (x, _MM_FROUND_TO_NEAREST_INT);
}

/* As many of n contiguous ones as make full vectors; returns how many. The compiler makes none of the above itself. */
static gint64
widen_halves (gint64 n, const half *x, float *y)
{
  const gint64 end = n / 8 * 8;

  for (gint64 i = 0; i < end; i += 8)
    _mm256_storeu_ps (y + i, _mm256_cvtph_ps (_mm_loadu_si128 ((const __m128i *) (x + i))));
  return end;
}

static gint64
narrow_floats (gint64 n, const float *x, half *y)
{
  const gint64 end = n / 8 * 8;

  for (gint64 i = 0; i < end; i += 8)
    _mm_storeu_si128 ((__m128i *) (y + i), _mm256_cvtps_ph (_mm256_loadu_ps (x + i), _MM_FROUND_TO_NEAREST_INT));
  return end;
}
#else
#define half_to_float rensa_half_to_float
#define float_to_half rensa_float_to_half
#define widen_halves NONE
#define narrow_floats NONE
#endif

#define NONE(n, x, y) 0

/* By way of a float that is rounded to odd, so that the second rounding sees which side of a tie the double was on. */
static inline half
double_to_half (double x)
{
  float rounded = (float) x;
  guint32 bits;

  memcpy (&bits, &rounded, sizeof bits);
  if (rounded != x && (bits & 1) == 0 && __builtin_isfinite (rounded))
    bits += fabs (rounded) < fabs (x) ? 1 : -1;
  memcpy (&rounded, &bits, sizeof bits);
  return float_to_half (rounded);
}

#define SAME(x) (x)
#define TO_BOOLEAN(x) ((x) != 0)

/* One loop for each pair; the compiler makes vectors of the branch where both sides are contiguous, behind those that @vectors
 * has done. */
#define DEFINE_CAST_WITH(vectors, from_type, from_name, load, to_type, to_name, store)                              \
  static void cast_##from_name##_##to_name (gint64 n, const char *from, gint64 from_stride, char *to,               \
                                            gint64 to_stride)                                                       \
  {                                                                                                                 \
    const from_type *restrict x = (const from_type *) from;                                                         \
    to_type *restrict y = (to_type *) to;                                                                           \
                                                                                                                    \
    if (from_stride == sizeof (from_type) && to_stride == sizeof (to_type))                                         \
      for (gint64 i = vectors (n, x, y); i < n; i++)                                                                \
        y[i] = (to_type) store (load (x[i]));                                                                       \
    else                                                                                                            \
      for (gint64 i = 0; i < n; i++)                                                                                \
        *(to_type *) (to + i * to_stride) = (to_type) store (load (*(const from_type *) (from + i * from_stride))); \
  }

#define DEFINE_CAST(from_type, from_name, load, to_type, to_name, store) \
  DEFINE_CAST_WITH (NONE, from_type, from_name, load, to_type, to_name, store)

#define DEFINE_CASTS_WITH(narrow, from_type, from_name, load, to_half)          \
  DEFINE_CAST (from_type, from_name, load, boolean, bool, TO_BOOLEAN)           \
  DEFINE_CAST (from_type, from_name, load, gint8, int8, SAME)                   \
  DEFINE_CAST (from_type, from_name, load, gint16, int16, SAME)                 \
  DEFINE_CAST (from_type, from_name, load, gint32, int32, SAME)                 \
  DEFINE_CAST (from_type, from_name, load, gint64, int64, SAME)                 \
  DEFINE_CAST (from_type, from_name, load, guint8, uint8, SAME)                 \
  DEFINE_CAST_WITH (narrow, from_type, from_name, load, half, float16, to_half) \
  DEFINE_CAST (from_type, from_name, load, float, float32, SAME)                \
  DEFINE_CAST (from_type, from_name, load, double, float64, SAME)

#define DEFINE_CASTS(from_type, from_name, load, to_half) DEFINE_CASTS_WITH (NONE, from_type, from_name, load, to_half)

DEFINE_CASTS (boolean, bool, SAME, float_to_half)
DEFINE_CASTS (gint8, int8, SAME, float_to_half)
DEFINE_CASTS (gint16, int16, SAME, float_to_half)
DEFINE_CASTS (gint32, int32, SAME, double_to_half)
DEFINE_CASTS (gint64, int64, SAME, double_to_half)
DEFINE_CASTS (guint8, uint8, SAME, float_to_half)
DEFINE_CAST (half, float16, half_to_float, boolean, bool, TO_BOOLEAN)
DEFINE_CAST (half, float16, half_to_float, gint8, int8, SAME)
DEFINE_CAST (half, float16, half_to_float, gint16, int16, SAME)
DEFINE_CAST (half, float16, half_to_float, gint32, int32, SAME)
DEFINE_CAST (half, float16, half_to_float, gint64, int64, SAME)
DEFINE_CAST (half, float16, half_to_float, guint8, uint8, SAME)
DEFINE_CAST (half, float16, SAME, half, float16, SAME)
DEFINE_CAST_WITH (widen_halves, half, float16, half_to_float, float, float32, SAME)
DEFINE_CAST (half, float16, half_to_float, double, float64, SAME)
DEFINE_CASTS_WITH (narrow_floats, float, float32, SAME, float_to_half)
DEFINE_CASTS (double, float64, SAME, double_to_half)

#define CASTS_FROM(name)                                                                                   \
  {                                                                                                        \
    cast_##name##_bool, cast_##name##_int8, cast_##name##_int16, cast_##name##_int32, cast_##name##_int64, \
        cast_##name##_uint8, cast_##name##_float16, cast_##name##_float32, cast_##name##_float64           \
  }

const RensaCpuCastLoops RENSA_CPU_LOOPS_OF_THIS_ISA (rensa_cpu_cast_loops) = {
  .cast = {
    [RENSA_BOOL] = CASTS_FROM (bool),
    [RENSA_INT8] = CASTS_FROM (int8),
    [RENSA_INT16] = CASTS_FROM (int16),
    [RENSA_INT32] = CASTS_FROM (int32),
    [RENSA_INT64] = CASTS_FROM (int64),
    [RENSA_UINT8] = CASTS_FROM (uint8),
    [RENSA_FLOAT16] = CASTS_FROM (float16),
    [RENSA_FLOAT32] = CASTS_FROM (float32),
    [RENSA_FLOAT64] = CASTS_FROM (float64),
  },
};
