/* studio-pace.h: icons for nodes that run over time.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-pace.h"

G_BEGIN_DECLS

/* Both return NULL for a node that is called only once. */
const char *studio_pace_get_icon (RensaPace pace);
const char *studio_pace_describe (RensaPace pace);

G_END_DECLS
