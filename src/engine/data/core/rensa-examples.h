/* rensa-examples.h: examples for a model, from a file that belongs to no data set.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-transform.h"

G_BEGIN_DECLS

/**
 * rensa_examples_read:
 * @path: NumPy's .npy or .npz, a picture, or a table (.csv, .tsv)
 * @form: what the data set gives before the preprocessing, as rensa_preprocessing_get_form () has it
 * @key: (nullable): of the array in an .npz; where it is NULL there is one array, or one called "x"
 *
 * Of .npy and .npz one example or several, along a first axis. A picture is one example. Of a table each row is one; where the data set
 * names its columns, the first row does, too, in any order and with others between; words stand for what the data set takes them for, and
 * numbers are written as they are there.
 *
 * Returns: an array of the type and shape of @form with the examples along a first axis, on the host. NULL with RENSA_ERROR_IO,
 * RENSA_ERROR_FORMAT for a file that is spoiled, or RENSA_ERROR_INVALID where it holds something else; the sentence names file and place
 */
RensaArray *rensa_examples_read (const char *path, const RensaExampleForm *form, const char *key, GError **error);

G_END_DECLS
