/* studio-data-scatter.h: scatter plot of examples.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

#include "rensa-preview.h"
#include "studio-surface.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_DATA_SCATTER (studio_data_scatter_get_type ())
G_DECLARE_FINAL_TYPE (StudioDataScatter, studio_data_scatter, STUDIO, DATA_SCATTER, GtkWidget)

/* Shows two numbers of each example and its class by color and shape, or one number and its target
 * value.
 * @preview NULL shows nothing. */
void studio_data_scatter_show (StudioDataScatter *scatter, RensaPreview *preview, const RensaPreviewPart *part);

/* Returns a grid that covers the examples with a margin, in the plane or along the axis of a curve.
 * From then on, the axes have the same limits. The widget owns it; after setting its values, call
 * studio_data_scatter_surface_changed (). */
StudioSurface *studio_data_scatter_get_surface (StudioDataScatter *scatter);
/* Returns the number of points along each axis at the finest visible resolution of the grid; for a
 * curve, its current number. */
guint studio_data_scatter_get_finest (StudioDataScatter *scatter);
/* Called when the surface behind the examples, or the curve of the model's output, has new values,
 * and possibly new points. */
void studio_data_scatter_surface_changed (StudioDataScatter *scatter);

G_END_DECLS
