/* rensa-attr-arrays-private.h: attributes that are arrays of numbers.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-array.h"

G_BEGIN_DECLS

/* TRUE if @array contains only integers. */
gboolean rensa_attr_array_is_integer (RensaArray *array);

/* TRUE if @array broadcasts to @shape. */
gboolean rensa_attr_array_fits (RensaArray *array, const RensaShape *shape);
/* Returns the elements of @array, which fits, broadcast to @shape, in C order; the caller frees them. */
gint64 *rensa_attr_array_get_integers (RensaArray *array, const RensaShape *shape, GError **error);
double *rensa_attr_array_get_doubles (RensaArray *array, const RensaShape *shape, GError **error);

G_END_DECLS
