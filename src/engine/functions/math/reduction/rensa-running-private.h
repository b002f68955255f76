/* rensa-running-private.h: cumulative sums, products and recurrences along an axis.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"
#include "rensa-primitives.h"

G_BEGIN_DECLS

/* Attributes of cumsum and cumprod; the axis may be RENSA_INT_NONE. */
typedef struct
{
  gint64 axis;
} RensaRunning;

extern const RensaAttrSpec rensa_running_attrs[1];

gboolean rensa_running_infer (RensaInference *inference, GError **error);
gboolean rensa_running_forward (RensaCall *call, RensaScan scan, GError **error);

/* Returns the axis to accumulate along, and stores the shape of @x used for it: flat if the axis is None. */
int rensa_running_get_axis (const RensaRunning *self, const RensaShape *x, RensaShape *shape);

/* Shifts the elements of @x by one along @axis, with @first in the first position; the last element
 * is dropped. */
RensaVariable *rensa_push_along (RensaVariable *x, int axis, double first, GError **error);
/* y[0] = x[0] and y[i] = factor[i] y[i - 1] + x[i] along @axis; the first factors are not used. */
RensaVariable *rensa_recurrence (RensaVariable *x, RensaVariable *factor, int axis, GError **error);

G_END_DECLS
