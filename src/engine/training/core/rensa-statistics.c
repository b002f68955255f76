/* rensa-statistics.c: statistics of parameters.
 * SPDX-License-Identifier: MIT */

#include "rensa-statistics-private.h"

#include <math.h>
#include <stdlib.h>

#include "rensa-memory.h"
#include "rensa-primitives.h"

static int
compare (const void *a, const void *b)
{
  const double x = *(const double *) a;
  const double y = *(const double *) b;

  if (isnan (x) || isnan (y))
    return isnan (x) - isnan (y);
  return (x > y) - (x < y);
}

static gboolean
append (RensaNumbers *numbers, RensaArray *array, GError **error)
{
  g_autoptr (RensaArray) wide = rensa_array_cast (array, RENSA_FLOAT64, error);

  if (wide == NULL || !rensa_array_to_host (wide, numbers->sorted + numbers->n, error))
    return FALSE;
  numbers->n += (gsize) rensa_array_get_count (array);
  return TRUE;
}

gboolean
rensa_numbers_read (RensaNumbers *numbers, RensaArray *const *arrays, guint n, GError **error)
{
  gsize count = 0;

  *numbers = (RensaNumbers){ 0 };
  for (guint i = 0; i < n; i++)
    count += arrays[i] != NULL ? (gsize) rensa_array_get_count (arrays[i]) : 0;
  numbers->sorted = rensa_memory_try_new (double, MAX (count, 1), "the statistics of parameters", error);
  if (numbers->sorted == NULL)
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (arrays[i] != NULL && !append (numbers, arrays[i], error))
      return FALSE;
  qsort (numbers->sorted, numbers->n, sizeof *numbers->sorted, compare);
  while (numbers->n_nan < numbers->n && isnan (numbers->sorted[numbers->n - 1 - numbers->n_nan]))
    numbers->n_nan++;
  return TRUE;
}

void
rensa_numbers_clear (RensaNumbers *numbers)
{
  g_clear_pointer (&numbers->sorted, g_free);
}

/* Σ (x − shift)². */
static double
add_squares (const RensaNumbers *numbers, double shift)
{
  double sum = 0;

  for (gsize i = 0; i < numbers->n; i++)
    sum += (numbers->sorted[i] - shift) * (numbers->sorted[i] - shift);
  return sum;
}

double
rensa_numbers_get_mean (const RensaNumbers *numbers)
{
  double sum = 0;

  for (gsize i = 0; i < numbers->n; i++)
    sum += numbers->sorted[i];
  return sum / (double) numbers->n;
}

double
rensa_numbers_get_std (const RensaNumbers *numbers)
{
  return sqrt (add_squares (numbers, rensa_numbers_get_mean (numbers)) / (double) numbers->n);
}

/* Returns one of the sorted numbers; NaN if there are none, or a NaN among them. */
static double
get_at (const RensaNumbers *numbers, gsize i)
{
  return numbers->n > 0 && numbers->n_nan == 0 ? numbers->sorted[i] : NAN;
}

double
rensa_numbers_get_min (const RensaNumbers *numbers)
{
  return get_at (numbers, 0);
}

double
rensa_numbers_get_max (const RensaNumbers *numbers)
{
  return get_at (numbers, numbers->n - 1);
}

double
rensa_numbers_get_norm (const RensaNumbers *numbers)
{
  return sqrt (add_squares (numbers, 0));
}

double
rensa_numbers_count_zeros (const RensaNumbers *numbers)
{
  gsize n = 0;

  for (gsize i = 0; i < numbers->n; i++)
    n += numbers->sorted[i] == 0;
  return (double) n;
}

double
rensa_numbers_get_percentile (const RensaNumbers *numbers, double percent)
{
  const double place = percent / 100 * (double) (numbers->n - 1);
  const gsize below = (gsize) CLAMP (floor (place), 0, (double) numbers->n);
  const double low = get_at (numbers, MIN (below, numbers->n - 1));
  const double high = get_at (numbers, MIN (below + 1, numbers->n - 1));

  return low + (high - low) * (place - (double) below);
}
