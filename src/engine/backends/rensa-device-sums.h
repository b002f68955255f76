/* rensa-device-sums.h: numbers that lie on several devices, added up where they lie.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-array.h"

G_BEGIN_DECLS

/**
 * rensa_device_sums_add:
 * @sums: (inout) (nullable): RensaArray, float64, one for each device; NULL at first
 * @number: one element
 *
 * Adds @number to the sum on its device, which it does not wait for.
 */
gboolean rensa_device_sums_add (GPtrArray **sums, RensaArray *number, GError **error);

/**
 * rensa_count_not_finite:
 * @arrays: NULL where one is not there
 * @count: (out): how many of their elements are NaN or infinite
 *
 * Looks at all of them, and waits for one number of each device.
 */
gboolean rensa_count_not_finite (RensaArray *const *arrays, guint n, double *count, GError **error);

G_END_DECLS
