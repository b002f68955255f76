/* stateless-lstm.c: one step of long short-term memory, with state kept by the caller.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions.h"
#include "rensa-links.h"
#include "rensa-recurrent-link-private.h"
#include "stateless-lstm.py.inc"

/* Computed independently of this code, with 30 digits. */
static const RensaSample samples[] = {
  { "in_size=2, out_size=1, upward_init=One", "[[1, 2]]", "[[0.9478634131336486218]]; [[0.7037753329989014322]]" },
  { "in_size=None, out_size=1, lateral_init=Constant(fill_value=2), upward_init=One", "[[0.5]]; [[-1]]; [[0.25]]",
    "[[-0.3240271368319426998]]; [[-0.2289264084603892937]]" },
};

static int
forward (RensaLink *link, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, int max_outputs,
         GError **error)
{
  const RensaLstmLink *self = rensa_link_get_values (link);
  RensaVariable *c = n_inputs > 1 ? inputs[1] : NULL;
  RensaVariable *h = n_inputs > 2 ? inputs[2] : NULL;
  g_autoptr (RensaVariable) sum = rensa_lstm_link_sum (link, inputs[0], h, error);
  g_autoptr (RensaVariable) cells = NULL;

  if (sum == NULL)
    return -1;
  cells = c != NULL ? rensa_variable_ref (c) : rensa_recurrent_zeros (sum, self->out_size, error);
  return rensa_lstm (cells, sum, &outputs[0], &outputs[1], error) ? 2 : -1;
}

const RensaLinkClass rensa_stateless_lstm_link_class = {
  .name = "StatelessLSTM",
  .group = &rensa_rnn_group,
  .title = N_ ("Stateless LSTM"),
  .summary = N_ ("One step of a fully connected long short-term memory, which takes its state as input and returns it"),
  .words = N_ ("recurrent;rnn;sequence;memory;gates;time series"),
  .stem = "lstm",
  .formula = "a, i, f, o = x Wᵀ + b + h Lᵀ, c' = tanh(a) σ(i) + σ(f) c, h' = σ(o) tanh(c')",
  .reference = "Hochreiter and Schmidhuber, \"Long Short-Term Memory\", Neural Computation 9(8), 1997",
  RENSA_ATTRS (RensaLstmLink, rensa_lstm_link_attrs),
  .inputs = RENSA_INPUTS ("x", "c?", "h?"),
  .n_outputs = 2,
  RENSA_CHILDREN (rensa_lstm_link_children),
  RENSA_SAMPLES (samples),
  .only_size = "out_size",
  .learns = "in_size",
  .forward = forward,
  RENSA_FORMS ({ "chainer", "StatelessLSTM({in_size}, {out_size}, lateral_init={lateral_init}, "
                            "upward_init={upward_init}, bias_init={bias_init}, forget_bias_init={forget_bias_init})" },
               { "chainer_class", chainer_class }),
};

/**
 * rensa_stateless_lstm_link_new:
 * @in_size: values per example; %RENSA_INT_NONE to infer it from the first batch
 * @out_size: units
 *
 * A StatelessLSTM: computes the next c and h, rensa_lstm() of x Wᵀ + b + h Lᵀ, from x of shape (n,
 * @in_size) and optionally the cells c and the output h of the previous step, both of shape (n,
 * @out_size). Unlike in Chainer, x is the first input. Returns NULL with RENSA_ERROR_INVALID if a
 * size is less than one.
 */
RENSA_API RensaLink *
rensa_stateless_lstm_link_new (gint64 in_size, gint64 out_size, GError **error)
{
  const RensaLstmLink self = { in_size, out_size };

  return rensa_link_new_from_values (&rensa_stateless_lstm_link_class, &self, error);
}
