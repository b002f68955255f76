/* rensa-onnx-batch-private.h: generalization of graphs with fixed batch sizes to any batch size.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-onnx-graph-private.h"

G_BEGIN_DECLS

/* Name of the batch size in files. */
#define RENSA_ONNX_BATCH_NAME "batch"

/* Placeholders in a shape: the batch size; a number that depends linearly on it. */
#define RENSA_ONNX_BATCH (-1)
#define RENSA_ONNX_OPEN (-2)

/* Three batch sizes, to detect numbers that do not depend linearly on it. */
#define RENSA_ONNX_N_GRAPHS 3
extern const gint64 rensa_onnx_batches[RENSA_ONNX_N_GRAPHS];

/**
 * rensa_onnx_merge:
 * @graphs: graphs of the same calls, with rensa_onnx_batches[i] examples each
 *
 * Generalizes the first graph to any number of examples: extents that depend on it become
 * RENSA_ONNX_BATCH or RENSA_ONNX_OPEN, and constants that depend on it are computed from the first
 * input.
 *
 * Returns: FALSE if the graphs differ otherwise; the error begins with the name of the operator.
 * The first graph is then unusable
 */
gboolean rensa_onnx_merge (RensaOnnxGraph *const *graphs, GError **error);

G_END_DECLS
