/* studio-data-example.h: one example of a preview, as an item of a list.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gio/gio.h>

#include "rensa-preview.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_DATA_EXAMPLE (studio_data_example_get_type ())
G_DECLARE_FINAL_TYPE (StudioDataExample, studio_data_example, STUDIO, DATA_EXAMPLE, GObject)

/* Returns the examples that the part shows. */
GListModel *studio_data_example_list (RensaPreview *preview, const RensaPreviewPart *part);

RensaPreview *studio_data_example_get_preview (StudioDataExample *example);
guint studio_data_example_get_number (StudioDataExample *example);
const float *studio_data_example_get_inputs (StudioDataExample *example);
/* For a sequence, returns the target sequence as text; NULL for other examples. */
const char *studio_data_example_get_answer (StudioDataExample *example);
/* Returns "7", "poisonous" or "0.31"; NULL if there are no labels. */
char *studio_data_example_get_label (StudioDataExample *example);
/* A word or a number. */
char *studio_data_example_get_value (StudioDataExample *example, guint column);
/* Formats a number of a table, without thousands separators, since it may be a year. */
char *studio_data_example_format (double value);

/* Returns "values −0.42 to 2.82" for the examples shown of the training part. */
char *studio_data_example_describe_range (const RensaPreview *preview);

G_END_DECLS
