/* rensa-random.h: random numbers that are the same on every device and for any number of threads.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * RensaRandom:
 * @seed: seed of the run
 * @stream: purpose of the numbers; streams never overlap
 * @counter: number of blocks of four 32-bit numbers drawn so far
 *
 * State of a Philox4x32-10 generator (Salmon et al., "Parallel Random Numbers: As Easy as 1, 2, 3",
 * SC 2011). Number i after the state is word i % 4 of block counter + i / 4, so each number can be
 * computed independently.
 */
typedef struct
{
  guint64 seed;
  guint64 stream;
  guint64 counter;
} RensaRandom;

/* Computes the four words of block @counter. */
void rensa_philox (guint64 seed, guint64 stream, guint64 counter, guint32 words[4]);

RensaRandom rensa_random_init (guint64 seed, guint64 stream);

/* Reserves numbers for @n elements and returns the state from which they are computed. */
RensaRandom rensa_random_take (RensaRandom *random, guint64 n);

guint32 rensa_random_uint32 (RensaRandom *random);
/* Returns a number in [0, 1) with 53 random bits. */
double rensa_random_double (RensaRandom *random);
/* Returns a number from the standard normal distribution (Box-Muller). */
double rensa_random_normal (RensaRandom *random);
/* Returns a number in [0, bound), without bias. */
guint64 rensa_random_below (RensaRandom *random, guint64 bound);
/* Generates a permutation of 0 … n-1 (Fisher-Yates). */
void rensa_random_permutation (RensaRandom *random, gint64 *order, gint64 n);

/* Returns the generator of this thread, used by initializers and dropout. Seed it through the pointer. */
RensaRandom *rensa_random_get_default (void);

G_END_DECLS
