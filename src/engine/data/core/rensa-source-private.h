/* rensa-source-private.h: what the sources of data share.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-dataset.h"

G_BEGIN_DECLS

/* Streams of random numbers: example i of a part that is made up takes stream first + i, so that it does not
 * depend on how many examples there are. */
#define RENSA_STREAM_TRAIN (G_GUINT64_CONSTANT (0x74726169) << 32)
#define RENSA_STREAM_TEST (G_GUINT64_CONSTANT (0x74657374) << 32)

/* Where a file that a person names is: an absolute path as it is, else below the base folder or, where nothing is
 * there, below the dataset root.  NULL with RENSA_ERROR_IO that tells where it was looked for. */
char *rensa_source_find_file (const RensaDataPlaces *places, const char *path, GError **error);

/* A data set of two fields, x and t; the arrays are borrowed and may be NULL after an error. */
RensaDataset *rensa_source_make_pairs (RensaArray *x, RensaArray *t, GError **error);

/* Of the numbers that bytes are given out as: float32, or float64 in that mode. */
RensaDtype rensa_source_get_dtype (void);
/* @bytes times @factor, as numbers of type @dtype. */
RensaArray *rensa_source_scale_bytes (RensaArray *bytes, double factor, RensaDtype dtype, GError **error);

/* The same with x, an array of bytes, given out as float32, or float64 in that mode (numbers of floating types as they are), multiplied by @factor in that type and with
 * examples of shape @shape: images take a quarter of the memory, and are loaded faster, than as floating numbers.  @t may
 * be NULL. */
RensaDataset *rensa_source_make_images (RensaArray *x, RensaArray *t, double factor, const RensaShape *shape,
                                        GError **error);

/* The examples without NaN and infinite numbers, in their order; @n_dropped grows by the number of the others. @dataset is taken over.
 * @path: for the message where none is left. */
RensaDataset *rensa_source_drop_incomplete (RensaDataset *dataset, const char *path, gint64 *n_dropped, GError **error);

G_END_DECLS
