/* rensa-sampled-link-private.h: links that sample a few words from a large vocabulary.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-link.h"

G_BEGIN_DECLS

/* Fails with RENSA_ERROR_INVALID unless @counts is a vector of at least one number. */
gboolean rensa_sampled_link_check_counts (RensaArray *counts, GError **error);

G_END_DECLS
