/* rensa-preview-cancel.h: ending the work on a preview that nobody waits for any more.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gio/gio.h>

#include "rensa-link-hook.h"

G_BEGIN_DECLS

/* While it is pushed on a thread (rensa_link_hook_push ()), no call of a link begins there once @cancellable is cancelled; it ends with
 * RENSA_ERROR_CANCELLED, and so does what asked for it. */
RensaLinkHook *rensa_preview_canceller_new (GCancellable *cancellable);

G_END_DECLS
