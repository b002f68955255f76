/* rensa-lists-private.h: checks of inputs that are lists.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"

G_BEGIN_DECLS

/* FALSE with "Expect: in_types.size > 0" if a list is empty. */
gboolean rensa_expect_any_input (RensaInference *inference, GError **error);

/* FALSE if input @i is not floating, or differs from input @first in its dtype, its number of axes
 * (at least one), or an extent after the first. @list is the name of the list starting at @first in
 * error messages. */
gboolean rensa_expect_sequence (RensaInference *inference, int i, int first, const char *list, GError **error);

G_END_DECLS
