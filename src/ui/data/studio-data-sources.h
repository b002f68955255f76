/* studio-data-sources.h: the places that data can come from.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "rensa-attrs.h"

G_BEGIN_DECLS

/* One row for each data set of the registry, and for tables that lie ready in the folder of data sets. Signal "chosen"
 * (const char *dataset, const char *path): the name of a data set, and its file or NULL. */
#define STUDIO_TYPE_DATA_SOURCES (studio_data_sources_get_type ())
G_DECLARE_FINAL_TYPE (StudioDataSources, studio_data_sources, STUDIO, DATA_SOURCES, AdwBin)

void studio_data_sources_fill (StudioDataSources *sources, const char *dataset_root);
/* Marks the row that stands for it; NULL marks none. */
void studio_data_sources_mark (StudioDataSources *sources, RensaAttrs *dataset);

G_END_DECLS
