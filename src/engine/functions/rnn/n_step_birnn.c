/* n_step_birnn.c: a plain recurrent network over whole sequences, in both directions.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions.h"
#include "rensa-n-step-private.h"

typedef struct
{
  gint64 n_layers;
  double dropout_ratio;
  int activation;
} NStepBiRNN;

static const char *const activations[] = { "tanh", "relu", NULL };

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (NStepBiRNN, n_layers, .required = TRUE, .min = 1, .max = RENSA_N_STEP_MAX_LAYERS,
                  .title = N_ ("Layers"), .hint = N_ ("Number of stacked layers")),
  RENSA_ATTR_FLOAT (NStepBiRNN, dropout_ratio, .required = TRUE, .min = 0, .max = 1, .title = N_ ("Dropout Ratio"),
                    .hint = N_ ("Probability that an element between two layers is set to 0; below 1")),
  RENSA_ATTR_CHOICE (NStepBiRNN, activation, .choices = activations, .title = N_ ("Activation")),
};

/* Computed independently of this code, with 30 digits, sequence by sequence. */
static const RensaSample samples[] = {
  { "n_layers=1, dropout_ratio=0",
    "[[[1, -0.75], [-1, -0.5], [-1, -0.25]], [[-0.25, -0.25], [1.5, 2], [0.25, -1]]]; [[-0.25], [0.5]]; "
    "[[2, 2], [-0.75, 0.5]]; [[-0.25], [-0.5]]; [[0.25, -0.75], [-1, 0]]; [0.5, 0.5]; [0.5, 1.5]; [0.75, "
    "0.5]; [2, 1.5]; [[0.25], [2], [0.5]]; [[0.75]]",
    "[[[0.99947455527659029, 0.969619782575254], [-0.98661429815143029, 0.99817789761119871], "
    "[-0.92534622531174108, 0.99365463431502962]], [[0.97666754960494713, 0.70852669898878733], "
    "[0.80930107020178101, -0.46211715726000976], [0.99793553792649036, 0.90514825364486644]]]; "
    "[[0.89319334040035153, 0.76159415595576489, 0.97666754960494713, 0.70852669898878733], "
    "[-0.98661429815143029, 0.99817789761119871, 0.80930107020178101, -0.46211715726000976], "
    "[-0.92534622531174108, 0.99365463431502962, 0.99793553792649036, 0.90514825364486644]]; "
    "[[0.99947455527659029, 0.969619782575254, 0.99078085564125158, 0.95404526017994877]]" },
  { "n_layers=1, dropout_ratio=0, activation='relu'",
    "[[[-0.75], [-0.5]], [[0], [1.5]]]; [[0.75, 0.5]]; [[-0.25]]; [[0.25, 1.5]]; [[0.5]]; [1]; [-1]; "
    "[0]; [-0.25]; [[0.25, 2], [0.75, -1]]; [[-0.75, 0.25]]",
    "[[[0.0], [0.1875]], [[2.8125], [0.0]]]; [[1.375, 2.8125], [0.1875, 0.0]]; [[0.0, 0.0]]" },
};

static RensaNStep
get_plan (gconstpointer values)
{
  const NStepBiRNN *self = values;

  return (RensaNStep){
    .kind = self->activation == 0 ? RENSA_RECURRENCE_TANH : RENSA_RECURRENCE_RELU,
    .n_directions = 2,
    .n_layers = self->n_layers,
    .dropout_ratio = self->dropout_ratio,
  };
}

RENSA_N_STEP_PASSES (get_plan)

const RensaFunctionClass rensa_n_step_birnn_class = {
  .name = "n_step_birnn",
  .group = &rensa_rnn_group,
  .title = N_ ("Bidirectional RNN Over Sequences"),
  .summary = N_ ("Simple recurrent network applied to whole sequences in both directions"),
  .formula = "h' = act(W₀x + b₀ + W₁h + b₁)",
  .reference =
      "Elman, \"Finding Structure in Time\", Cognitive Science 14(2), 1990; Schuster and Paliwal, \"Bidirectional "
      "Recurrent Neural Networks\", IEEE Transactions on Signal Processing 45(11), 1997",
  .label = "n_step_birnn",
  .inputs = RENSA_INPUTS ("hx", "ws*", "bs*", "xs*"),
  .count_lists = count_lists,
  RENSA_ATTRS (NStepBiRNN, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS (
      { "chainer", "F.n_step_birnn({n_layers}, {dropout_ratio}, {hx}, {ws}, {bs}, {xs}, activation={activation})" }),
};

/**
 * rensa_n_step_birnn:
 * @n_layers: number of stacked layers
 * @dropout_ratio: probability, below 1, that an element between two layers is set to zero in
 *   training
 * @hx: initial states, of shape (2 n_layers, N, H); those of the two directions of a layer are
 *   adjacent
 * @ws: the 2 weights of each layer and direction, concatenated: 1 of shape (H, k) for x, then 1 of
 *   shape (H, H) for h; k is the number of columns of @xs for the first layer, 2 H for those above
 * @bs: their biases, of shape (H,)
 * @n_weights: number of weights, and of biases
 * @xs: the elements of all sequences by step: xs[t], of shape (Nₜ, k), has those of the Nₜ
 *   sequences that are so long
 * @n_steps: number of steps
 * @relu: TRUE to use max (x, 0) as the activation instead of tanh (x)
 * @hy: receives the final states, in the same form as @hx; owned by the caller
 * @ys: receives the output of the last layer at each step, of shape (Nₜ, 2 H); owned by the caller
 *
 * h' = act (W₀ x + b₀ + W₁ h + b₁), for each sequence separately; sequences are sorted by
 * decreasing length. Every layer reads the sequences in both directions and concatenates the
 * outputs of both. Both directions use the same dropout mask between two layers. Returns FALSE with
 * an error, RENSA_ERROR_TYPE_CHECK if shapes, dtypes or numbers do not fit.
 *
 * Elman, "Finding Structure in Time", Cognitive Science 14(2), 1990; Schuster and Paliwal, "Bidirectional Recurrent
 * Neural Networks", IEEE Transactions on Signal Processing 45(11), 1997.
 */
RENSA_API gboolean
rensa_n_step_birnn (gint64 n_layers, double dropout_ratio, RensaVariable *hx, RensaVariable *const *ws,
                    RensaVariable *const *bs, int n_weights, RensaVariable *const *xs, int n_steps, gboolean relu,
                    RensaVariable **hy, RensaVariable **ys, GError **error)
{
  const NStepBiRNN self = { .n_layers = n_layers, .dropout_ratio = dropout_ratio, .activation = relu ? 1 : 0 };

  return rensa_n_step_apply (&rensa_n_step_birnn_class, &self, hx, NULL, ws, bs, n_weights, xs, n_steps, hy, NULL, ys,
                             error);
}
