/* rensa-onnx-unrolled.c: ONNX recurrent operator unrolled over steps.
 * SPDX-License-Identifier: MIT */

#include "rensa-onnx-rnn-private.h"

#include "rensa-language.h"

#define MOST_STEPS 32

/* Weights of one direction, shared by all steps. */
typedef struct
{
  RensaSketchValue *xs; /* W x + b for all gates and steps: (steps, batch, 3 units) */
  RensaSketchValue *R;  /* update and reset gates: (2 units, units) */
  RensaSketchValue *Rh; /* (units, units) */
} Direction;

static const char *
write_range (RensaOnnxNode *node, gint64 first, gint64 end)
{
  return rensa_onnx_format (node, "slice(%" G_GINT64_FORMAT ", %" G_GINT64_FORMAT ")", first, end);
}

/* Slices the gates @first to @end (exclusive). */
static RensaSketchValue *
cut_gates (RensaOnnxNode *node, const RensaOnnxLayer *layer, RensaSketchValue *x, const char *before, int first,
           int end)
{
  return rensa_onnx_get_item (
      node, x,
      rensa_onnx_format (node, "%s, %s", before, write_range (node, first * layer->n_units, end * layer->n_units)));
}

/* Sums both biases, which enter the same preactivations. */
static RensaSketchValue *
add_biases (RensaOnnxNode *node, const RensaOnnxLayer *layer, const char *direction)
{
  RensaSketchValue *B = rensa_onnx_find_input (node, 3);

  if (B == NULL)
    return NULL;
  return rensa_onnx_call2 (node, cut_gates (node, layer, B, direction, 0, 3),
                           cut_gates (node, layer, B, direction, 3, 6), "op_add");
}

static Direction
begin_direction (RensaOnnxNode *node, const RensaOnnxLayer *layer, RensaSketchValue *x, int number)
{
  const char *direction = rensa_onnx_format (node, "%d", number);
  RensaSketchValue *R = rensa_onnx_input (node, 2);
  RensaSketchValue *parts[3] = { x, cut_gates (node, layer, rensa_onnx_input (node, 1), direction, 0, 3),
                                 add_biases (node, layer, direction) };

  return (Direction){ rensa_onnx_call (node, parts, parts[2] != NULL ? 3 : 2, "linear(n_batch_axes=2)"),
                      cut_gates (node, layer, R, direction, 0, 2), cut_gates (node, layer, R, direction, 2, 3) };
}

/* W x + b + R h for the gates @first to @end (exclusive); @h is NULL for zeros. */
static RensaSketchValue *
sum_gates (RensaOnnxNode *node, const RensaOnnxLayer *layer, RensaSketchValue *x, RensaSketchValue *R,
           RensaSketchValue *h, int first, int end)
{
  RensaSketchValue *sum = cut_gates (node, layer, x, "slice(None)", first, end);

  return h != NULL ? rensa_onnx_call2 (node, sum, rensa_onnx_call2 (node, h, R, "linear"), "op_add") : sum;
}

/* h = (1 - z) c + z h, with update gate z and reset gate r. */
static RensaSketchValue *
step (RensaOnnxNode *node, const RensaOnnxLayer *layer, const Direction *self, gint64 t, RensaSketchValue *h)
{
  RensaSketchValue *x = rensa_onnx_get_item (node, self->xs, rensa_onnx_format (node, "%d,", (int) t));
  RensaSketchValue *gates =
      rensa_onnx_call1 (node, sum_gates (node, layer, x, self->R, h, 0, h != NULL ? 2 : 1), "sigmoid");
  RensaSketchValue *z = cut_gates (node, layer, gates, "slice(None)", 0, 1);
  RensaSketchValue *r = h != NULL ? cut_gates (node, layer, gates, "slice(None)", 1, 2) : NULL;
  RensaSketchValue *rh = h != NULL ? rensa_onnx_call2 (node, r, h, "op_mul") : NULL;
  RensaSketchValue *c = rensa_onnx_call1 (node, sum_gates (node, layer, x, self->Rh, rh, 2, 3), "tanh");
  RensaSketchValue *parts[3] = { z, c, h };

  return rensa_onnx_call (node, parts, h != NULL ? 3 : 2, "elementwise(formula='%s', inputs='%s')",
                          h != NULL ? "(1 - z) * c + z * h" : "(1 - z) * c", h != NULL ? "z, c, h" : "z, c");
}

/* Runs all steps of direction @number. Returns (steps, batch, units), and the last state in @last. */
static RensaSketchValue *
run_direction (RensaOnnxNode *node, const RensaOnnxLayer *layer, RensaSketchValue *x, RensaSketchValue *state,
               int number, RensaSketchValue **last)
{
  const Direction self = begin_direction (node, layer, x, number);
  const gboolean is_reverse = layer->is_reverse || number == 1;
  RensaSketchValue *ys[MOST_STEPS] = { NULL };
  RensaSketchValue *h =
      state != NULL ? rensa_onnx_get_item (node, state, rensa_onnx_format (node, "%d,", number)) : NULL;

  for (gint64 i = 0; i < layer->n_steps && node->error == NULL; i++)
    {
      const gint64 t = is_reverse ? layer->n_steps - 1 - i : i;

      ys[t] = h = step (node, layer, &self, t, h);
    }
  *last = h;
  return rensa_onnx_needs_output (node, 0) ? rensa_onnx_call (node, ys, (int) layer->n_steps, "stack(axis=0)") : NULL;
}

static void
check_steps (RensaOnnxNode *node, const RensaOnnxLayer *layer, RensaSketchValue *x)
{
  if (node->error == NULL && rensa_variable_get_type (x->probes[1]).shape.dims[0] != layer->n_steps)
    rensa_onnx_fail (node, N_ ("linear_before_reset = 0 requires a fixed number of steps"));
  else if (layer->n_steps < 1 || layer->n_steps > MOST_STEPS)
    rensa_onnx_fail (node, N_ ("linear_before_reset = 0 requires 1 to %d steps, but there are %lld"), MOST_STEPS,
                     (long long) layer->n_steps);
}

void
rensa_onnx_unroll_gru (RensaOnnxNode *node, const RensaOnnxLayer *layer, RensaSketchValue *x, RensaSketchValue *state)
{
  static const gint64 batch_first[] = { 2, 0, 1, 3 };
  RensaSketchValue *ys[2] = { NULL };
  RensaSketchValue *hs[2] = { NULL };

  check_steps (node, layer, x);
  for (int i = 0; i < layer->n_directions && node->error == NULL; i++)
    ys[i] = run_direction (node, layer, x, state, i, &hs[i]);
  if (node->error != NULL)
    return;
  if (rensa_onnx_needs_output (node, 0))
    {
      RensaSketchValue *y = rensa_onnx_call (node, ys, layer->n_directions, "stack(axis=1)");

      node->outputs[0] = layer->is_batch_first ? rensa_onnx_transpose (node, y, batch_first, 4) : y;
    }
  if (rensa_onnx_needs_output (node, 1))
    node->outputs[1] = rensa_onnx_call (node, hs, layer->n_directions, "stack(axis=%d)", layer->is_batch_first ? 1 : 0);
}
