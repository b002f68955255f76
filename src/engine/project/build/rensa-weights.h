/* rensa-weights.h: files of trained weights, and models initialized from them.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-archive.h"
#include "rensa-link.h"

G_BEGIN_DECLS

/* A file holds a model as created by rensa_builder_make_model (), in a snapshot or alone, or only
 * its predictor; a snapshot of a step stores models that were trained separately under separate
 * keys. NPZ or HDF5. */

/* Loads the whole model; file and @model must agree in every key, except for the names replaced by
 * @map (nullable) (see rensa_weights_load_what_fits ()). */
gboolean rensa_weights_load (RensaLink *model, const char *path, GHashTable *map, GError **error);
/**
 * rensa_weights_load_what_fits:
 * @map: (nullable) (element-type utf8 utf8): differing names: maps the name of a value of the model
 *   to its name in the file, both as in the returned entries, "predictor/l1/W"
 *
 * Loads the values that the file holds under the same name, or the one given by @map, in the same
 * shape; the rest keeps its values.
 *
 * Returns: the result for each value (element-type RensaLoadEntry), owned by the caller; NULL with
 * an error if the file cannot be read or nothing fits, and if a mapped value does not exist
 * (RENSA_ERROR_NOT_FOUND), does not fit (RENSA_ERROR_FORMAT), or is also used by another value
 * (RENSA_ERROR_INVALID): the sentence names the file and both values
 */
GPtrArray *rensa_weights_load_what_fits (RensaLink *model, const char *path, GHashTable *map, GError **error);
/* The same without a map, and also if nothing fits, to show what can be mapped. */
GPtrArray *rensa_weights_compare (RensaLink *model, const char *path, GError **error);

G_END_DECLS
