/* rensa-initializer.c: first values of parameters.
 * SPDX-License-Identifier: MIT */

#include "rensa-initializer.h"

#include "rensa-error.h"

gboolean
rensa_initializer_fill (RensaAttrs *initializer, RensaArray *array, GError **error)
{
  const RensaInitializerClass *class = (const RensaInitializerClass *) rensa_attrs_get_component (initializer);
  RensaRandom *generator = rensa_random_get_default ();
  RensaRandom random = *generator;

  if (!class->fill (rensa_attrs_get_values (initializer), array, &random, error))
    {
      g_prefix_error (error, "%s: ", class->name);
      return FALSE;
    }

  /* Asking for shapes must not change what is drawn later. */
  if (!rensa_array_get_device (array)->is_virtual)
    *generator = random;
  return TRUE;
}

RensaAttrs *
rensa_initializer_or (RensaAttrs *initializer, const char *text, GError **error)
{
  if (initializer != NULL)
    return rensa_attrs_ref (initializer);
  return rensa_attrs_new_from_text (RENSA_COMPONENT_INITIALIZER, text, error);
}

gboolean
rensa_get_fans (const RensaShape *shape, double *fan_in, double *fan_out, GError **error)
{
  double n = 1;

  if (shape->ndim < 2)
    {
      g_autofree char *given = rensa_shape_to_string (shape);

      g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, "a shape of at least two axes is needed, but it is %s",
                   given);
      return FALSE;
    }

  for (int axis = 2; axis < shape->ndim; axis++)
    n *= (double) shape->dims[axis];
  *fan_in = (double) shape->dims[1] * n;
  *fan_out = (double) shape->dims[0] * n;
  return TRUE;
}
