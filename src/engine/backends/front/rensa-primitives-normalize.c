/* rensa-primitives-normalize.c: normalization by the input's own statistics.
 * SPDX-License-Identifier: MIT */

#include "rensa-primitives-private.h"

static const char place[] = "normalize";

static gboolean
check_input (RensaArray *x, guint mask, RensaShape *rest, GError **error)
{
  if (!rensa_require_floating (place, x, error))
    return FALSE;
  if (mask == 0 || mask >> x->shape.ndim != 0)
    return rensa_refuse_axes (place, &x->shape, mask, error);
  if (!rensa_require_elements (place, x, error))
    return FALSE;

  *rest = rensa_shape_reduce (&x->shape, mask, FALSE);
  return TRUE;
}

static gboolean
check_statistic (const char *what, RensaArray *array, const RensaShape *rest, GError **error)
{
  return rensa_require_floating (place, array, error) && rensa_require_shape (place, what, rest, &array->shape, error);
}

static gboolean
check_forward (RensaArray *x, RensaArray *gamma, RensaArray *beta, guint mask, GError **error)
{
  RensaShape rest;

  return check_input (x, mask, &rest, error) && check_statistic ("gamma", gamma, &rest, error)
         && check_statistic ("beta", beta, &rest, error);
}

/* The statistics have the dtype of gamma, which may be wider than that of x. */
RensaArray *
rensa_normalize_forward (RensaArray *x, RensaArray *gamma, RensaArray *beta, guint mask, double eps, RensaArray **mean,
                         RensaArray **var, RensaArray **inv_std, GError **error)
{
  if (x == NULL || gamma == NULL || beta == NULL || !check_forward (x, gamma, beta, mask, error))
    return NULL;

  const RensaDtype dtype = rensa_dtype_widen (x->dtype);
  const RensaDtype own_dtype = rensa_entry_dtype (x, x->dtype);
  g_autoptr (RensaArray) work_x = rensa_array_cast (x, own_dtype, error);
  g_autoptr (RensaArray) work_gamma = work_x == NULL ? NULL : rensa_array_cast (gamma, dtype, error);
  g_autoptr (RensaArray) work_beta = work_gamma == NULL ? NULL : rensa_array_cast (beta, dtype, error);
  if (work_beta == NULL)
    return NULL;

  const RensaShape rest = rensa_shape_reduce (&x->shape, mask, FALSE);
  g_autoptr (RensaArray) y = rensa_array_new_ordered (own_dtype, &x->shape, work_x, error);
  g_autoptr (RensaArray) made_mean = y == NULL ? NULL : rensa_new_beside (x, dtype, &rest, error);
  g_autoptr (RensaArray) made_var = made_mean == NULL ? NULL : rensa_new_beside (x, dtype, &rest, error);
  g_autoptr (RensaArray) made_inv_std = made_var == NULL ? NULL : rensa_new_beside (x, dtype, &rest, error);
  if (made_inv_std == NULL
      || !RENSA_RUN (x, normalize_forward, work_x, work_gamma, work_beta, mask, eps, y, made_mean, made_var,
                     made_inv_std, error)
      || !rensa_convert (&y, x->dtype, error) || !rensa_convert (&made_mean, gamma->dtype, error)
      || !rensa_convert (&made_var, gamma->dtype, error) || !rensa_convert (&made_inv_std, gamma->dtype, error))
    return NULL;

  *mean = g_steal_pointer (&made_mean);
  *var = g_steal_pointer (&made_var);
  *inv_std = g_steal_pointer (&made_inv_std);
  return g_steal_pointer (&y);
}

static gboolean
check_backward (RensaArray *x, RensaArray *gamma, RensaArray *gy, RensaArray *mean, RensaArray *inv_std, guint mask,
                GError **error)
{
  RensaShape rest;

  return check_input (x, mask, &rest, error) && check_statistic ("gamma", gamma, &rest, error)
         && check_statistic ("mean", mean, &rest, error) && check_statistic ("inv_std", inv_std, &rest, error)
         && rensa_require_floating (place, gy, error)
         && rensa_require_shape (place, "gy", &x->shape, &gy->shape, error);
}

gboolean
rensa_normalize_backward (RensaArray *x, RensaArray *gamma, RensaArray *gy, RensaArray *mean, RensaArray *inv_std,
                          guint mask, RensaArray **gx, RensaArray **ggamma, RensaArray **gbeta, GError **error)
{
  if (x == NULL || gamma == NULL || gy == NULL || mean == NULL || inv_std == NULL
      || !check_backward (x, gamma, gy, mean, inv_std, mask, error))
    return FALSE;

  const RensaDtype dtype = rensa_dtype_widen (x->dtype);
  const RensaDtype own_dtype = rensa_entry_dtype (x, x->dtype);
  g_autoptr (RensaArray) work_x = rensa_array_cast (x, own_dtype, error);
  g_autoptr (RensaArray) work_gamma = work_x == NULL ? NULL : rensa_array_cast (gamma, dtype, error);
  g_autoptr (RensaArray) work_gy = work_gamma == NULL ? NULL : rensa_array_cast (gy, own_dtype, error);
  g_autoptr (RensaArray) work_mean = work_gy == NULL ? NULL : rensa_array_cast (mean, dtype, error);
  g_autoptr (RensaArray) work_inv_std = work_mean == NULL ? NULL : rensa_array_cast (inv_std, dtype, error);
  if (work_inv_std == NULL)
    return FALSE;

  const RensaShape rest = rensa_shape_reduce (&x->shape, mask, FALSE);
  g_autoptr (RensaArray) made_gx = rensa_array_new_ordered (own_dtype, &x->shape, work_x, error);
  g_autoptr (RensaArray) made_ggamma = made_gx == NULL ? NULL : rensa_new_beside (x, dtype, &rest, error);
  g_autoptr (RensaArray) made_gbeta = made_ggamma == NULL ? NULL : rensa_new_beside (x, dtype, &rest, error);
  if (made_gbeta == NULL
      || !RENSA_RUN (x, normalize_backward, work_x, work_gamma, work_gy, work_mean, work_inv_std, mask, made_gx,
                     made_ggamma, made_gbeta, error)
      || !rensa_convert (&made_gx, x->dtype, error) || !rensa_convert (&made_ggamma, gamma->dtype, error)
      || !rensa_convert (&made_gbeta, gamma->dtype, error))
    return FALSE;

  *gx = g_steal_pointer (&made_gx);
  *ggamma = g_steal_pointer (&made_ggamma);
  *gbeta = g_steal_pointer (&made_gbeta);
  return TRUE;
}
