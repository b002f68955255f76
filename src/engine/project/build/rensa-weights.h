/* rensa-weights.h: files of trained weights, and the models that begin with them.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-archive.h"
#include "rensa-link.h"

G_BEGIN_DECLS

/* A file holds a model as rensa_builder_make_model () makes it, in a snapshot or alone, or only the predictor of one; of a step, a snapshot holds
 * the models that learned apart each for itself. NPZ or HDF5. */

/* All of it; file and @model must agree in every key. */
gboolean rensa_weights_load (RensaLink *model, const char *path, GError **error);
/* What the file holds in the same shape; the rest stays as it is. Gives what became of each value (element-type RensaLoadEntry), the
 * caller's; NULL with an error where the file cannot be read or nothing fits. */
GPtrArray *rensa_weights_load_what_fits (RensaLink *model, const char *path, GError **error);

G_END_DECLS
