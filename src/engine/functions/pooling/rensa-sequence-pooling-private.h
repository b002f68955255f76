/* rensa-sequence-pooling-private.h: one array for each sequence, of any length.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"

G_BEGIN_DECLS

/* The inputs are sequences of one dtype and, except for the first axis, one shape; each has at
 * least one step. The output has a row for each sequence. */
gboolean rensa_infer_pooled_sequences (RensaInference *inference, GError **error);

/* @pool: reduces a sequence; the result lacks its first axis and is owned by the caller; NULL
 * with an error */
gboolean rensa_pool_sequences (RensaVariable *(*pool) (RensaVariable *x, GError **error), RensaVariable *const *xs,
                               int n, RensaVariable **outputs, GError **error);

G_END_DECLS
