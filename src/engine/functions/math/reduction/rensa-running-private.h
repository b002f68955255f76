/* rensa-running-private.h: running sums, products and recurrences along an axis.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"
#include "rensa-primitives.h"

G_BEGIN_DECLS

/* The attributes of cumsum and cumprod; the axis may be RENSA_INT_NONE. */
typedef struct
{
  gint64 axis;
} RensaRunning;

extern const RensaAttrSpec rensa_running_attrs[1];

gboolean rensa_running_infer (RensaInference *inference, GError **error);
gboolean rensa_running_forward (RensaCall *call, RensaScan scan, GError **error);

/* The axis that is gone along, and the shape in which @x then is: flat where the axis is None. */
int rensa_running_get_axis (const RensaRunning *self, const RensaShape *x, RensaShape *shape);

/* Each element in the place of the next along @axis, @first in that of the first; the last one is dropped. */
RensaVariable *rensa_push_along (RensaVariable *x, int axis, double first, GError **error);
/* y[0] = x[0] and y[i] = factor[i] y[i - 1] + x[i] along @axis; the first factors are not used. */
RensaVariable *rensa_recurrence (RensaVariable *x, RensaVariable *factor, int axis, GError **error);

G_END_DECLS
