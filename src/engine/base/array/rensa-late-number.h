/* rensa-late-number.h: number that a device has not computed yet.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-array.h"

G_BEGIN_DECLS

/* Belongs to one thread. */
typedef struct _RensaLateNumber RensaLateNumber;

/**
 * rensa_late_number_new:
 * @array: with one element
 *
 * Asks for the element that @array has when all is done that was asked of its device before, and does not wait for it.
 *
 * Returns: (transfer full) (nullable): the number; NULL where rensa_array_get_scalar () is the way, as it is for what lies on
 *   the host
 */
RensaLateNumber *rensa_late_number_new (RensaArray *array);
RensaLateNumber *rensa_late_number_ref (RensaLateNumber *number);
void rensa_late_number_unref (RensaLateNumber *number);
/* Waits for the number, but not for later calls to the device. NaN if the device has failed. */
double rensa_late_number_get (RensaLateNumber *number);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaLateNumber, rensa_late_number_unref)

G_END_DECLS
