/* rensa-png-private.h: fast PNG encoding of drawings.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <cairo.h>
#include <glib.h>

G_BEGIN_DECLS

/* Appends an image surface of format RGB24. Drawings are repetitive: one fixed filter and the
 * fastest compression make them almost as small as the filter search of Cairo's own writer, in a
 * quarter of its time. */
gboolean rensa_png_append (GByteArray *bytes, cairo_surface_t *surface);

G_END_DECLS
