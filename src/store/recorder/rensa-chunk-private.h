/* rensa-chunk-private.h: points of a series, packed.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A chunk holds at most so many points. One with fewer than RENSA_CHUNK_CLOSED is written again when more come; so each
 * second rewrites a few KiB at most, and a row is never much larger than its points. */
#define RENSA_CHUNK_MAX 4096
#define RENSA_CHUNK_CLOSED 256

typedef struct
{
  gint64 iteration;
  double epoch;
  double elapsed; /* kept to the µs */
  double value;   /* kept with all bits */
} RensaPoint;

/* doc/store.md has the format. */
GByteArray *rensa_chunk_pack (const RensaPoint *points, guint n);
gboolean rensa_chunk_unpack (const guint8 *data, gsize size, RensaPoint *points, guint n);

G_END_DECLS
