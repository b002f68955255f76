/* n_step_lstm.c: long short-term memory over whole sequences.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions.h"
#include "rensa-n-step-private.h"

typedef struct
{
  gint64 n_layers;
  double dropout_ratio;
} NStepLSTM;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (NStepLSTM, n_layers, .required = TRUE, .min = 1, .max = RENSA_N_STEP_MAX_LAYERS,
                  .title = N_ ("Layers"), .hint = N_ ("Number of stacked layers")),
  RENSA_ATTR_FLOAT (NStepLSTM, dropout_ratio, .required = TRUE, .min = 0, .max = 1, .title = N_ ("Dropout Ratio"),
                    .hint = N_ ("Probability that an element between two layers is set to 0; below 1")),
};

/* Computed independently of this code, with 30 digits, sequence by sequence. */
static const RensaSample samples[] = {
  { "n_layers=1, dropout_ratio=0",
    "[[[0.5], [-1]]]; [[[-1], [0]]]; [[1]]; [[1.5]]; [[-0.5]]; [[-0.5]]; [[-0.75]]; [[0.25]]; [[-0.75]]; "
    "[[0.5]]; [-0.75]; [1.5]; [1]; [2]; [1.5]; [2]; [0.75]; [0]; [[0.75], [-0.25]]; [[0.75]]",
    "[[[0.29243616766016351], [0.54010258666764215]]]; [[[0.37774191840482701], [0.76918465522085639]]]; "
    "[[-0.34158086468909384], [0.54010258666764215]]; [[0.29243616766016351]]" },
  { "n_layers=1, dropout_ratio=0",
    "[[[0.25, -0.75]]]; [[[0.75, 1]]]; [[0], [-0.75]]; [[-0.25], [1.5]]; [[-0.75], [-1]]; [[-0.75], "
    "[0.5]]; [[-0.25, -0.5], [0.75, 0.25]]; [[0.25, -0.25], [0.75, 0.75]]; [[-0.25, 2], [1.5, 1]]; "
    "[[0.25, 1.5], [1, 0.75]]; [2, 0.5]; [1.5, -1]; [1, -0.75]; [0.5, -0.5]; [0.5, -0.5]; [-0.25, "
    "-0.75]; [2, 2]; [2, -0.75]; [[-0.25]]",
    "[[[0.75516632051659747, 0.074370422561508494]]]; [[[1.4929569629512572, 0.51833395154253555]]]; "
    "[[0.75516632051659747, 0.074370422561508494]]" },
};

static RensaNStep
get_plan (gconstpointer values)
{
  const NStepLSTM *self = values;

  return (RensaNStep){
    .kind = RENSA_RECURRENCE_LSTM,
    .n_directions = 1,
    .n_layers = self->n_layers,
    .dropout_ratio = self->dropout_ratio,
  };
}

RENSA_N_STEP_PASSES (get_plan)

const RensaFunctionClass rensa_n_step_lstm_class = {
  .name = "n_step_lstm",
  .group = &rensa_rnn_group,
  .title = N_ ("LSTM Over Sequences"),
  .summary = N_ ("Long short-term memory applied to whole sequences"),
  .formula =
      "i, f, o = σ(Wₖx + bₖ + Wₖ₊₄h + bₖ₊₄) for k = 0, 1, 3, a = tanh(W₂x + b₂ + W₆h + b₆), c' = f c + i a, h' = o "
      "tanh(c')",
  .reference = "Hochreiter and Schmidhuber, \"Long Short-Term Memory\", Neural Computation 9(8), 1997",
  .label = "n_step_lstm",
  .inputs = RENSA_INPUTS ("hx", "cx", "ws*", "bs*", "xs*"),
  .count_lists = count_lists,
  RENSA_ATTRS (NStepLSTM, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.n_step_lstm({n_layers}, {dropout_ratio}, {hx}, {cx}, {ws}, {bs}, {xs})" }),
};

/**
 * rensa_n_step_lstm:
 * @n_layers: number of stacked layers
 * @dropout_ratio: probability, below 1, that an element between two layers is set to zero in
 *   training
 * @hx: initial states, of shape (n_layers, N, H)
 * @cx: initial cells, in the same form as @hx
 * @ws: the 8 weights of each layer, concatenated: 4 of shape (H, k) for x, then 4 of shape (H, H)
 *   for h; k is the number of columns of @xs for the first layer, H for those above
 * @bs: their biases, of shape (H,)
 * @n_weights: number of weights, and of biases
 * @xs: the elements of all sequences by step: xs[t], of shape (Nₜ, k), has those of the Nₜ
 *   sequences that are so long
 * @n_steps: number of steps
 * @hy: receives the final states, in the same form as @hx; owned by the caller
 * @cy: receives the final cells, in the same form as @hy
 * @ys: receives the output of the last layer at each step, of shape (Nₜ, H); owned by the caller
 *
 * i, f, o = σ (Wₖ x + bₖ + Wₖ₊₄ h + bₖ₊₄) for k = 0, 1, 3, a = tanh (W₂ x + b₂ + W₆ h + b₆), c' = f
 * c + i a and h' = o tanh (c'), for each sequence separately; sequences are sorted by decreasing
 * length. The dropout mask between two layers differs from step to step. Returns FALSE with an
 * error, RENSA_ERROR_TYPE_CHECK if shapes, dtypes or numbers do not fit.
 *
 * Hochreiter and Schmidhuber, "Long Short-Term Memory", Neural Computation 9(8), 1997.
 */
RENSA_API gboolean
rensa_n_step_lstm (gint64 n_layers, double dropout_ratio, RensaVariable *hx, RensaVariable *cx,
                   RensaVariable *const *ws, RensaVariable *const *bs, int n_weights, RensaVariable *const *xs,
                   int n_steps, RensaVariable **hy, RensaVariable **cy, RensaVariable **ys, GError **error)
{
  const NStepLSTM self = { .n_layers = n_layers, .dropout_ratio = dropout_ratio };

  return rensa_n_step_apply (&rensa_n_step_lstm_class, &self, hx, cx, ws, bs, n_weights, xs, n_steps, hy, cy, ys,
                             error);
}
