/* rensa-sampled-link-private.h: links that look at a few of very many words.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-link.h"

G_BEGIN_DECLS

/* FALSE with RENSA_ERROR_INVALID where @counts are no list of at least one number. */
gboolean rensa_sampled_link_check_counts (RensaArray *counts, GError **error);

G_END_DECLS
