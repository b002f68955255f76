/* rensa-primitives-scan.c: cumulative sums, products and recurrences.
 * SPDX-License-Identifier: MIT */

#include "rensa-primitives-private.h"

static RensaArray *
scan_as (RensaScan scan, RensaArray *x, RensaArray *factor, int axis, GError **error)
{
  g_autoptr (RensaArray) work = rensa_to_work (x, error);
  g_autoptr (RensaArray) work_factor = work == NULL ? NULL : rensa_array_cast (factor, work->dtype, error);

  if (work == NULL || (factor != NULL && work_factor == NULL))
    return NULL;

  g_autoptr (RensaArray) y = rensa_array_new_ordered (work->dtype, &x->shape, x, error);
  if (y == NULL || (y->count > 0 && !RENSA_RUN (work, scan, scan, work, work_factor, axis, y, error))
      || !rensa_convert (&y, x->dtype, error))
    return NULL;

  return g_steal_pointer (&y);
}

RensaArray *
rensa_scan (RensaScan scan, RensaArray *x, int axis, GError **error)
{
  if (x == NULL || !rensa_require_floating ("scan", x, error))
    return NULL;

  axis = rensa_axis_normalize (axis, x->shape.ndim, error);
  return axis < 0 ? NULL : scan_as (scan, x, NULL, axis, error);
}

RensaArray *
rensa_scan_linear (RensaArray *x, RensaArray *factor, int axis, GError **error)
{
  static const char place[] = "scan_linear";

  if (x == NULL || factor == NULL || !rensa_require_floating (place, x, error)
      || !rensa_require_same_dtype (place, x, factor, error)
      || !rensa_require_shape (place, "factor", &x->shape, &factor->shape, error))
    return NULL;

  axis = rensa_axis_normalize (axis, x->shape.ndim, error);
  return axis < 0 ? NULL : scan_as (RENSA_SCAN_LINEAR, x, factor, axis, error);
}
