/* rensa-onnx-batch-private.h: from graphs of certain numbers of examples to one of any.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-onnx-graph-private.h"

G_BEGIN_DECLS

/* What files call the number of examples. */
#define RENSA_ONNX_BATCH_NAME "batch"

/* In a shape: as many as there are examples; a number that goes with it. */
#define RENSA_ONNX_BATCH (-1)
#define RENSA_ONNX_OPEN (-2)

/* How many there are, so that what is no straight line through all three shows. */
#define RENSA_ONNX_N_GRAPHS 3
extern const gint64 rensa_onnx_batches[RENSA_ONNX_N_GRAPHS];

/**
 * rensa_onnx_merge:
 * @graphs: of the same calls, with rensa_onnx_batches[i] examples each
 *
 * Makes the first graph one of any number of examples: extents that go with it become RENSA_ONNX_BATCH or
 * RENSA_ONNX_OPEN, and constants that
 * do are computed from the first input.
 *
 * Returns: FALSE where the graphs differ otherwise; the error begins with the name of the operator. The first graph
 * is of no use then
 */
gboolean rensa_onnx_merge (RensaOnnxGraph *const *graphs, GError **error);

G_END_DECLS
