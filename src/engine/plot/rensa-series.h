/* rensa-series.h: all values of one key, quick to draw at any length.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Append-only points, with a pyramid of minima and maxima, so that drawing time depends on the
 * width of the screen and no spike is lost. Reference-counted; belongs to one thread. */
typedef struct _RensaSeries RensaSeries;

typedef enum
{
  RENSA_SERIES_ITERATION,
  RENSA_SERIES_EPOCH,
  RENSA_SERIES_ELAPSED, /* seconds */
} RensaSeriesAxis;

/**
 * RensaSeriesRange:
 * @low: smallest finite value; above @high if there is none
 * @high: largest finite value
 * @least_positive: smallest finite value above 0; infinite if there is none
 * @n_not_finite: number of NaN and infinite values
 * @n_not_positive: number of finite values that are not above 0
 *
 * Summary of a range of adjacent values.
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

/* The three coordinates must not decrease from point to point; @value may be anything. */
void rensa_series_append (RensaSeries *series, double iteration, double epoch, double elapsed, double value);
gsize rensa_series_get_n_points (RensaSeries *series);
/* Arrays of n points, valid until the next append. */
const double *rensa_series_get_places (RensaSeries *series, RensaSeriesAxis axis);
const double *rensa_series_get_values (RensaSeries *series);
/* Summarizes the points from @start to @end (exclusive), in time logarithmic in their number. */
void rensa_series_get_range (RensaSeries *series, gsize start, gsize end, RensaSeriesRange *range);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaSeries, rensa_series_unref)

G_END_DECLS
