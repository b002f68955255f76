/* rensa-source-private.h: shared code of the data sources.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-dataset.h"

G_BEGIN_DECLS

/* Streams of random numbers: example i of a generated part uses stream first + i, so that it does
 * not depend on the number of examples. */
#define RENSA_STREAM_TRAIN (G_GUINT64_CONSTANT (0x74726169) << 32)
#define RENSA_STREAM_TEST (G_GUINT64_CONSTANT (0x74657374) << 32)

/* Finds a file named by the user: an absolute path is used unchanged; a relative one is searched
 * below the base folder and then below the data set root. NULL with RENSA_ERROR_IO that names the
 * searched locations. */
char *rensa_source_find_file (const RensaDataPlaces *places, const char *path, GError **error);

/* Creates a data set of two fields, x and t; the arrays are borrowed and may be NULL after an error. */
RensaDataset *rensa_source_make_pairs (RensaArray *x, RensaArray *t, GError **error);

/* Returns the data type to which bytes are converted: float32, or float64 in that mode. */
RensaDtype rensa_source_get_dtype (void);
/* Returns @bytes times @factor, converted to @dtype. */
RensaArray *rensa_source_scale_bytes (RensaArray *bytes, double factor, RensaDtype dtype, GError **error);

/* The same with x, an array of bytes, converted to float32, or float64 in that mode (floating types
 * are unchanged), multiplied by @factor in that type, with examples of shape @shape. Stored as
 * bytes, images take a quarter of the memory and load faster. @t may be NULL. */
RensaDataset *rensa_source_make_images (RensaArray *x, RensaArray *t, double factor, const RensaShape *shape,
                                        GError **error);

/* Returns the examples without NaN and infinite numbers, in order; increases @n_dropped by the
 * number of the others. Takes ownership of @dataset.
 * @path: used in the error message if no examples remain. */
RensaDataset *rensa_source_drop_incomplete (RensaDataset *dataset, const char *path, gint64 *n_dropped, GError **error);

G_END_DECLS
