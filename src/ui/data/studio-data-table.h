/* studio-data-table.h: first rows of a table, with descriptions of its columns.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "rensa-preview.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_DATA_TABLE (studio_data_table_get_type ())
G_DECLARE_FINAL_TYPE (StudioDataTable, studio_data_table, STUDIO, DATA_TABLE, AdwBin)

/* @preview NULL shows nothing. */
void studio_data_table_show (StudioDataTable *table, RensaPreview *preview, const RensaPreviewPart *part);

G_END_DECLS
