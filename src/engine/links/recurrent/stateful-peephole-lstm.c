/* stateful-peephole-lstm.c: LSTM with peephole connections from the cell to the gates.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions.h"
#include "rensa-links.h"
#include "rensa-recurrent-link-private.h"

typedef struct
{
  gint64 in_size;
  gint64 out_size;
} StatefulPeepholeLSTM;

enum
{
  PEEP_I = RENSA_LSTM_LATERAL + 1,
  PEEP_F,
  PEEP_O,
};

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_IN_SIZE (StatefulPeepholeLSTM),
  RENSA_RECURRENT_UNITS (StatefulPeepholeLSTM, out_size),
};

#define PEEPHOLE(name)                                                                     \
  {                                                                                        \
    name, &rensa_linear_link_class, "in_size={out_size}, out_size={out_size}, nobias=True" \
  }

static const RensaChildSpec children[] = {
  RENSA_PLAIN_LSTM_CHILDREN,
  [PEEP_I] = PEEPHOLE ("peep_i"),
  [PEEP_F] = PEEPHOLE ("peep_f"),
  [PEEP_O] = PEEPHOLE ("peep_o"),
};

/* With zero inputs, the result does not depend on the weights: all gates are half open, and nothing
 * is added. */
static const RensaSample samples[] = {
  { "in_size=2, out_size=1", "[[0, 0]]", "[[0]]" },
  { "in_size=None, out_size=2", "[[0], [0]]", "[[0, 0], [0, 0]]" },
};

/* σ (sum + peephole c) */
static RensaVariable *
open_gate (RensaLink *link, guint peephole, RensaVariable *sum, RensaVariable *c, GError **error)
{
  g_autoptr (RensaVariable) seen = rensa_link_call (rensa_link_get_child (link, peephole), c, error);
  g_autoptr (RensaVariable) open = rensa_add (sum, seen, error);

  return rensa_sigmoid (open, error);
}

enum
{
  A,
  I,
  F,
  O,
  N_GATES,
};

/* Splits @sum, of shape (n, 4 U), into four gates of shape (n, U). */
static gboolean
split_gates (RensaVariable *sum, gint64 units, RensaVariable **gates, GError **error)
{
  const RensaInts four = { .n = RENSA_INTS_SCALAR, .values = { N_GATES } };
  const gint64 n = rensa_variable_get_type (sum).shape.dims[0];
  g_autoptr (RensaVariable) by_unit = rensa_reshape (sum, &RENSA_SHAPE (n, units, N_GATES), error);
  RensaVariable *parts[N_GATES] = { NULL };
  gboolean ok = rensa_split_axis (by_unit, &four, 2, parts, N_GATES, error) == N_GATES;

  for (int k = 0; ok && k < N_GATES; k++)
    {
      gates[k] = rensa_reshape (parts[k], &RENSA_SHAPE (n, units), error);
      ok = gates[k] != NULL;
    }
  rensa_variables_clear (parts, N_GATES);
  return ok;
}

/* tanh (a) i + f c */
static RensaVariable *
make_cells (RensaLink *link, RensaVariable *const *gates, RensaVariable *c, GError **error)
{
  g_autoptr (RensaVariable) a = rensa_tanh (gates[A], error);
  g_autoptr (RensaVariable) i = open_gate (link, PEEP_I, gates[I], c, error);
  g_autoptr (RensaVariable) f = open_gate (link, PEEP_F, gates[F], c, error);
  g_autoptr (RensaVariable) added = rensa_multiply (a, i, error);
  g_autoptr (RensaVariable) kept = rensa_multiply (f, c, error);

  return rensa_add (added, kept, error);
}

/* o tanh (c) */
static RensaVariable *
make_output (RensaLink *link, RensaVariable *const *gates, RensaVariable *c, GError **error)
{
  g_autoptr (RensaVariable) o = c != NULL ? open_gate (link, PEEP_O, gates[O], c, error) : NULL;
  g_autoptr (RensaVariable) squashed = rensa_tanh (c, error);

  return rensa_multiply (o, squashed, error);
}

static RensaVariable *
forward (RensaLink *link, RensaVariable *x, GError **error)
{
  const StatefulPeepholeLSTM *self = rensa_link_get_values (link);
  g_auto (RensaLstmParts) parts = { NULL };
  RensaVariable *gates[N_GATES] = { NULL };
  g_autoptr (RensaVariable) c = NULL;
  g_autoptr (RensaVariable) h = NULL;

  if (rensa_lstm_link_begin (link, x, self->out_size, &parts, error)
      && split_gates (parts.sum, self->out_size, gates, error))
    {
      c = make_cells (link, gates, parts.c, error);
      h = make_output (link, gates, c, error);
    }
  rensa_variables_clear (gates, N_GATES);
  if (h != NULL)
    rensa_lstm_link_carry (link, c, h);
  return g_steal_pointer (&h);
}

const RensaLinkClass rensa_stateful_peephole_lstm_link_class = {
  .name = "StatefulPeepholeLSTM",
  .group = &rensa_rnn_group,
  .title = N_ ("Stateful Peephole LSTM"),
  .summary = N_ ("Long short-term memory whose gates also see its cells"),
  .words = N_ ("recurrent;rnn;sequence;memory;gates;peephole;time series"),
  .stem = "peephole",
  .formula = "a, i, f, o = x Wᵀ + b + h Lᵀ, c' = tanh(a) σ(i + Pi c) + σ(f + Pf c) c, y = h = σ(o + Po c') tanh(c')",
  .reference = "Gers and Schmidhuber, \"Recurrent Nets that Time and Count\", IJCNN 2000",
  RENSA_ATTRS (StatefulPeepholeLSTM, attrs),
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_CHILDREN (children),
  RENSA_CARRIES ("out_size", "c", "h"),
  RENSA_SAMPLES (samples),
  .learns = "in_size",
  .forward1 = forward,
  RENSA_FORMS ({ "chainer", "StatefulPeepholeLSTM({in_size}, {out_size})" },
               { "chainer_class", RENSA_CLASS_THAT_BEGINS_ANEW ("StatefulPeepholeLSTM") }),
};

/**
 * rensa_stateful_peephole_lstm_link_new:
 * @in_size: values per example; %RENSA_INT_NONE to infer it from the first batch
 * @out_size: units
 *
 * A StatefulPeepholeLSTM, which processes one step of all its sequences in each call: a, i, f, o =
 * x Wᵀ + b + h Lᵀ, c' = tanh (a) σ (i + Pi c) + σ (f + Pf c) c and h = σ (o + Po c') tanh (c'); c
 * and h are initially zero. rensa_link_reset_state() begins new sequences. Returns NULL with
 * RENSA_ERROR_INVALID if a size is less than one.
 */
RENSA_API RensaLink *
rensa_stateful_peephole_lstm_link_new (gint64 in_size, gint64 out_size, GError **error)
{
  const StatefulPeepholeLSTM self = { in_size, out_size };

  return rensa_link_new_from_values (&rensa_stateful_peephole_lstm_link_class, &self, error);
}
