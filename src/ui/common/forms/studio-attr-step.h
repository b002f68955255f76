/* studio-attr-step.h: the next and the last value of a number.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-attrs.h"

G_BEGIN_DECLS

/* Whether an attribute is one number, for which steps have a meaning. */
gboolean studio_attr_has_steps (const RensaAttrSpec *spec);
/* The value @n steps from that in @text, or from the default where that is no number. Integers go by one; reals of a
 * narrow range by a twentieth of it, others along 1, 2, 5, 10, 20 …. The result stays in range. */
char *studio_attr_step (const RensaAttrSpec *spec, const char *text, int n);

G_END_DECLS
