/* rensa-picture-budget-private.h: how many points all helpers of this process decode at once.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Waits until the helpers of this process decode so few points that @n more may be decoded; a picture of any size is let
 * through alone. A thread that has points must give them back before it takes more. */
void rensa_picture_take_points (guint64 n);
void rensa_picture_give_points_back (guint64 n);
guint64 rensa_picture_count_points_in_flight (void);

G_END_DECLS
