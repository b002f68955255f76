/* stateless-gru.c: one step of gated recurrent units, with state kept by the caller.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions.h"
#include "rensa-links.h"
#include "rensa-recurrent-link-private.h"

/* Computed independently of this code, with 30 digits. */
static const RensaSample samples[] = {
  { "in_size=2, out_size=1, init=One, inner_init=Constant(fill_value=2)", "[[0.5]]; [[1, -2]]",
    "[[0.0189414213699951207]]" },
  { "in_size=None, out_size=1, init=Zero, inner_init=One, bias_init=Constant(fill_value=0.25)", "[[-1]]; [[3]]",
    "[[-0.5764556851282321241]]" },
};

static int
forward (RensaLink *link, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, int max_outputs,
         GError **error)
{
  outputs[0] = rensa_gru_link_step (link, inputs[0], inputs[1], error);
  return outputs[0] != NULL ? 1 : -1;
}

const RensaLinkClass rensa_stateless_gru_link_class = {
  .name = "StatelessGRU",
  .group = &rensa_rnn_group,
  .title = N_ ("Stateless GRU"),
  .summary = N_ ("One step of fully connected gated recurrent units, which take their state as input and return it"),
  .words = N_ ("recurrent;rnn;sequence;memory;gates;time series"),
  .stem = "gru",
  .formula = "r = σ(Wr x + Ur h), z = σ(Wz x + Uz h), h' = (1 - z) h + z tanh(W x + U (r h))",
  .reference = "Cho et al., \"Learning Phrase Representations using RNN Encoder-Decoder\", EMNLP 2014",
  RENSA_ATTRS (RensaGruLink, rensa_gru_link_attrs),
  .inputs = RENSA_INPUTS ("h", "x"),
  .n_outputs = 1,
  RENSA_CHILDREN (rensa_gru_link_children),
  RENSA_SAMPLES (samples),
  .learns = "in_size",
  .forward = forward,
  RENSA_FORMS ({ "chainer", "L.StatelessGRU({in_size}, {out_size}, init={init}, inner_init={inner_init}, "
                            "bias_init={bias_init})" }),
};

/**
 * rensa_stateless_gru_link_new:
 * @in_size: values per example; %RENSA_INT_NONE to infer it from the first batch
 * @out_size: units
 *
 * A StatelessGRU: computes the next state from the state h of shape (n, @out_size) and x of shape
 * (n, @in_size), as in rensa_stateful_gru_link_new(). Returns NULL with RENSA_ERROR_INVALID if a
 * size is less than one.
 */
RENSA_API RensaLink *
rensa_stateless_gru_link_new (gint64 in_size, gint64 out_size, GError **error)
{
  const RensaGruLink self = { in_size, out_size };

  return rensa_link_new_from_values (&rensa_stateless_gru_link_class, &self, error);
}
