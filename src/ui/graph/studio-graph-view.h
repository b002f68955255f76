/* studio-graph-view.h: a graph to look at.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "studio-graph-drawing.h"

G_BEGIN_DECLS

/* Drag or scroll to move, Ctrl and scroll to zoom; the overview in the corner moves too. Arrows lead along the edges, Space
 * tells about a node, Enter unfolds a link or folds the one around, + - 0 zoom. Signals: "changed" (zoom, search),
 * "fold" (guint group): to be folded or unfolded. */
#define STUDIO_TYPE_GRAPH_VIEW (studio_graph_view_get_type ())
G_DECLARE_FINAL_TYPE (StudioGraphView, studio_graph_view, STUDIO, GRAPH_VIEW, GtkWidget)

GtkWidget *studio_graph_view_new (void);
/* @layout: (nullable). What was current stays so where it is still shown; @anew looks at it from the beginning. */
void studio_graph_view_set_layout (StudioGraphView *view, StudioGraphLayout *layout, gboolean anew);
/* NULL where there is no layout. */
StudioGraphDrawing *studio_graph_view_get_drawing (StudioGraphView *view);

void studio_graph_view_fit (StudioGraphView *view);
void studio_graph_view_zoom_by (StudioGraphView *view, double factor);
double studio_graph_view_get_zoom (StudioGraphView *view);

/* Marks what matches and brings the first of it into view; "" ends the search. */
void studio_graph_view_search (StudioGraphView *view, const char *text);
/* @step: 1 or -1 */
void studio_graph_view_step (StudioGraphView *view, int step);
/* *@at counts from 1; 0 where nothing was found. */
void studio_graph_view_get_matches (StudioGraphView *view, guint *at, guint *n);

G_END_DECLS
