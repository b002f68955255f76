/* rensa-attr-arrays.c: attributes that are arrays of numbers.
 * SPDX-License-Identifier: MIT */

#include "rensa-attr-arrays-private.h"

#include "rensa-language.h"
#include "rensa-memory.h"
#include "rensa-primitives.h"

gboolean
rensa_attr_array_is_integer (RensaArray *array)
{
  return rensa_dtype_is_integer (rensa_array_get_dtype (array));
}

gboolean
rensa_attr_array_fits (RensaArray *array, const RensaShape *shape)
{
  return rensa_shape_broadcasts_to (rensa_array_get_shape (array), shape);
}

static gpointer
get_elements (RensaArray *array, RensaDtype dtype, const RensaShape *shape, GError **error)
{
  g_autoptr (RensaArray) numbers = rensa_array_cast (array, dtype, error);
  g_autoptr (RensaArray) repeated = NULL;
  g_autofree gpointer elements = NULL;

  if (numbers == NULL)
    return NULL;

  repeated = rensa_array_view_broadcast (numbers, shape);
  elements = rensa_memory_try_alloc (rensa_array_get_n_bytes (repeated), 1, _ ("the array"), error);
  return elements != NULL && rensa_array_to_host (repeated, elements, error) ? g_steal_pointer (&elements) : NULL;
}

gint64 *
rensa_attr_array_get_integers (RensaArray *array, const RensaShape *shape, GError **error)
{
  return get_elements (array, RENSA_INT64, shape, error);
}

double *
rensa_attr_array_get_doubles (RensaArray *array, const RensaShape *shape, GError **error)
{
  return get_elements (array, RENSA_FLOAT64, shape, error);
}
