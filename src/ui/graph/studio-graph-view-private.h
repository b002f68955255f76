/* studio-graph-view-private.h: shared by the parts of the graph view.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "studio-graph-view.h"
#include "studio-overview.h"

G_BEGIN_DECLS

/* @x and @y: graph coordinates of the top left corner; @zoom: pixels per unit */
struct _StudioGraphView
{
  GtkWidget parent_instance;

  StudioGraphDrawing *drawing;
  double x;
  double y;
  double zoom;
  gboolean fits;   /* TRUE to keep the whole graph in view when the size changes */
  gboolean is_new; /* Nothing shown yet */
  guint idle;
  int current;

  char *search;
  gboolean *found;
  GArray *matches; /* int: boxes */
  guint match;

  GtkWidget *popover;
  double drag_x;
  double drag_y;
  gboolean drags_overview;
  double pointer_x;
  double pointer_y;
};

/* Returns the index of the box, possibly a cluster, at a position in the widget; -1 for none. */
int studio_graph_view_pick (StudioGraphView *self, double x, double y);
/* Makes a box current and scrolls to it; -1 for none. */
void studio_graph_view_set_current (StudioGraphView *self, int box);
void studio_graph_view_zoom_at (StudioGraphView *self, double factor, double x, double y);
void studio_graph_view_move_to (StudioGraphView *self, double x, double y);
void studio_graph_view_show_popover (StudioGraphView *self);
void studio_graph_view_hide_popover (StudioGraphView *self);
/* Returns FALSE if there is no overview. */
gboolean studio_graph_view_get_overview (StudioGraphView *self, StudioOverview *overview);
/* Folds or unfolds the group of the current box. */
void studio_graph_view_fold (StudioGraphView *self);

void studio_graph_view_class_init_input (GtkWidgetClass *klass);
void studio_graph_view_init_input (StudioGraphView *self);
void studio_graph_view_update_popover (StudioGraphView *self);

G_END_DECLS
