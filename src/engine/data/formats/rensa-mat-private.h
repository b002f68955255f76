/* rensa-mat-private.h: arrays in MATLAB files.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-array.h"

G_BEGIN_DECLS

/* An array of such a file in host memory, with the first index the fastest, as in the file. */
typedef struct
{
  RensaType type;
  guint8 *bytes;
} RensaMat;

/* Reads the arrays @names of a file of version 5, "MATLAB 5.0 MAT-file", into @n of @mats, which
 * must be zeroed before and cleared afterwards, even on an error. Supported are float64 and numbers
 * of one byte. Other contents of the file are skipped. RENSA_ERROR_IO; RENSA_ERROR_NOT_FOUND naming
 * the array; RENSA_ERROR_FORMAT: another version, a size that exceeds the file, damaged
 * compression, an unsupported kind of array. */
gboolean rensa_mat_read (RensaMat *mats, const char *const *names, guint n, const char *path, GError **error);
void rensa_mat_clear (RensaMat *mat);

G_END_DECLS
