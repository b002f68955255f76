/* rensa-picture-budget-private.h: limit of the pixels decoded at once by all helpers of this
 * process.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Waits until the helpers of this process decode few enough pixels that @n more may be added; a
 * single picture of any size is always allowed. A thread that has taken pixels must give them back
 * before it takes more. */
void rensa_picture_take_points (guint64 n);
void rensa_picture_give_points_back (guint64 n);
guint64 rensa_picture_count_points_in_flight (void);

G_END_DECLS
