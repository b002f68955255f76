/* cpu-random.c: fills with random numbers.
 * SPDX-License-Identifier: MIT */

#include "cpu-random-loops.h"

#include <string.h>

/* Approximate cost of one element, in additions. */
#define COST 10

typedef struct
{
  RensaRandomLoop loop;
  int words_of_element;
  RensaRandom random;
  double a;
  double b;
} Fill;

/* Fills elements first … first + n - 1; @first is a multiple of a batch. */
static void
fill_share (const Fill *fill, RensaArray *array, gint64 first, gint64 n)
{
  const gint64 size = (gint64) rensa_dtype_get_size (array->dtype);
  const gint64 batch = RENSA_RANDOM_WORDS / fill->words_of_element;
  char *y = (char *) array->data + first * size;
  guint64 counter = fill->random.counter + (guint64) (first * fill->words_of_element / 4);
  double last[RENSA_RANDOM_WORDS];

  for (; n >= batch; n -= batch, y += batch * size, counter += RENSA_RANDOM_WORDS / 4)
    fill->loop (&fill->random, counter, fill->a, fill->b, y);
  if (n > 0)
    {
      fill->loop (&fill->random, counter, fill->a, fill->b, last);
      memcpy (y, last, n * size);
    }
}

static void
fill_array (const Fill *fill, RensaArray *array)
{
  const int n_threads = rensa_cpu_get_threads ((double) array->count * COST);

#pragma omp parallel num_threads(n_threads) if (n_threads > 1)
  {
    gint64 first, n;

    rensa_cpu_get_share (array->count, RENSA_CPU_CHUNK, &first, &n);
    fill_share (fill, array, first, n);
  }
}

gboolean
rensa_cpu_fill_uniform (RensaArray *array, RensaRandom random, double low, double high, GError **error)
{
  const RensaCpuRandomLoops *loops = RENSA_CPU_LOOPS (rensa_cpu_random_loops);
  const gboolean is_float = array->dtype == RENSA_FLOAT32;
  const Fill fill = { is_float ? loops->uniform_float : loops->uniform_double, is_float ? 1 : 2, random, low,
                      high - low };

  fill_array (&fill, array);
  return TRUE;
}

gboolean
rensa_cpu_fill_normal (RensaArray *array, RensaRandom random, double loc, double scale, GError **error)
{
  const RensaCpuRandomLoops *loops = RENSA_CPU_LOOPS (rensa_cpu_random_loops);
  const Fill fill = { array->dtype == RENSA_FLOAT32 ? loops->normal_float : loops->normal_double, 2, random, loc,
                      scale };

  fill_array (&fill, array);
  return TRUE;
}

gboolean
rensa_cpu_fill_bernoulli (RensaArray *array, RensaRandom random, double keep, double value, GError **error)
{
  const RensaCpuRandomLoops *loops = RENSA_CPU_LOOPS (rensa_cpu_random_loops);
  const Fill fill = { array->dtype == RENSA_FLOAT32 ? loops->bernoulli_float : loops->bernoulli_double, 1, random, keep,
                      value };

  fill_array (&fill, array);
  return TRUE;
}
