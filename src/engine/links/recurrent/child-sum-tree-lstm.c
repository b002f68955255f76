/* child-sum-tree-lstm.c: LSTM cell that merges the states of any number of children.
 * SPDX-License-Identifier: MIT */

#include "rensa-fault.h"
#include "rensa-functions.h"
#include "rensa-links.h"
#include "rensa-recurrent-link-private.h"

typedef struct
{
  gint64 in_size;
  gint64 out_size;
} ChildSumTreeLSTM;

enum
{
  W_X,
  W_H_AIO,
  W_H_F,
};

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_IN_SIZE (ChildSumTreeLSTM),
  RENSA_RECURRENT_UNITS (ChildSumTreeLSTM, out_size),
};

static const RensaChildSpec children[] = {
  [W_X] = { "W_x", &rensa_linear_link_class, "in_size={in_size}, out_size={4*out_size}", .learns = TRUE },
  [W_H_AIO] = { "W_h_aio", &rensa_linear_link_class, "in_size={out_size}, out_size={3*out_size}, nobias=True" },
  [W_H_F] = { "W_h_f", &rensa_linear_link_class, "in_size={out_size}, out_size={out_size}, nobias=True" },
};

/* With zero inputs, the result does not depend on the weights: the gates are half open, and the
 * cells of the children are summed. */
static const RensaSample samples[] = {
  { "in_size=1, out_size=1", "[[0]]", "[[0]]; [[0]]" },
  { "in_size=None, out_size=1", "[[2]]; [[2]]; [[0]]; [[0]]; [[0, 0]]", "[[2]]; [[0.48201379003790845]]" },
};

/* Creates zeros for x if it is not given. */
static RensaVariable *
make_zeros (RensaLink *link, RensaVariable *cell, GError **error)
{
  const gint64 in_size = rensa_link_get_learnt (link);

  if (in_size != RENSA_INT_NONE)
    return rensa_recurrent_zeros (cell, in_size, error);
  rensa_set_words (error, RENSA_ERROR_INVALID,
                   N_ ("%s infers in_size from x, but its first call has only cells and outputs"), "ChildSumTreeLSTM");
  return NULL;
}

/* A node without children: c = σ(i) tanh(a), h = σ(o) tanh(c). */
static gboolean
start (RensaVariable *aio, RensaVariable **c, RensaVariable **h, GError **error)
{
  RensaVariable *parts[3] = { NULL };

  if (rensa_split_axis (aio, &(RensaInts){ .n = RENSA_INTS_SCALAR, .values = { 3 } }, 1, parts, 3, error) == 3)
    {
      g_autoptr (RensaVariable) a = rensa_tanh (parts[0], error);
      g_autoptr (RensaVariable) i = rensa_sigmoid (parts[1], error);
      g_autoptr (RensaVariable) o = rensa_sigmoid (parts[2], error);
      g_autoptr (RensaVariable) cell = rensa_multiply (i, a, error);
      g_autoptr (RensaVariable) curved = rensa_tanh (cell, error);

      *h = rensa_multiply (o, curved, error);
      *c = g_steal_pointer (&cell);
    }
  rensa_variables_clear (parts, 3);
  return *h != NULL;
}

static RensaVariable *
add_up (RensaVariable *const *hs, int n, GError **error)
{
  RensaVariable *sum = rensa_variable_ref (hs[0]);

  for (int k = 1; k < n; k++)
    {
      g_autoptr (RensaVariable) before = sum;

      sum = rensa_add (before, hs[k], error);
    }
  return sum;
}

/* Joins the gates a, i and o for the sum of all children, followed by a forget gate for each child. */
static RensaVariable *
join_gates (RensaLink *link, RensaVariable *const *of_x, RensaVariable *const *hs, int n, GError **error)
{
  g_autofree RensaVariable **gates = g_new0 (RensaVariable *, n + 1);
  g_autoptr (RensaVariable) sum = add_up (hs, n, error);
  g_autoptr (RensaVariable) of_all = rensa_link_call (rensa_link_get_child (link, W_H_AIO), sum, error);
  RensaVariable *joined = NULL;

  gates[0] = rensa_add (of_all, of_x[0], error);
  for (int k = 0; k < n && gates[k] != NULL; k++)
    {
      g_autoptr (RensaVariable) of_child = rensa_link_call (rensa_link_get_child (link, W_H_F), hs[k], error);

      gates[k + 1] = rensa_add (of_child, of_x[1], error);
    }
  if (gates[n] != NULL)
    joined = rensa_concat (gates, n + 1, 1, error);
  rensa_variables_clear (gates, n + 1);
  return joined;
}

static gboolean
merge (RensaLink *link, RensaVariable *const *of_x, RensaVariable *const *inputs, int n, RensaVariable **outputs,
       GError **error)
{
  g_autofree RensaVariable **parts = g_new0 (RensaVariable *, n + 1);
  g_autoptr (RensaVariable) gates = join_gates (link, of_x, inputs + n, n, error);

  for (int k = 0; k < n; k++)
    parts[k] = inputs[k];
  parts[n] = gates;
  return gates != NULL && rensa_tree_lstm (parts, n + 1, &outputs[0], &outputs[1], error);
}

/* If the number of inputs is odd, the last one is x. */
static int
forward (RensaLink *link, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, int max_outputs,
         GError **error)
{
  const ChildSumTreeLSTM *self = rensa_link_get_values (link);
  const int n = n_inputs / 2;
  const RensaInts at = { .n = 1, .values = { 3 * self->out_size } };
  g_autoptr (RensaVariable) x = NULL;
  g_autoptr (RensaVariable) of_x = NULL;
  RensaVariable *parts[2] = { NULL };
  gboolean ok = FALSE;

  if (!rensa_link_expect_inputs (link, 1, G_MAXINT, n_inputs, error))
    return -1;
  x = n_inputs % 2 == 1 ? rensa_variable_ref (inputs[2 * n]) : make_zeros (link, inputs[0], error);
  of_x = rensa_link_call (rensa_link_get_child (link, W_X), x, error);
  outputs[0] = outputs[1] = NULL;
  if (rensa_split_axis (of_x, &at, 1, parts, 2, error) == 2)
    ok = n == 0 ? start (parts[0], &outputs[0], &outputs[1], error) : merge (link, parts, inputs, n, outputs, error);
  rensa_variables_clear (parts, 2);
  if (!ok)
    rensa_variables_clear (outputs, 2);
  return ok ? 2 : -1;
}

const RensaLinkClass rensa_child_sum_tree_lstm_link_class = {
  .name = "ChildSumTreeLSTM",
  .group = &rensa_rnn_group,
  .title = N_ ("Child-Sum Tree LSTM"),
  .summary = N_ ("Merges the states of any number of children of a tree node, regardless of their order"),
  .words = N_ ("tree;recursive;syntax;dependency;parse;memory;gates"),
  .stem = "tree",
  .formula = "c, h = tree_lstm(c₁, …, cₙ, [a i o] = Wx x + b + W Σₖ hₖ, fₖ = Wx' x + b' + W' hₖ)",
  .reference =
      "Tai et al., \"Improved Semantic Representations From Tree-Structured Long Short-Term Memory Networks\", ACL 2015",
  RENSA_ATTRS (ChildSumTreeLSTM, attrs),
  .inputs = RENSA_INPUTS ("cshsx*"),
  .n_outputs = 2,
  RENSA_CHILDREN (children),
  RENSA_SAMPLES (samples),
  .learns = "in_size",
  .forward = forward,
  RENSA_FORMS ({ "chainer", "L.ChildSumTreeLSTM({in_size}, {out_size})" }),
};

/**
 * rensa_child_sum_tree_lstm_link_new:
 * @in_size: values per example; %RENSA_INT_NONE to infer it from the first batch
 * @out_size: units
 *
 * A ChildSumTreeLSTM: computes the cells and the output of a parent from the cells of all children,
 * their outputs, each of shape (n, @out_size), and x of shape (n, @in_size). There may be no
 * children, and x, the last input, may be omitted, which is equivalent to zero. The gates a, i and
 * o depend on the sum of the outputs, the forget gate of a child on the output of that child.
 * Returns NULL with RENSA_ERROR_INVALID if a size is less than one.
 *
 * Tai et al., "Improved Semantic Representations From Tree-Structured Long Short-Term Memory
 * Networks", ACL 2015.
 */
RENSA_API RensaLink *
rensa_child_sum_tree_lstm_link_new (gint64 in_size, gint64 out_size, GError **error)
{
  const ChildSumTreeLSTM self = { in_size, out_size };

  return rensa_link_new_from_values (&rensa_child_sum_tree_lstm_link_class, &self, error);
}
