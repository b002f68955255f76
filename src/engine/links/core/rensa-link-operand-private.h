/* rensa-link-operand-private.h: operand that is either a parameter or a second input.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-link.h"

G_BEGIN_DECLS

/* Returns parameter @index or, if the attributes omit it, the second of @inputs; borrowed. NULL
 * with RENSA_ERROR_INVALID if there are both or neither. */
RensaVariable *rensa_link_get_operand (RensaLink *link, int index, RensaVariable *const *inputs, int n_inputs,
                                       GError **error);

G_END_DECLS
