/* cpu-random-loops.c: random numbers derived from the element's position.
 * SPDX-License-Identifier: MIT */

#include "cpu-random-loops.h"

#include <string.h>

#define RENSA_KERNEL_INSTANCE
#include "k.h"

#define BLOCKS (RENSA_RANDOM_WORDS / 4)

#ifdef __SSE2__
#include <immintrin.h>

/* The CPU's product of the lower halves of 64-bit lanes, which the compiler does not recognize; and
 * the interleaved lanes of two vectors. */
#if defined(__AVX512F__)
#define LANES 8
#define MULTIPLY(a, b) ((Vector) _mm512_mul_epu32 ((__m512i) (a), (__m512i) (b)))
#define LOWER_IN_TURN(a, b) __builtin_shufflevector (a, b, 0, 8, 1, 9, 2, 10, 3, 11)
#define UPPER_IN_TURN(a, b) __builtin_shufflevector (a, b, 4, 12, 5, 13, 6, 14, 7, 15)
#elif defined(__AVX2__)
#define LANES 4
#define MULTIPLY(a, b) ((Vector) _mm256_mul_epu32 ((__m256i) (a), (__m256i) (b)))
#define LOWER_IN_TURN(a, b) __builtin_shufflevector (a, b, 0, 4, 1, 5)
#define UPPER_IN_TURN(a, b) __builtin_shufflevector (a, b, 2, 6, 3, 7)
#else
#define LANES 2
#define MULTIPLY(a, b) ((Vector) _mm_mul_epu32 ((__m128i) (a), (__m128i) (b)))
#define LOWER_IN_TURN(a, b) __builtin_shufflevector (a, b, 0, 2)
#define UPPER_IN_TURN(a, b) __builtin_shufflevector (a, b, 1, 3)
#endif

typedef guint64 Vector __attribute__ ((vector_size (8 * LANES)));

/* The arithmetic of rensa_philox () for one block per lane. The upper halves of lanes contain
 * unused garbage. */
static inline void
draw_lanes (const RensaRandom *random, guint64 counter, guint32 *words)
{
  const Vector multiplier_0 = (Vector){ 0 } + 0xD2511F53u;
  const Vector multiplier_1 = (Vector){ 0 } + 0xCD9E8D57u;
  guint32 key_0 = (guint32) random->seed;
  guint32 key_1 = (guint32) (random->seed >> 32);
  Vector w0 = (Vector){ 0 } + counter;

  for (int lane = 0; lane < LANES; lane++)
    w0[lane] += lane;

  Vector w1 = w0 >> 32;
  Vector w2 = (Vector){ 0 } + random->stream;
  Vector w3 = w2 >> 32;

  for (int round = 0; round < 10; round++)
    {
      const Vector product_0 = MULTIPLY (multiplier_0, w0);
      const Vector product_1 = MULTIPLY (multiplier_1, w2);

      w0 = (product_1 >> 32) ^ w1 ^ key_0;
      w1 = product_1;
      w2 = (product_0 >> 32) ^ w3 ^ key_1;
      w3 = product_0;
      key_0 += 0x9E3779B9u;
      key_1 += 0xBB67AE85u;
    }

  const Vector first = (w0 & 0xffffffffu) | w1 << 32;
  const Vector second = (w2 & 0xffffffffu) | w3 << 32;
  const Vector lower = LOWER_IN_TURN (first, second);
  const Vector upper = UPPER_IN_TURN (first, second);
  memcpy (words, &lower, sizeof lower);
  memcpy (words + 2 * LANES, &upper, sizeof upper);
}
#else
#define LANES 1

static inline void
draw_lanes (const RensaRandom *random, guint64 counter, guint32 *words)
{
  rensa_philox (random->seed, random->stream, counter, words);
}
#endif

static void
draw (const RensaRandom *random, guint64 counter, guint32 *words)
{
  for (int block = 0; block < BLOCKS; block += LANES)
    draw_lanes (random, counter + block, words + 4 * block);
}

static void
uniform_float (const RensaRandom *random, guint64 counter, double low, double extent, gpointer y)
{
  guint32 words[RENSA_RANDOM_WORDS];

  draw (random, counter, words);
  for (int i = 0; i < RENSA_RANDOM_WORDS; i++)
    ((float *) y)[i] = (float) low + (float) extent * ((float) (gint32) (words[i] >> 8) * 0x1p-24f);
}

static void
uniform_double (const RensaRandom *random, guint64 counter, double low, double extent, gpointer y)
{
  guint32 words[RENSA_RANDOM_WORDS];

  draw (random, counter, words);
  for (int i = 0; i < RENSA_RANDOM_WORDS / 2; i++)
    {
      const double high = (gint32) (words[2 * i] >> 5);
      const double rest = (gint32) (words[2 * i + 1] >> 6);

      ((double *) y)[i] = low + extent * ((high * 0x1p26 + rest) * 0x1p-53);
    }
}

/* Box-Muller transform: sqrt (-2 ln u) cos (2 pi v) for u in (0, 1] and v in [0, 1). */
static void
normal_float (const RensaRandom *random, guint64 counter, double loc, double scale, gpointer y)
{
  guint32 words[RENSA_RANDOM_WORDS];

  draw (random, counter, words);
#pragma omp simd
  for (int i = 0; i < RENSA_RANDOM_WORDS / 2; i++)
    {
      const float u = (float) ((gint32) (words[2 * i] >> 8) + 1) * 0x1p-24f;
      const float v = (float) (gint32) (words[2 * i + 1] >> 8) * 0x1p-24f;
      const float radius = k_sqrt_float (-2 * k_log_float (u));

      ((float *) y)[i] = (float) loc + (float) scale * (radius * k_cos_float ((float) (2 * G_PI) * v));
    }
}

static void
normal_double (const RensaRandom *random, guint64 counter, double loc, double scale, gpointer y)
{
  guint32 words[RENSA_RANDOM_WORDS];

  draw (random, counter, words);
#pragma omp simd
  for (int i = 0; i < RENSA_RANDOM_WORDS / 2; i++)
    {
      const double u = ((double) words[2 * i] + 1) * 0x1p-32;
      const double v = (double) words[2 * i + 1] * 0x1p-32;
      const double radius = k_sqrt_double (-2 * k_log_double (u));

      ((double *) y)[i] = loc + scale * (radius * k_cos_double (2 * G_PI * v));
    }
}

static void
choose (const RensaRandom *random, guint64 counter, double keep, guint32 *is_kept)
{
  const gint32 threshold = (gint32) ceil (CLAMP (keep, 0, 1) * 0x1p24);

  draw (random, counter, is_kept);
  for (int i = 0; i < RENSA_RANDOM_WORDS; i++)
    is_kept[i] = (gint32) (is_kept[i] >> 8) < threshold;
}

static void
bernoulli_float (const RensaRandom *random, guint64 counter, double keep, double value, gpointer y)
{
  guint32 is_kept[RENSA_RANDOM_WORDS];

  choose (random, counter, keep, is_kept);
  for (int i = 0; i < RENSA_RANDOM_WORDS; i++)
    ((float *) y)[i] = is_kept[i] ? (float) value : 0;
}

static void
bernoulli_double (const RensaRandom *random, guint64 counter, double keep, double value, gpointer y)
{
  guint32 is_kept[RENSA_RANDOM_WORDS];

  choose (random, counter, keep, is_kept);
  for (int i = 0; i < RENSA_RANDOM_WORDS; i++)
    ((double *) y)[i] = is_kept[i] ? value : 0;
}

const RensaCpuRandomLoops RENSA_CPU_LOOPS_OF_THIS_ISA (rensa_cpu_random_loops) = {
  .uniform_float = uniform_float,
  .uniform_double = uniform_double,
  .normal_float = normal_float,
  .normal_double = normal_double,
  .bernoulli_float = bernoulli_float,
  .bernoulli_double = bernoulli_double,
};
