/* studio-data-transforms.h: list of the preprocessing of examples.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "rensa-preview.h"
#include "studio-project.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_DATA_TRANSFORMS (studio_data_transforms_get_type ())
G_DECLARE_FINAL_TYPE (StudioDataTransforms, studio_data_transforms, STUDIO, DATA_TRANSFORMS, AdwBin)

/* @project may be NULL. */
void studio_data_transforms_show (StudioDataTransforms *transforms, StudioProject *project);
/* @gives: (nullable): description of the result. @is_table: examples are columns of numbers, for
 *   which one button adds Normalize. */
void studio_data_transforms_tell (StudioDataTransforms *transforms, const char *gives, gboolean is_table);

G_END_DECLS
