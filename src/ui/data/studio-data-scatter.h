/* studio-data-scatter.h: examples as points in a plane.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

#include "rensa-preview.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_DATA_SCATTER (studio_data_scatter_get_type ())
G_DECLARE_FINAL_TYPE (StudioDataScatter, studio_data_scatter, STUDIO, DATA_SCATTER, GtkWidget)

/* Two numbers of each example and its class by colour and shape, or one number and the value that belongs to it.
 * @preview NULL shows nothing. */
void studio_data_scatter_show (StudioDataScatter *scatter, RensaPreview *preview, const RensaPreviewPart *part);

G_END_DECLS
