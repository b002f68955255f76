/* rensa-npy.h: one array in a file of NumPy's.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-array.h"

G_BEGIN_DECLS

/* The array in the file @path, ".npy", on the host. RENSA_ERROR_IO where it cannot be read; RENSA_ERROR_FORMAT, naming it, for
 * objects, structured dtypes, text and truncated data. */
RensaArray *rensa_npy_load (const char *path, GError **error);

G_END_DECLS
