/* nary-tree-lstm.c: LSTM cell that merges the states of a fixed number of children.
 * SPDX-License-Identifier: MIT */

#include "rensa-error.h"
#include "rensa-functions.h"
#include "rensa-links.h"
#include "rensa-recurrent-link-private.h"

typedef struct
{
  gint64 in_size;
  gint64 out_size;
  gint64 n_ary;
} NaryTreeLSTM;

enum
{
  W_X,
  W_H,
};

/* Chainer has no limit, but there are two inputs for each child, and x. */
#define MAX_CHILDREN 64

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_IN_SIZE (NaryTreeLSTM),
  RENSA_RECURRENT_UNITS (NaryTreeLSTM, out_size),
  RENSA_ATTR_INT (NaryTreeLSTM, n_ary, .initial = 2, .min = 1, .max = MAX_CHILDREN, .title = N_ ("Children"),
                  .hint = N_ ("Number of children of each tree node")),
};

/* The gates a, i and o, and a forget gate for each child. */
static char *
describe (gconstpointer values, int i)
{
  const NaryTreeLSTM *self = values;
  gint64 n;

  if (__builtin_mul_overflow (self->out_size, 3 + self->n_ary, &n))
    n = G_MAXINT64;
  return g_strdup_printf ("out_size=%" G_GINT64_FORMAT, n);
}

static const RensaChildSpec children[] = {
  [W_X] = { "W_x", &rensa_linear_link_class, "in_size={in_size}", .describe = describe, .learns = TRUE },
  [W_H] = { "W_h{}", &rensa_linear_link_class, "in_size={out_size}, nobias=True", .describe = describe,
            .count = "n_ary", .first = 1 },
};

/* With zero inputs, the result does not depend on the weights: the gates are half open, and the
 * cells pass through. */
static const RensaSample samples[] = {
  { "in_size=1, out_size=1, n_ary=1", "[[0]]; [[0]]; [[0]]", "[[0]]; [[0]]" },
  { "in_size=None, out_size=1", "[[2]]; [[-2]]; [[0]]; [[0]]; [[0, 0]]", "[[0]]; [[0]]" },
};

static int
forward (RensaLink *link, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, int max_outputs,
         GError **error)
{
  const NaryTreeLSTM *self = rensa_link_get_values (link);
  const int n = (int) self->n_ary;
  RensaVariable *parts[MAX_CHILDREN + 1] = { NULL };
  g_autoptr (RensaVariable) sum = NULL;

  if (!rensa_link_expect_inputs (link, 2 * n + 1, 2 * n + 1, n_inputs, error))
    return -1;
  sum = rensa_link_call (rensa_link_get_child (link, W_X), inputs[2 * n], error);
  for (int i = 0; sum != NULL && i < n; i++)
    {
      g_autoptr (RensaVariable) before = g_steal_pointer (&sum);
      g_autoptr (RensaVariable) more = rensa_link_call (rensa_link_get_child_of (link, W_H, i), inputs[n + i], error);

      parts[i] = inputs[i];
      sum = rensa_add (before, more, error);
    }
  parts[n] = sum;
  return sum != NULL && rensa_tree_lstm (parts, n + 1, &outputs[0], &outputs[1], error) ? 2 : -1;
}

const RensaLinkClass rensa_nary_tree_lstm_link_class = {
  .name = "NaryTreeLSTM",
  .group = &rensa_rnn_group,
  .title = N_ ("N-Ary Tree LSTM"),
  .summary = N_ ("Merges the states of a fixed number of children of a tree node, each with its own weights"),
  .words = N_ ("tree;recursive;syntax;parse;memory;gates"),
  .stem = "tree",
  .formula = "c, h = tree_lstm(c₁, …, cₙ, Wx x + b + Σₖ Wₖ hₖ)",
  .reference = "Bowman et al., \"A Fast Unified Model for Parsing and Sentence Understanding\", ACL 2016",
  RENSA_ATTRS (NaryTreeLSTM, attrs),
  .inputs = RENSA_INPUTS ("cshsx*"),
  .n_outputs = 2,
  RENSA_CHILDREN (children),
  RENSA_SAMPLES (samples),
  .learns = "in_size",
  .forward = forward,
  RENSA_FORMS ({ "chainer", "L.NaryTreeLSTM({in_size}, {out_size}, n_ary={n_ary})" }),
};

/**
 * rensa_nary_tree_lstm_link_new:
 * @in_size: values per example; %RENSA_INT_NONE to infer it from the first batch
 * @out_size: units
 * @n_ary: number of children of each node, at most 64
 *
 * An NaryTreeLSTM: computes the cells and the output of a parent, rensa_tree_lstm() of Wx x + b + Σ
 * Wk hk, from the cells of all children, their outputs, each of shape (n, @out_size), and x of
 * shape (n, @in_size). Returns NULL with RENSA_ERROR_INVALID if a size is less than one.
 */
RENSA_API RensaLink *
rensa_nary_tree_lstm_link_new (gint64 in_size, gint64 out_size, gint64 n_ary, GError **error)
{
  const NaryTreeLSTM self = { in_size, out_size, n_ary };

  return rensa_link_new_from_values (&rensa_nary_tree_lstm_link_class, &self, error);
}
