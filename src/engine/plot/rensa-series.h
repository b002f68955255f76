/* rensa-series.h: the values of one key, whole, and quick to draw however long.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Points that are only ever added. Beside them stands a pyramid of minima and maxima, so that drawing costs what the
 * screen is wide and no spike is lost. Reference-counted; belongs to one thread. */
typedef struct _RensaSeries RensaSeries;

typedef enum
{
  RENSA_SERIES_ITERATION,
  RENSA_SERIES_EPOCH,
  RENSA_SERIES_ELAPSED, /* seconds */
} RensaSeriesAxis;

/**
 * RensaSeriesRange:
 * @low: the smallest finite value; above @high where there is none
 * @high: the largest finite value
 * @least_positive: the smallest finite value above 0; infinite where there is none
 * @n_not_finite: NaN and infinite values
 * @n_not_positive: finite values that are not above 0
 *
 * What is to be known of some neighbouring values.
 */
typedef struct
{
  double low;
  double high;
  double least_positive;
  guint32 n_not_finite;
  guint32 n_not_positive;
} RensaSeriesRange;

RensaSeries *rensa_series_new (void);
RensaSeries *rensa_series_ref (RensaSeries *series);
void rensa_series_unref (RensaSeries *series);

/* The three places do not fall from point to point; @value may be anything. */
void rensa_series_append (RensaSeries *series, double iteration, double epoch, double elapsed, double value);
gsize rensa_series_get_n_points (RensaSeries *series);
/* Arrays of n points, valid until the next append. */
const double *rensa_series_get_places (RensaSeries *series, RensaSeriesAxis axis);
const double *rensa_series_get_values (RensaSeries *series);
/* Of the points from @start up to, but without, @end. The time grows with the logarithm of their number. */
void rensa_series_get_range (RensaSeries *series, gsize start, gsize end, RensaSeriesRange *range);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaSeries, rensa_series_unref)

G_END_DECLS
