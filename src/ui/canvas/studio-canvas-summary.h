/* studio-canvas-summary.h: summary of a node's attributes on its card.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-network.h"

G_BEGIN_DECLS

/* Returns the attributes that differ from their defaults, in short notation: "784 → 100", "→ 6,
 * 5×5, stride 2"; "" if there are none. */
char *studio_canvas_summarize (const RensaModelNode *node);
/* Returns "78,500 params" or, for millions, "1.2 M params": a card has room only for a short word.
 * "" if there are none. */
char *studio_canvas_abbreviate_params (gint64 n);

G_END_DECLS
