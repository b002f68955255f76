/* rensa-attr-arrays.c: attributes that hold arrays of numbers.
 * SPDX-License-Identifier: MIT */

#include "rensa-attr-arrays-private.h"

#include "rensa-primitives.h"

gboolean
rensa_attr_array_is_integer (RensaArray *array)
{
  return rensa_dtype_is_integer (rensa_array_get_dtype (array));
}

static gpointer
get_elements (RensaArray *array, RensaDtype dtype, const RensaShape *shape)
{
  g_autoptr (RensaArray) numbers = rensa_array_cast (array, dtype, NULL);
  g_autoptr (RensaArray) repeated = NULL;
  g_autofree gpointer elements = NULL;

  if (numbers == NULL || !rensa_shape_broadcasts_to (rensa_array_get_shape (numbers), shape))
    return NULL;

  repeated = rensa_array_view_broadcast (numbers, shape);
  elements = g_try_malloc (MAX (rensa_array_get_n_bytes (repeated), 1));
  return elements != NULL && rensa_array_to_host (repeated, elements, NULL) ? g_steal_pointer (&elements) : NULL;
}

gint64 *
rensa_attr_array_get_integers (RensaArray *array, const RensaShape *shape)
{
  return get_elements (array, RENSA_INT64, shape);
}

double *
rensa_attr_array_get_doubles (RensaArray *array, const RensaShape *shape)
{
  return get_elements (array, RENSA_FLOAT64, shape);
}
