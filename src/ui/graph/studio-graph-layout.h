/* studio-graph-layout.h: where the nodes of a graph stand.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gio/gio.h>
#include <pango/pango.h>

#include "studio-graph.h"

G_BEGIN_DECLS

typedef enum
{
  STUDIO_GRAPH_NODE,
  STUDIO_GRAPH_FOLDED,  /* a group drawn as one node */
  STUDIO_GRAPH_CLUSTER, /* a group drawn around what is in it */
} StudioGraphBoxKind;

/* @index: of the node or group; @x and @y: of the middle. Pixels at 100 %. */
typedef struct
{
  StudioGraphBoxKind kind;
  guint index;
  double x;
  double y;
  double width;
  double height;
} StudioGraphBox;

/* A spline: @first and the points after it are in StudioGraphLayout.points, 1 + 3 n of them. @from and @to number boxes. */
typedef struct
{
  guint from;
  guint to;
  guint first;
  guint n_points;
} StudioGraphLine;

typedef struct
{
  double x;
  double y;
} StudioGraphPoint;

/* Clusters come before what they hold. */
typedef struct
{
  int ref_count;
  StudioGraph *graph;
  double width;
  double height;
  GArray *boxes;  /* StudioGraphBox */
  GArray *lines;  /* StudioGraphLine */
  GArray *points; /* StudioGraphPoint */
} StudioGraphLayout;

StudioGraphLayout *studio_graph_layout_ref (StudioGraphLayout *layout);
void studio_graph_layout_unref (StudioGraphLayout *layout);
/* The number of the box; -1 where it is not shown. */
int studio_graph_layout_find (StudioGraphLayout *layout, StudioGraphBoxKind kind, guint index);

/* The parts of Graphviz's description of the graph, and of what it answers. @folded: for each group whether it is drawn
 * as one node. */
char *studio_graph_layout_write_dot (StudioGraph *graph, const gboolean *folded, PangoContext *context);
StudioGraphLayout *studio_graph_layout_parse (StudioGraph *graph, const char *json, GError **error);

/* Runs `dot` in a process of its own, which ends when @cancellable is cancelled. G_IO_ERROR_NOT_FOUND where Graphviz is not
 * installed. */
void studio_graph_layout_run (StudioGraph *graph, const gboolean *folded, PangoContext *context,
                              GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data);
StudioGraphLayout *studio_graph_layout_finish (GAsyncResult *result, GError **error);

/* How many boxes, clusters left out, are drawn with @folded. */
guint studio_graph_count_shown (StudioGraph *graph, const gboolean *folded);
/* Folds groups, the innermost first, until about @most boxes are left. */
gboolean *studio_graph_fold (StudioGraph *graph, guint most);
/* The outermost folded group that holds the node; -1 where there is none. */
int studio_graph_find_fold (StudioGraph *graph, const gboolean *folded, guint group);

/* What stands in a box: "W" and "(100, 784)". Either may be NULL. */
void studio_graph_box_get_texts (StudioGraph *graph, StudioGraphBoxKind kind, guint index, char **title, char **detail);

/* The same, laid out. */
PangoLayout *studio_graph_box_new_text (StudioGraph *graph, StudioGraphBoxKind kind, guint index,
                                        PangoContext *context);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StudioGraphLayout, studio_graph_layout_unref)

G_END_DECLS
