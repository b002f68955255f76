/* studio-data-view.h: shows the examples of a preview.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "rensa-preview.h"

G_BEGIN_DECLS

/* Images, points or a table, of the training set or the validation set. */
#define STUDIO_TYPE_DATA_VIEW (studio_data_view_get_type ())
G_DECLARE_FINAL_TYPE (StudioDataView, studio_data_view, STUDIO, DATA_VIEW, AdwBin)

/* Shows a preview that is ready, or nothing if NULL. */
void studio_data_view_show (StudioDataView *view, RensaPreview *preview);

G_END_DECLS
