/* lstm.c: long short-term memory with state kept between calls.
 * SPDX-License-Identifier: MIT */

#include "lstm.py.inc"
#include "rensa-functions.h"
#include "rensa-links.h"
#include "rensa-recurrent-link-private.h"

/* Computed independently of this code, with 30 digits. */
static const RensaSample samples[] = {
  { "in_size=2, out_size=1, upward_init=One", "[[1, 2]]", "[[0.7037753329989014322]]" },
  { "in_size=None, out_size=2, upward_init=Constant(fill_value=0.5), bias_init=One", "[[1], [-2]]",
    "[[0.5143859225346400358, 0.5143859225346400358], [0.0000000000000000000, 0.0000000000000000000]]" },
};

/* The rows of @h after the first @n belong to sequences that have ended and are kept unchanged. */
static RensaVariable *
join_rest (RensaVariable *y, RensaVariable *rest, gint64 n, GError **error)
{
  if (rest == NULL)
    return rensa_variable_ref (y);
  if (n == 0)
    return rensa_variable_ref (rest);
  return rensa_concat ((RensaVariable *[]){ y, rest }, 2, 0, error);
}

/* Splits @h, which may be NULL, into the first @n rows and the rest, if any. */
static gboolean
split_state (RensaVariable *h, gint64 n, RensaVariable **first, RensaVariable **rest, GError **error)
{
  RensaVariable *parts[2] = { NULL };

  if (h == NULL)
    return TRUE;
  if (rensa_variable_get_type (h).shape.dims[0] == n)
    {
      *first = rensa_variable_ref (h);
      return TRUE;
    }
  if (rensa_split_at (h, &n, 1, 0, parts, 2, error) != 2)
    return FALSE;
  *first = parts[0];
  *rest = parts[1];
  return TRUE;
}

static RensaVariable *
step (RensaLink *link, RensaVariable *x, gint64 n, GError **error)
{
  const RensaLstmLink *self = rensa_link_get_values (link);
  RensaVariable *c = rensa_link_get_carried (link, RENSA_LSTM_C);
  g_autoptr (RensaVariable) first = NULL;
  g_autoptr (RensaVariable) rest = NULL;
  g_autoptr (RensaVariable) sum = NULL;
  g_autoptr (RensaVariable) cells = NULL;
  g_autoptr (RensaVariable) next_c = NULL;
  g_autoptr (RensaVariable) next_h = NULL;
  g_autoptr (RensaVariable) y = NULL;

  if (!split_state (rensa_link_get_carried (link, RENSA_LSTM_H), n, &first, &rest, error))
    return NULL;
  sum = rensa_lstm_link_sum (link, x, first, error);
  if (sum == NULL)
    return NULL;
  cells = c != NULL ? rensa_variable_ref (c) : rensa_recurrent_zeros (sum, self->out_size, error);
  if (!rensa_lstm (cells, sum, &next_c, &y, error))
    return NULL;
  next_h = join_rest (y, rest, n, error);
  if (next_h == NULL)
    return NULL;
  rensa_lstm_link_carry (link, next_c, next_h);
  return g_steal_pointer (&y);
}

static RensaVariable *
forward (RensaLink *link, RensaVariable *x, GError **error)
{
  const RensaShape shape = rensa_variable_get_type (x).shape;

  if (!rensa_recurrent_fits (link, x, rensa_link_get_carried (link, RENSA_LSTM_H), TRUE, error))
    return NULL;
  return step (link, x, shape.ndim > 0 ? shape.dims[0] : 1, error);
}

const RensaLinkClass rensa_lstm_link_class = {
  .name = "LSTM",
  .group = &rensa_rnn_group,
  .title = N_ ("LSTM"),
  .summary = N_ ("Fully connected LSTM layer that keeps its state between calls"),
  .words = N_ ("recurrent;rnn;sequence;memory;gates;time series"),
  .stem = "lstm",
  .formula = "a, i, f, o = x Wᵀ + b + h Lᵀ, c = tanh(a) σ(i) + σ(f) c, y = h = σ(o) tanh(c)",
  .reference = "Hochreiter and Schmidhuber, \"Long Short-Term Memory\", Neural Computation 9(8), 1997",
  RENSA_ATTRS (RensaLstmLink, rensa_lstm_link_attrs),
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_CHILDREN (rensa_lstm_link_children),
  RENSA_CARRIES ("out_size", "c", "h"),
  RENSA_SAMPLES (samples),
  .only_size = "out_size",
  .learns = "in_size",
  .forward1 = forward,
  RENSA_FORMS (
      { "chainer",
        "LSTM({in_size}, {out_size}, lateral_init={lateral_init}, upward_init={upward_init}, bias_init={bias_init}, forget_bias_init={forget_bias_init})" },
      { "chainer_class", RENSA_CLASS_THAT_BEGINS_ANEW ("LSTM") },
      { "torch",
        "LSTM({out_size}, upward_init={upward_init}, lateral_init={lateral_init}, bias_init={bias_init}, forget_bias_init={forget_bias_init})" },
      { "torch_input", "{x}.flatten(1)" }, { "torch_class", torch_class }, { "torch_uses", "drawn reset_state" },
      { "torch_needless", "{in_size}" }),
};

/**
 * rensa_lstm_link_new:
 * @in_size: values per example; %RENSA_INT_NONE to infer it from the first batch
 * @out_size: units
 *
 * An LSTM, which processes one step of all its sequences in each call: rensa_lstm() of x Wᵀ + b + h
 * Lᵀ, where h is the last output, initially zero. If sequences are sorted by decreasing length, the
 * last ones may end: a smaller batch continues the first rows. The bias of the forget gate is
 * initially 1. rensa_link_reset_state() begins new sequences. Returns NULL with RENSA_ERROR_INVALID
 * if a size is less than one.
 */
RENSA_API RensaLink *
rensa_lstm_link_new (gint64 in_size, gint64 out_size, GError **error)
{
  const RensaLstmLink self = { in_size, out_size };

  return rensa_link_new_from_values (&rensa_lstm_link_class, &self, error);
}
