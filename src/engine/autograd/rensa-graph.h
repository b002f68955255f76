/* rensa-graph.h: the recorded graph as text.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-variable.h"

G_BEGIN_DECLS

/* The graph behind @roots in Graphviz's language, in the form that Chainer's build_computational_graph () writes: variables as
 * octagons "W: (16, 20), float32", functions as records. */
char *rensa_graph_to_dot (RensaVariable *const *roots, int n_roots);

G_END_DECLS
