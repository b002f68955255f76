/* studio-data-sources.h: list of data sources.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "rensa-attrs.h"

G_BEGIN_DECLS

/* One row for each registered data set, and for ready tables in the folder of data sets. Signal
 * "chosen" (const char *dataset, const char *path): the name of a data set, and its file or NULL. */
#define STUDIO_TYPE_DATA_SOURCES (studio_data_sources_get_type ())
G_DECLARE_FINAL_TYPE (StudioDataSources, studio_data_sources, STUDIO, DATA_SOURCES, AdwBin)

void studio_data_sources_fill (StudioDataSources *sources, const char *dataset_root);
/* Marks the row of @dataset; NULL marks none. */
void studio_data_sources_mark (StudioDataSources *sources, RensaAttrs *dataset);

G_END_DECLS
