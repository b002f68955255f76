/* rensa-lists-private.h: what is expected of inputs that are lists.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"

G_BEGIN_DECLS

/* FALSE with "Expect: in_types.size > 0" where a list is empty. */
gboolean rensa_expect_any_input (RensaInference *inference, GError **error);

/* FALSE where input @i is not floating or differs from input @first in its dtype, its number of axes, of which there is one at least,
 * or on an axis behind the first.  @list is what errors call the list that begins with @first. */
gboolean rensa_expect_sequence (RensaInference *inference, int i, int first, const char *list, GError **error);

G_END_DECLS
