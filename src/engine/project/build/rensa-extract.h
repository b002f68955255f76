/* rensa-extract.h: one model of a training step as a project of its own.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-document.h"

G_BEGIN_DECLS

/**
 * rensa_extract_model:
 * @document: one with a training step
 * @dataset_root: (nullable): where downloaded data sets lie
 * @weights: the trained models of the step (rensa_weights_load ())
 * @name: of one of them
 * @folder: is made, or empty
 * @error: RENSA_ERROR_NOT_FOUND where the step calls no such model, RENSA_ERROR_INVALID where what it is given or gives does
 *   not count examples along the first axis, RENSA_ERROR_IO
 *
 * Writes a project with that model alone, NAME.rensa, its weights, NAME_model.npz, and as its data, NAME_data.npz, what the step
 * gives the model of one batch, of the part for validation where there is one, with what the model answers (the first value of it) in
 * test mode.  So it can be asked, exported and trained on by itself.
 *
 * Returns: the path of the project; NULL with an error
 */
char *rensa_extract_model (RensaDocument *document, const char *dataset_root, const char *weights, const char *name,
                           const char *folder, GError **error);

G_END_DECLS
