/* rensa-picture-budget-private.h: limit on the pixels decoded at once by all helpers of this
 * process.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Waits until @n more pixels can be decoded within the limit; a single picture of any size is
 * always allowed. A thread must return the pixels that it has taken before it takes more. */
void rensa_picture_take_points (guint64 n);
void rensa_picture_give_points_back (guint64 n);
guint64 rensa_picture_count_points_in_flight (void);

G_END_DECLS
