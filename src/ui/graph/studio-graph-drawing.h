/* studio-graph-drawing.h: a graph, drawn with Cairo on the screen and into files.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

#include "studio-graph-layout.h"

G_BEGIN_DECLS

/* A layout with what is needed to draw it. */
typedef struct _StudioGraphDrawing StudioGraphDrawing;

StudioGraphDrawing *studio_graph_drawing_new (StudioGraphLayout *layout, PangoContext *context);
void studio_graph_drawing_free (StudioGraphDrawing *drawing);
StudioGraphLayout *studio_graph_drawing_get_layout (StudioGraphDrawing *drawing);

/**
 * StudioGraphLook:
 * @foreground: of text
 * @accent: of what is current or found
 * @is_dark: whether the background is
 * @is_strong: in high contrast nothing is faint
 * @current: the box that the keyboard is at; -1 for none
 * @found: (nullable): for each box whether the search found it
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

/* Draws what lies within @clip, all of it where that is NULL; texts are left out where @scale makes them too small to read. */
void studio_graph_drawing_draw (StudioGraphDrawing *drawing, cairo_t *cr, const StudioGraphLook *look,
                                const graphene_rect_t *clip, double scale);
/* Boxes as plain rectangles, for the overview. */
void studio_graph_drawing_draw_small (StudioGraphDrawing *drawing, cairo_t *cr, const StudioGraphLook *look);

/* All of it on white; the ending tells the form: .svg, .pdf or .png. */
gboolean studio_graph_drawing_save (StudioGraphDrawing *drawing, const char *path, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StudioGraphDrawing, studio_graph_drawing_free)

G_END_DECLS
