/* rensa-numpy-random.c: NumPy-compatible shuffling.
 *
 * The generator is MT19937 (Matsumoto and Nishimura, "Mersenne Twister: a 623-dimensionally
 * equidistributed uniform pseudo-random number generator", ACM TOMACS 8, 1998), seeded as its
 * authors published.
 * SPDX-License-Identifier: MIT */

#include "rensa-numpy-random-private.h"

#define N 624
#define M 397

typedef struct
{
  guint32 words[N];
  int at;
} Twister;

static void
seed_with_word (Twister *twister, guint32 seed)
{
  twister->words[0] = seed;
  for (guint32 i = 1; i < N; i++)
    twister->words[i] = 1812433253u * (twister->words[i - 1] ^ twister->words[i - 1] >> 30) + i;
  twister->at = N;
}

static void
seed_with_words (Twister *twister, const guint32 *key, int n_keys)
{
  guint32 *words = twister->words;
  int i = 1, j = 0;

  seed_with_word (twister, 19650218u);
  for (int k = N; k > 0; k--)
    {
      words[i] = (words[i] ^ (words[i - 1] ^ words[i - 1] >> 30) * 1664525u) + key[j] + j;
      j = (j + 1) % n_keys;
      if (++i == N)
        {
          words[0] = words[N - 1];
          i = 1;
        }
    }
  for (int k = N - 1; k > 0; k--)
    {
      words[i] = (words[i] ^ (words[i - 1] ^ words[i - 1] >> 30) * 1566083941u) - i;
      if (++i == N)
        {
          words[0] = words[N - 1];
          i = 1;
        }
    }
  words[0] = 0x80000000u;
}

static void
refill (Twister *twister)
{
  guint32 *words = twister->words;

  for (int i = 0; i < N; i++)
    {
      const guint32 y = (words[i] & 0x80000000u) | (words[(i + 1) % N] & 0x7fffffffu);

      words[i] = words[(i + M) % N] ^ y >> 1 ^ (y & 1 ? 0x9908b0dfu : 0);
    }
  twister->at = 0;
}

static guint32
draw (Twister *twister)
{
  guint32 y;

  if (twister->at == N)
    refill (twister);
  y = twister->words[twister->at++];
  y ^= y >> 11;
  y ^= y << 7 & 0x9d2c5680u;
  y ^= y << 15 & 0xefc60000u;
  return y ^ y >> 18;
}

/* Returns a number in 0 … largest by rejection sampling of numbers with the same number of bits. */
static guint64
draw_up_to (Twister *twister, guint64 largest)
{
  const guint64 mask = largest > 0 ? G_MAXUINT64 >> __builtin_clzll (largest) : 0;
  guint64 value;

  do
    {
      value = draw (twister);
      if (largest > G_MAXUINT32)
        value = value << 32 | draw (twister);
      value &= mask;
    }
  while (value > largest);
  return value;
}

void
rensa_numpy_permutation (guint64 seed, gint64 *order, gint64 n)
{
  const guint32 words[2] = { (guint32) seed, (guint32) (seed >> 32) };
  Twister twister;

  if (words[1] == 0)
    seed_with_word (&twister, words[0]);
  else
    seed_with_words (&twister, words, 2);

  for (gint64 i = 0; i < n; i++)
    order[i] = i;
  for (gint64 i = n - 1; i > 0; i--)
    {
      const gint64 j = draw_up_to (&twister, i);
      const gint64 kept = order[i];

      order[i] = order[j];
      order[j] = kept;
    }
}
