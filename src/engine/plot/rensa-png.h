/* rensa-png.h: writes raw pixels as PNG.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-error.h"

G_BEGIN_DECLS

/* Writes @width x @height pixels, 0xRRGGBB row by row, to a temporary file first. Fails with
 * RENSA_ERROR_IO. */
gboolean rensa_pixels_save_png (const guint32 *pixels, int width, int height, const char *path, GError **error);

G_END_DECLS
