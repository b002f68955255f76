/* rensa-plot-outliers.c: finds outliers that an axis may omit because they would flatten everything
 * else.
 * SPDX-License-Identifier: MIT */

#include "rensa-plot-private.h"

#include <math.h>
#include <stdlib.h>

/* Number of points sampled from each curve. */
#define N_SAMPLES 256
/* With fewer samples, rare values cannot be identified. */
#define LEAST_SAMPLES 20
/* Fraction of the samples at either end that may be rare. */
#define RARE 0.02
/* Rare values are omitted if they extend the axis by more than this multiple of the other values' range. */
#define FAR 2.0
/* The same if they are already omitted, to prevent flicker. */
#define STAY_FAR 1.0
/* Margin of the axis beyond the other values, as a fraction of their range. */
#define MARGIN 0.1
/* The start of a curve, the median of this many samples, is never an outlier, however steeply it falls. */
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

/* Appends the finite samples, and extends the range to the start of the curve. */
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
