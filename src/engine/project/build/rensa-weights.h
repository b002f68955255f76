/* rensa-weights.h: files of trained weights, and the models that begin with them.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-archive.h"
#include "rensa-link.h"

G_BEGIN_DECLS

/* A file holds a model as rensa_builder_make_model () makes it, in a snapshot or alone, or only the predictor of one; of a step, a snapshot holds
 * the models that learned apart each for itself. NPZ or HDF5. */

/* All of it; file and @model must agree in every key, but for the names that @map, (nullable), gives others (see
 * rensa_weights_load_what_fits ()). */
gboolean rensa_weights_load (RensaLink *model, const char *path, GHashTable *map, GError **error);
/**
 * rensa_weights_load_what_fits:
 * @map: (nullable) (element-type utf8 utf8): names that differ: by the name of a value of the model the name under which the file
 * holds it, both as in the entries that are given, "predictor/l1/W"
 *
 * Loads what the file holds under the same name, or the one of @map, in the same shape; the rest stays as it is.
 *
 * Returns: what became of each value (element-type RensaLoadEntry), the caller's; NULL with an error where the file cannot be read or
 * nothing fits, and where what is mapped is not there (RENSA_ERROR_NOT_FOUND), does not fit (RENSA_ERROR_FORMAT), or is taken by
 * another value, too (RENSA_ERROR_INVALID): the sentence names the file and both values
 */
GPtrArray *rensa_weights_load_what_fits (RensaLink *model, const char *path, GHashTable *map, GError **error);
/* Likewise without a map, and also where nothing fits, for somebody to see what can be mapped. */
GPtrArray *rensa_weights_compare (RensaLink *model, const char *path, GError **error);

G_END_DECLS
