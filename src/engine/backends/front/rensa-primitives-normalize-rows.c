/* rensa-primitives-normalize-rows.c: normalization of rows by their own statistics.
 * SPDX-License-Identifier: MIT */

#include "rensa-primitives-private.h"

static const char place[] = "normalize_rows";

static gboolean
check_rows (RensaArray *x, GError **error)
{
  return rensa_require_floating (place, x, error) && rensa_require_ndim (place, "rows", &x->shape, 4, error)
         && rensa_require_elements (place, x, error);
}

static RensaShape
get_factors_shape (RensaArray *x)
{
  return RENSA_SHAPE (x->shape.dims[1], x->shape.dims[2]);
}

static RensaShape
get_statistics_shape (RensaArray *x)
{
  return RENSA_SHAPE (x->shape.dims[0], x->shape.dims[1]);
}

/* Converts to C order and @dtype. */
static RensaArray *
take (RensaArray *array, RensaDtype dtype, GError **error)
{
  g_autoptr (RensaArray) cast = array != NULL ? rensa_array_cast (array, dtype, error) : NULL;

  return cast != NULL ? rensa_array_contiguous (cast, error) : NULL;
}

/* The same for gamma or beta, in the working dtype; @value replaces NULL. */
static RensaArray *
take_factors (RensaArray *array, RensaArray *x, const char *what, double value, GError **error)
{
  const RensaShape shape = get_factors_shape (x);
  const RensaDtype dtype = rensa_dtype_widen (x->dtype);

  if (array == NULL)
    return rensa_full_beside (x, dtype, &shape, value, error);
  if (!rensa_require_floating (place, array, error) || !rensa_require_shape (place, what, &shape, &array->shape, error))
    return NULL;

  return take (array, dtype, error);
}

RensaArray *
rensa_normalize_rows (RensaArray *x, RensaArray *gamma, RensaArray *beta, double eps, gboolean centred,
                      RensaArray **mean, RensaArray **inv_std, GError **error)
{
  if (x == NULL || !check_rows (x, error))
    return NULL;

  const RensaDtype dtype = rensa_entry_dtype (x, x->dtype);
  const RensaShape statistics = get_statistics_shape (x);
  g_autoptr (RensaArray) work_x = take (x, dtype, error);
  g_autoptr (RensaArray) work_gamma = work_x != NULL ? take_factors (gamma, x, "gamma", 1, error) : NULL;
  g_autoptr (RensaArray) work_beta = work_gamma != NULL ? take_factors (beta, x, "beta", 0, error) : NULL;
  g_autoptr (RensaArray) y = work_beta != NULL ? rensa_new_beside (x, dtype, &x->shape, error) : NULL;
  g_autoptr (RensaArray) made_mean = y != NULL ? rensa_new_beside (x, RENSA_FLOAT64, &statistics, error) : NULL;
  g_autoptr (RensaArray) made_inv_std =
      made_mean != NULL ? rensa_new_beside (x, RENSA_FLOAT64, &statistics, error) : NULL;

  if (made_inv_std == NULL
      || !RENSA_RUN (x, normalize_rows, work_x, work_gamma, work_beta, eps, centred, y, made_mean, made_inv_std, error)
      || !rensa_convert (&y, x->dtype, error))
    return NULL;

  *mean = g_steal_pointer (&made_mean);
  *inv_std = g_steal_pointer (&made_inv_std);
  return g_steal_pointer (&y);
}

static gboolean
check_backward (RensaArray *x, RensaArray *gy, RensaArray *mean, RensaArray *inv_std, GError **error)
{
  const RensaShape statistics = get_statistics_shape (x);

  return rensa_require_floating (place, gy, error) && rensa_require_shape (place, "gy", &x->shape, &gy->shape, error)
         && rensa_require_shape (place, "mean", &statistics, &mean->shape, error)
         && rensa_require_shape (place, "inv_std", &statistics, &inv_std->shape, error);
}

gboolean
rensa_normalize_rows_backward (RensaArray *x, RensaArray *gamma, RensaArray *gy, RensaArray *mean, RensaArray *inv_std,
                               gboolean centred, RensaArray **gx, RensaArray **ggamma, RensaArray **gbeta,
                               GError **error)
{
  if (x == NULL || gy == NULL || mean == NULL || inv_std == NULL || !check_rows (x, error)
      || !check_backward (x, gy, mean, inv_std, error))
    return FALSE;

  const RensaDtype dtype = rensa_entry_dtype (x, x->dtype);
  const RensaDtype factors_dtype = gamma != NULL ? gamma->dtype : x->dtype;
  const RensaShape factors = get_factors_shape (x);
  g_autoptr (RensaArray) work_x = take (x, dtype, error);
  g_autoptr (RensaArray) work_gy = work_x != NULL ? take (gy, dtype, error) : NULL;
  g_autoptr (RensaArray) work_gamma = work_gy != NULL ? take_factors (gamma, x, "gamma", 1, error) : NULL;
  g_autoptr (RensaArray) means = work_gamma != NULL ? take (mean, RENSA_FLOAT64, error) : NULL;
  g_autoptr (RensaArray) inv_stds = means != NULL ? take (inv_std, RENSA_FLOAT64, error) : NULL;
  g_autoptr (RensaArray) made_gx = inv_stds != NULL ? rensa_new_beside (x, dtype, &x->shape, error) : NULL;
  g_autoptr (RensaArray) made_ggamma = made_gx != NULL ? rensa_new_beside (x, RENSA_FLOAT64, &factors, error) : NULL;
  g_autoptr (RensaArray) made_gbeta = made_ggamma != NULL ? rensa_new_beside (x, RENSA_FLOAT64, &factors, error) : NULL;

  if (made_gbeta == NULL
      || !RENSA_RUN (x, normalize_rows_backward, work_x, work_gamma, work_gy, means, inv_stds, centred, made_gx,
                     made_ggamma, made_gbeta, error)
      || !rensa_convert (&made_gx, x->dtype, error) || !rensa_convert (&made_ggamma, factors_dtype, error)
      || !rensa_convert (&made_gbeta, factors_dtype, error))
    return FALSE;

  *gx = g_steal_pointer (&made_gx);
  *ggamma = g_steal_pointer (&made_ggamma);
  *gbeta = g_steal_pointer (&made_gbeta);
  return TRUE;
}
