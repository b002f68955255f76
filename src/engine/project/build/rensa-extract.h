/* rensa-extract.h: one model of a training step as a separate project.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-document.h"

G_BEGIN_DECLS

/**
 * rensa_extract_model:
 * @document: one with a training step
 * @dataset_root: (nullable): folder of the downloaded data sets
 * @weights: the trained models of the step (rensa_weights_load ())
 * @name: name of one of them
 * @folder: created if missing, else must be empty
 * @error: RENSA_ERROR_NOT_FOUND if the step calls no such model, RENSA_ERROR_INVALID if the first
 *   axis of its inputs or output does not count examples, RENSA_ERROR_IO
 *
 * Writes a project with that model alone, NAME.rensa; its weights, NAME_model.npz; and its data,
 * NAME_data.npz: the inputs that the step passes to the model for one batch, of the validation set
 * if there is one, with the first output of the model in test mode. So it can make predictions and
 * be exported and trained further by itself.
 *
 * Returns: the path of the project; NULL with an error
 */
char *rensa_extract_model (RensaDocument *document, const char *dataset_root, const char *weights, const char *name,
                           const char *folder, GError **error);

G_END_DECLS
