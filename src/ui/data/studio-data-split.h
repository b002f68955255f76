/* studio-data-split.h: settings of the validation set.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "studio-project.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_DATA_SPLIT (studio_data_split_get_type ())
G_DECLARE_FINAL_TYPE (StudioDataSplit, studio_data_split, STUDIO, DATA_SPLIT, AdwBin)

void studio_data_split_bind (StudioDataSplit *split, StudioProject *project);

G_END_DECLS
