/* rensa-graph.h: the recorded graph as text.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-variable.h"

G_BEGIN_DECLS

/* Returns the graph behind @roots in Graphviz's language, in the format of Chainer's
 * build_computational_graph (): variables as octagons "W: (16, 20), float32", functions as records. */
char *rensa_graph_to_dot (RensaVariable *const *roots, int n_roots);

/* Returns the path of a parameter, "/predictor/l1/W"; NULL for other variables. */
typedef const char *(*RensaGraphPathFunc) (RensaVariable *variable, gpointer data);

/**
 * rensa_graph_to_json:
 *
 * The same graph with all that is known of it:
 *
 *   {"nodes": [{"id": 0, "kind": "variable", "label": "float32", "name": null, "param": null, "shape": [], "dtype": "float32",
 *               "bytes": 4, "rank": 3},
 *              {"id": 1, "kind": "function", "label": "LinearFunction", "function": "linear", "rank": 2}, …],
 *    "edges": [[1, 0], …]}
 *
 * Nodes have the same numbers as in rensa_graph_to_dot (). "param" is the result of @path.
 */
char *rensa_graph_to_json (RensaVariable *const *roots, int n_roots, RensaGraphPathFunc path, gpointer data);

G_END_DECLS
