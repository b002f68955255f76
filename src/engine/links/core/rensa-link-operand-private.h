/* rensa-link-operand-private.h: what a link learns, or takes as a second input.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-link.h"

G_BEGIN_DECLS

/* Borrowed: parameter @index, or where the attributes leave it out the second of @inputs.  NULL with RENSA_ERROR_INVALID where there
 * are both or neither. */
RensaVariable *rensa_link_get_operand (RensaLink *link, int index, RensaVariable *const *inputs, int n_inputs,
                                       GError **error);

G_END_DECLS
