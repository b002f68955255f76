/* rensa-primitives-reduce.c: reductions, scans and softmax.
 * SPDX-License-Identifier: MIT */

#include "rensa-primitives-private.h"

static gboolean
is_arg (RensaReduction reduction)
{
  return reduction == RENSA_REDUCE_ARGMAX || reduction == RENSA_REDUCE_ARGMIN;
}

static RensaDtype
get_result_dtype (RensaReduction reduction, RensaDtype dtype)
{
  switch (reduction)
    {
    case RENSA_REDUCE_ARGMAX:
    case RENSA_REDUCE_ARGMIN:
    case RENSA_REDUCE_N_NOT_FINITE:
      return RENSA_INT64;
    case RENSA_REDUCE_MAX:
    case RENSA_REDUCE_MIN:
      return dtype;
    case RENSA_REDUCE_SUM:
    case RENSA_REDUCE_SUM_SQUARE:
    case RENSA_REDUCE_PROD:
      break;
    }

  return rensa_dtype_is_floating (dtype) ? dtype : RENSA_INT64;
}

static gboolean
check_mask (RensaReduction reduction, RensaArray *x, guint mask, GError **error)
{
  const guint all = (1u << x->shape.ndim) - 1;

  if ((mask & ~all) != 0)
    return rensa_refuse_axes ("reduce", &x->shape, mask, error);
  if (is_arg (reduction) && mask != all && __builtin_popcount (mask) != 1)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s expects one axis or all of them: found %d out of %d"),
                       reduction == RENSA_REDUCE_ARGMAX ? "argmax" : "argmin", __builtin_popcount (mask),
                       x->shape.ndim);
      return FALSE;
    }

  return TRUE;
}

/* Fills @y with the result of a reduction over zero elements. */
static gboolean
fill_empty (RensaReduction reduction, RensaArray *x, RensaArray *y, GError **error)
{
  const gboolean has_identity = reduction != RENSA_REDUCE_MAX && reduction != RENSA_REDUCE_MIN && !is_arg (reduction);

  if (has_identity || y->count == 0)
    return rensa_array_fill (y, reduction == RENSA_REDUCE_PROD, error);
  return rensa_require_elements (reduction == RENSA_REDUCE_MAX || reduction == RENSA_REDUCE_ARGMAX ? "max" : "min", x,
                                 error);
}

RensaArray *
rensa_reduce (RensaReduction reduction, RensaArray *x, guint mask, gboolean keepdims, GError **error)
{
  if (x == NULL || !check_mask (reduction, x, mask, error))
    return NULL;

  const RensaDtype dtype = get_result_dtype (reduction, x->dtype);
  const RensaShape shape = rensa_shape_reduce (&x->shape, mask, keepdims);
  g_autoptr (RensaArray) work = rensa_to_entry (x, error);
  g_autoptr (RensaArray) y = work == NULL ? NULL : rensa_new_beside (x, rensa_entry_dtype (x, dtype), &shape, error);

  if (y == NULL)
    return NULL;
  if (!(x->count == 0 ? fill_empty (reduction, x, y, error)
                      : RENSA_RUN (work, reduce, reduction, work, mask, y, error)))
    return NULL;
  if (!rensa_convert (&y, dtype, error))
    return NULL;

  return g_steal_pointer (&y);
}

RensaArray *
rensa_reduce_to (RensaArray *x, const RensaShape *shape, GError **error)
{
  if (x == NULL)
    return NULL;
  if (rensa_shape_equal (&x->shape, shape))
    return rensa_array_ref (x);
  if (!rensa_shape_broadcasts_to (shape, &x->shape))
    {
      rensa_refuse_broadcast ("reduce_to", shape, &x->shape, error);
      return NULL;
    }

  const int n_new = x->shape.ndim - shape->ndim;
  guint mask = (1u << n_new) - 1;
  for (int axis = n_new; axis < x->shape.ndim; axis++)
    if (shape->dims[axis - n_new] == 1 && x->shape.dims[axis] != 1)
      mask |= 1u << axis;

  g_autoptr (RensaArray) sum = rensa_reduce (RENSA_REDUCE_SUM, x, mask, TRUE, error);
  return rensa_array_reshape (sum, shape, error);
}

RensaArray *
rensa_softmax_rows (RensaArray *x, int axis, gboolean log, GError **error)
{
  if (x == NULL || !rensa_require_floating ("softmax", x, error))
    return NULL;

  axis = rensa_axis_normalize (axis, x->shape.ndim, error);
  g_autoptr (RensaArray) work = axis < 0 ? NULL : rensa_to_entry (x, error);
  g_autoptr (RensaArray) y = work == NULL ? NULL : rensa_array_new_ordered (work->dtype, &x->shape, x, error);

  if (y == NULL || (y->count > 0 && !RENSA_RUN (work, softmax, work, axis, log, y, error))
      || !rensa_convert (&y, x->dtype, error))
    return NULL;

  return g_steal_pointer (&y);
}

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
