/* rensa-tape-model-private.h: what a model does with examples, written down.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-builder.h"
#include "rensa-tape-private.h"

G_BEGIN_DECLS

/**
 * rensa_tape_new_of_model:
 * @builder: that has made the model; its data are loaded
 * @predictor: rensa_builder_find_predictor () of it, with its weights
 * @n: how many examples at once
 * @is_of_calls: as in RensaTape
 *
 * What @predictor makes of @n examples, as the data set gives them: preprocessing, the model in test mode, and the
 * prediction of its first
 * output.
 *
 * Returns: NULL where the model does not do the same for every example; the error begins with the node that is to blame
 */
RensaTape *rensa_tape_new_of_model (RensaBuilder *builder, RensaLink *predictor, gint64 n, gboolean is_of_calls,
                                    GError **error);

G_END_DECLS
