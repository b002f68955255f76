/* rensa-n-step-link.c: recurrent links over whole sequences.
 * SPDX-License-Identifier: MIT */

#include "rensa-n-step-link-private.h"

#include "rensa-fault.h"
#include "rensa-n-step-link.py.inc"
#include "rensa-primitives.h"
#include "rensa-sequences-private.h"

#define MAX_STATES 2

/* A layer in one direction: holds weights and biases only. */

typedef struct
{
  gint64 in_size;
  gint64 out_size;
  RensaAttrs *initialW;
  RensaAttrs *initial_bias;
} Layer;

static const RensaAttrSpec layer_attrs[] = {
  RENSA_ATTR_INT (Layer, in_size, .min = 1, .max = G_MAXDOUBLE),
  RENSA_ATTR_INT (Layer, out_size, .min = 1, .max = G_MAXDOUBLE),
  RENSA_ATTR_INITIALIZER (Layer, initialW, "LeCunNormal", NULL),
  RENSA_ATTR_INITIALIZER (Layer, initial_bias, "Zero", NULL),
};

#define WEIGHT(i, n_columns)                                        \
  { "w" #i, { "out_size", n_columns }, .initializer = "initialW" }, \
  {                                                                 \
    "b" #i, { "out_size" }, .initializer = "initial_bias"           \
  }
#define OF_X(i) WEIGHT (i, "in_size")
#define OF_H(i) WEIGHT (i, "out_size")

static const RensaParamSpec rnn_params[] = { OF_X (0), OF_H (1) };
static const RensaParamSpec gru_params[] = { OF_X (0), OF_X (1), OF_X (2), OF_H (3), OF_H (4), OF_H (5) };
static const RensaParamSpec lstm_params[] = {
  OF_X (0), OF_X (1), OF_X (2), OF_X (3), OF_H (4), OF_H (5), OF_H (6), OF_H (7),
};

#define LAYER_CLASS(title, table)                                                                        \
  {                                                                                                      \
    .name = title, RENSA_ATTRS (Layer, layer_attrs), .inputs = RENSA_INPUTS ("x"), RENSA_PARAMS (table), \
    RENSA_FORMS ({ "torch_class", torch_class })                                                         \
  }

const RensaLinkClass rensa_n_step_rnn_layer_class = LAYER_CLASS ("NStepRNNLayer", rnn_params);
const RensaLinkClass rensa_n_step_gru_layer_class = LAYER_CLASS ("NStepGRULayer", gru_params);
const RensaLinkClass rensa_n_step_lstm_layer_class = LAYER_CLASS ("NStepLSTMLayer", lstm_params);

static char *
describe (const RensaNStepLink *self, int i, int n_directions)
{
  const gint64 n_in = i < n_directions ? self->in_size : n_directions * self->out_size;

  return g_strdup_printf ("in_size=%" G_GINT64_FORMAT ", out_size=%" G_GINT64_FORMAT, n_in, self->out_size);
}

char *
rensa_n_step_link_describe (gconstpointer values, int i)
{
  return describe (values, i, 1);
}

char *
rensa_n_step_link_describe_both (gconstpointer values, int i)
{
  return describe (values, i, 2);
}

/* Sequences of a call */

typedef struct
{
  RensaSequences sequences;
  RensaVariable *first;
  RensaVariable **steps;
} Batch;

static void
batch_clear (Batch *batch)
{
  if (batch->steps != NULL)
    rensa_variables_clear (batch->steps, batch->sequences.n_steps);
  g_clear_pointer (&batch->steps, g_free);
  rensa_sequences_clear (&batch->sequences);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Batch, batch_clear)

/* Checks sequence @i. transpose_sequence checks the rest, but it would not return a sequence
 * without elements. */
static gboolean
check_sequence (RensaLink *link, int i, RensaVariable *x, GError **error)
{
  const RensaShape shape = rensa_variable_get_type (x).shape;
  const gint64 n_in = ((const RensaNStepLink *) rensa_link_get_values (link))->in_size;
  g_autofree char *found = NULL;

  if (shape.ndim == 2 && shape.dims[0] > 0 && shape.dims[0] <= G_MAXINT && shape.dims[1] == n_in)
    return TRUE;

  found = rensa_shape_to_string (&shape);
  rensa_set_words (error, RENSA_ERROR_TYPE_CHECK,
                   N_ ("%s expects sequences of shape (n, %lld) with n of at least 1, but number %d has the shape %s"),
                   rensa_link_get_class (link)->name, (long long) n_in, i + 1, found);
  return FALSE;
}

static gboolean
batch_init (Batch *batch, RensaLink *link, RensaVariable *const *xs, int n, GError **error)
{
  for (int i = 0; i < n; i++)
    if (!check_sequence (link, i, xs[i], error))
      return FALSE;
  batch->first = xs[0];
  if (rensa_sequences_init (&batch->sequences, xs, n, error))
    batch->steps = rensa_sequences_get_steps (&batch->sequences, xs, error);
  return batch->steps != NULL;
}

static RensaVariable *
make_state (RensaLink *link, const Batch *batch, GError **error)
{
  const RensaNStepLink *self = rensa_link_get_values (link);
  const RensaShape shape = RENSA_SHAPE (rensa_link_count_children_of (link, 0), batch->sequences.n, self->out_size);
  g_autoptr (RensaArray) zeros = rensa_array_zeros (rensa_variable_get_type (batch->first).dtype, &shape, error);

  return zeros != NULL ? rensa_variable_new_constant (zeros) : NULL;
}

/* Lists the weights and biases of all layers in order; every second parameter is a bias. */
static void
list_weights (RensaLink *link, int n_weights, RensaVariable **ws, RensaVariable **bs)
{
  const int n = rensa_link_count_children_of (link, 0);

  for (int layer = 0; layer < n; layer++)
    for (int i = 0; i < n_weights; i++)
      {
        RensaLink *child = rensa_link_get_child_of (link, 0, layer);

        ws[layer * n_weights + i] = rensa_link_get_param (child, 2 * i);
        bs[layer * n_weights + i] = rensa_link_get_param (child, 2 * i + 1);
      }
}

/* Runs the function and fills in @call->hy, cy and ys. */
static gboolean
run_batch (RensaLink *link, const Batch *batch, RensaNStepRun run, RensaNStepCall *call, GError **error)
{
  const RensaNStepLink *self = rensa_link_get_values (link);
  const int n_weights = (int) rensa_link_get_class (rensa_link_get_child (link, 0))->n_params / 2;

  call->n_layers = self->n_layers;
  call->dropout = self->dropout;
  call->n_weights = n_weights * rensa_link_count_children_of (link, 0);
  call->xs = batch->steps;
  call->n_steps = batch->sequences.n_steps;

  g_autofree RensaVariable **ws = g_new (RensaVariable *, call->n_weights);
  g_autofree RensaVariable **bs = g_new (RensaVariable *, call->n_weights);

  list_weights (link, n_weights, ws, bs);
  call->ws = ws;
  call->bs = bs;
  return run (call, error);
}

/* States have three axes, or are NULL; sequences have two. Returns -1 if a sequence is NULL. */
static int
count_states (RensaVariable *const *inputs, int n_inputs, int n_states)
{
  int n = 0;

  while (n < MIN (n_inputs, n_states) && (inputs[n] == NULL || rensa_variable_get_type (inputs[n]).shape.ndim == 3))
    n++;
  for (int i = n; i < n_inputs; i++)
    if (inputs[i] == NULL)
      return -1;
  return n;
}

static gboolean
check_counts (RensaLink *link, int n_sequences, int n_states, int max_outputs, GError **error)
{
  if (n_sequences >= 1)
    return rensa_link_expect_room (link, n_states + n_sequences, max_outputs, error);

  rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s expects at least one sequence, but none was given"),
                   rensa_link_get_class (link)->name);
  return FALSE;
}

int
rensa_n_step_link_forward (RensaLink *link, int n_states, RensaNStepRun run, RensaVariable *const *inputs, int n_inputs,
                           RensaVariable **outputs, int max_outputs, GError **error)
{
  const int n_given = count_states (inputs, n_inputs, n_states);
  const int n = n_inputs - n_given;
  g_auto (Batch) batch = { 0 };
  RensaVariable *before[MAX_STATES] = { NULL };
  RensaNStepCall call = { 0 };
  gboolean ok;

  if (n_given < 0 || !check_counts (link, n, n_states, max_outputs, error)
      || !batch_init (&batch, link, inputs + n_given, n, error))
    return -1;

  for (int i = 0; i < n_states + n; i++)
    outputs[i] = NULL;
  for (int i = 0; i < n_states; i++)
    before[i] = i < n_given && inputs[i] != NULL
                    ? rensa_sequences_reorder (&batch.sequences, inputs[i], 1, FALSE, error)
                    : make_state (link, &batch, error);
  call.hx = before[0];
  call.cx = before[1];
  call.ys = g_new0 (RensaVariable *, batch.sequences.n_steps);
  ok = run_batch (link, &batch, run, &call, error)
       && rensa_sequences_give_back (&batch.sequences, call.ys, outputs + n_states, error);
  if (ok)
    {
      RensaVariable *const after[MAX_STATES] = { call.hy, call.cy };

      for (int i = 0; i < n_states; i++)
        ok = (outputs[i] = rensa_sequences_reorder (&batch.sequences, after[i], 1, TRUE, error)) != NULL && ok;
    }
  rensa_variables_clear (before, MAX_STATES);
  rensa_variables_clear (call.ys, batch.sequences.n_steps);
  g_free (call.ys);
  g_clear_pointer (&call.hy, rensa_variable_unref);
  g_clear_pointer (&call.cy, rensa_variable_unref);
  if (!ok)
    rensa_variables_clear (outputs, n_states + n);
  return ok ? n_states + n : -1;
}
