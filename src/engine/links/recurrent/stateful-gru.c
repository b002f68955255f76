/* stateful-gru.c: gated recurrent units with state kept between calls.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions.h"
#include "rensa-links.h"
#include "rensa-recurrent-link-private.h"

/* Computed independently of this code, with 30 digits. */
static const RensaSample samples[] = {
  { "in_size=2, out_size=1, init=One", "[[1, 2]]", "[[0.9478634131336486218]]" },
  { "in_size=None, out_size=2, init=Constant(fill_value=0.5), bias_init=Constant(fill_value=0.25)", "[[1], [-2]]",
    "[[0.4313796392650114088, 0.4313796392650114088], [-0.2037693131222759105, -0.2037693131222759105]]" },
};

const RensaLinkClass rensa_stateful_gru_link_class = {
  .name = "StatefulGRU",
  .group = &rensa_rnn_group,
  .title = N_ ("Stateful GRU"),
  .summary = N_ ("Fully connected layer of gated recurrent units that keeps its state between calls"),
  .words = N_ ("recurrent;rnn;sequence;memory;gates;time series"),
  .stem = "gru",
  .formula = "r = σ(Wr x + Ur h), z = σ(Wz x + Uz h), y = h = (1 - z) h + z tanh(W x + U (r h))",
  .reference = "Cho et al., \"Learning Phrase Representations using RNN Encoder-Decoder\", EMNLP 2014",
  RENSA_ATTRS (RensaGruLink, rensa_gru_link_attrs),
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_CHILDREN (rensa_gru_link_children),
  RENSA_CARRIES ("out_size", "h"),
  RENSA_SAMPLES (samples),
  .learns = "in_size",
  .forward1 = rensa_gru_link_forward,
  RENSA_FORMS (
      { "chainer", "StatefulGRU({in_size}, {out_size}, init={init}, inner_init={inner_init}, bias_init={bias_init})" },
      { "chainer_class", RENSA_CLASS_THAT_BEGINS_ANEW ("StatefulGRU") },
      { "torch", "StatefulGRU({out_size}, init={init}, inner_init={inner_init}, bias_init={bias_init})" },
      { "torch_input", "{x}.flatten(1)" }, { "torch_class", RENSA_GRU_IN_TORCH ("StatefulGRU") },
      { "torch_uses", "drawn reset_state" }, { "torch_needless", "{in_size}" }),
};

/**
 * rensa_stateful_gru_link_new:
 * @in_size: values per example; %RENSA_INT_NONE to infer it from the first batch
 * @out_size: units
 *
 * A StatefulGRU, which processes one step of all its sequences in each call. Its state h, of shape
 * (n, @out_size), is initially zero; each call returns the next state: (1 - z) h + z tanh (W x + U
 * (r h)) with the gates r = σ (Wr x + Ur h) and z = σ (Wz x + Uz h), each matrix with a bias.
 * rensa_link_reset_state() begins new sequences. Returns NULL with RENSA_ERROR_INVALID if a size is
 * less than one.
 */
RENSA_API RensaLink *
rensa_stateful_gru_link_new (gint64 in_size, gint64 out_size, GError **error)
{
  const RensaGruLink self = { in_size, out_size };

  return rensa_link_new_from_values (&rensa_stateful_gru_link_class, &self, error);
}
