/* studio-data-scatter.h: examples as points in a plane.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

#include "rensa-preview.h"
#include "studio-surface.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_DATA_SCATTER (studio_data_scatter_get_type ())
G_DECLARE_FINAL_TYPE (StudioDataScatter, studio_data_scatter, STUDIO, DATA_SCATTER, GtkWidget)

/* Two numbers of each example and its class by colour and shape, or one number and the value that belongs to it.
 * @preview NULL shows nothing. */
void studio_data_scatter_show (StudioDataScatter *scatter, RensaPreview *preview, const RensaPreviewPart *part);

/* A grid that covers the points and a little more: of places in the plane, or along the axis of a curve. From then on the
 * axes have its ends. It belongs to the widget; its values may be set, and studio_data_scatter_surface_changed () told. */
StudioSurface *studio_data_scatter_get_surface (StudioDataScatter *scatter);
/* How many places along each axis such a grid has once there is time for as many as can be seen; as many as it has, of a curve. */
guint studio_data_scatter_get_finest (StudioDataScatter *scatter);
/* The surface behind the points, or the line of what the model gives, has other values, and perhaps places. */
void studio_data_scatter_surface_changed (StudioDataScatter *scatter);

G_END_DECLS
