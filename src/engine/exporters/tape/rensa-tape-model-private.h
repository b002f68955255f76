/* rensa-tape-model-private.h: recording of the operations of a model.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-builder.h"
#include "rensa-tape-private.h"

G_BEGIN_DECLS

/**
 * rensa_tape_new_of_model:
 * @builder: builder of the model; its data must be loaded
 * @predictor: its rensa_builder_find_predictor (), with its weights
 * @n: number of examples at once
 * @is_of_calls: same as in RensaTape
 *
 * Records how @predictor processes @n examples from the data set: preprocessing, the model in test
 * mode, and the prediction of its first output.
 *
 * Returns: NULL if the model does not perform the same steps for every example; the error begins
 * with the node that caused it
 */
RensaTape *rensa_tape_new_of_model (RensaBuilder *builder, RensaLink *predictor, gint64 n, gboolean is_of_calls,
                                    GError **error);

G_END_DECLS
