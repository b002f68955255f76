/* bench-time.c: measures repetitions per second.
 * SPDX-License-Identifier: MIT */

#include <stdlib.h>

#include "bench.h"

#define N_WARM_UP 3

static gboolean
repeat (BenchStep step, gpointer data, gint64 first, gint64 n, double *seconds, GError **error)
{
  const gint64 start = g_get_monotonic_time ();

  for (gint64 i = first; i < first + n; i++)
    if (!step (data, i, error))
      return FALSE;
  if (!rensa_device_synchronize (rensa_device_get_current (), error))
    return FALSE;
  *seconds = (double) MAX (g_get_monotonic_time () - start, 1) / G_USEC_PER_SEC;
  return TRUE;
}

gboolean
bench_time (BenchStep step, gpointer data, double seconds, double rates[BENCH_N_BLOCKS], GError **error)
{
  gint64 done = N_WARM_UP;
  gint64 n = 1;
  double taken;

  if (!repeat (step, data, 0, N_WARM_UP, &taken, error))
    return FALSE;

  /* One repetition may be too short for the clock. */
  for (taken = 0; taken < seconds / 20; n *= 2)
    {
      if (!repeat (step, data, done, n, &taken, error))
        return FALSE;
      done += n;
    }
  n = MAX (1, (gint64) (seconds / taken * (double) n / 2));

  for (int i = 0; i < BENCH_N_BLOCKS; i++)
    {
      if (!repeat (step, data, done, n, &taken, error))
        return FALSE;
      done += n;
      rates[i] = (double) n / taken;
    }
  return TRUE;
}

static int
compare_rates (gconstpointer a, gconstpointer b)
{
  const double difference = *(const double *) a - *(const double *) b;

  return (difference > 0) - (difference < 0);
}

double
bench_summarize (double rates[BENCH_N_BLOCKS], double *spread)
{
  double median;

  qsort (rates, BENCH_N_BLOCKS, sizeof *rates, compare_rates);
  median = rates[BENCH_N_BLOCKS / 2];
  *spread = (rates[BENCH_N_BLOCKS - 1] - rates[0]) / median;
  return median;
}
