/* studio-graph.h: computational graph recorded by DumpGraph.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-document.h"

G_BEGIN_DECLS

/**
 * StudioGraphNode:
 * @name: "W" for a parameter, "LinearFunction" for a function; NULL for other variables
 * @shape: "(100, 784)"; NULL for functions
 * @param: (nullable): "/predictor/l1/W"
 * @bytes: -1 for functions
 * @group: index of the link that contains it
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
 * @depth: number of enclosing groups
 * @n_nodes: number of nodes within, at any depth
 */
typedef struct
{
  char *path;
  char *name;
  int parent;
  guint depth;
  guint n_nodes;
} StudioGraphGroup;

/* Immutable, reference-counted. A function belongs to the link that owns its parameters; a function
 * without parameters belongs to the innermost link around its neighbors on both sides. */
typedef struct _StudioGraph StudioGraph;

/* Fails with RENSA_ERROR_FORMAT if @text is not in the format of rensa_graph_to_json (). */
StudioGraph *studio_graph_parse (const char *text, gsize length, GError **error);
StudioGraph *studio_graph_load (const char *path, GError **error);
StudioGraph *studio_graph_ref (StudioGraph *graph);
void studio_graph_unref (StudioGraph *graph);

guint studio_graph_get_n_nodes (StudioGraph *graph);
const StudioGraphNode *studio_graph_get_node (StudioGraph *graph, guint i);
guint studio_graph_get_n_edges (StudioGraph *graph);
StudioGraphEdge studio_graph_get_edge (StudioGraph *graph, guint i);
guint studio_graph_get_n_groups (StudioGraph *graph);
/* Group 0 is the outermost; a group comes after its parent. */
const StudioGraphGroup *studio_graph_get_group (StudioGraph *graph, guint i);
/* Returns TRUE if the name, parameter, shape or dtype contains @text, ignoring case. */
gboolean studio_graph_node_matches (const StudioGraphNode *node, const char *text);

/* Returns the name of DumpGraph's file in a run of this document, "cg.json"; NULL if the run has no
 * DumpGraph. */
char *studio_graph_find_name (RensaDocument *document);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StudioGraph, studio_graph_unref)

G_END_DECLS
