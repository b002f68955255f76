/* studio-canvas-summary.h: what a node's card tells about its attributes.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-network.h"

G_BEGIN_DECLS

/* The attributes that differ from their defaults, as short as people write them: "784 → 100", "→ 6, 5×5, stride 2"; ""
 * where there are none. */
char *studio_canvas_summarize (const RensaModelNode *node);
/* "78,500 params" or, of millions, "1.2 M params": a card has room for a short word only. "" for none. */
char *studio_canvas_abbreviate_params (gint64 n);

G_END_DECLS
