/* rensa-onnx-rnn-private.h: ONNX recurrent operators built from functions.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-onnx-private.h"

G_BEGIN_DECLS

typedef struct _RensaOnnxCell RensaOnnxCell;

/* A layer with one or two directions. */
typedef struct
{
  const RensaOnnxCell *cell;
  int n_directions;
  gboolean is_reverse;
  gboolean is_batch_first;
  gint64 n_steps;
  gint64 n_inputs;
  gint64 n_units;
} RensaOnnxLayer;

/**
 * rensa_onnx_unroll_gru:
 * @x: (steps, batch, inputs)
 * @state: (nullable): initial state, (directions, batch, units); NULL for zeros
 *
 * Computes the outputs of a GRU that applies the reset gate r before the product, c = tanh (W x + R
 * (r h) + b), which no link supports. It is unrolled into functions for each step, so the number of
 * steps is limited to a few dozen.
 */
void rensa_onnx_unroll_gru (RensaOnnxNode *node, const RensaOnnxLayer *layer, RensaSketchValue *x,
                            RensaSketchValue *state);

G_END_DECLS
