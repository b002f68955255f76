/* rensa-smoothed.c: exponential moving average of a series.
 * SPDX-License-Identifier: MIT */

#include "rensa-smoothed.h"

#include <float.h>
#include <math.h>

#include "rensa-pyramid-private.h"

struct _RensaSmoothed
{
  RensaSeries *series;
  double weight;
  double sum;
  double rest; /* the weight to the power of the number of finite values: the missing part of the sum */
  GArray *values;
  RensaPyramid pyramid;
};

RensaSmoothed *
rensa_smoothed_new (RensaSeries *series, double weight)
{
  RensaSmoothed *smoothed = g_new0 (RensaSmoothed, 1);

  smoothed->series = rensa_series_ref (series);
  smoothed->weight = weight;
  smoothed->rest = 1;
  smoothed->values = g_array_new (FALSE, FALSE, sizeof (double));
  rensa_pyramid_init (&smoothed->pyramid);
  return smoothed;
}

void
rensa_smoothed_free (RensaSmoothed *smoothed)
{
  rensa_series_unref (smoothed->series);
  g_array_unref (smoothed->values);
  rensa_pyramid_clear (&smoothed->pyramid);
  g_free (smoothed);
}

static double
smooth (RensaSmoothed *smoothed, double value)
{
  if (!isfinite (value))
    return NAN;

  smoothed->sum = smoothed->weight * smoothed->sum + (1 - smoothed->weight) * value;
  /* Repeated multiplication would end in denormal numbers, which are slow. */
  smoothed->rest = smoothed->rest < DBL_EPSILON / 2 ? 0 : smoothed->rest * smoothed->weight;
  return smoothed->rest == 0 ? smoothed->sum : smoothed->sum / (1 - smoothed->rest);
}

const double *
rensa_smoothed_get_values (RensaSmoothed *smoothed)
{
  const double *values = rensa_series_get_values (smoothed->series);
  const gsize n = rensa_series_get_n_points (smoothed->series);
  const gsize n_old = smoothed->values->len;
  double *results;

  g_array_set_size (smoothed->values, (guint) n);
  results = (double *) (gpointer) smoothed->values->data;
  for (gsize i = n_old; i < n; i++)
    results[i] = smooth (smoothed, values[i]);
  rensa_pyramid_extend (&smoothed->pyramid, results, n);
  return results;
}

const RensaPyramid *
rensa_smoothed_get_pyramid (RensaSmoothed *smoothed)
{
  rensa_smoothed_get_values (smoothed);
  return &smoothed->pyramid;
}
