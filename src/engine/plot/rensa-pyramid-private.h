/* rensa-pyramid-private.h: hierarchical minima and maxima of adjacent values.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-smoothed.h"

G_BEGIN_DECLS

#define RENSA_PYRAMID_N_LEVELS 8

/* Summarizes a growing array owned by the caller. Each range covers 16 of the level below, and only
 * complete ranges are kept:
 *
 *   levels[1]  [ 256 values ]
 *   levels[0]  [ 16 ][ 16 ][ 16 ] … [ 16 ]
 *   values     ................................... */
typedef struct
{
  GArray *levels[RENSA_PYRAMID_N_LEVELS]; /* of RensaSeriesRange */
} RensaPyramid;

void rensa_pyramid_init (RensaPyramid *pyramid);
void rensa_pyramid_clear (RensaPyramid *pyramid);
/* Must be called before get_range () if values have been added. */
void rensa_pyramid_extend (RensaPyramid *pyramid, const double *values, gsize n);
void rensa_pyramid_get_range (const RensaPyramid *pyramid, const double *values, gsize start, gsize end,
                              RensaSeriesRange *range);

/* Valid until the next append. */
const RensaPyramid *rensa_series_get_pyramid (RensaSeries *series);
const RensaPyramid *rensa_smoothed_get_pyramid (RensaSmoothed *smoothed);

G_END_DECLS
