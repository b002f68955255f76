/* rensa-collectives.h: collective operations on arrays of several devices.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-array.h"

G_BEGIN_DECLS

/* Arrays of @n_devices devices, in rows of corresponding arrays: that of device k in row i is
 * @arrays[i * n_devices + k]. The first device is the source or destination. */

/* TRUE if the devices, which must be different ones of the same class, support collectives, and the
 * arrays are suitable: one shape and dtype in each row, one device in each column, all
 * C-contiguous. */
gboolean rensa_collectives_fit (RensaArray *const *arrays, guint n_rows, guint n_devices);
/* Adds the other arrays of each row, which are floating-point, to the first one, in the order of
 * the devices or, with three or more devices, in an order chosen by their library, which is
 * deterministic. The other arrays are unchanged. Requires rensa_collectives_fit (). */
gboolean rensa_collectives_reduce (RensaArray *const *arrays, guint n_rows, guint n_devices, GError **error);
/* Copies the first array of each row to the others. Requires rensa_collectives_fit (). */
gboolean rensa_collectives_broadcast (RensaArray *const *arrays, guint n_rows, guint n_devices, GError **error);

G_END_DECLS
