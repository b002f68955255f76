/* rensa-initializer.h: initial values of parameters.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-attrs.h"
#include "rensa-random.h"

G_BEGIN_DECLS

/**
 * RensaInitializerClass:
 * @fill: writes the initial values; random ones are drawn from @random
 */
typedef struct
{
  RENSA_COMPONENT_FIELDS
  gboolean (*fill) (gconstpointer attrs, RensaArray *array, RensaRandom *random, GError **error);
} RensaInitializerClass;

/* Fills @array by @initializer, with this thread's generator. On the meta device, only the shape is
 * checked and nothing is drawn. */
gboolean rensa_initializer_fill (RensaAttrs *initializer, RensaArray *array, GError **error);

/* For fill (): fills a view of the array by @initializer, or by the initializer named @fallback if
 * it is NULL. */
gboolean rensa_initializer_fill_part (RensaAttrs *initializer, const char *fallback, RensaArray *part,
                                      RensaRandom *random, GError **error);

/* For fill (): writes @values, in C order, to all elements of @array. */
gboolean rensa_initializer_write (RensaArray *array, const double *values, GError **error);

/* fan_in = shape[1] n, fan_out = shape[0] n, where n is the product of the extents from the third
 * axis on. Fails with RENSA_ERROR_INVALID for fewer than two axes. */
gboolean rensa_get_fans (const RensaShape *shape, double *fan_in, double *fan_out, GError **error);

G_END_DECLS
