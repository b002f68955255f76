/* studio-attr-help.h: help for an attribute, from its descriptor.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-attrs.h"

G_BEGIN_DECLS

/* Returns, for example, "Stride (px)"; "" if the descriptor has no title. */
char *studio_attr_help_title (const RensaAttrSpec *spec);
/* Returns its hint, range, and default, one per line. */
char *studio_attr_help_text (const RensaComponent *component, const RensaAttrSpec *spec);

G_END_DECLS
