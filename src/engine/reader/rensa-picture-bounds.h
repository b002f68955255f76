/* rensa-picture-bounds.h: bounds on the number of pixels that a file can hold.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Returns the maximum number of pixels of a picture of @type, a GdkPixbuf name, whose file of
 * @n_bytes begins with the @n bytes
 * @head: assuming the best possible compression. */
double rensa_picture_get_most_points (const char *type, const guint8 *head, gsize n, guint64 n_bytes);

/* Reads the next number of a PNM, skipping blanks and comments, and moves *@at past it; 0 if
 * there is none. */
int rensa_picture_read_pnm_number (const guint8 **at, const guint8 *end);

/* Reads the size in the header of a PNM; FALSE if there is none. */
gboolean rensa_picture_get_pnm_size (const guint8 *head, gsize n, int *width, int *height);

G_END_DECLS
