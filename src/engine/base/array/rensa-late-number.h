/* rensa-late-number.h: a number that a device has not computed yet.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-array.h"

G_BEGIN_DECLS

/* A pending number. Belongs to one thread. */
typedef struct _RensaLateNumber RensaLateNumber;

/**
 * rensa_late_number_new:
 * @array: an array with one element
 *
 * Requests the element of @array as it will be after all earlier calls to its device, without
 * waiting for it.
 *
 * Returns: (transfer full) (nullable): the number; NULL if the caller should use
 *   rensa_array_get_scalar () instead, as for arrays on the host
 */
RensaLateNumber *rensa_late_number_new (RensaArray *array);
RensaLateNumber *rensa_late_number_ref (RensaLateNumber *number);
void rensa_late_number_unref (RensaLateNumber *number);
/* Waits for the number, but not for later calls to the device. NaN if the device has failed. */
double rensa_late_number_get (RensaLateNumber *number);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaLateNumber, rensa_late_number_unref)

G_END_DECLS
