/* archive-fixture.h: NPZ files with something wrong in them.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "cli-fixture.h"

/* The description in the header of an array. */
#define NPY(descr, shape) "{'descr': '" descr "', 'fortran_order': False, 'shape': " shape ", }"

/* One array in place of another: @n_data times the byte @fill; no array where there is no @header.  In @expected KEY
 * stands for the key with what is put before it. */
typedef struct
{
  const char *name;
  const char *key;
  const char *header;
  gsize n_data;
  guint8 fill;
  const char *expected;
} BadArray;

/* Puts the array at @prefix and its key into @file, which need not be there. */
void archive_put (Cli *cli, const char *file, const char *prefix, const BadArray *array);
/* The run failed with the sentence of @array. */
void archive_assert_failed (Cli *cli, const char *prefix, const BadArray *array);

/* A file in place of an archive: @bytes, or all but the last @n_cut bytes of the archive. */
typedef struct
{
  const char *name;
  const char *bytes;
  gsize n_cut;
  const char *expected;
} BadArchive;

#define N_BAD_ARCHIVES 4
extern const BadArchive bad_archives[N_BAD_ARCHIVES];

/* Makes @file, which is an archive, a bad one. */
void archive_spoil (Cli *cli, const char *file, const BadArchive *archive);
