/* rensa-picture-bounds.h: how many points a file can hold.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The most points that a picture of @type, in the words of GdkPixbuf, can have whose file of @n_bytes begins with the @n bytes
 * @head: what its compression makes of them at best. */
double rensa_picture_get_most_points (const char *type, const guint8 *head, gsize n, guint64 n_bytes);

/* The next number of a PNM from *@at on, which is put behind it, past blanks and comments; 0 where there is none. */
int rensa_picture_read_pnm_number (const guint8 **at, const guint8 *end);

/* The size in the header of a PNM; FALSE where there is none. */
gboolean rensa_picture_get_pnm_size (const guint8 *head, gsize n, int *width, int *height);

G_END_DECLS
