/* rensa-confine.h: range checks of integers used as memory indices.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-late-check.h"

G_BEGIN_DECLS

/* Returns the integers @numbers, all of which must be in the range of @check, which explains the
 * error (its values become @numbers) if one is not. If the device continues until the check is
 * read, invalid ones are replaced by the lower bound of the range, so that reads at these indices
 * may return wrong elements, but never leave the array. NULL with an error, or if @numbers is NULL. */
RensaArray *rensa_confine (RensaArray *numbers, const RensaLateCheck *check, GError **error);

/* For explanations: returns the position of the first of @numbers outside @range, in C order, and
 * that number; -1 with an error. */
gint64 rensa_find_outside (RensaArray *numbers, const RensaRange *range, double *number, GError **error);

/* Explains the error with the first of the values outside the range of @check. */
void rensa_explain_outside (const RensaLateCheck *check, GError **error);

G_END_DECLS
