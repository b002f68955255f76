/* rensa-collectives.h: arrays that several devices exchange by one call.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-array.h"

G_BEGIN_DECLS

/* Arrays of @n_devices devices that belong together, row by row: that of device k in row i is @arrays[i * n_devices + k].  The first device
 * is the one that has or gets the result. */

/* Whether the devices can do it, which must all be different ones of a class, and the arrays are of a kind for it: in each row of one shape
 * and dtype, in each column on one device, all of them C-contiguous. */
gboolean rensa_collectives_fit (RensaArray *const *arrays, guint n_rows, guint n_devices);
/* Adds to the first array of each row those of the others, which are floating, in the order of the devices or, with three or more of them,
 * in one that their library chooses, which is the same each time.  What the others hold stays.  Only where they fit. */
gboolean rensa_collectives_reduce (RensaArray *const *arrays, guint n_rows, guint n_devices, GError **error);
/* Writes the first array of each row over the others.  Only where they fit. */
gboolean rensa_collectives_broadcast (RensaArray *const *arrays, guint n_rows, guint n_devices, GError **error);

G_END_DECLS
