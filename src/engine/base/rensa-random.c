/* rensa-random.c: random numbers that are the same on every device and for any number of threads.
 *
 * Every scalar draw uses one whole block of four words, w[0] … w[3], and discards the unused ones:
 *
 *   uint32   w[0]
 *   double   53 bits: the upper 27 of w[0], then the upper 26 of w[1]
 *   normal   sqrt (-2 ln (1 - u)) cos (2 pi v), u from w[0] and w[1] as for a double, v in the same way from w[2] and w[3]
 *   below    the upper half of bound * (w[1] w[0]); another block if that has a bias
 *
 * A draw therefore depends only on the number of draws before it.
 * SPDX-License-Identifier: MIT */

#include "rensa-random.h"

#include "rensa-thread-private.h"

#include <math.h>

#define PHILOX_ROUNDS 10
#define PHILOX_MULTIPLIER_0 0xD2511F53u
#define PHILOX_MULTIPLIER_1 0xCD9E8D57u
#define PHILOX_WEYL_0 0x9E3779B9u
#define PHILOX_WEYL_1 0xBB67AE85u

__extension__ typedef unsigned __int128 Wide;

static RENSA_THREAD_LOCAL RensaRandom default_random;

void
rensa_philox (guint64 seed, guint64 stream, guint64 counter, guint32 words[4])
{
  guint32 key_0 = (guint32) seed;
  guint32 key_1 = (guint32) (seed >> 32);
  guint32 w0 = (guint32) counter;
  guint32 w1 = (guint32) (counter >> 32);
  guint32 w2 = (guint32) stream;
  guint32 w3 = (guint32) (stream >> 32);

  for (int round = 0; round < PHILOX_ROUNDS; round++)
    {
      const guint64 product_0 = (guint64) PHILOX_MULTIPLIER_0 * w0;
      const guint64 product_1 = (guint64) PHILOX_MULTIPLIER_1 * w2;

      w0 = (guint32) (product_1 >> 32) ^ w1 ^ key_0;
      w1 = (guint32) product_1;
      w2 = (guint32) (product_0 >> 32) ^ w3 ^ key_1;
      w3 = (guint32) product_0;
      key_0 += PHILOX_WEYL_0;
      key_1 += PHILOX_WEYL_1;
    }

  words[0] = w0;
  words[1] = w1;
  words[2] = w2;
  words[3] = w3;
}

RensaRandom
rensa_random_init (guint64 seed, guint64 stream)
{
  return (RensaRandom){ .seed = seed, .stream = stream, .counter = 0 };
}

RensaRandom
rensa_random_take (RensaRandom *random, guint64 n)
{
  const RensaRandom taken = *random;

  random->counter += n / 4 + (n % 4 != 0);
  return taken;
}

static void
draw_block (RensaRandom *random, guint32 words[4])
{
  rensa_philox (random->seed, random->stream, random->counter, words);
  random->counter++;
}

static double
words_to_double (guint32 high, guint32 low)
{
  return ((high >> 5) * 0x1p26 + (low >> 6)) * 0x1p-53;
}

guint32
rensa_random_uint32 (RensaRandom *random)
{
  guint32 words[4];

  draw_block (random, words);
  return words[0];
}

double
rensa_random_double (RensaRandom *random)
{
  guint32 words[4];

  draw_block (random, words);
  return words_to_double (words[0], words[1]);
}

double
rensa_random_normal (RensaRandom *random)
{
  guint32 words[4];

  draw_block (random, words);
  const double radius = sqrt (-2.0 * log1p (-words_to_double (words[0], words[1])));
  return radius * cos (2.0 * G_PI * words_to_double (words[2], words[3]));
}

static Wide
draw_product (RensaRandom *random, guint64 bound)
{
  guint32 words[4];

  draw_block (random, words);
  return (Wide) (((guint64) words[1] << 32) | words[0]) * bound;
}

/* Lemire, "Fast Random Integer Generation in an Interval", ACM TOMACS 29, 2019. */
guint64
rensa_random_below (RensaRandom *random, guint64 bound)
{
  Wide product = draw_product (random, bound);

  if ((guint64) product < bound)
    {
      const guint64 n_biased = -bound % bound;

      while ((guint64) product < n_biased)
        product = draw_product (random, bound);
    }

  return (guint64) (product >> 64);
}

void
rensa_random_permutation (RensaRandom *random, gint64 *order, gint64 n)
{
  for (gint64 i = 0; i < n; i++)
    order[i] = i;

  for (gint64 i = n - 1; i > 0; i--)
    {
      const gint64 j = (gint64) rensa_random_below (random, (guint64) i + 1);
      const gint64 moved = order[i];

      order[i] = order[j];
      order[j] = moved;
    }
}

RensaRandom *
rensa_random_get_default (void)
{
  return &default_random;
}
