/* rensa-crf-private.h: linear-chain conditional random fields.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"

G_BEGIN_DECLS

/* Input 0 is the cost of transitions, of shape (L, L); inputs 1 … @n_steps are scores of shape (B_t, L), where the
 * sequences that have ended leave the batch: B_t does not grow. */
gboolean rensa_crf_infer (RensaInference *inference, int n_steps, GError **error);

G_END_DECLS
