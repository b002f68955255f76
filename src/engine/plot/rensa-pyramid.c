/* rensa-pyramid.c: hierarchical minima and maxima of adjacent values.
 * SPDX-License-Identifier: MIT */

#include "rensa-pyramid-private.h"

#include <math.h>

#define WIDTH 16

static const RensaSeriesRange nothing = { .low = INFINITY, .high = -INFINITY, .least_positive = INFINITY };

static inline void
add_value (RensaSeriesRange *range, double value)
{
  if (!isfinite (value))
    {
      range->n_not_finite++;
      return;
    }

  range->low = MIN (range->low, value);
  range->high = MAX (range->high, value);
  if (value > 0)
    range->least_positive = MIN (range->least_positive, value);
  else
    range->n_not_positive++;
}

static inline void
add_range (RensaSeriesRange *range, const RensaSeriesRange *part)
{
  range->low = MIN (range->low, part->low);
  range->high = MAX (range->high, part->high);
  range->least_positive = MIN (range->least_positive, part->least_positive);
  range->n_not_finite += part->n_not_finite;
  range->n_not_positive += part->n_not_positive;
}

void
rensa_pyramid_init (RensaPyramid *pyramid)
{
  for (guint i = 0; i < RENSA_PYRAMID_N_LEVELS; i++)
    pyramid->levels[i] = g_array_new (FALSE, FALSE, sizeof (RensaSeriesRange));
}

void
rensa_pyramid_clear (RensaPyramid *pyramid)
{
  for (guint i = 0; i < RENSA_PYRAMID_N_LEVELS; i++)
    g_clear_pointer (&pyramid->levels[i], g_array_unref);
}

static void
extend_level (GArray *level, const GArray *below)
{
  for (gsize i = (gsize) level->len * WIDTH; i + WIDTH <= below->len; i += WIDTH)
    {
      RensaSeriesRange range = nothing;

      for (gsize j = i; j < i + WIDTH; j++)
        add_range (&range, &g_array_index (below, RensaSeriesRange, j));
      g_array_append_val (level, range);
    }
}

void
rensa_pyramid_extend (RensaPyramid *pyramid, const double *values, gsize n)
{
  for (gsize i = (gsize) pyramid->levels[0]->len * WIDTH; i + WIDTH <= n; i += WIDTH)
    {
      RensaSeriesRange range = nothing;

      for (gsize j = i; j < i + WIDTH; j++)
        add_value (&range, values[j]);
      g_array_append_val (pyramid->levels[0], range);
    }
  for (guint i = 1; i < RENSA_PYRAMID_N_LEVELS; i++)
    extend_level (pyramid->levels[i], pyramid->levels[i - 1]);
}

void
rensa_pyramid_get_range (const RensaPyramid *pyramid, const double *values, gsize start, gsize end,
                         RensaSeriesRange *range)
{
  const guint top = RENSA_PYRAMID_N_LEVELS - 1;

  *range = nothing;
  for (; start < end && start % WIDTH != 0; start++)
    add_value (range, values[start]);
  for (; start < end && end % WIDTH != 0; end--)
    add_value (range, values[end - 1]);

  for (guint i = 0; start < end; i++)
    {
      const RensaSeriesRange *level = (const RensaSeriesRange *) (gconstpointer) pyramid->levels[i]->data;

      start /= WIDTH;
      end /= WIDTH;
      for (; start < end && (i == top || start % WIDTH != 0); start++)
        add_range (range, &level[start]);
      for (; start < end && end % WIDTH != 0; end--)
        add_range (range, &level[end - 1]);
    }
}
