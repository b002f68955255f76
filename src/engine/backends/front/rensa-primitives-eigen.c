/* rensa-primitives-eigen.c: eigenvalues and eigenvectors of symmetric matrices.
 * SPDX-License-Identifier: MIT */

#include "rensa-primitives-private.h"

/* LAPACK uses int for the size of its workspace. */
#define MAX_ROWS 16384

static gboolean
require_square (RensaArray *a, GError **error)
{
  static const char place[] = "decompose_symmetric";

  return rensa_require_floating (place, a, error) && rensa_require_square (place, a, MAX_ROWS, error);
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
