/* n_step_gru.c: gated recurrent units over whole sequences.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions.h"
#include "rensa-n-step-private.h"

typedef struct
{
  gint64 n_layers;
  double dropout_ratio;
} NStepGRU;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (NStepGRU, n_layers, .required = TRUE, .min = 1, .max = RENSA_N_STEP_MAX_LAYERS,
                  .title = N_ ("Layers"), .hint = N_ ("Number of stacked layers")),
  RENSA_ATTR_FLOAT (NStepGRU, dropout_ratio, .required = TRUE, .min = 0, .max = 1, .title = N_ ("Dropout Ratio"),
                    .hint = N_ ("Probability that an element between two layers is set to 0; below 1")),
};

/* Computed independently of this code, with 30 digits, sequence by sequence. */
static const RensaSample samples[] = {
  { "n_layers=1, dropout_ratio=0",
    "[[[0.5], [-1]]]; [[-1]]; [[0]]; [[1]]; [[1.5]]; [[-0.5]]; [[-0.5]]; [-0.75]; [0.25]; [-0.75]; "
    "[0.5]; [-0.75]; [1.5]; [[1], [2]]; [[1.5]]",
    "[[[0.73291704835076894], [-0.069660931040118267]]]; [[0.58021154280986765], "
    "[-0.069660931040118267]]; [[0.73291704835076894]]" },
  { "n_layers=1, dropout_ratio=0",
    "[[[0.25, -0.75]]]; [[0.75], [1]]; [[0], [-0.75]]; [[-0.25], [1.5]]; [[-0.75, -1], [-0.75, 0.5]]; "
    "[[-0.25, -0.5], [0.75, 0.25]]; [[0.25, -0.25], [0.75, 0.75]]; [-0.25, 2]; [1.5, 1]; [0.25, 1.5]; "
    "[1, 0.75]; [2, 0.5]; [1.5, -1]; [[1]]",
    "[[[0.26435722354458652, -0.21012285157227884]]]; [[0.26435722354458652, -0.21012285157227884]]" },
};

static RensaNStep
get_plan (gconstpointer values)
{
  const NStepGRU *self = values;

  return (RensaNStep){
    .kind = RENSA_RECURRENCE_GRU,
    .n_directions = 1,
    .n_layers = self->n_layers,
    .dropout_ratio = self->dropout_ratio,
  };
}

RENSA_N_STEP_PASSES (get_plan)

const RensaFunctionClass rensa_n_step_gru_class = {
  .name = "n_step_gru",
  .group = &rensa_rnn_group,
  .title = N_ ("GRU Over Sequences"),
  .summary = N_ ("Gated recurrent units applied to whole sequences"),
  .formula = "r = σ(W₀x + b₀ + W₃h + b₃), z = σ(W₁x + b₁ + W₄h + b₄), h' = (1 - z) tanh(W₂x + b₂ + r (W₅h + b₅)) + z h",
  .reference = "Cho et al., \"Learning Phrase Representations using RNN Encoder-Decoder for Statistical Machine "
               "Translation\", EMNLP 2014",
  .label = "n_step_gru",
  .inputs = RENSA_INPUTS ("hx", "ws*", "bs*", "xs*"),
  .count_lists = count_lists,
  RENSA_ATTRS (NStepGRU, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.n_step_gru({n_layers}, {dropout_ratio}, {hx}, {ws}, {bs}, {xs})" }),
};

/**
 * rensa_n_step_gru:
 * @n_layers: number of stacked layers
 * @dropout_ratio: probability, below 1, that an element between two layers is set to zero in
 *   training
 * @hx: initial states, of shape (n_layers, N, H)
 * @ws: the 6 weights of each layer, concatenated: 3 of shape (H, k) for x, then 3 of shape (H, H)
 *   for h; k is the number of columns of @xs for the first layer, H for those above
 * @bs: their biases, of shape (H,)
 * @n_weights: number of weights, and of biases
 * @xs: the elements of all sequences by step: xs[t], of shape (Nₜ, k), has those of the Nₜ
 *   sequences that are so long
 * @n_steps: number of steps
 * @hy: receives the final states, in the same form as @hx; owned by the caller
 * @ys: receives the output of the last layer at each step, of shape (Nₜ, H); owned by the caller
 *
 * r = σ (W₀ x + b₀ + W₃ h + b₃), z = σ (W₁ x + b₁ + W₄ h + b₄), h' = (1 - z) tanh (W₂ x + b₂ + r
 * (W₅ h + b₅)) + z h, for each sequence separately; sequences are sorted by decreasing length. The
 * dropout mask between two layers differs from step to step. Returns FALSE with an error,
 * RENSA_ERROR_TYPE_CHECK if shapes, dtypes or numbers do not fit.
 *
 * Cho et al., "Learning Phrase Representations using RNN Encoder-Decoder for Statistical Machine Translation", EMNLP
 * 2014.
 */
RENSA_API gboolean
rensa_n_step_gru (gint64 n_layers, double dropout_ratio, RensaVariable *hx, RensaVariable *const *ws,
                  RensaVariable *const *bs, int n_weights, RensaVariable *const *xs, int n_steps, RensaVariable **hy,
                  RensaVariable **ys, GError **error)
{
  const NStepGRU self = { .n_layers = n_layers, .dropout_ratio = dropout_ratio };

  return rensa_n_step_apply (&rensa_n_step_gru_class, &self, hx, NULL, ws, bs, n_weights, xs, n_steps, hy, NULL, ys,
                             error);
}
