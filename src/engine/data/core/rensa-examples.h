/* rensa-examples.h: reading examples for a model from a file outside of any data set.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-transform.h"

G_BEGIN_DECLS

/**
 * rensa_examples_read:
 * @path: NumPy's .npy or .npz, a picture, or a table (.csv, .tsv)
 * @form: form of the data set's examples before preprocessing, see rensa_preprocessing_get_form ()
 * @key: (nullable): name of the array in an .npz; if NULL, there must be a single array, or one
 *   called "x"
 *
 * Files .npy and .npz contain one example, or several along a first axis. A picture is one example.
 * Each row of a table is one example; if the data set names its columns, so must the first row, in
 * any order and possibly among other columns; words are mapped as in the data set, and numbers are
 * read as written.
 *
 * Returns: an array in host memory with the type and shape of @form and the examples along a first
 * axis. NULL with RENSA_ERROR_IO, RENSA_ERROR_FORMAT for a damaged file, or RENSA_ERROR_INVALID for
 * other content; the message names the file and the position
 */
RensaArray *rensa_examples_read (const char *path, const RensaExampleForm *form, const char *key, GError **error);

G_END_DECLS
