/* studio-graph-layout.h: positions of the nodes of a graph.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gio/gio.h>
#include <pango/pango.h>

#include "studio-graph.h"

G_BEGIN_DECLS

typedef enum
{
  STUDIO_GRAPH_NODE,
  STUDIO_GRAPH_FOLDED,  /* A group drawn as a single node */
  STUDIO_GRAPH_CLUSTER, /* A group drawn around its contents */
} StudioGraphBoxKind;

/* @index: index of the node or group; @x and @y: center. In pixels at 100 %. */
typedef struct
{
  StudioGraphBoxKind kind;
  guint index;
  double x;
  double y;
  double width;
  double height;
} StudioGraphBox;

/* A spline of 1 + 3 n points in StudioGraphLayout.points, starting at @first. @from and @to are box
 * indices. */
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

/* Clusters precede their contents. */
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
/* Returns the index of the box; -1 if it is not shown. */
int studio_graph_layout_find (StudioGraphLayout *layout, StudioGraphBoxKind kind, guint index);

/* Write Graphviz's description of the graph, and parse its output. @folded: for each group, TRUE if
 * it is drawn as a single node. */
char *studio_graph_layout_write_dot (StudioGraph *graph, const gboolean *folded, PangoContext *context);
StudioGraphLayout *studio_graph_layout_parse (StudioGraph *graph, const char *json, GError **error);

/* Runs `dot` in a subprocess, which is killed when @cancellable is cancelled. Fails with
 * G_IO_ERROR_NOT_FOUND if Graphviz is not installed. */
void studio_graph_layout_run (StudioGraph *graph, const gboolean *folded, PangoContext *context,
                              GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data);
StudioGraphLayout *studio_graph_layout_finish (GAsyncResult *result, GError **error);

/* Returns the number of boxes, not counting clusters, that are drawn with @folded. */
guint studio_graph_count_shown (StudioGraph *graph, const gboolean *folded);
/* Folds groups, innermost first, until about @most boxes are left. */
gboolean *studio_graph_fold (StudioGraph *graph, guint most);
/* Returns the outermost folded group that contains @group; -1 if there is none. */
int studio_graph_find_fold (StudioGraph *graph, const gboolean *folded, guint group);

/* Returns the texts in a box, such as "W" and "(100, 784)". Either may be NULL. */
void studio_graph_box_get_texts (StudioGraph *graph, StudioGraphBoxKind kind, guint index, char **title, char **detail);

/* Returns the same texts as a Pango layout. */
PangoLayout *studio_graph_box_new_text (StudioGraph *graph, StudioGraphBoxKind kind, guint index,
                                        PangoContext *context);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StudioGraphLayout, studio_graph_layout_unref)

G_END_DECLS
