/* rensa-preview-cancel.h: cancels the work on a preview that is no longer needed.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gio/gio.h>

#include "rensa-link-hook.h"

G_BEGIN_DECLS

/* While it is pushed on a thread (rensa_link_hook_push ()) and @cancellable is cancelled, each call
 * of a link there fails with RENSA_ERROR_CANCELLED, and so does its caller. */
RensaLinkHook *rensa_preview_canceller_new (GCancellable *cancellable);

G_END_DECLS
