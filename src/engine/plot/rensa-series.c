/* rensa-series.c: all values of one key, quick to draw at any length.
 * SPDX-License-Identifier: MIT */

#include "rensa-pyramid-private.h"

#define N_AXES 3

struct _RensaSeries
{
  gatomicrefcount n_refs;
  GArray *places[N_AXES];
  GArray *values;
  RensaPyramid pyramid; /* updated by readers, so that an append costs almost nothing */
};

RensaSeries *
rensa_series_new (void)
{
  RensaSeries *series = g_new0 (RensaSeries, 1);

  g_atomic_ref_count_init (&series->n_refs);
  for (guint i = 0; i < N_AXES; i++)
    series->places[i] = g_array_new (FALSE, FALSE, sizeof (double));
  series->values = g_array_new (FALSE, FALSE, sizeof (double));
  rensa_pyramid_init (&series->pyramid);
  return series;
}

RensaSeries *
rensa_series_ref (RensaSeries *series)
{
  g_atomic_ref_count_inc (&series->n_refs);
  return series;
}

void
rensa_series_unref (RensaSeries *series)
{
  if (!g_atomic_ref_count_dec (&series->n_refs))
    return;

  for (guint i = 0; i < N_AXES; i++)
    g_array_unref (series->places[i]);
  g_array_unref (series->values);
  rensa_pyramid_clear (&series->pyramid);
  g_free (series);
}

void
rensa_series_append (RensaSeries *series, double iteration, double epoch, double elapsed, double value)
{
  g_array_append_val (series->places[RENSA_SERIES_ITERATION], iteration);
  g_array_append_val (series->places[RENSA_SERIES_EPOCH], epoch);
  g_array_append_val (series->places[RENSA_SERIES_ELAPSED], elapsed);
  g_array_append_val (series->values, value);
}

gsize
rensa_series_get_n_points (RensaSeries *series)
{
  return series->values->len;
}

const double *
rensa_series_get_places (RensaSeries *series, RensaSeriesAxis axis)
{
  return (const double *) (gconstpointer) series->places[axis]->data;
}

const double *
rensa_series_get_values (RensaSeries *series)
{
  return (const double *) (gconstpointer) series->values->data;
}

const RensaPyramid *
rensa_series_get_pyramid (RensaSeries *series)
{
  rensa_pyramid_extend (&series->pyramid, rensa_series_get_values (series), series->values->len);
  return &series->pyramid;
}

void
rensa_series_get_range (RensaSeries *series, gsize start, gsize end, RensaSeriesRange *range)
{
  rensa_pyramid_get_range (rensa_series_get_pyramid (series), rensa_series_get_values (series), start, end, range);
}
