/* studio-data-split.h: settings of the validation set.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "studio-project.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_DATA_SPLIT (studio_data_split_get_type ())
G_DECLARE_FINAL_TYPE (StudioDataSplit, studio_data_split, STUDIO, DATA_SPLIT, AdwBin)

/* @project may be NULL. */
void studio_data_split_show (StudioDataSplit *split, StudioProject *project);

void studio_data_split_settle (StudioDataSplit *split);

G_END_DECLS
