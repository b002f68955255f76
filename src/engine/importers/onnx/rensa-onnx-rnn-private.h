/* rensa-onnx-rnn-private.h: the recurrent operators of ONNX that are made of functions.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-onnx-private.h"

G_BEGIN_DECLS

typedef struct _RensaOnnxCell RensaOnnxCell;

/* The layer of one direction or two. */
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
 * @state: (nullable): the first one, (directions, batch, units); NULL for zeros
 *
 * The outputs of a GRU whose reset gate r stands before the product, c = tanh (W x + R (r h) + b), which no link has: functions, step by step, so
 * that there may be a few dozen steps alone.
 */
void rensa_onnx_unroll_gru (RensaOnnxNode *node, const RensaOnnxLayer *layer, RensaSketchValue *x,
                            RensaSketchValue *state);

G_END_DECLS
