/* rensa-device-sums.h: sums accumulated on several devices.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-array.h"

G_BEGIN_DECLS

/**
 * rensa_device_sums_add:
 * @sums: (inout) (nullable): RensaArray, float64, one for each device; initially NULL
 * @number: one element
 *
 * Adds @number to the sum on its device, without waiting for the device.
 */
gboolean rensa_device_sums_add (GPtrArray **sums, RensaArray *number, GError **error);

/**
 * rensa_count_not_finite:
 * @arrays: NULL entries are skipped
 * @count: (out): number of NaN or infinite elements
 *
 * Examines all arrays, and waits for one number per device.
 */
gboolean rensa_count_not_finite (RensaArray *const *arrays, guint n, double *count, GError **error);

G_END_DECLS
