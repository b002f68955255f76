/* rensa-npz-private.h: NPZ files as values that are read on request.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-npz.h"
#include "rensa-values-private.h"

G_BEGIN_DECLS

/* Lists the values, unread; they read from @npz and must not outlive it. */
RensaValues *rensa_npz_list (RensaNpz *npz);

G_END_DECLS
