/* studio-graph-view.h: graph viewer widget.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "studio-graph-drawing.h"

G_BEGIN_DECLS

/* Drag or scroll to move, Ctrl+scroll to zoom; dragging in the overview in the corner moves too.
 * Arrow keys follow the edges, Space shows details of a node, Enter unfolds a link or folds the
 * enclosing one, + - 0 zoom. Signals: "changed" (zoom, search), "fold" (guint group): the group is
 * to be folded or unfolded. */
#define STUDIO_TYPE_GRAPH_VIEW (studio_graph_view_get_type ())
G_DECLARE_FINAL_TYPE (StudioGraphView, studio_graph_view, STUDIO, GRAPH_VIEW, GtkWidget)

GtkWidget *studio_graph_view_new (void);
/* @layout: (nullable). Keeps the current box if it is still shown; @resets: reset the view. */
void studio_graph_view_set_layout (StudioGraphView *view, StudioGraphLayout *layout, gboolean resets);
/* Returns NULL if there is no layout. */
StudioGraphDrawing *studio_graph_view_get_drawing (StudioGraphView *view);

void studio_graph_view_fit (StudioGraphView *view);
void studio_graph_view_zoom_by (StudioGraphView *view, double factor);
double studio_graph_view_get_zoom (StudioGraphView *view);

/* Marks the matches and scrolls to the first; "" ends the search. */
void studio_graph_view_search (StudioGraphView *view, const char *text);
/* @step: 1 or -1 */
void studio_graph_view_step (StudioGraphView *view, int step);
/* *@at counts from 1; 0 if there is no match. */
void studio_graph_view_get_matches (StudioGraphView *view, guint *at, guint *n);

G_END_DECLS
