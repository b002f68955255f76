/* studio-pace.h: signs of what runs over time.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-pace.h"

G_BEGIN_DECLS

/* Both NULL for what is called once. */
const char *studio_pace_get_icon (RensaPace pace);
const char *studio_pace_describe (RensaPace pace);

G_END_DECLS
