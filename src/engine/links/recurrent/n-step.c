/* n-step.c: recurrent links over whole sequences: gated units, long short-term memory and plain ones with ReLU or tanh,
 * in one direction and in both.
 * SPDX-License-Identifier: MIT */

#include "n-step.py.inc"
#include "rensa-links.h"
#include "rensa-n-step-link-private.h"

#define MAX_LAYERS 1024

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (RensaNStepLink, n_layers, .required = TRUE, .min = 1, .max = MAX_LAYERS, .title = N_ ("Layers"),
                  .hint = N_ ("Number of stacked layers")),
  RENSA_ATTR_INT (RensaNStepLink, in_size, .required = TRUE, .min = 1, .max = G_MAXDOUBLE, .title = N_ ("Inputs"),
                  .hint = N_ ("Number of values per element of a sequence")),
  RENSA_ATTR_INT (RensaNStepLink, out_size, .required = TRUE, .min = 1, .max = G_MAXDOUBLE, .title = N_ ("Units"),
                  .hint = N_ ("Number of units per layer and direction")),
  RENSA_ATTR_FLOAT (RensaNStepLink, dropout, .required = TRUE, .min = 0, .max = 1, .title = N_ ("Dropout Ratio"),
                    .hint = N_ ("Probability that an element between two layers is set to 0; below 1")),
  RENSA_ATTR_INITIALIZER (RensaNStepLink, initialW, "LeCunNormal", N_ ("Initial Weights")),
  RENSA_ATTR_INITIALIZER (RensaNStepLink, initial_bias, "Zero", N_ ("Initial Bias")),
};

#define LAYERS(layer_class)                                                                                          \
  {                                                                                                                  \
    "{}", (layer_class), "initialW={initialW}, initial_bias={initial_bias}", .describe = rensa_n_step_link_describe, \
                                                                             .count = "n_layers"                     \
  }
#define LAYERS_OF_BOTH(layer_class)                                          \
  {                                                                          \
    "{}", (layer_class), "initialW={initialW}, initial_bias={initial_bias}", \
        .describe = rensa_n_step_link_describe_both, .count = "2*n_layers"   \
  }

static const RensaChildSpec gru_layers[] = { LAYERS (&rensa_n_step_gru_layer_class) };
static const RensaChildSpec bi_gru_layers[] = { LAYERS_OF_BOTH (&rensa_n_step_gru_layer_class) };
static const RensaChildSpec lstm_layers[] = { LAYERS (&rensa_n_step_lstm_layer_class) };
static const RensaChildSpec bi_lstm_layers[] = { LAYERS_OF_BOTH (&rensa_n_step_lstm_layer_class) };
static const RensaChildSpec rnn_layers[] = { LAYERS (&rensa_n_step_rnn_layer_class) };
static const RensaChildSpec bi_rnn_layers[] = { LAYERS_OF_BOTH (&rensa_n_step_rnn_layer_class) };

/* Defines forward_NAME (), which calls run_NAME (). */
#define DEFINE_FORWARD(name, n_states)                                                                             \
  static int forward_##name (RensaLink *link, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, \
                             int max_outputs, GError **error)                                                      \
  {                                                                                                                \
    return rensa_n_step_link_forward (link, n_states, run_##name, inputs, n_inputs, outputs, max_outputs, error);  \
  }

/* Fields shared by all links, with the samples and the pass of one. */
#define N_STEP(name, layers)                                                                               \
  .group = &rensa_rnn_group, RENSA_ATTRS (RensaNStepLink, attrs), .n_outputs = 0, RENSA_CHILDREN (layers), \
  .numbers_children = TRUE, RENSA_SAMPLES (name##_samples), .forward = forward_##name
#define STATES .inputs = RENSA_INPUTS ("hx?", "xs*:sequence"), .outputs = RENSA_OUTPUTS ("hy", "ys*")
#define STATES_AND_CELLS \
  .inputs = RENSA_INPUTS ("hx?", "cx?", "xs*:sequence"), .outputs = RENSA_OUTPUTS ("hy", "cy", "ys*")

/* Fields shared by both directions of a cell. */
#define GRU                                                                                                       \
  .words = N_ ("recurrent;sequence;gate;text"), .stem = "gru",                                                    \
  .formula =                                                                                                      \
      "r = σ(W₀x + b₀ + W₃h + b₃), z = σ(W₁x + b₁ + W₄h + b₄), h' = (1 - z) tanh(W₂x + b₂ + r (W₅h + b₅)) + z h", \
  .reference = "Cho et al., \"Learning Phrase Representations using RNN Encoder-Decoder for Statistical Machine " \
               "Translation\", EMNLP 2014"
#define LSTM                                                                                                                                  \
  .words = N_ ("recurrent;sequence;memory;text"), .stem = "lstm",                                                                             \
  .formula =                                                                                                                                  \
      "i, f, o = σ(Wₖx + bₖ + Wₖ₊₄h + bₖ₊₄) for k = 0, 1, 3, a = tanh(W₂x + b₂ + W₆h + b₆), c' = f c + i a, h' = o " \
      "tanh(c')",                                                                                                                             \
  .reference = "Hochreiter and Schmidhuber, \"Long Short-Term Memory\", Neural Computation 9(8), 1997"
#define RNN_RELU \
  .words = N_ ("recurrent;sequence;rectifier;text"), .stem = "rnn", .formula = "h' = max(W₀x + b₀ + W₁h + b₁, 0)"
#define RNN_TANH \
  .words = N_ ("recurrent;sequence;Elman;text"), .stem = "rnn", .formula = "h' = tanh(W₀x + b₀ + W₁h + b₁)"
#define PLAIN_REFERENCE "Elman, \"Finding Structure in Time\", Cognitive Science 14(2), 1990"
#define BOTH_REFERENCE                                                    \
  "; Schuster and Paliwal, \"Bidirectional Recurrent Neural Networks\", " \
  "IEEE Transactions on Signal Processing 45(11), 1997"

/* @options: arguments that choose the kind of @torch, the class of an exported program; its code is @text. */
#define FORMS(chainer, torch, options, text)                                               \
  RENSA_FORMS ({ "chainer", "L." chainer "({n_layers}, {in_size}, {out_size}, {dropout}, " \
                            "initialW={initialW}, initial_bias={initial_bias})" },         \
               { "torch", torch "({n_layers}, {in_size}, {out_size}, {dropout}, " options  \
                                "initialW={initialW}, initial_bias={initial_bias})" },     \
               { "torch_class", text })

/* The samples without a comment were computed with NumPy, sequence by sequence, independently of this code. */

static const RensaSample bi_gru_samples[] = {
  { "n_layers=1, in_size=1, out_size=1, dropout=0, initialW=Constant(fill_value=0.5), "
    "initial_bias=Constant(fill_value=0.25)",
    "[[0.5]]; [[-1], [0.25]]",
    "[[[0.18763067081198923], [0.12878773567653168]], [[0.18763067081198923], [0.05349627726539137]]]; "
    "[[0.18763067081198923, 0.18763067081198923]]; [[-0.062176500885798104, 0.05349627726539137], "
    "[0.12878773567653168, 0.17130686137449672]]" },
  { "n_layers=2, in_size=2, out_size=1, dropout=0, initialW=Constant(fill_value=0.5), "
    "initial_bias=Constant(fill_value=0.25)",
    "[[[0.25]], [[0.5]], [[0.75]], [[1]]]; [[1, -0.5], [0.5, 0]]",
    "[[[0.45172703011005744]], [[0.5948918341774702]], [[0.7852678496527168]], [[0.9575071555444432]]]; "
    "[[0.7688147174179186, 0.9575071555444432], [0.7852678496527168, 0.9777561455269637]]" },
};

static gboolean
run_bi_gru (RensaNStepCall *call, GError **error)
{
  return rensa_n_step_bigru (call->n_layers, call->dropout, call->hx, call->ws, call->bs, call->n_weights, call->xs,
                             call->n_steps, &call->hy, call->ys, error);
}

DEFINE_FORWARD (bi_gru, 1)

const RensaLinkClass rensa_n_step_bi_gru_link_class = {
  .name = "NStepBiGRU",
  N_STEP (bi_gru, bi_gru_layers),
  .title = N_ ("Bidirectional GRU for Sequences"),
  .summary = N_ ("Layers of gated recurrent units that process whole sequences in both directions"),
  GRU,
  STATES,
  FORMS ("NStepBiGRU", "NStepGRU", "bidirectional=True, ", torch_gru_class),
};

/**
 * rensa_n_step_bi_gru_link_new:
 * @n_layers: number of stacked layers
 * @in_size: values of each element of a sequence
 * @out_size: units of each layer and direction
 * @dropout: probability that an element between two layers is set to zero during training, below 1
 *
 * An NStepBiGRU: rensa_n_step_bigru () over sequences in any order. The inputs are hx, of shape
 * (2 @n_layers, N, @out_size), zero if omitted or NULL, followed by N sequences of shape
 * (length, @in_size). The outputs are hy and N sequences of shape (length, 2 @out_size). Returns
 * NULL with RENSA_ERROR_INVALID if a size is less than one.
 */
RENSA_API RensaLink *
rensa_n_step_bi_gru_link_new (gint64 n_layers, gint64 in_size, gint64 out_size, double dropout, GError **error)
{
  const RensaNStepLink self = { n_layers, in_size, out_size, dropout };

  return rensa_link_new_from_values (&rensa_n_step_bi_gru_link_class, &self, error);
}

static const RensaSample bi_lstm_samples[] = {
  { "n_layers=1, in_size=1, out_size=1, dropout=0, initialW=Constant(fill_value=0.5), "
    "initial_bias=Constant(fill_value=0.25)",
    "[[0.5]]; [[-1], [0.25]]",
    "[[[0.27606824370176347], [0.2255686657310424]], [[0.27606824370176347], [0.1294138657043641]]]; "
    "[[[0.4313796392650114], [0.3612412270947131]], [[0.4313796392650114], [0.2501129946293087]]]; "
    "[[0.27606824370176347, 0.27606824370176347]]; [[0, 0.1294138657043641], [0.2255686657310424, "
    "0.2255686657310424]]" },
  { "n_layers=2, in_size=2, out_size=1, dropout=0, initialW=Constant(fill_value=0.5), "
    "initial_bias=Constant(fill_value=0.25)",
    "[[[0.25]], [[0.5]], [[0.75]], [[1]]]; [[[-0.125]], [[-0.25]], [[-0.375]], [[-0.5]]]; [[1, -0.5], [0.5, 0]]",
    "[[[0.46708720769250295]], [[0.45490189078246995]], [[0.4947033638574322]], [[0.4688455923398912]]]; "
    "[[[0.7919993304824944]], [[0.7640570909117632]], [[0.8231165235844878]], [[0.7662637506988805]]]; "
    "[[0.27081930142071564, 0.4688455923398912], [0.4947033638574322, 0.232416581117527]]" },
};

static gboolean
run_bi_lstm (RensaNStepCall *call, GError **error)
{
  return rensa_n_step_bilstm (call->n_layers, call->dropout, call->hx, call->cx, call->ws, call->bs, call->n_weights,
                              call->xs, call->n_steps, &call->hy, &call->cy, call->ys, error);
}

DEFINE_FORWARD (bi_lstm, 2)

const RensaLinkClass rensa_n_step_bi_lstm_link_class = {
  .name = "NStepBiLSTM",
  N_STEP (bi_lstm, bi_lstm_layers),
  .title = N_ ("Bidirectional LSTM for Sequences"),
  .summary = N_ ("Layers of long short-term memory that process whole sequences in both directions"),
  LSTM,
  STATES_AND_CELLS,
  FORMS ("NStepBiLSTM", "NStepLSTM", "bidirectional=True, ", torch_lstm_class),
};

/**
 * rensa_n_step_bi_lstm_link_new:
 * @n_layers: number of stacked layers
 * @in_size: values of each element of a sequence
 * @out_size: units of each layer and direction
 * @dropout: probability that an element between two layers is set to zero during training, below 1
 *
 * An NStepBiLSTM: rensa_n_step_bilstm () over sequences in any order. The inputs are hx and cx,
 * of shape (2 @n_layers, N, @out_size), zero if omitted or NULL, followed by N sequences of
 * shape (length, @in_size). The outputs are hy, cy and N sequences of shape (length, 2
 * @out_size). Returns NULL with RENSA_ERROR_INVALID if a size is less than one.
 */
RENSA_API RensaLink *
rensa_n_step_bi_lstm_link_new (gint64 n_layers, gint64 in_size, gint64 out_size, double dropout, GError **error)
{
  const RensaNStepLink self = { n_layers, in_size, out_size, dropout };

  return rensa_link_new_from_values (&rensa_n_step_bi_lstm_link_class, &self, error);
}

/* Computed by hand: h' = x + h, where x is the sum of the values of an element, as long as that is
 * not negative. */
static const RensaSample bi_rnn_relu_samples[] = {
  { "n_layers=1, in_size=1, out_size=1, dropout=0, initialW=One", "[[5]]; [[1], [2]]",
    "[[[5], [3]], [[5], [3]]]; [[5, 5]]; [[1, 3], [3, 2]]" },
  { "n_layers=2, in_size=2, out_size=1, dropout=0, initialW=One", "[[[1]], [[2]], [[3]], [[4]]]; [[1, 0], [2, -1]]",
    "[[[3]], [[4]], [[15]], [[16]]]; [[9, 16], [15, 10]]" },
};

static gboolean
run_bi_rnn_relu (RensaNStepCall *call, GError **error)
{
  return rensa_n_step_birnn (call->n_layers, call->dropout, call->hx, call->ws, call->bs, call->n_weights, call->xs,
                             call->n_steps, TRUE, &call->hy, call->ys, error);
}

DEFINE_FORWARD (bi_rnn_relu, 1)

const RensaLinkClass rensa_n_step_bi_rnn_relu_link_class = {
  .name = "NStepBiRNNReLU",
  N_STEP (bi_rnn_relu, bi_rnn_layers),
  .title = N_ ("Bidirectional RNN With ReLU for Sequences"),
  .summary = N_ ("Simple recurrent layers with ReLU that process whole sequences in both directions"),
  RNN_RELU,
  STATES,
  .reference = PLAIN_REFERENCE BOTH_REFERENCE,
  FORMS ("NStepBiRNNReLU", "NStepRNN", "nonlinearity='relu', bidirectional=True, ", torch_rnn_class),
};

/**
 * rensa_n_step_bi_rnn_relu_link_new:
 * @n_layers: number of stacked layers
 * @in_size: values of each element of a sequence
 * @out_size: units of each layer and direction
 * @dropout: probability that an element between two layers is set to zero during training, below 1
 *
 * An NStepBiRNNReLU: rensa_n_step_birnn () over sequences in any order. The inputs are hx, of
 * shape (2 @n_layers, N, @out_size), zero if omitted or NULL, followed by N sequences of shape
 * (length, @in_size). The outputs are hy and N sequences of shape (length, 2 @out_size). Returns
 * NULL with RENSA_ERROR_INVALID if a size is less than one.
 */
RENSA_API RensaLink *
rensa_n_step_bi_rnn_relu_link_new (gint64 n_layers, gint64 in_size, gint64 out_size, double dropout, GError **error)
{
  const RensaNStepLink self = { n_layers, in_size, out_size, dropout };

  return rensa_link_new_from_values (&rensa_n_step_bi_rnn_relu_link_class, &self, error);
}

static const RensaSample bi_rnn_tanh_samples[] = {
  { "n_layers=1, in_size=1, out_size=1, dropout=0, initialW=Constant(fill_value=0.5), "
    "initial_bias=Constant(fill_value=0.25)",
    "[[0.5]]; [[-1], [0.25]]",
    "[[[0.6351489523872873], [0.5545997223493823]], [[0.6351489523872873], [0.27040420369883256]]]; "
    "[[0.6351489523872873, 0.6351489523872873]]; [[0, 0.27040420369883256], [0.5545997223493823, "
    "0.5545997223493823]]" },
  { "n_layers=2, in_size=2, out_size=1, dropout=0, initialW=Constant(fill_value=0.5), "
    "initial_bias=Constant(fill_value=0.25)",
    "[[[0.25]], [[0.5]], [[0.75]], [[1]]]; [[1, -0.5], [0.5, 0]]",
    "[[[0.8011993751039989]], [[0.8112918839564366]], [[0.9407592165618244]], [[0.9390584545909932]]]; "
    "[[0.9264307790544413, 0.9390584545909932], [0.9407592165618244, 0.9448451809135484]]" },
};

static gboolean
run_bi_rnn_tanh (RensaNStepCall *call, GError **error)
{
  return rensa_n_step_birnn (call->n_layers, call->dropout, call->hx, call->ws, call->bs, call->n_weights, call->xs,
                             call->n_steps, FALSE, &call->hy, call->ys, error);
}

DEFINE_FORWARD (bi_rnn_tanh, 1)

const RensaLinkClass rensa_n_step_bi_rnn_tanh_link_class = {
  .name = "NStepBiRNNTanh",
  N_STEP (bi_rnn_tanh, bi_rnn_layers),
  .title = N_ ("Bidirectional RNN With Tanh for Sequences"),
  .summary = N_ ("Simple recurrent layers with tanh that process whole sequences in both directions"),
  RNN_TANH,
  STATES,
  .reference = PLAIN_REFERENCE BOTH_REFERENCE,
  FORMS ("NStepBiRNNTanh", "NStepRNN", "bidirectional=True, ", torch_rnn_class),
};

/**
 * rensa_n_step_bi_rnn_tanh_link_new:
 * @n_layers: number of stacked layers
 * @in_size: values of each element of a sequence
 * @out_size: units of each layer and direction
 * @dropout: probability that an element between two layers is set to zero during training, below 1
 *
 * An NStepBiRNNTanh: rensa_n_step_birnn () over sequences in any order. The inputs are hx, of
 * shape (2 @n_layers, N, @out_size), zero if omitted or NULL, followed by N sequences of shape
 * (length, @in_size). The outputs are hy and N sequences of shape (length, 2 @out_size). Returns
 * NULL with RENSA_ERROR_INVALID if a size is less than one.
 */
RENSA_API RensaLink *
rensa_n_step_bi_rnn_tanh_link_new (gint64 n_layers, gint64 in_size, gint64 out_size, double dropout, GError **error)
{
  const RensaNStepLink self = { n_layers, in_size, out_size, dropout };

  return rensa_link_new_from_values (&rensa_n_step_bi_rnn_tanh_link_class, &self, error);
}

static const RensaSample gru_samples[] = {
  { "n_layers=1, in_size=1, out_size=1, dropout=0, initialW=Constant(fill_value=0.5), "
    "initial_bias=Constant(fill_value=0.25)",
    "[[0.5]]; [[-1], [0.25]]",
    "[[[0.18763067081198923], [0.12878773567653168]]]; [[0.18763067081198923]]; [[-0.062176500885798104], "
    "[0.12878773567653168]]" },
  { "n_layers=2, in_size=2, out_size=1, dropout=0, initialW=Constant(fill_value=0.5), "
    "initial_bias=Constant(fill_value=0.25)",
    "[[[0.25]], [[0.5]]]; [[1, -0.5], [0.5, 0]]",
    "[[[0.45172703011005744]], [[0.5854096306391653]]]; [[0.5450061764668501], [0.5854096306391653]]" },
};

static gboolean
run_gru (RensaNStepCall *call, GError **error)
{
  return rensa_n_step_gru (call->n_layers, call->dropout, call->hx, call->ws, call->bs, call->n_weights, call->xs,
                           call->n_steps, &call->hy, call->ys, error);
}

DEFINE_FORWARD (gru, 1)

const RensaLinkClass rensa_n_step_gru_link_class = {
  .name = "NStepGRU",
  N_STEP (gru, gru_layers),
  .title = N_ ("GRU for Sequences"),
  .summary = N_ ("Layers of gated recurrent units that process whole sequences"),
  GRU,
  STATES,
  FORMS ("NStepGRU", "NStepGRU", "", torch_gru_class),
};

/**
 * rensa_n_step_gru_link_new:
 * @n_layers: number of stacked layers
 * @in_size: values of each element of a sequence
 * @out_size: units of each layer
 * @dropout: probability that an element between two layers is set to zero during training, below 1
 *
 * An NStepGRU: rensa_n_step_gru () over sequences in any order. The inputs are hx, of shape
 * (@n_layers, N, @out_size), zero if omitted or NULL, followed by N sequences of shape (length,
 * @in_size). The outputs are hy and N sequences of shape (length, @out_size). Returns NULL with
 * RENSA_ERROR_INVALID if a size is less than one.
 */
RENSA_API RensaLink *
rensa_n_step_gru_link_new (gint64 n_layers, gint64 in_size, gint64 out_size, double dropout, GError **error)
{
  const RensaNStepLink self = { n_layers, in_size, out_size, dropout };

  return rensa_link_new_from_values (&rensa_n_step_gru_link_class, &self, error);
}

static const RensaSample lstm_samples[] = {
  { "n_layers=1, in_size=1, out_size=1, dropout=0, initialW=Constant(fill_value=0.5), "
    "initial_bias=Constant(fill_value=0.25)",
    "[[0.5]]; [[-1], [0.25]]",
    "[[[0.27606824370176347], [0.2255686657310424]]]; [[[0.4313796392650114], [0.3612412270947131]]]; "
    "[[0.27606824370176347]]; [[0], [0.2255686657310424]]" },
  { "n_layers=2, in_size=2, out_size=1, dropout=0, initialW=Constant(fill_value=0.5), "
    "initial_bias=Constant(fill_value=0.25)",
    "[[[0.25]], [[0.5]]]; [[[-0.125]], [[-0.25]]]; [[1, -0.5], [0.5, 0]]",
    "[[[0.46708720769250295]], [[0.42686014026333174]]]; [[[0.7919993304824944]], [[0.7092948401844565]]]; "
    "[[0.22276663016386505], [0.42686014026333174]]" },
};

static gboolean
run_lstm (RensaNStepCall *call, GError **error)
{
  return rensa_n_step_lstm (call->n_layers, call->dropout, call->hx, call->cx, call->ws, call->bs, call->n_weights,
                            call->xs, call->n_steps, &call->hy, &call->cy, call->ys, error);
}

DEFINE_FORWARD (lstm, 2)

const RensaLinkClass rensa_n_step_lstm_link_class = {
  .name = "NStepLSTM",
  N_STEP (lstm, lstm_layers),
  .title = N_ ("LSTM for Sequences"),
  .summary = N_ ("Layers of long short-term memory that process whole sequences"),
  LSTM,
  STATES_AND_CELLS,
  FORMS ("NStepLSTM", "NStepLSTM", "", torch_lstm_class),
};

/**
 * rensa_n_step_lstm_link_new:
 * @n_layers: number of stacked layers
 * @in_size: values of each element of a sequence
 * @out_size: units of each layer
 * @dropout: probability that an element between two layers is set to zero during training, below 1
 *
 * An NStepLSTM: rensa_n_step_lstm () over sequences in any order. The inputs are hx and cx, of
 * shape (@n_layers, N, @out_size), zero if omitted or NULL, followed by N sequences of shape
 * (length, @in_size). The outputs are hy, cy and N sequences of shape (length, @out_size).
 * Returns NULL with RENSA_ERROR_INVALID if a size is less than one.
 */
RENSA_API RensaLink *
rensa_n_step_lstm_link_new (gint64 n_layers, gint64 in_size, gint64 out_size, double dropout, GError **error)
{
  const RensaNStepLink self = { n_layers, in_size, out_size, dropout };

  return rensa_link_new_from_values (&rensa_n_step_lstm_link_class, &self, error);
}

/* Computed by hand: h' = x + h, where x is the sum of the values of an element, as long as that is
 * not negative. */
static const RensaSample rnn_relu_samples[] = {
  { "n_layers=1, in_size=1, out_size=1, dropout=0, initialW=One", "[[5]]; [[1], [2]]",
    "[[[5], [3]]]; [[5]]; [[1], [3]]" },
  { "n_layers=2, in_size=2, out_size=1, dropout=0, initialW=One", "[[[1]], [[2]]]; [[1, 0], [2, -1]]",
    "[[[3]], [[7]]]; [[4], [7]]" },
};

static gboolean
run_rnn_relu (RensaNStepCall *call, GError **error)
{
  return rensa_n_step_rnn (call->n_layers, call->dropout, call->hx, call->ws, call->bs, call->n_weights, call->xs,
                           call->n_steps, TRUE, &call->hy, call->ys, error);
}

DEFINE_FORWARD (rnn_relu, 1)

const RensaLinkClass rensa_n_step_rnn_relu_link_class = {
  .name = "NStepRNNReLU",
  N_STEP (rnn_relu, rnn_layers),
  .title = N_ ("RNN With ReLU for Sequences"),
  .summary = N_ ("Simple recurrent layers with ReLU that process whole sequences"),
  RNN_RELU,
  STATES,
  .reference = PLAIN_REFERENCE,
  FORMS ("NStepRNNReLU", "NStepRNN", "nonlinearity='relu', ", torch_rnn_class),
};

/**
 * rensa_n_step_rnn_relu_link_new:
 * @n_layers: number of stacked layers
 * @in_size: values of each element of a sequence
 * @out_size: units of each layer
 * @dropout: probability that an element between two layers is set to zero during training, below 1
 *
 * An NStepRNNReLU: rensa_n_step_rnn () over sequences in any order. The inputs are hx, of shape
 * (@n_layers, N, @out_size), zero if omitted or NULL, followed by N sequences of shape (length,
 * @in_size). The outputs are hy and N sequences of shape (length, @out_size). Returns NULL with
 * RENSA_ERROR_INVALID if a size is less than one.
 */
RENSA_API RensaLink *
rensa_n_step_rnn_relu_link_new (gint64 n_layers, gint64 in_size, gint64 out_size, double dropout, GError **error)
{
  const RensaNStepLink self = { n_layers, in_size, out_size, dropout };

  return rensa_link_new_from_values (&rensa_n_step_rnn_relu_link_class, &self, error);
}

static const RensaSample rnn_tanh_samples[] = {
  { "n_layers=1, in_size=1, out_size=1, dropout=0, initialW=Constant(fill_value=0.5), "
    "initial_bias=Constant(fill_value=0.25)",
    "[[0.5]]; [[-1], [0.25]]",
    "[[[0.6351489523872873], [0.5545997223493823]]]; [[0.6351489523872873]]; [[0], [0.5545997223493823]]" },
  { "n_layers=2, in_size=2, out_size=1, dropout=0, initialW=Constant(fill_value=0.5), "
    "initial_bias=Constant(fill_value=0.25)",
    "[[[0.25]], [[0.5]]]; [[1, -0.5], [0.5, 0]]",
    "[[[0.8011993751039989]], [[0.8620315993506608]]]; [[0.8011993751039989], [0.8620315993506608]]" },
};

static gboolean
run_rnn_tanh (RensaNStepCall *call, GError **error)
{
  return rensa_n_step_rnn (call->n_layers, call->dropout, call->hx, call->ws, call->bs, call->n_weights, call->xs,
                           call->n_steps, FALSE, &call->hy, call->ys, error);
}

DEFINE_FORWARD (rnn_tanh, 1)

const RensaLinkClass rensa_n_step_rnn_tanh_link_class = {
  .name = "NStepRNNTanh",
  N_STEP (rnn_tanh, rnn_layers),
  .title = N_ ("RNN With Tanh for Sequences"),
  .summary = N_ ("Simple recurrent layers with tanh that process whole sequences"),
  RNN_TANH,
  STATES,
  .reference = PLAIN_REFERENCE,
  FORMS ("NStepRNNTanh", "NStepRNN", "", torch_rnn_class),
};

/**
 * rensa_n_step_rnn_tanh_link_new:
 * @n_layers: number of stacked layers
 * @in_size: values of each element of a sequence
 * @out_size: units of each layer
 * @dropout: probability that an element between two layers is set to zero during training, below 1
 *
 * An NStepRNNTanh: rensa_n_step_rnn () over sequences in any order. The inputs are hx, of shape
 * (@n_layers, N, @out_size), zero if omitted or NULL, followed by N sequences of shape (length,
 * @in_size). The outputs are hy and N sequences of shape (length, @out_size). Returns NULL with
 * RENSA_ERROR_INVALID if a size is less than one.
 */
RENSA_API RensaLink *
rensa_n_step_rnn_tanh_link_new (gint64 n_layers, gint64 in_size, gint64 out_size, double dropout, GError **error)
{
  const RensaNStepLink self = { n_layers, in_size, out_size, dropout };

  return rensa_link_new_from_values (&rensa_n_step_rnn_tanh_link_class, &self, error);
}
