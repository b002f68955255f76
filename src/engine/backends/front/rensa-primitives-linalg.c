/* rensa-primitives-linalg.c: inverses, determinants, factors and eigenvalues of square matrices; Fourier transforms.
 * SPDX-License-Identifier: MIT */

#include "rensa-primitives-private.h"

/* LAPACK uses int for the size of its workspace. */
#define MAX_EIGEN_ROWS 16384

static gboolean
require_square (const char *place, RensaArray *a, GError **error)
{
  return rensa_require_floating (place, a, error) && rensa_require_square (place, a, G_MAXINT16, error);
}

/* LAPACK works in place: copies the elements of @a in C order to a new array. */
static RensaArray *
copy_as (RensaArray *a, RensaDtype dtype, GError **error)
{
  g_autoptr (RensaArray) copy = rensa_new_beside (a, dtype, &a->shape, error);

  return copy != NULL && rensa_array_assign (copy, a, error) ? g_steal_pointer (&copy) : NULL;
}

static void
refuse_matrix (RensaLinalg what, gboolean is_one_of_many, gint64 number, GError **error)
{
  if (what == RENSA_LINALG_CHOLESKY && is_one_of_many)
    rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("matrix %lld is not positive definite"), (long long) number);
  else if (what == RENSA_LINALG_CHOLESKY)
    rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("the matrix is not positive definite"));
  else if (is_one_of_many)
    rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("matrix %lld is singular"), (long long) number);
  else
    rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("the matrix is singular"));
}

static gboolean
run (RensaLinalg what, RensaArray *a, RensaArray *y, GError **error)
{
  gint64 bad = -1;

  if (a->count == 0)
    return y == NULL || rensa_array_fill (y, what == RENSA_LINALG_DETERMINANT, error);
  if (!RENSA_RUN (a, linalg, what, a, y, &bad, error))
    return FALSE;
  if (bad < 0)
    return TRUE;

  refuse_matrix (what, a->shape.ndim > 2, bad, error);
  return FALSE;
}

/* Returns the in-place result for @a, computed in @work. */
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
  return a == NULL ? NULL
                   : run_in_place (RENSA_LINALG_INVERSE, "invert_matrices", a, rensa_dtype_widen (a->dtype), error);
}

RensaArray *
rensa_factor_cholesky (RensaArray *a, GError **error)
{
  return a == NULL ? NULL
                   : run_in_place (RENSA_LINALG_CHOLESKY, "factor_cholesky", a, rensa_dtype_widen (a->dtype), error);
}

RensaArray *
rensa_get_cofactors (RensaArray *a, GError **error)
{
  return a == NULL ? NULL : run_in_place (RENSA_LINALG_COFACTORS, "get_cofactors", a, RENSA_FLOAT64, error);
}

RensaArray *
rensa_get_determinants (RensaArray *a, GError **error)
{
  if (a == NULL || !require_square ("get_determinants", a, error))
    return NULL;

  const RensaDtype work = rensa_dtype_widen (a->dtype);
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
  static const char place[] = "get_cofactors_change";

  if (a == NULL || change == NULL || !require_square (place, a, error)
      || !rensa_require_shape (place, "change", &a->shape, &change->shape, error))
    return NULL;

  g_autoptr (RensaArray) copy = copy_as (a, RENSA_FLOAT64, error);
  g_autoptr (RensaArray) y = copy == NULL ? NULL : copy_as (change, RENSA_FLOAT64, error);
  if (y == NULL || !run (RENSA_LINALG_COFACTORS_CHANGE, copy, y, error) || !rensa_convert (&y, a->dtype, error))
    return NULL;

  return g_steal_pointer (&y);
}

gboolean
rensa_decompose_symmetric (RensaArray *a, RensaArray **values, RensaArray **vectors, GError **error)
{
  static const char place[] = "decompose_symmetric";

  if (a == NULL || !rensa_require_floating (place, a, error) || !rensa_require_square (place, a, MAX_EIGEN_ROWS, error))
    return FALSE;

  RensaShape shape = a->shape;
  shape.ndim--;
  g_autoptr (RensaArray) made_values = rensa_new_beside (a, RENSA_FLOAT64, &shape, error);
  g_autoptr (RensaArray) made_vectors = rensa_new_beside (a, RENSA_FLOAT64, &a->shape, error);

  if (made_values == NULL || made_vectors == NULL || !rensa_array_assign (made_vectors, a, error)
      || (a->count > 0 && !RENSA_RUN (a, decompose_symmetric, made_vectors, made_values, error)))
    return FALSE;

  *values = g_steal_pointer (&made_values);
  *vectors = g_steal_pointer (&made_vectors);
  return TRUE;
}

gboolean
rensa_transform_fourier (RensaArray *real, RensaArray *imag, gboolean inverse, RensaArray **y_real, RensaArray **y_imag,
                         GError **error)
{
  static const char place[] = "transform_fourier";

  if (real == NULL || imag == NULL || !rensa_require_floating (place, real, error)
      || !rensa_require_same_dtype (place, real, imag, error)
      || !rensa_require_shape (place, "imag", &real->shape, &imag->shape, error)
      || rensa_axis_normalize (-1, real->shape.ndim, error) < 0)
    return FALSE;

  g_autoptr (RensaArray) work_real = rensa_to_work (real, error);
  g_autoptr (RensaArray) work_imag = work_real == NULL ? NULL : rensa_to_work (imag, error);
  if (work_imag == NULL)
    return FALSE;

  g_autoptr (RensaArray) re = rensa_new_beside (real, work_real->dtype, &real->shape, error);
  g_autoptr (RensaArray) im = re == NULL ? NULL : rensa_new_beside (real, work_real->dtype, &real->shape, error);
  if (im == NULL || (re->count > 0 && !RENSA_RUN (work_real, fft, work_real, work_imag, inverse, re, im, error))
      || !rensa_convert (&re, real->dtype, error) || !rensa_convert (&im, real->dtype, error))
    return FALSE;

  *y_real = g_steal_pointer (&re);
  *y_imag = g_steal_pointer (&im);
  return TRUE;
}
