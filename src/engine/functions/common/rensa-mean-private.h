/* rensa-mean-private.h: means over selected elements.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-primitives.h"

G_BEGIN_DECLS

/* Converts half precision to float32, in which sums are exact enough and cannot overflow. */
RensaArray *rensa_array_widen (RensaArray *array, GError **error);

/* Σ of all elements, as a 0-d array. */
RensaArray *rensa_sum_all (RensaArray *array, GError **error);

/* Σ of all elements / max (divisor, 1), as a 0-d array of @dtype; @divisor is 0-d. */
RensaArray *rensa_sum_over (RensaArray *array, RensaArray *divisor, RensaDtype dtype, GError **error);

G_END_DECLS
