/* rensa-initializer.h: first values of parameters.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-attrs.h"
#include "rensa-random.h"

G_BEGIN_DECLS

/**
 * RensaInitializerClass:
 * @fill: writes the first values; random ones come from @random
 */
typedef struct
{
  RENSA_COMPONENT_FIELDS
  gboolean (*fill) (gconstpointer attrs, RensaArray *array, RensaRandom *random, GError **error);
} RensaInitializerClass;

/* Fills @array as @initializer says, from this thread's generator. On the meta device the shape is checked, nothing
 * is drawn. */
gboolean rensa_initializer_fill (RensaAttrs *initializer, RensaArray *array, GError **error);

/* For fill (): a part of what it fills, a view, as @initializer says, or what @fallback names where that is NULL. */
gboolean rensa_initializer_fill_part (RensaAttrs *initializer, const char *fallback, RensaArray *part,
                                      RensaRandom *random, GError **error);

/* For fill (): writes @values, in C order, over all elements of @array. */
gboolean rensa_initializer_write (RensaArray *array, const double *values, GError **error);

/* With n the product of the extents from the third axis on: fan_in = shape[1] n, fan_out = shape[0] n.
 * RENSA_ERROR_INVALID for fewer than two axes. */
gboolean rensa_get_fans (const RensaShape *shape, double *fan_in, double *fan_out, GError **error);

G_END_DECLS
