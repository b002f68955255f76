/* cpu-random-loops.h: random numbers derived from the element's position.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "cpu-isa.h"

G_BEGIN_DECLS

/* Number of words in a batch, from consecutive blocks. */
#define RENSA_RANDOM_WORDS 64

/* Writes one batch of numbers to @y, from block @counter on: RENSA_RANDOM_WORDS elements, or half
 * as many if an element takes two words. a and b are low and high - low, loc and scale, or keep and
 * value. */
typedef void (*RensaRandomLoop) (const RensaRandom *random, guint64 counter, double a, double b, gpointer y);

typedef struct
{
  RensaRandomLoop uniform_float;   /* one word per element */
  RensaRandomLoop uniform_double;  /* two */
  RensaRandomLoop normal_float;    /* two */
  RensaRandomLoop normal_double;   /* two */
  RensaRandomLoop bernoulli_float; /* one; the same choice for both types */
  RensaRandomLoop bernoulli_double;
} RensaCpuRandomLoops;

RENSA_CPU_DECLARE_LOOPS (RensaCpuRandomLoops, rensa_cpu_random_loops);

G_END_DECLS
