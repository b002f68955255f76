/* studio-data-example.h: one example of a preview, as an item of a list.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gio/gio.h>

#include "rensa-preview.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_DATA_EXAMPLE (studio_data_example_get_type ())
G_DECLARE_FINAL_TYPE (StudioDataExample, studio_data_example, STUDIO, DATA_EXAMPLE, GObject)

/* Those that the part shows. */
GListModel *studio_data_example_list (RensaPreview *preview, const RensaPreviewPart *part);

RensaPreview *studio_data_example_get_preview (StudioDataExample *example);
guint studio_data_example_get_number (StudioDataExample *example);
const float *studio_data_example_get_inputs (StudioDataExample *example);
/* Of a sequence: what is to be made of it, in words; NULL where it is none. */
const char *studio_data_example_get_answer (StudioDataExample *example);
/* "7", "poisonous", "0.31"; NULL where there are no labels. */
char *studio_data_example_get_label (StudioDataExample *example);
/* A word or a number. */
char *studio_data_example_get_value (StudioDataExample *example, guint column);
/* A number as a table has it: a year is no count, whose thousands would be set apart. */
char *studio_data_example_format (double value);

/* "values −0.42 to 2.82": of those that are shown of the training part. */
char *studio_data_example_describe_range (const RensaPreview *preview);

G_END_DECLS
