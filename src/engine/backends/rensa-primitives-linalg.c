/* rensa-primitives-linalg.c: inverses, determinants and factors of square matrices.
 * SPDX-License-Identifier: MIT */

#include "rensa-primitives-private.h"

static gboolean
require_square (const char *place, RensaArray *a, GError **error)
{
  const int ndim = a->shape.ndim;
  const gint64 *dims = a->shape.dims;

  if (!rensa_require_floating (place, a, error))
    return FALSE;
  if (ndim >= 2 && dims[ndim - 2] == dims[ndim - 1] && dims[ndim - 1] <= G_MAXINT16)
    return TRUE;

  g_autofree char *found = rensa_shape_to_string (&a->shape);
  g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, "%s expects square matrices of at most %d rows: found shape %s",
               place, G_MAXINT16, found);
  return FALSE;
}

/* LAPACK works in place: the elements of @a in C order, in an array of their own. */
static RensaArray *
copy_as (RensaArray *a, RensaDtype dtype, GError **error)
{
  g_autoptr (RensaArray) copy = rensa_new_beside (a, dtype, &a->shape, error);

  return copy != NULL && rensa_array_assign (copy, a, error) ? g_steal_pointer (&copy) : NULL;
}

static gboolean
run (RensaLinalg what, RensaArray *a, RensaArray *y, GError **error)
{
  gint64 bad = -1;
  g_autofree char *which = NULL;

  if (a->count == 0)
    return y == NULL || rensa_array_fill (y, what == RENSA_LINALG_DETERMINANT, error);
  if (!RENSA_RUN (a, linalg, what, a, y, &bad, error))
    return FALSE;
  if (bad < 0)
    return TRUE;

  which = a->shape.ndim == 2 ? g_strdup ("the matrix") : g_strdup_printf ("matrix %" G_GINT64_FORMAT, bad);
  g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, "%s is %s", which,
               what == RENSA_LINALG_CHOLESKY ? "not positive definite" : "singular");
  return FALSE;
}

/* What becomes of @a in place, computed in @work. */
static RensaArray *
run_in_place (RensaLinalg what, const char *place, RensaArray *a, RensaDtype work, GError **error)
{
  if (!require_square (place, a, error))
    return NULL;

  g_autoptr (RensaArray) y = copy_as (a, work, error);
  if (y == NULL || !run (what, y, NULL, error) || !rensa_convert (&y, a->dtype, error))
    return NULL;

  return g_steal_pointer (&y);
}

RensaArray *
rensa_invert_matrices (RensaArray *a, GError **error)
{
  return a == NULL ? NULL : run_in_place (RENSA_LINALG_INVERSE, "An inverse", a, rensa_work_dtype (a->dtype), error);
}

RensaArray *
rensa_factor_cholesky (RensaArray *a, GError **error)
{
  return a == NULL ? NULL
                   : run_in_place (RENSA_LINALG_CHOLESKY, "A Cholesky factor", a, rensa_work_dtype (a->dtype), error);
}

RensaArray *
rensa_get_cofactors (RensaArray *a, GError **error)
{
  return a == NULL ? NULL : run_in_place (RENSA_LINALG_COFACTORS, "A matrix of cofactors", a, RENSA_FLOAT64, error);
}

RensaArray *
rensa_get_determinants (RensaArray *a, GError **error)
{
  if (a == NULL || !require_square ("A determinant", a, error))
    return NULL;

  const RensaDtype work = rensa_work_dtype (a->dtype);
  RensaShape shape = a->shape;
  shape.ndim -= 2;
  g_autoptr (RensaArray) copy = copy_as (a, work, error);
  g_autoptr (RensaArray) y = copy == NULL ? NULL : rensa_new_beside (a, work, &shape, error);

  if (y == NULL || !run (RENSA_LINALG_DETERMINANT, copy, y, error) || !rensa_convert (&y, a->dtype, error))
    return NULL;

  return g_steal_pointer (&y);
}

RensaArray *
rensa_get_cofactors_change (RensaArray *a, RensaArray *change, GError **error)
{
  static const char place[] = "The change of cofactors";

  if (a == NULL || change == NULL || !require_square (place, a, error)
      || !rensa_require_shape (place, "changes", &a->shape, &change->shape, error))
    return NULL;

  g_autoptr (RensaArray) copy = copy_as (a, RENSA_FLOAT64, error);
  g_autoptr (RensaArray) y = copy == NULL ? NULL : copy_as (change, RENSA_FLOAT64, error);
  if (y == NULL || !run (RENSA_LINALG_COFACTORS_CHANGE, copy, y, error) || !rensa_convert (&y, a->dtype, error))
    return NULL;

  return g_steal_pointer (&y);
}
