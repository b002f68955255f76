/* stateful-zoneout-lstm.c: LSTM that randomly keeps some of its state.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions.h"
#include "rensa-links.h"
#include "rensa-recurrent-link-private.h"

typedef struct
{
  gint64 in_size;
  gint64 out_size;
  double c_ratio;
  double h_ratio;
} StatefulZoneoutLSTM;

enum
{
  X,
  U_C,
  U_H,
};

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_IN_SIZE (StatefulZoneoutLSTM),
  RENSA_RECURRENT_UNITS (StatefulZoneoutLSTM, out_size),
  RENSA_ATTR_FLOAT (StatefulZoneoutLSTM, c_ratio, .initial = 0.5, .min = 0, .max = 1, .title = N_ ("Cell Ratio"),
                    .hint = N_ ("Probability that a cell keeps its previous value")),
  RENSA_ATTR_FLOAT (StatefulZoneoutLSTM, h_ratio, .initial = 0.5, .min = 0, .max = 1, .title = N_ ("Output Ratio"),
                    .hint = N_ ("Probability that an output keeps its previous value")),
};

static const RensaChildSpec children[] = { RENSA_PLAIN_LSTM_CHILDREN };

/* With zero inputs, the result depends neither on the weights nor on the noise: nothing is added to
 * cells of zero. */
static const RensaSample samples[] = {
  { "in_size=2, out_size=1", "[[0, 0]]; [[0.25]]; [[0.75]]", "[[0]]" },
  { "in_size=None, out_size=2, c_ratio=0, h_ratio=0", "[[0], [0]]", "[[0, 0], [0, 0]]" },
};

/* The output is computed from all new cells, including those that zoneout does not keep. */
static int
forward (RensaLink *link, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, int max_outputs,
         GError **error)
{
  const StatefulZoneoutLSTM *self = rensa_link_get_values (link);
  RensaVariable *u_c = n_inputs > U_C ? inputs[U_C] : NULL;
  RensaVariable *u_h = n_inputs > U_H ? inputs[U_H] : NULL;
  g_auto (RensaLstmParts) parts = { NULL };
  g_autoptr (RensaVariable) next_c = NULL;
  g_autoptr (RensaVariable) next_h = NULL;
  g_autoptr (RensaVariable) c = NULL;
  g_autoptr (RensaVariable) h = NULL;

  if (!rensa_lstm_link_begin (link, inputs[X], self->out_size, &parts, error)
      || !rensa_lstm (parts.c, parts.sum, &next_c, &next_h, error))
    return -1;
  c = rensa_zoneout (parts.c, next_c, u_c, self->c_ratio, error);
  h = rensa_zoneout (parts.h, next_h, u_h, self->h_ratio, error);
  if (c == NULL || h == NULL)
    return -1;
  rensa_lstm_link_carry (link, c, h);
  outputs[0] = g_steal_pointer (&h);
  return 1;
}

const RensaLinkClass rensa_stateful_zoneout_lstm_link_class = {
  .name = "StatefulZoneoutLSTM",
  .group = &rensa_rnn_group,
  .title = N_ ("Stateful Zoneout LSTM"),
  .summary = N_ ("Long short-term memory that randomly keeps previous values during training"),
  .words = N_ ("recurrent;rnn;sequence;memory;gates;regularization;time series"),
  .stem = "zoneout",
  .formula =
      "c', h' = lstm(c, x Wᵀ + b + h Lᵀ), c = c where u < c_ratio, else c', y = h = h where v < h_ratio, else h'",
  .reference = "Krueger et al., \"Zoneout: Regularizing RNNs by Randomly Preserving Hidden Activations\", ICLR 2017",
  RENSA_ATTRS (StatefulZoneoutLSTM, attrs),
  .inputs = RENSA_INPUTS ("x", "u_c?", "u_h?"),
  .n_outputs = 1,
  RENSA_CHILDREN (children),
  RENSA_CARRIES ("out_size", "c", "h"),
  RENSA_SAMPLES (samples),
  .learns = "in_size",
  .forward = forward,
  RENSA_FORMS ({ "chainer", "StatefulZoneoutLSTM({in_size}, {out_size}, c_ratio={c_ratio}, h_ratio={h_ratio})" },
               { "chainer_class", RENSA_CLASS_THAT_BEGINS_ANEW ("StatefulZoneoutLSTM") }),
};

/**
 * rensa_stateful_zoneout_lstm_link_new:
 * @in_size: values per example; %RENSA_INT_NONE to infer it from the first batch
 * @out_size: units
 * @c_ratio: probability that a cell keeps its old value
 * @h_ratio: probability that an output keeps its old value
 *
 * A StatefulZoneoutLSTM, which processes one step of all its sequences in each call: an LSTM whose
 * cells and outputs each pass through rensa_zoneout() during training; the output is computed from
 * the new cells. The noise may be given after x, for cells and for outputs, each of shape (n,
 * @out_size). rensa_link_reset_state() begins new sequences. Returns NULL with RENSA_ERROR_INVALID
 * if a size is less than one or a ratio is not in 0 … 1.
 */
RENSA_API RensaLink *
rensa_stateful_zoneout_lstm_link_new (gint64 in_size, gint64 out_size, double c_ratio, double h_ratio, GError **error)
{
  const StatefulZoneoutLSTM self = { in_size, out_size, c_ratio, h_ratio };

  return rensa_link_new_from_values (&rensa_stateful_zoneout_lstm_link_class, &self, error);
}
