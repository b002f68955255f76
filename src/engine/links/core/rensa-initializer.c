/* rensa-initializer.c: initial values of parameters.
 * SPDX-License-Identifier: MIT */

#include "rensa-initializer.h"

#include "rensa-fault.h"
#include "rensa-primitives.h"

gboolean
rensa_initializer_fill (RensaAttrs *initializer, RensaArray *array, GError **error)
{
  const RensaInitializerClass *class = (const RensaInitializerClass *) rensa_attrs_get_component (initializer);
  RensaRandom *generator = rensa_random_get_default ();
  RensaRandom random = *generator;

  if (!class->fill (rensa_attrs_get_values (initializer), array, &random, error))
    {
      rensa_error_prefix (error, class->name);
      return FALSE;
    }

  /* Inferring shapes must not change the random numbers drawn later. */
  if (!rensa_array_get_device (array)->klass->is_virtual)
    *generator = random;
  return TRUE;
}

gboolean
rensa_initializer_fill_part (RensaAttrs *initializer, const char *fallback, RensaArray *part, RensaRandom *random,
                             GError **error)
{
  g_auto (RensaDeviceScope) scope = rensa_device_enter (rensa_array_get_device (part));
  g_autoptr (RensaAttrs) attrs = initializer != NULL
                                     ? rensa_attrs_ref (initializer)
                                     : rensa_attrs_new_from_text (RENSA_COMPONENT_INITIALIZER, fallback, error);
  const RensaInitializerClass *class =
      attrs != NULL ? (const RensaInitializerClass *) rensa_attrs_get_component (attrs) : NULL;
  g_autoptr (RensaArray) values =
      class != NULL ? rensa_array_new (rensa_array_get_dtype (part), rensa_array_get_shape (part), error) : NULL;

  return values != NULL && class->fill (rensa_attrs_get_values (attrs), values, random, error)
         && rensa_array_assign (part, values, error);
}

gboolean
rensa_initializer_write (RensaArray *array, const double *values, GError **error)
{
  g_auto (RensaDeviceScope) scope = rensa_device_enter (rensa_array_get_device (array));
  g_autoptr (RensaArray) source =
      rensa_array_new_from_host (RENSA_FLOAT64, rensa_array_get_shape (array), values, error);

  return source != NULL && rensa_array_assign (array, source, error);
}

gboolean
rensa_get_fans (const RensaShape *shape, double *fan_in, double *fan_out, GError **error)
{
  double n = 1;

  if (shape->ndim < 2)
    {
      g_autofree char *given = rensa_shape_to_string (shape);

      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("expected a shape with at least two axes, but it is %s"), given);
      return FALSE;
    }

  for (int axis = 2; axis < shape->ndim; axis++)
    n *= (double) shape->dims[axis];
  *fan_in = (double) shape->dims[1] * n;
  *fan_out = (double) shape->dims[0] * n;
  return TRUE;
}
