/* rensa-npz-private.h: NPZ files as values that are read when they are asked for.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-npz.h"
#include "rensa-values-private.h"

G_BEGIN_DECLS

/* The values, unread; they read from @npz and must not outlive it. */
RensaValues *rensa_npz_list (RensaNpz *npz);

G_END_DECLS
