/* studio-graph.h: a recorded computational graph, as DumpGraph wrote it.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-document.h"

G_BEGIN_DECLS

/**
 * StudioGraphNode:
 * @name: "W" of a parameter, "LinearFunction" of a function; NULL for other variables
 * @shape: "(100, 784)"; NULL for functions
 * @param: (nullable): "/predictor/l1/W"
 * @bytes: -1 for functions
 * @group: the link that it belongs to
 */
typedef struct
{
  gboolean is_function;
  char *name;
  char *shape;
  char *dtype;
  char *param;
  gint64 bytes;
  int rank;
  guint group;
} StudioGraphNode;

typedef struct
{
  guint from;
  guint to;
} StudioGraphEdge;

/**
 * StudioGraphGroup: a link.
 * @path: "predictor/l1"; "" for the outermost
 * @name: "l1"
 * @parent: -1 for the outermost
 * @depth: how many groups it lies in
 * @n_nodes: those within, at any depth
 */
typedef struct
{
  char *path;
  char *name;
  int parent;
  guint depth;
  guint n_nodes;
} StudioGraphGroup;

/* Immutable, reference-counted. A function belongs to the link whose parameters it takes; one without parameters to the
 * innermost link around what stands before and after it. */
typedef struct _StudioGraph StudioGraph;

/* RENSA_ERROR_FORMAT where @text is not what rensa_graph_to_json () writes. */
StudioGraph *studio_graph_parse (const char *text, gsize length, GError **error);
StudioGraph *studio_graph_load (const char *path, GError **error);
StudioGraph *studio_graph_ref (StudioGraph *graph);
void studio_graph_unref (StudioGraph *graph);

guint studio_graph_get_n_nodes (StudioGraph *graph);
const StudioGraphNode *studio_graph_get_node (StudioGraph *graph, guint i);
guint studio_graph_get_n_edges (StudioGraph *graph);
StudioGraphEdge studio_graph_get_edge (StudioGraph *graph, guint i);
guint studio_graph_get_n_groups (StudioGraph *graph);
/* Number 0 is the outermost; a group comes after the one it lies in. */
const StudioGraphGroup *studio_graph_get_group (StudioGraph *graph, guint i);
/* Whether the name, the parameter, the shape or the dtype holds @text, in whatever case. */
gboolean studio_graph_node_matches (const StudioGraphNode *node, const char *text);

/* What DumpGraph calls the file in a run of this document, "cg.json"; NULL where the run has no DumpGraph. */
char *studio_graph_find_name (RensaDocument *document);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StudioGraph, studio_graph_unref)

G_END_DECLS
