/* rensa-sampling-filter-private.h: filters that resample images, as initial values.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-initializer.h"

G_BEGIN_DECLS

/* Writes a linear filter for each channel to @array, of shape (N, N, k…) or (N, 1, k…), and zeros
 * elsewhere. The maximum is 1, or the sum is 1 if @normalized. */
gboolean rensa_fill_sampling_filter (RensaArray *array, gboolean normalized, GError **error);

G_END_DECLS
