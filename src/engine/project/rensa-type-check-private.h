/* rensa-type-check-private.h: what a type check means, in words.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* "pool1 takes pictures, arrays of 4 axes, but one of 2 axes comes in" for "max_pooling_2d: Expect: x.ndim == 4, Actual:
 * 2 != 4", where the node @who stands for the function. NULL where @message is no type check. */
char *rensa_type_check_word (const char *who, const char *message);
/* The type check alone, without the words that a link has added to it; NULL likewise. */
char *rensa_type_check_find (const char *message);

G_END_DECLS
