/* rensa-confine.h: whole numbers that memory is read at.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-late-check.h"

G_BEGIN_DECLS

/* @numbers, integers, all of which lie in the range of @check, which explains (its values become @numbers) where one does not.  Where
 * the device goes on until the check is read, those outside are replaced by the least that lies inside, so that whoever reads
 * memory there reads what is not his, but never what is not there.  NULL with an error, or where @numbers is NULL. */
RensaArray *rensa_confine (RensaArray *numbers, const RensaLateCheck *check, GError **error);

/* For explanations: the place of the first of @numbers outside @range, in C order, and that number; -1 with an error. */
gint64 rensa_find_outside (RensaArray *numbers, const RensaRange *range, double *number, GError **error);

/* Explains by the first of the values that lies outside the range of @check. */
void rensa_explain_outside (const RensaLateCheck *check, GError **error);

G_END_DECLS
