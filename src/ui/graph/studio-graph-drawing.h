/* studio-graph-drawing.h: draws a graph with Cairo, on screen or to a file.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

#include "studio-graph-layout.h"

G_BEGIN_DECLS

/* A layout and the data needed to draw it. */
typedef struct _StudioGraphDrawing StudioGraphDrawing;

StudioGraphDrawing *studio_graph_drawing_new (StudioGraphLayout *layout, PangoContext *context);
void studio_graph_drawing_free (StudioGraphDrawing *drawing);
StudioGraphLayout *studio_graph_drawing_get_layout (StudioGraphDrawing *drawing);

/**
 * StudioGraphLook:
 * @foreground: text color
 * @accent: color of the current box and of search results
 * @is_dark: TRUE if the background is dark
 * @is_strong: TRUE for high contrast, where nothing is faint
 * @current: the box with the keyboard cursor; -1 for none
 * @found: (nullable): for each box, TRUE if it matches the search
 */
typedef struct
{
  GdkRGBA foreground;
  GdkRGBA accent;
  gboolean is_dark;
  gboolean is_strong;
  int current;
  const gboolean *found;
} StudioGraphLook;

/* Draws the part within @clip, or everything if @clip is NULL. Omits texts that are too small to
 * read at @scale. */
void studio_graph_drawing_draw (StudioGraphDrawing *drawing, cairo_t *cr, const StudioGraphLook *look,
                                const graphene_rect_t *clip, double scale);
/* Draws boxes as plain rectangles, for the overview. */
void studio_graph_drawing_draw_small (StudioGraphDrawing *drawing, cairo_t *cr, const StudioGraphLook *look);

/* Saves the whole graph on white; the file name extension selects the format: .svg, .pdf or .png. */
gboolean studio_graph_drawing_save (StudioGraphDrawing *drawing, const char *path, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StudioGraphDrawing, studio_graph_drawing_free)

G_END_DECLS
