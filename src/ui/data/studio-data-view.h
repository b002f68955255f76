/* studio-data-view.h: the examples of a preview.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "rensa-preview.h"

G_BEGIN_DECLS

/* Pictures, points or a table, of the part for training or for validation. */
#define STUDIO_TYPE_DATA_VIEW (studio_data_view_get_type ())
G_DECLARE_FINAL_TYPE (StudioDataView, studio_data_view, STUDIO, DATA_VIEW, AdwBin)

/* One that is ready, or NULL. */
void studio_data_view_show (StudioDataView *view, RensaPreview *preview);

G_END_DECLS
