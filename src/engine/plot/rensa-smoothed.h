/* rensa-smoothed.h: exponential moving average of a series.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-series.h"

G_BEGIN_DECLS

/**
 * RensaSmoothed:
 *
 * With weight w and the finite values v_1, v_2, … of a series,
 *
 *   s_i = w s_(i-1) + (1 - w) v_i,  s_0 = 0,  and the smoothed value is s_i / (1 - w^i),
 *
 * so that the first values are not drawn towards 0. A value that is not finite leaves s
 * unchanged and gives NaN. The smoothed values are kept in a separate pyramid: only points
 * appended since the last call are computed, and drawing costs as much as for the plain series.
 * Belongs to the thread of the series.
 */
typedef struct _RensaSmoothed RensaSmoothed;

/* @weight: from 0, which leaves the values unchanged, to below 1. Takes a reference to @series. */
RensaSmoothed *rensa_smoothed_new (RensaSeries *series, double weight);
void rensa_smoothed_free (RensaSmoothed *smoothed);
/* One value per point of the series; valid until its next append. */
const double *rensa_smoothed_get_values (RensaSmoothed *smoothed);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaSmoothed, rensa_smoothed_free)

G_END_DECLS
