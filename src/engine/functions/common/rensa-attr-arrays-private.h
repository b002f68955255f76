/* rensa-attr-arrays-private.h: attributes that hold arrays of numbers.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-array.h"

G_BEGIN_DECLS

/* Whether @array holds integers alone. */
gboolean rensa_attr_array_is_integer (RensaArray *array);

/* Whether @array broadcasts to @shape. */
gboolean rensa_attr_array_fits (RensaArray *array, const RensaShape *shape);
/* The elements of @array, which fits, broadcast to @shape, in C order; the caller frees them. */
gint64 *rensa_attr_array_get_integers (RensaArray *array, const RensaShape *shape, GError **error);
double *rensa_attr_array_get_doubles (RensaArray *array, const RensaShape *shape, GError **error);

G_END_DECLS
