/* studio-attr-step.h: next and previous value of a number.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-attrs.h"

G_BEGIN_DECLS

/* Returns TRUE if an attribute is a single number, for which steps are meaningful. */
gboolean studio_attr_has_steps (const RensaAttrSpec *spec);
/* Returns the value @n steps from that in @text, or from the default if @text is not a number.
 * Integers change by one; reals with a narrow range by a twentieth of it, others along 1, 2, 5, 10,
 * 20 …. The result stays in range. */
char *studio_attr_step (const RensaAttrSpec *spec, const char *text, int n);

G_END_DECLS
