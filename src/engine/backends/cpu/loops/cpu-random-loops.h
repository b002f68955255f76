/* cpu-random-loops.h: random numbers by the position of the element.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "cpu-isa.h"

G_BEGIN_DECLS

/* A batch is so many words, of consecutive blocks. */
#define RENSA_RANDOM_WORDS 64

/* One batch of numbers from block @counter on, into @y: RENSA_RANDOM_WORDS elements, or half of that where an
 * element takes two words.  a and b are low and high - low, loc and scale, or keep and value. */
typedef void (*RensaRandomLoop) (const RensaRandom *random, guint64 counter, double a, double b, gpointer y);

typedef struct
{
  RensaRandomLoop uniform_float;   /* one word an element */
  RensaRandomLoop uniform_double;  /* two */
  RensaRandomLoop normal_float;    /* two */
  RensaRandomLoop normal_double;   /* two */
  RensaRandomLoop bernoulli_float; /* one; the same choice for both types */
  RensaRandomLoop bernoulli_double;
} RensaCpuRandomLoops;

RENSA_CPU_DECLARE_LOOPS (RensaCpuRandomLoops, rensa_cpu_random_loops);

G_END_DECLS
