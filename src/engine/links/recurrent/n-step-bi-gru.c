/* n-step-bi-gru.c: gated recurrent units over whole sequences, in both directions.
 * SPDX-License-Identifier: MIT */

#include "n-step-bi-gru.py.inc"
#include "rensa-links.h"
#include "rensa-n-step-link-private.h"

static const RensaAttrSpec attrs[] = { RENSA_N_STEP_LINK_ATTRS };

static const RensaChildSpec children[] = { RENSA_N_STEP_LINK_LAYERS_OF_BOTH (&rensa_n_step_gru_layer_class) };

/* Computed with NumPy, sequence by sequence, independently of this code. */
static const RensaSample samples[] = {
  { "n_layers=1, in_size=1, out_size=1, dropout=0, initialW=Constant(fill_value=0.5), "
    "initial_bias=Constant(fill_value=0.25)",
    "[[0.5]]; [[-1], [0.25]]",
    "[[[0.18763067081198923], [0.12878773567653168]], [[0.18763067081198923], [0.05349627726539137]]]; "
    "[[0.18763067081198923, 0.18763067081198923]]; [[-0.062176500885798104, 0.05349627726539137], "
    "[0.12878773567653168, 0.17130686137449672]]" },
  { "n_layers=2, in_size=2, out_size=1, dropout=0, initialW=Constant(fill_value=0.5), "
    "initial_bias=Constant(fill_value=0.25)",
    "[[[0.25]], [[0.5]], [[0.75]], [[1]]]; [[1, -0.5], [0.5, 0]]",
    "[[[0.45172703011005744]], [[0.5948918341774702]], [[0.7852678496527168]], [[0.9575071555444432]]]; "
    "[[0.7688147174179186, 0.9575071555444432], [0.7852678496527168, 0.9777561455269637]]" },
};

static gboolean
run (RensaNStepCall *call, GError **error)
{
  return rensa_n_step_bigru (call->n_layers, call->dropout, call->hx, call->ws, call->bs, call->n_weights, call->xs,
                             call->n_steps, &call->hy, call->ys, error);
}

static int
forward (RensaLink *link, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, int max_outputs,
         GError **error)
{
  return rensa_n_step_link_forward (link, 1, run, inputs, n_inputs, outputs, max_outputs, error);
}

const RensaLinkClass rensa_n_step_bi_gru_link_class = {
  .name = "NStepBiGRU",
  .group = &rensa_rnn_group,
  .title = N_ ("Bidirectional GRU for Sequences"),
  .summary = N_ ("Layers of gated recurrent units that process whole sequences in both directions"),
  .words = N_ ("recurrent;sequence;gate;text"),
  .stem = "gru",
  .formula = "r = σ(W₀x + b₀ + W₃h + b₃), z = σ(W₁x + b₁ + W₄h + b₄), h' = (1 - z) tanh(W₂x + b₂ + r (W₅h + b₅)) + z h",
  .reference = "Cho et al., \"Learning Phrase Representations using RNN Encoder-Decoder for Statistical Machine "
               "Translation\", EMNLP 2014",
  RENSA_ATTRS (RensaNStepLink, attrs),
  .inputs = RENSA_INPUTS ("hx?", "xs*:sequence"),
  .n_outputs = 0,
  .outputs = RENSA_OUTPUTS ("hy", "ys*"),
  RENSA_CHILDREN (children),
  .numbers_children = TRUE,
  RENSA_SAMPLES (samples),
  .forward = forward,
  RENSA_FORMS (
      { "chainer", RENSA_N_STEP_LINK_FORM ("NStepBiGRU") },
      { "torch",
        "NStepGRU({n_layers}, {in_size}, {out_size}, {dropout}, bidirectional=True, initialW={initialW}, initial_bias={initial_bias})" },
      { "torch_class", torch_class }),
};

/**
 * rensa_n_step_bi_gru_link_new:
 * @n_layers: number of stacked layers
 * @in_size: values of each element of a sequence
 * @out_size: units of each layer and direction
 * @dropout: probability that an element between two layers is set to zero during training, below 1
 *
 * An NStepBiGRU: rensa_n_step_bigru () over sequences in any order. The inputs are hx, of shape (2
 * @n_layers, N, @out_size), zero if omitted, followed by N sequences of shape (length, @in_size).
 * The outputs are hy and N sequences of shape (length, 2 @out_size). Returns NULL with
 * RENSA_ERROR_INVALID if a size is less than one.
 */
RENSA_API RensaLink *
rensa_n_step_bi_gru_link_new (gint64 n_layers, gint64 in_size, gint64 out_size, double dropout, GError **error)
{
  const RensaNStepLink self = { n_layers, in_size, out_size, dropout };

  return rensa_link_new_from_values (&rensa_n_step_bi_gru_link_class, &self, error);
}
