/* rensa-picture-bounds-private.h: how many points a file can hold, and how many all threads decode at once.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The most points that a picture of @type, in the words of GdkPixbuf, can have whose file of @n_bytes begins with the @n bytes
 * @head: what its compression makes of them at best. */
double rensa_picture_get_most_points (const char *type, const guint8 *head, gsize n, guint64 n_bytes);

/* The size in the header of a PNM; FALSE where there is none. */
gboolean rensa_picture_get_pnm_size (const guint8 *head, gsize n, int *width, int *height);

/* Waits until the threads of this process decode so few points that @n more may be decoded; a picture of any size is let
 * through alone. A thread that has points must give them back before it takes more. */
void rensa_picture_take_points (guint64 n);
void rensa_picture_give_points_back (guint64 n);
guint64 rensa_picture_count_points_in_flight (void);

G_END_DECLS
