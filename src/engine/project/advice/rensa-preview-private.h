/* rensa-preview-private.h: preview of data with sequences.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-preview.h"

G_BEGIN_DECLS

/* Returns TRUE if a field of the examples contains sequences. */
gboolean rensa_preview_has_sequences (const RensaPreview *preview);
/* Number of values in the longest input of the first @n examples, limited to what can be shown; 0
 * with an error. */
gsize rensa_preview_find_longest (RensaDataset *dataset, gint64 n, GError **error);
/* Fills in the shown part of @part: the inputs, shorter ones padded with -1, and their answers. */
gboolean rensa_preview_fill_sequences (RensaPreview *preview, RensaPreviewPart *part, RensaDataset *dataset,
                                       GError **error);

G_END_DECLS
