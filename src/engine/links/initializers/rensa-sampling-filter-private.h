/* rensa-sampling-filter-private.h: filters that resize images, as first values.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-initializer.h"

G_BEGIN_DECLS

/* Writes a linear filter for each channel into @array, of shape (N, N, k…) or (N, 1, k…), and zeros elsewhere.  The largest value is
 * 1, or the sum where it is @normalized. */
gboolean rensa_fill_sampling_filter (RensaArray *array, gboolean normalized, GError **error);

G_END_DECLS
