/* rensa-tape-model-private.h: what a model does with one example, written down.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-builder.h"
#include "rensa-tape-private.h"

G_BEGIN_DECLS

/**
 * rensa_tape_new_of_model:
 * @builder: that has made the model; its data are loaded
 * @predictor: rensa_builder_find_predictor () of it, with its weights
 *
 * What @predictor makes of one example, as the data set gives it: preprocessing, the model in test mode, and the prediction of its first
 * output.
 *
 * Returns: NULL where the model does not do the same for every example; the error begins with the node that is to blame
 */
RensaTape *rensa_tape_new_of_model (RensaBuilder *builder, RensaLink *predictor, GError **error);

G_END_DECLS
