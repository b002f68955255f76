/* graph-fixture.h: what the tests of recorded graphs share.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "studio-graph.h"

/* Two links, "predictor/l1" and "predictor/block/l2", relu between them, and a loss after: 14 nodes, by number
 * 0 loss, 1 SoftmaxCrossEntropy, 2 y, 3 t, 4 LinearFunction of l2, 5 h, 6 W, 7 b of l2, 8 ReLU, 9 a, 10 LinearFunction of
 * l1, 11 x, 12 W, 13 b of l1. */
extern const char graph_text[];
StudioGraph *graph_of (const char *text);
/* @n functions, one after the other. */
StudioGraph *long_graph (guint n);
