/* rensa-chunk-private.h: packed points of a series.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Maximum number of points in a chunk. A chunk with fewer than RENSA_CHUNK_CLOSED is rewritten when
 * more arrive; so at most a few KiB are rewritten each second, and a row is never much larger than
 * its points. */
#define RENSA_CHUNK_MAX 4096
#define RENSA_CHUNK_CLOSED 256

typedef struct
{
  gint64 iteration;
  double epoch;
  double elapsed; /* kept to the µs */
  double value;   /* kept exactly */
} RensaPoint;

/* The format is described in doc/store.md. */
GByteArray *rensa_chunk_pack (const RensaPoint *points, guint n);
gboolean rensa_chunk_unpack (const guint8 *data, gsize size, RensaPoint *points, guint n);

G_END_DECLS
