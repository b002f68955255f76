/* rensa-sampled-private.h: losses that sample a few of very many classes.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"

G_BEGIN_DECLS

/* Checks the inputs x (N, D), t (N), W (V, D) and, if it is not NULL, samples (N, @n_samples). */
gboolean rensa_sampled_infer (RensaInference *inference, gint64 n_samples, GError **error);

/* y[i, k] = Σ_d x[i, d] W[classes[i, k], d], of shape (N, K), half precision as float32; a class of
 * -1 has the score 0. */
RensaVariable *rensa_sampled_scores (RensaVariable *x, RensaVariable *W, RensaArray *classes, GError **error);

G_END_DECLS
