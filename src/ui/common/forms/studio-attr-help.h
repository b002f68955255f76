/* studio-attr-help.h: what there is to know about an attribute, in the words of its descriptor.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-attrs.h"

G_BEGIN_DECLS

/* "Stride (px)"; "" where the descriptor has no title. */
char *studio_attr_help_title (const RensaAttrSpec *spec);
/* Its hint, range, and default, one a line. */
char *studio_attr_help_text (const RensaComponent *component, const RensaAttrSpec *spec);

G_END_DECLS
