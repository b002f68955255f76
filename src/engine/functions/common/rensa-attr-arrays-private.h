/* rensa-attr-arrays-private.h: attributes that hold arrays of numbers.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-array.h"

G_BEGIN_DECLS

/* Whether @array holds integers alone. */
gboolean rensa_attr_array_is_integer (RensaArray *array);

/* The elements of @array, broadcast to @shape, in C order; the caller frees them.  NULL without an error where it
 * does not broadcast so. */
gint64 *rensa_attr_array_get_integers (RensaArray *array, const RensaShape *shape);
double *rensa_attr_array_get_doubles (RensaArray *array, const RensaShape *shape);

G_END_DECLS
