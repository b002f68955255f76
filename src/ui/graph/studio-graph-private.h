/* studio-graph-private.h: the parts of a recorded graph.
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

/* Makes the groups from the paths of parameters, and finds out where every node belongs. */
void studio_graph_group (StudioGraph *graph);

G_END_DECLS
