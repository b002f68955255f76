/* rensa-plot-outliers.c: what of the values an axis may leave out, because it would flatten all the rest.
 * SPDX-License-Identifier: MIT */

#include "rensa-plot-private.h"

#include <math.h>
#include <stdlib.h>

/* Of each curve, so many points are looked at. */
#define N_SAMPLES 256
/* Fewer say nothing about what is rare. */
#define LEAST_SAMPLES 20
/* This part of the samples at either end may be rare. */
#define RARE 0.02
/* Rare values are left out where the axis would become so many times as long. */
#define FAR 2.0
/* Where they are left out already, until it would be less than this. */
#define STAY_FAR 1.0
/* What the axis shows beyond the values that are not rare, as a part of their range. */
#define MARGIN 0.1
/* A curve's beginning is no outlier, however steeply it falls: the middle one of so many samples. */
#define N_FIRST 5

static int
compare (gconstpointer a, gconstpointer b)
{
  const double x = *(const double *) a;
  const double y = *(const double *) b;

  return (x > y) - (x < y);
}

static double
get_sample (const GArray *samples, double part)
{
  return g_array_index (samples, double, (guint) round (part * (samples->len - 1)));
}

/* Appends what is finite, and widens the range to where the curve begins. */
static void
add_samples (const RensaPlotDrawing *drawing, const RensaPlotLine *line, GArray *samples, double *low, double *high)
{
  const RensaPlotAxis *x = &drawing->layout.x;
  const gsize start = rensa_plot_find_first (line->raw.x, line->raw.n, x->low);
  const gsize end = rensa_plot_find_end (line->raw.x, line->raw.n, x->high);
  const gsize n = end > start ? MIN (end - start, N_SAMPLES) : 0;
  double first[N_FIRST];
  guint n_first = 0;

  for (gsize i = 0; i < n; i++)
    {
      const double value = line->raw.y[start + i * (end - start) / n];

      if (!isfinite (value))
        continue;
      g_array_append_val (samples, value);
      if (n_first < N_FIRST)
        first[n_first++] = value;
    }
  if (n_first == 0)
    return;
  qsort (first, n_first, sizeof *first, compare);
  *low = MIN (*low, first[n_first / 2]);
  *high = MAX (*high, first[n_first / 2]);
}

gboolean
rensa_plot_cut_outliers (const RensaPlotDrawing *drawing, gboolean is_right, double *low, double *high)
{
  g_autoptr (GArray) samples = g_array_new (FALSE, FALSE, sizeof (double));
  double from = INFINITY;
  double to = -INFINITY;
  const double far = drawing->plot->was_cut ? STAY_FAR : FAR;
  gboolean is_cut = FALSE;
  double range;

  for (guint i = 0; i < drawing->plot->n_curves; i++)
    if (drawing->lines[i].curve->is_right == is_right)
      add_samples (drawing, &drawing->lines[i], samples, &from, &to);
  if (samples->len < LEAST_SAMPLES)
    return FALSE;

  g_array_sort (samples, compare);
  from = MIN (from, get_sample (samples, RARE));
  to = MAX (to, get_sample (samples, 1 - RARE));
  range = to - from;
  if (*high > to + far * range && range > 0)
    {
      *high = to + MARGIN * range;
      is_cut = TRUE;
    }
  if (*low < from - far * range && range > 0)
    {
      *low = from - MARGIN * range;
      is_cut = TRUE;
    }
  return is_cut;
}
