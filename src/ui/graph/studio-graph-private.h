/* studio-graph-private.h: data of a recorded graph.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "studio-graph.h"

G_BEGIN_DECLS

struct _StudioGraph
{
  int ref_count;
  GArray *nodes;  /* StudioGraphNode */
  GArray *edges;  /* StudioGraphEdge */
  GArray *groups; /* StudioGraphGroup */
};

/* Creates the groups from the parameter paths and assigns every node to a group. */
void studio_graph_group (StudioGraph *graph);

G_END_DECLS
