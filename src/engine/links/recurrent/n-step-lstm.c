/* n-step-lstm.c: long short-term memory over whole sequences.
 * SPDX-License-Identifier: MIT */

#include "n-step-lstm.py.inc"
#include "rensa-links.h"
#include "rensa-n-step-link-private.h"

static const RensaAttrSpec attrs[] = { RENSA_N_STEP_LINK_ATTRS };

static const RensaChildSpec children[] = { RENSA_N_STEP_LINK_LAYERS (&rensa_n_step_lstm_layer_class) };

/* Computed with NumPy, sequence by sequence, independently of this code. */
static const RensaSample samples[] = {
  { "n_layers=1, in_size=1, out_size=1, dropout=0, initialW=Constant(fill_value=0.5), "
    "initial_bias=Constant(fill_value=0.25)",
    "[[0.5]]; [[-1], [0.25]]",
    "[[[0.27606824370176347], [0.2255686657310424]]]; [[[0.4313796392650114], [0.3612412270947131]]]; "
    "[[0.27606824370176347]]; [[0], [0.2255686657310424]]" },
  { "n_layers=2, in_size=2, out_size=1, dropout=0, initialW=Constant(fill_value=0.5), "
    "initial_bias=Constant(fill_value=0.25)",
    "[[[0.25]], [[0.5]]]; [[[-0.125]], [[-0.25]]]; [[1, -0.5], [0.5, 0]]",
    "[[[0.46708720769250295]], [[0.42686014026333174]]]; [[[0.7919993304824944]], [[0.7092948401844565]]]; "
    "[[0.22276663016386505], [0.42686014026333174]]" },
};

static gboolean
run (RensaNStepCall *call, GError **error)
{
  return rensa_n_step_lstm (call->n_layers, call->dropout, call->hx, call->cx, call->ws, call->bs, call->n_weights,
                            call->xs, call->n_steps, &call->hy, &call->cy, call->ys, error);
}

static int
forward (RensaLink *link, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, int max_outputs,
         GError **error)
{
  return rensa_n_step_link_forward (link, 2, run, inputs, n_inputs, outputs, max_outputs, error);
}

const RensaLinkClass rensa_n_step_lstm_link_class = {
  .name = "NStepLSTM",
  .group = &rensa_rnn_group,
  .title = N_ ("LSTM for Sequences"),
  .summary = N_ ("Layers of long short-term memory that process whole sequences"),
  .words = N_ ("recurrent;sequence;memory;text"),
  .stem = "lstm",
  .formula =
      "i, f, o = σ(Wₖx + bₖ + Wₖ₊₄h + bₖ₊₄) for k = 0, 1, 3, a = tanh(W₂x + b₂ + W₆h + b₆), c' = f c + i a, h' = o "
      "tanh(c')",
  .reference = "Hochreiter and Schmidhuber, \"Long Short-Term Memory\", Neural Computation 9(8), 1997",
  RENSA_ATTRS (RensaNStepLink, attrs),
  .inputs = RENSA_INPUTS ("hx?", "cx?", "xs*:sequence"),
  .n_outputs = 0,
  .outputs = RENSA_OUTPUTS ("hy", "cy", "ys*"),
  RENSA_CHILDREN (children),
  .numbers_children = TRUE,
  RENSA_SAMPLES (samples),
  .forward = forward,
  RENSA_FORMS (
      { "chainer", RENSA_N_STEP_LINK_FORM ("NStepLSTM") },
      { "torch",
        "NStepLSTM({n_layers}, {in_size}, {out_size}, {dropout}, initialW={initialW}, initial_bias={initial_bias})" },
      { "torch_class", torch_class }),
};

/**
 * rensa_n_step_lstm_link_new:
 * @n_layers: number of stacked layers
 * @in_size: values of each element of a sequence
 * @out_size: units of each layer
 * @dropout: probability that an element between two layers is set to zero during training, below 1
 *
 * An NStepLSTM: rensa_n_step_lstm () over sequences in any order. The inputs are hx and cx, of
 * shape (@n_layers, N, @out_size), zero if omitted, followed by N sequences of shape (length,
 * @in_size). The outputs are hy, cy and N sequences of shape (length, @out_size). Returns NULL with
 * RENSA_ERROR_INVALID if a size is less than one.
 */
RENSA_API RensaLink *
rensa_n_step_lstm_link_new (gint64 n_layers, gint64 in_size, gint64 out_size, double dropout, GError **error)
{
  const RensaNStepLink self = { n_layers, in_size, out_size, dropout };

  return rensa_link_new_from_values (&rensa_n_step_lstm_link_class, &self, error);
}
