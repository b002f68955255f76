/* rensa-primitives-eigen.c: eigenvalues and eigenvectors of symmetric matrices.
 * SPDX-License-Identifier: MIT */

#include "rensa-primitives-private.h"

/* LAPACK counts the numbers that it works with in int. */
#define MAX_ROWS 16384

static gboolean
require_square (RensaArray *a, GError **error)
{
  const int ndim = a->shape.ndim;
  const gint64 *dims = a->shape.dims;

  if (!rensa_require_floating ("Eigenvalues", a, error))
    return FALSE;
  if (ndim >= 2 && dims[ndim - 2] == dims[ndim - 1] && dims[ndim - 1] <= MAX_ROWS)
    return TRUE;

  g_autofree char *found = rensa_shape_to_string (&a->shape);
  g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID,
               "Eigenvalues expect square matrices of at most %d rows: found "
               "shape %s",
               MAX_ROWS, found);
  return FALSE;
}

gboolean
rensa_decompose_symmetric (RensaArray *a, RensaArray **values, RensaArray **vectors, GError **error)
{
  if (a == NULL || !require_square (a, error))
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
