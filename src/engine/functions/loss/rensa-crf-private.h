/* rensa-crf-private.h: linear-chain conditional random fields.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"

G_BEGIN_DECLS

/* Input 0 holds the transition costs, of shape (L, L); inputs 1 … @n_steps are scores of shape
 * (B_t, L). B_t does not grow, because sequences leave the batch when they end. */
gboolean rensa_crf_infer (RensaInference *inference, int n_steps, GError **error);

G_END_DECLS
