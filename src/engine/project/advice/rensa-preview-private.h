/* rensa-preview-private.h: how a look at data that hold sequences is taken.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-preview.h"

G_BEGIN_DECLS

/* Whether a field of the examples holds sequences. */
gboolean rensa_preview_has_sequences (const RensaPreview *preview);
/* How many numbers the longest input of the first @n examples has, no more than can be looked at; 0 with an error. */
gsize rensa_preview_find_longest (RensaDataset *dataset, gint64 n, GError **error);
/* Fills in what @part shows: the inputs, with -1 behind the end of those that are shorter, and what is to be made of them. */
gboolean rensa_preview_fill_sequences (RensaPreview *preview, RensaPreviewPart *part, RensaDataset *dataset,
                                       GError **error);

G_END_DECLS
