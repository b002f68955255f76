/* rensa-sequence-pooling-private.h: one array for each sequence, whatever its length.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"

G_BEGIN_DECLS

/* The sequences are the inputs, of one dtype and, but for the first axis, of one shape, and each has a step at least.  The output has a
 * row for each of them. */
gboolean rensa_infer_pooled_sequences (RensaInference *inference, GError **error);

/* @pool: what becomes of a sequence; without its first axis, owned by the caller; NULL with an error */
gboolean rensa_pool_sequences (RensaVariable *(*pool) (RensaVariable *x, GError **error), RensaVariable *const *xs,
                               int n, RensaVariable **outputs, GError **error);

G_END_DECLS
