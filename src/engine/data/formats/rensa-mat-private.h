/* rensa-mat-private.h: arrays in the files of MATLAB.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-array.h"

G_BEGIN_DECLS

/* An array of such a file in host memory, its first index the fastest, as it lies in the file. */
typedef struct
{
  RensaType type;
  guint8 *bytes;
} RensaMat;

/* Reads the arrays @names of a file of version 5, "MATLAB 5.0 MAT-file", into @n of @mats, which are zero before and to be
 * cleared also after an error; of numbers other than float64 only those of one byte are taken.  What else is in the file is
 * passed over.  RENSA_ERROR_IO; RENSA_ERROR_NOT_FOUND naming the array; RENSA_ERROR_FORMAT: another version, a size that the
 * file cannot hold, damaged compression, an array of another kind. */
gboolean rensa_mat_read (RensaMat *mats, const char *const *names, guint n, const char *path, GError **error);
void rensa_mat_clear (RensaMat *mat);

G_END_DECLS
