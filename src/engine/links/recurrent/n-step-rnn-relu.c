/* n-step-rnn-relu.c: plain recurrent network with ReLU over whole sequences.
 * SPDX-License-Identifier: MIT */

#include "n-step-rnn-relu.py.inc"
#include "rensa-links.h"
#include "rensa-n-step-link-private.h"

static const RensaAttrSpec attrs[] = { RENSA_N_STEP_LINK_ATTRS };

static const RensaChildSpec children[] = { RENSA_N_STEP_LINK_LAYERS (&rensa_n_step_rnn_layer_class) };

/* Computed by hand: h' = x + h, where x is the sum of the values of an element, as long as that is
 * not negative. */
static const RensaSample samples[] = {
  { "n_layers=1, in_size=1, out_size=1, dropout=0, initialW=One", "[[5]]; [[1], [2]]",
    "[[[5], [3]]]; [[5]]; [[1], [3]]" },
  { "n_layers=2, in_size=2, out_size=1, dropout=0, initialW=One", "[[[1]], [[2]]]; [[1, 0], [2, -1]]",
    "[[[3]], [[7]]]; [[4], [7]]" },
};

static gboolean
run (RensaNStepCall *call, GError **error)
{
  return rensa_n_step_rnn (call->n_layers, call->dropout, call->hx, call->ws, call->bs, call->n_weights, call->xs,
                           call->n_steps, TRUE, &call->hy, call->ys, error);
}

static int
forward (RensaLink *link, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, int max_outputs,
         GError **error)
{
  return rensa_n_step_link_forward (link, 1, run, inputs, n_inputs, outputs, max_outputs, error);
}

const RensaLinkClass rensa_n_step_rnn_relu_link_class = {
  .name = "NStepRNNReLU",
  .group = &rensa_rnn_group,
  .title = N_ ("RNN With ReLU for Sequences"),
  .summary = N_ ("Simple recurrent layers with ReLU that process whole sequences"),
  .words = N_ ("recurrent;sequence;rectifier;text"),
  .stem = "rnn",
  .formula = "h' = max(W₀x + b₀ + W₁h + b₁, 0)",
  .reference = "Elman, \"Finding Structure in Time\", Cognitive Science 14(2), 1990",
  RENSA_ATTRS (RensaNStepLink, attrs),
  .inputs = RENSA_INPUTS ("hx?", "xs*:sequence"),
  .n_outputs = 0,
  .outputs = RENSA_OUTPUTS ("hy", "ys*"),
  RENSA_CHILDREN (children),
  .numbers_children = TRUE,
  RENSA_SAMPLES (samples),
  .forward = forward,
  RENSA_FORMS (
      { "chainer", RENSA_N_STEP_LINK_FORM ("NStepRNNReLU") },
      { "torch",
        "NStepRNN({n_layers}, {in_size}, {out_size}, {dropout}, nonlinearity='relu', initialW={initialW}, initial_bias={initial_bias})" },
      { "torch_class", torch_class }),
};

/**
 * rensa_n_step_rnn_relu_link_new:
 * @n_layers: number of stacked layers
 * @in_size: values of each element of a sequence
 * @out_size: units of each layer
 * @dropout: probability that an element between two layers is set to zero during training, below 1
 *
 * An NStepRNNReLU: rensa_n_step_rnn () over sequences in any order. The inputs are hx, of shape
 * (@n_layers, N, @out_size), zero if omitted, followed by N sequences of shape (length, @in_size).
 * The outputs are hy and N sequences of shape (length, @out_size). Returns NULL with
 * RENSA_ERROR_INVALID if a size is less than one.
 */
RENSA_API RensaLink *
rensa_n_step_rnn_relu_link_new (gint64 n_layers, gint64 in_size, gint64 out_size, double dropout, GError **error)
{
  const RensaNStepLink self = { n_layers, in_size, out_size, dropout };

  return rensa_link_new_from_values (&rensa_n_step_rnn_relu_link_class, &self, error);
}
