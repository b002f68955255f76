/* models.h: the networks that the reference figures speak of.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "conformance.h"
#include "rensa-link.h"

/* "Linear(4, 3)": positional arguments in the order of the attributes. */
RensaLink *model_layer_from_text (const char *text, GError **error);
/* A list of such texts and of names of functions. */
RensaLink *model_sequential (struct json_object *layers, GError **error);
/* With softmax cross entropy and accuracy; @predictor is taken over. */
RensaLink *model_classifier (RensaLink *predictor, GError **error);
/* What the texts of the reference describe: three Linear with relu between them, two convolutions with batch
 * normalization and pooling for images of 8 x 8, or an embedding with two recurrent layers and a Linear; inside a Classifier where the text begins with that.
 * RENSA_ERROR_NOT_FOUND for anything else. */
RensaLink *model_from_description (const char *description, GError **error);

/* By path, "/predictor/l1/W"; borrowed, NULL where there is none. */
RensaVariable *model_find_param (RensaLink *root, const char *path);
gboolean model_set_param (RensaLink *root, const char *path, RensaArray *array, GError **error);

/* Persistent values by path, integers as 0-d int64 arrays. */
RensaArray *model_get_persistent (RensaLink *root, const char *path, GError **error);
gboolean model_set_persistent (RensaLink *root, const char *path, RensaArray *array, GError **error);

/* Sets all parameters from the arrays "init.l1.W" (@prefix "init") of /l1/W below @base, "/predictor" for instance. */
gboolean model_load_arrays (RensaLink *root, const char *base, CaseFile *file, const char *prefix, GError **error);
/* The parameter /l1/W below @base of the key "final.l1.W"; borrowed, NULL where there is none. */
RensaVariable *model_find_param_of_key (RensaLink *root, const char *base, const char *key);
/* Compares the parameter or persistent value /l1/W below @base with the array "final.l1.W", @key. */
gboolean model_check_array (Report *report, RensaLink *root, const char *base, CaseFile *file, const char *key,
                            Tolerance tolerance, GError **error);
/* The same with all arrays whose keys begin so. */
gboolean model_check_arrays (Report *report, RensaLink *root, const char *base, CaseFile *file, const char *prefix,
                             Tolerance tolerance, GError **error);
