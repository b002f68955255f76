/* npz-file.h: NPY and NPZ files made byte by byte, in forms that the engine does not write.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

/* The file of an array.  @order: "True" for Fortran order, else "False"; @shape: a Python tuple. */
GByteArray *npy_new (const char *descr, const char *order, const char *shape, const char *data, gsize n_data);

typedef struct
{
  const char *name; /* ends in ".npy" for an array */
  GByteArray *bytes;
} NpzMember;

/* @members ends with one that has no name. */
void npz_write (const char *path, const NpzMember *members);
