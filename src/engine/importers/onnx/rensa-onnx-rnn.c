/* rensa-onnx-rnn.c: ONNX recurrent operators.
 * SPDX-License-Identifier: MIT */

#include "rensa-onnx-rnn-private.h"

#include <string.h>

#include "rensa-language.h"
#include "rensa-primitives.h"

#define MOST_GATES 4
#define MOST_WEIGHTS (2 * 2 * 2 * MOST_GATES)

/* An operator: its link (NULL if it is built from functions), the ONNX indices of its gates in the
 * order of the link, its activations, and its number of states. */
struct _RensaOnnxCell
{
  const char *link;
  int n_gates;
  int gates[MOST_GATES];
  const char *activations;
  guint n_states;
};

typedef RensaOnnxCell Cell;
typedef RensaOnnxLayer Layer;

static const Cell plain_tanh = { "RNNTanh", 1, { 0 }, "Tanh", 1 };
static const Cell plain_relu = { "RNNReLU", 1, { 0 }, "Relu", 1 };
static const Cell gru = { "GRU", 3, { 1, 0, 2 }, "Sigmoid,Tanh", 1 };
static const Cell early_gru = { NULL, 3, { 0, 1, 2 }, "Sigmoid,Tanh", 1 };
static const Cell lstm = { "LSTM", 4, { 0, 2, 3, 1 }, "Sigmoid,Tanh,Tanh", 2 };

/* "Sigmoid,Tanh" for all directions; NULL if omitted. */
static char *
join_activations (RensaOnnxNode *node)
{
  const Onnx__AttributeProto *attribute = rensa_onnx_find_attribute (node, "activations");
  GString *text;

  if (attribute == NULL || attribute->n_strings == 0)
    return NULL;
  text = g_string_new (NULL);
  for (gsize i = 0; i < attribute->n_strings; i++)
    {
      g_string_append (text, i > 0 ? "," : "");
      g_string_append_len (text, (const char *) attribute->strings[i].data, (gssize) attribute->strings[i].len);
    }
  return g_string_free (text, FALSE);
}

static gboolean
does (const Cell *cell, int n_directions, const char *activations)
{
  g_autofree char *both = g_strconcat (cell->activations, ",", cell->activations, NULL);

  return activations == NULL || g_str_equal (activations, n_directions == 2 ? both : cell->activations);
}

static void
choose_cell (RensaOnnxNode *node, const Cell *usual, Layer *layer)
{
  g_autofree char *activations = join_activations (node);

  layer->cell = usual;
  if (usual == &plain_tanh && !does (usual, layer->n_directions, activations))
    layer->cell = &plain_relu;
  if (usual == &gru && rensa_onnx_get_int (node, "linear_before_reset", 0) == 0)
    layer->cell = &early_gru;
  if (!does (layer->cell, layer->n_directions, activations))
    rensa_onnx_refuse_attribute (node, "activations", g_utf8_validate (activations, -1, NULL) ? activations : "");
  if (rensa_onnx_has (node, "clip"))
    rensa_onnx_refuse_attribute (node, "clip", rensa_onnx_float (node, rensa_onnx_get_float (node, "clip", 0)));
  if (rensa_onnx_get_int (node, "input_forget", 0) != 0)
    rensa_onnx_refuse_attribute (node, "input_forget", "1");
  if (rensa_onnx_find_input (node, 7) != NULL)
    rensa_onnx_refuse_attribute (node, "P", "given");
}

/* Sequences of unequal lengths are not supported, but lengths that all equal the number of steps
 * are ignored. */
static void
check_lengths (RensaOnnxNode *node, gint64 n_steps)
{
  RensaSketchValue *value = rensa_onnx_find_input (node, 4);
  gsize n = 0;
  const gint64 *lengths = value != NULL ? rensa_onnx_numbers (node, value, &n) : NULL;

  for (gsize i = 0; i < n && lengths != NULL; i++)
    if (lengths[i] != n_steps)
      rensa_onnx_refuse_attribute (node, "sequence_lens", rensa_onnx_format (node, "%" G_GINT64_FORMAT, lengths[i]));
}

static gboolean
read_layer (RensaOnnxNode *node, const Cell *usual, Layer *layer)
{
  const RensaShape x = rensa_onnx_type (node, rensa_onnx_input (node, 0)).shape;
  const RensaShape R = rensa_onnx_type (node, rensa_onnx_input (node, 2)).shape;
  const char *direction = rensa_onnx_get_text (node, "direction", "forward");

  if (node->error == NULL && (x.ndim != 3 || R.ndim != 3 || R.dims[2] < 1))
    rensa_onnx_fail (node, N_ ("the input and the weights must have three axes"));
  layer->is_batch_first = rensa_onnx_get_int (node, "layout", 0) != 0;
  layer->n_directions = g_str_equal (direction, "bidirectional") ? 2 : 1;
  layer->is_reverse = g_str_equal (direction, "reverse");
  if (node->error != NULL)
    return FALSE;
  layer->n_steps = x.dims[layer->is_batch_first ? 1 : 0];
  layer->n_inputs = x.dims[2];
  layer->n_units = R.dims[2];
  choose_cell (node, usual, layer);
  check_lengths (node, layer->n_steps);
  return node->error == NULL;
}

/* Weights of a gate: rows of W, R or B; B holds both biases, one after the other. */
static RensaSketchValue *
cut (RensaOnnxNode *node, const Layer *layer, guint input, int direction, int gate)
{
  const gint64 first = gate * layer->n_units;

  return rensa_onnx_get_item (node, rensa_onnx_input (node, input),
                              rensa_onnx_format (node, "%d, slice(%" G_GINT64_FORMAT ", %" G_GINT64_FORMAT ")",
                                                 direction, first, first + layer->n_units));
}

static guint
list_weights (RensaOnnxNode *node, const Layer *layer, RensaOnnxWeight *weights)
{
  const int n_gates = layer->cell->n_gates;
  const gboolean has_bias = rensa_onnx_find_input (node, 3) != NULL;
  guint n = 0;

  for (int direction = 0; direction < layer->n_directions; direction++)
    for (int i = 0; i < 2 * n_gates; i++)
      {
        const int gate = layer->cell->gates[i % n_gates];

        weights[n++] = (RensaOnnxWeight){ rensa_onnx_format (node, "%d/w%d", direction, i),
                                          cut (node, layer, i < n_gates ? 1 : 2, direction, gate) };
        if (has_bias)
          weights[n++] = (RensaOnnxWeight){ rensa_onnx_format (node, "%d/b%d", direction, i),
                                            cut (node, layer, 3, direction, gate + (i < n_gates ? 0 : n_gates)) };
      }
  for (guint i = 0; i < n; i++)
    if (node->error == NULL && !rensa_onnx_is_constant (weights[i].value))
      rensa_onnx_fail (node, N_ ("its weights must be constants"));
  return n;
}

/* Swaps the axes (steps, batch), or those of states (directions, batch). */
static RensaSketchValue *
swap (RensaOnnxNode *node, RensaSketchValue *x)
{
  return rensa_onnx_call1 (node, x, "swapaxes(axis1=0, axis2=1)");
}

/* Brings the output sequences to (steps, directions, batch, units), or batch first. */
static RensaSketchValue *
spread (RensaOnnxNode *node, const Layer *layer, RensaSketchValue *ys)
{
  static const gint64 steps_first[] = { 1, 2, 0, 3 };
  RensaSketchValue *y = rensa_onnx_call1 (node, ys, "pad_sequence");

  if (layer->is_reverse)
    y = rensa_onnx_call1 (node, y, "flip(axis=1)");
  y = rensa_onnx_reshape (node, y, (gint64[]){ -1, layer->n_steps, layer->n_directions, layer->n_units }, 4);
  return layer->is_batch_first ? y : rensa_onnx_transpose (node, y, steps_first, 4);
}

/* Returns an initial state; NULL if it is omitted or all zeros, for any batch size. */
static RensaSketchValue *
find_state (RensaOnnxNode *node, const Layer *layer, guint i)
{
  RensaSketchValue *value = rensa_onnx_find_input (node, i);
  gboolean is_zero = value != NULL && value->kind != RENSA_SKETCH_VALUE;

  for (int probe = 0; probe < RENSA_SKETCH_PROBES && is_zero; probe++)
    {
      g_autoptr (RensaArray) flags =
          rensa_array_cast (rensa_variable_get_array (value->probes[probe]), RENSA_BOOL, &node->error);
      const gsize n = flags != NULL ? rensa_array_get_n_bytes (flags) : 0;
      g_autofree guint8 *bytes = g_malloc0 (n + 1);

      is_zero = flags != NULL && rensa_array_to_host (flags, bytes, &node->error) && memchr (bytes, 1, n) == NULL;
    }
  if (is_zero || value == NULL || node->error != NULL)
    return NULL;
  return layer->is_batch_first ? swap (node, value) : value;
}

/* @inputs: the states, then the sequences, as the link expects them. */
static void
call_layer (RensaOnnxNode *node, const Layer *layer, RensaSketchValue *const *inputs)
{
  const guint n_states = layer->cell->n_states;
  RensaOnnxWeight weights[MOST_WEIGHTS];
  const guint n_weights = list_weights (node, layer, weights);
  RensaSketchValue *outputs[RENSA_ONNX_MAX_OUTPUTS] = { NULL };

  rensa_onnx_call_link (node, inputs, (int) n_states + 1, weights, n_weights, outputs,
                        "NStep%s%s(n_layers=1, in_size=%" G_GINT64_FORMAT ", out_size=%" G_GINT64_FORMAT ", dropout=0)",
                        layer->n_directions == 2 ? "Bi" : "", layer->cell->link, layer->n_inputs, layer->n_units);
  if (node->error != NULL)
    return;
  if (rensa_onnx_needs_output (node, 0))
    node->outputs[0] = spread (node, layer, outputs[n_states]);
  for (guint i = 0; i < n_states; i++)
    if (rensa_onnx_needs_output (node, 1 + i))
      node->outputs[1 + i] = layer->is_batch_first ? swap (node, outputs[i]) : outputs[i];
}

/* The link takes all states or none: zeros stand beside one that is given. */
static void
complete_states (RensaOnnxNode *node, RensaSketchValue **states, guint n)
{
  for (guint i = 0; i < n && n > 1; i++)
    if (states[i] == NULL && states[n - 1 - i] != NULL)
      states[i] = rensa_onnx_call1 (node, states[n - 1 - i], "op_mul_scalar(value=0)");
}

static void
recurrent (RensaOnnxNode *node, const Cell *usual)
{
  Layer layer = { 0 };
  RensaSketchValue *x = rensa_onnx_input (node, 0);
  RensaSketchValue *inputs[3] = { NULL };

  if (!read_layer (node, usual, &layer))
    return;
  for (guint i = 0; i < layer.cell->n_states; i++)
    inputs[i] = find_state (node, &layer, 5 + i);
  complete_states (node, inputs, layer.cell->n_states);
  if (layer.cell->link == NULL)
    {
      rensa_onnx_unroll_gru (node, &layer, layer.is_batch_first ? swap (node, x) : x, inputs[0]);
      return;
    }
  if (!layer.is_batch_first)
    x = swap (node, x);
  inputs[layer.cell->n_states] = layer.is_reverse ? rensa_onnx_call1 (node, x, "flip(axis=1)") : x;
  call_layer (node, &layer, inputs);
}

static void
run_rnn (RensaOnnxNode *node)
{
  recurrent (node, &plain_tanh);
}

static void
run_gru (RensaOnnxNode *node)
{
  recurrent (node, &gru);
}

static void
run_lstm (RensaOnnxNode *node)
{
  recurrent (node, &lstm);
}

const RensaOnnxOperator rensa_onnx_rnn_operators[] = {
  { "GRU", run_gru, NULL },
  { "LSTM", run_lstm, NULL },
  { "RNN", run_rnn, NULL },
  { NULL, NULL, NULL },
};
