/* rensa-npy.h: loads a single array from a NumPy file.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-array.h"

G_BEGIN_DECLS

/* Loads the array in the file @path, ".npy", to the host. RENSA_ERROR_IO if the file cannot be
 * read; RENSA_ERROR_FORMAT, naming it, for objects, structured dtypes, text and truncated data. */
RensaArray *rensa_npy_load (const char *path, GError **error);

G_END_DECLS
