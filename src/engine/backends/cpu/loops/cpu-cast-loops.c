/* cpu-cast-loops.c: conversions from every dtype to every dtype.
 * SPDX-License-Identifier: MIT */

#include "cpu-cast-loops.h"

#include <string.h>

#ifdef __F16C__
#include <immintrin.h>
#endif

typedef guint16 half;
typedef guint16 bfloat;
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

/* Converts as many of n contiguous elements as fill whole vectors; returns their number. The
 * compiler does not vectorize the functions above. */
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

#define double_to_half rensa_double_to_half
#define double_to_bfloat rensa_double_to_bfloat

/* The same as in rensa-dtype.h, but visible to the compiler for vectorization. */
static inline float
bfloat_to_float (bfloat x)
{
  const guint32 bits = (guint32) x << 16;
  float y;

  memcpy (&y, &bits, sizeof y);
  return y;
}

static inline bfloat
float_to_bfloat (float x)
{
  guint32 bits;

  memcpy (&bits, &x, sizeof bits);
  return (bfloat) ((x != x ? bits | 0x400000 : bits + 0x7fff + ((bits >> 16) & 1)) >> 16);
}

#define SAME(x) (x)
#define TO_BOOLEAN(x) ((x) != 0)

/* Defines one loop per pair of types; the compiler vectorizes the branch for contiguous arrays,
 * after the elements that @vectors has converted. */
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

#define DEFINE_CASTS_BUT_NARROW(from_type, from_name, load)           \
  DEFINE_CAST (from_type, from_name, load, boolean, bool, TO_BOOLEAN) \
  DEFINE_CAST (from_type, from_name, load, gint8, int8, SAME)         \
  DEFINE_CAST (from_type, from_name, load, gint16, int16, SAME)       \
  DEFINE_CAST (from_type, from_name, load, gint32, int32, SAME)       \
  DEFINE_CAST (from_type, from_name, load, gint64, int64, SAME)       \
  DEFINE_CAST (from_type, from_name, load, guint8, uint8, SAME)       \
  DEFINE_CAST (from_type, from_name, load, double, float64, SAME)

/* Converts to half precision through @via, float or double, whichever represents all values of the type. */
#define DEFINE_CASTS_WITH(narrow, from_type, from_name, via)                          \
  DEFINE_CASTS_BUT_NARROW (from_type, from_name, SAME)                                \
  DEFINE_CAST_WITH (narrow, from_type, from_name, SAME, half, float16, via##_to_half) \
  DEFINE_CAST (from_type, from_name, SAME, bfloat, bfloat16, via##_to_bfloat)         \
  DEFINE_CAST (from_type, from_name, SAME, float, float32, SAME)

#define DEFINE_CASTS(from_type, from_name, via) DEFINE_CASTS_WITH (NONE, from_type, from_name, via)

DEFINE_CASTS (boolean, bool, float)
DEFINE_CASTS (gint8, int8, float)
DEFINE_CASTS (gint16, int16, float)
DEFINE_CASTS (gint32, int32, double)
DEFINE_CASTS (gint64, int64, double)
DEFINE_CASTS (guint8, uint8, float)
DEFINE_CASTS_BUT_NARROW (half, float16, half_to_float)
DEFINE_CAST (half, float16, SAME, half, float16, SAME)
DEFINE_CAST (half, float16, half_to_float, bfloat, bfloat16, float_to_bfloat)
DEFINE_CAST_WITH (widen_halves, half, float16, half_to_float, float, float32, SAME)
DEFINE_CASTS_BUT_NARROW (bfloat, bfloat16, bfloat_to_float)
DEFINE_CAST (bfloat, bfloat16, bfloat_to_float, half, float16, float_to_half)
DEFINE_CAST (bfloat, bfloat16, SAME, bfloat, bfloat16, SAME)
DEFINE_CAST (bfloat, bfloat16, bfloat_to_float, float, float32, SAME)
DEFINE_CASTS_WITH (narrow_floats, float, float32, float)
DEFINE_CASTS (double, float64, double)

#define CASTS_FROM(name)                                                                                   \
  {                                                                                                        \
    cast_##name##_bool, cast_##name##_int8, cast_##name##_int16, cast_##name##_int32, cast_##name##_int64, \
        cast_##name##_uint8, cast_##name##_float16, cast_##name##_bfloat16, cast_##name##_float32,         \
        cast_##name##_float64                                                                              \
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
    [RENSA_BFLOAT16] = CASTS_FROM (bfloat16),
    [RENSA_FLOAT32] = CASTS_FROM (float32),
    [RENSA_FLOAT64] = CASTS_FROM (float64),
  },
};
