/* n_step.c: recurrent networks over whole sequences: plain ones, gated units and long short-term memory, in one direction
 * and in both.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions.h"
#include "rensa-n-step-private.h"

typedef struct
{
  gint64 n_layers;
  double dropout_ratio;
  int activation; /* of plain networks */
} NStep;

static const char *const activations[] = { "tanh", "relu", NULL };

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (NStep, n_layers, .required = TRUE, .min = 1, .max = RENSA_N_STEP_MAX_LAYERS, .title = N_ ("Layers"),
                  .hint = N_ ("Number of stacked layers")),
  RENSA_ATTR_FLOAT (NStep, dropout_ratio, .required = TRUE, .min = 0, .max = 1, .title = N_ ("Dropout Ratio"),
                    .hint = N_ ("Probability that an element between two layers is set to 0; below 1")),
  RENSA_ATTR_CHOICE (NStep, activation, .choices = activations, .title = N_ ("Activation")),
};

/* Differences between the functions; plain networks have the kind TANH. */
typedef struct
{
  RensaRecurrenceKind kind;
  int n_directions;
} Rule;

static RensaNStep
get_plan (gconstpointer values, const Rule *rule)
{
  const NStep *self = values;

  return (RensaNStep){
    .kind = self->activation == 0 ? rule->kind : RENSA_RECURRENCE_RELU,
    .n_directions = rule->n_directions,
    .n_layers = self->n_layers,
    .dropout_ratio = self->dropout_ratio,
  };
}

static gboolean
infer (RensaInference *inference, GError **error)
{
  const RensaNStep plan = get_plan (rensa_inference_get_attrs (inference), rensa_inference_get_rule (inference));

  return rensa_n_step_infer (inference, &plan, error);
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const RensaNStep plan = get_plan (rensa_call_get_attrs (call), rensa_call_get_rule (call));

  return rensa_n_step_forward (call, &plan, error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const RensaNStep plan = get_plan (rensa_backward_get_attrs (backward), rensa_backward_get_rule (backward));

  return rensa_n_step_backward (backward, &plan, error);
}

/* Defines the rule of a function, and its count_lists, which does not get the rule. */
#define DEFINE_RULE(name, ...)                                                         \
  static const Rule name##_rule = { __VA_ARGS__ };                                     \
                                                                                       \
  static gboolean name##_count_lists (gconstpointer values, int n_arrays, int *counts) \
  {                                                                                    \
    const RensaNStep plan = get_plan (values, &name##_rule);                           \
                                                                                       \
    return rensa_n_step_count_lists (&plan, n_arrays, counts);                         \
  }

DEFINE_RULE (rnn, RENSA_RECURRENCE_TANH, 1)
DEFINE_RULE (birnn, RENSA_RECURRENCE_TANH, 2)
DEFINE_RULE (gru, RENSA_RECURRENCE_GRU, 1)
DEFINE_RULE (bigru, RENSA_RECURRENCE_GRU, 2)
DEFINE_RULE (lstm, RENSA_RECURRENCE_LSTM, 1)
DEFINE_RULE (bilstm, RENSA_RECURRENCE_LSTM, 2)

/* Fields shared by all functions, with the rule and the samples of one; it has the first @n_attributes attributes. */
#define N_STEP(name, n_attributes)                                                                         \
  .group = &rensa_rnn_group, .count_lists = name##_count_lists, .attrs = attrs, .n_attrs = (n_attributes), \
  .attrs_size = sizeof (NStep), RENSA_SAMPLES (name##_samples), .infer = infer, .forward = forward,        \
  .backward = backward, .rule = &name##_rule

#define PLAIN_FORMULA "h' = act(W₀x + b₀ + W₁h + b₁)"
#define GRU_FORMULA \
  "r = σ(W₀x + b₀ + W₃h + b₃), z = σ(W₁x + b₁ + W₄h + b₄), h' = (1 - z) tanh(W₂x + b₂ + r (W₅h + b₅)) + z h"
#define LSTM_FORMULA                                                                                                                      \
  "i, f, o = σ(Wₖx + bₖ + Wₖ₊₄h + bₖ₊₄) for k = 0, 1, 3, a = tanh(W₂x + b₂ + W₆h + b₆), c' = f c + i a, h' = o " \
  "tanh(c')"
#define PLAIN_REFERENCE "Elman, \"Finding Structure in Time\", Cognitive Science 14(2), 1990"
#define GRU_REFERENCE                                                                                \
  "Cho et al., \"Learning Phrase Representations using RNN Encoder-Decoder for Statistical Machine " \
  "Translation\", EMNLP 2014"
#define LSTM_REFERENCE "Hochreiter and Schmidhuber, \"Long Short-Term Memory\", Neural Computation 9(8), 1997"
#define BOTH_REFERENCE                                                                                           \
  "; Schuster and Paliwal, \"Bidirectional Recurrent Neural Networks\", IEEE Transactions on Signal Processing " \
  "45(11), 1997"

/* The samples were computed independently of this code, with 30 digits, sequence by sequence. */

static const RensaSample bigru_samples[] = {
  { "n_layers=1, dropout_ratio=0",
    "[[[0.5], [-1]], [[-1], [0]]]; [[1]]; [[1.5]]; [[-0.5]]; [[-0.5]]; [[-0.75]]; [[0.25]]; [[-0.75]]; "
    "[[0.5]]; [[-0.75]]; [[1.5]]; [[1]]; [[2]]; [1.5]; [2]; [0.75]; [0]; [0.75]; [-0.25]; [0.75]; "
    "[-0.5]; [0.5]; [0.5]; [0]; [-0.25]; [[0], [2]]; [[2]]",
    "[[[0.50228216963981369], [-0.99944419195050702]], [[-0.53643657402493953], "
    "[-0.30349360529106818]]]; [[0.50626133800950205, -0.53643657402493953], [-0.99944419195050702, "
    "-0.30349360529106818]]; [[0.50228216963981369, -0.91908430679539256]]" },
  { "n_layers=1, dropout_ratio=0",
    "[[[0.25]], [[-0.75]]]; [[0.75, 1]]; [[0, -0.75]]; [[-0.25, 1.5]]; [[-0.75]]; [[-1]]; [[-0.75]]; "
    "[[0.5, -0.25]]; [[-0.5, 0.75]]; [[0.25, 0.25]]; [[-0.25]]; [[0.75]]; [[0.75]]; [-0.25]; [2]; [1.5]; "
    "[1]; [0.25]; [1.5]; [1]; [0.75]; [2]; [0.5]; [1.5]; [-1]; [[1, -0.75]]",
    "[[[0.28542106479734846]], [[-0.29324279054986544]]]; [[0.28542106479734846, -0.29324279054986544]]" },
};

const RensaFunctionClass rensa_n_step_bigru_class = {
  .name = "n_step_bigru",
  N_STEP (bigru, 2),
  .title = N_ ("Bidirectional GRU Over Sequences"),
  .summary = N_ ("Gated recurrent units applied to whole sequences in both directions"),
  .formula = GRU_FORMULA,
  .reference = GRU_REFERENCE BOTH_REFERENCE,
  .label = "n_step_bigru",
  .inputs = RENSA_INPUTS ("hx", "ws*", "bs*", "xs*"),
  RENSA_FORMS ({ "chainer", "F.n_step_bigru({n_layers}, {dropout_ratio}, {hx}, {ws}, {bs}, {xs})" }),
};

/**
 * rensa_n_step_bigru:
 * @n_layers: number of stacked layers
 * @dropout_ratio: probability, below 1, that an element between two layers is set to zero in
 *   training
 * @hx: initial states, of shape (2 n_layers, N, H); those of the two directions of a layer are
 *   adjacent
 * @ws: the 6 weights of each layer and direction, concatenated: 3 of shape (H, k) for x, then 3 of
 *   shape (H, H) for h; k is the number of columns of @xs for the first layer, 2 H for those above
 * @bs: their biases, of shape (H,)
 * @n_weights: number of weights, and of biases
 * @xs: the elements of all sequences by step: xs[t], of shape (Nₜ, k), has those of the Nₜ
 *   sequences that are so long
 * @n_steps: number of steps
 * @hy: receives the final states, in the same form as @hx; owned by the caller
 * @ys: receives the output of the last layer at each step, of shape (Nₜ, 2 H); owned by the caller
 *
 * r = σ (W₀ x + b₀ + W₃ h + b₃), z = σ (W₁ x + b₁ + W₄ h + b₄), h' = (1 - z) tanh (W₂ x + b₂ + r
 * (W₅ h + b₅)) + z h, for each sequence separately; sequences are sorted by decreasing length.
 * Every layer reads the sequences in both directions and concatenates the outputs of both. Both
 * directions use the same dropout mask between two layers. Returns FALSE with an error,
 * RENSA_ERROR_TYPE_CHECK if shapes, dtypes or numbers do not fit.
 *
 * Cho et al., "Learning Phrase Representations using RNN Encoder-Decoder for Statistical Machine Translation", EMNLP
 * 2014; Schuster and Paliwal, "Bidirectional Recurrent Neural Networks", IEEE Transactions on Signal Processing
 * 45(11), 1997.
 */
RENSA_API gboolean
rensa_n_step_bigru (gint64 n_layers, double dropout_ratio, RensaVariable *hx, RensaVariable *const *ws,
                    RensaVariable *const *bs, int n_weights, RensaVariable *const *xs, int n_steps, RensaVariable **hy,
                    RensaVariable **ys, GError **error)
{
  const NStep self = { .n_layers = n_layers, .dropout_ratio = dropout_ratio };

  return rensa_n_step_apply (&rensa_n_step_bigru_class, &self, hx, NULL, ws, bs, n_weights, xs, n_steps, hy, NULL, ys,
                             error);
}

static const RensaSample bilstm_samples[] = {
  { "n_layers=1, dropout_ratio=0",
    "[[[0.5], [-1]], [[-1], [0]]]; [[[1], [1.5]], [[-0.5], [-0.5]]]; [[-0.75]]; [[0.25]]; [[-0.75]]; "
    "[[0.5]]; [[-0.75]]; [[1.5]]; [[1]]; [[2]]; [[1.5]]; [[2]]; [[0.75]]; [[0]]; [[0.75]]; [[-0.25]]; "
    "[[0.75]]; [[-0.5]]; [0.5]; [0.5]; [0]; [-0.25]; [0]; [2]; [2]; [0.75]; [1]; [0.75]; [1]; [0.25]; "
    "[0.25]; [0.5]; [1]; [0]; [[1], [1]]; [[0.75]]",
    "[[[0.84582850181765097], [0.23300705625768312]], [[0.45446825514951278], [0.23760928666328682]]]; "
    "[[[1.6098485774827546], [1.3184016985607023]], [[1.2459008135310016], [0.45092563994845502]]]; "
    "[[0.75875216812246536, 0.45446825514951278], [0.23300705625768312, 0.23760928666328682]]; "
    "[[0.84582850181765097, 0.20764177959732047]]" },
  { "n_layers=1, dropout_ratio=0",
    "[[[0.25]], [[-0.75]]]; [[[0.75]], [[1]]]; [[0, -0.75]]; [[-0.25, 1.5]]; [[-0.75, -1]]; [[-0.75, "
    "0.5]]; [[-0.25]]; [[-0.5]]; [[0.75]]; [[0.25]]; [[0.25, -0.25]]; [[0.75, 0.75]]; [[-0.25, 2]]; "
    "[[1.5, 1]]; [[0.25]]; [[1.5]]; [[1]]; [[0.75]]; [2]; [0.5]; [1.5]; [-1]; [1]; [-0.75]; [0.5]; "
    "[-0.5]; [0.5]; [-0.5]; [-0.25]; [-0.75]; [2]; [2]; [2]; [-0.75]; [[-0.25, 1]]",
    "[[[0.28159430680694107]], [[0.1767692153273194]]]; [[[1.3657912262644312]], [[1.59554641001451]]]; "
    "[[0.28159430680694107, 0.1767692153273194]]" },
};

const RensaFunctionClass rensa_n_step_bilstm_class = {
  .name = "n_step_bilstm",
  N_STEP (bilstm, 2),
  .title = N_ ("Bidirectional LSTM Over Sequences"),
  .summary = N_ ("Long short-term memory applied to whole sequences in both directions"),
  .formula = LSTM_FORMULA,
  .reference = LSTM_REFERENCE BOTH_REFERENCE,
  .label = "n_step_bilstm",
  .inputs = RENSA_INPUTS ("hx", "cx", "ws*", "bs*", "xs*"),
  RENSA_FORMS ({ "chainer", "F.n_step_bilstm({n_layers}, {dropout_ratio}, {hx}, {cx}, {ws}, {bs}, {xs})" }),
};

/**
 * rensa_n_step_bilstm:
 * @n_layers: number of stacked layers
 * @dropout_ratio: probability, below 1, that an element between two layers is set to zero in
 *   training
 * @hx: initial states, of shape (2 n_layers, N, H); those of the two directions of a layer are
 *   adjacent
 * @cx: initial cells, in the same form as @hx
 * @ws: the 8 weights of each layer and direction, concatenated: 4 of shape (H, k) for x, then 4 of
 *   shape (H, H) for h; k is the number of columns of @xs for the first layer, 2 H for those above
 * @bs: their biases, of shape (H,)
 * @n_weights: number of weights, and of biases
 * @xs: the elements of all sequences by step: xs[t], of shape (Nₜ, k), has those of the Nₜ
 *   sequences that are so long
 * @n_steps: number of steps
 * @hy: receives the final states, in the same form as @hx; owned by the caller
 * @cy: receives the final cells, in the same form as @hy
 * @ys: receives the output of the last layer at each step, of shape (Nₜ, 2 H); owned by the caller
 *
 * i, f, o = σ (Wₖ x + bₖ + Wₖ₊₄ h + bₖ₊₄) for k = 0, 1, 3, a = tanh (W₂ x + b₂ + W₆ h + b₆), c' = f
 * c + i a and h' = o tanh (c'), for each sequence separately; sequences are sorted by decreasing
 * length. Every layer reads the sequences in both directions and concatenates the outputs of both.
 * Both directions use the same dropout mask between two layers. Returns FALSE with an error,
 * RENSA_ERROR_TYPE_CHECK if shapes, dtypes or numbers do not fit.
 *
 * Hochreiter and Schmidhuber, "Long Short-Term Memory", Neural Computation 9(8), 1997; Schuster and Paliwal,
 * "Bidirectional Recurrent Neural Networks", IEEE Transactions on Signal Processing 45(11), 1997.
 */
RENSA_API gboolean
rensa_n_step_bilstm (gint64 n_layers, double dropout_ratio, RensaVariable *hx, RensaVariable *cx,
                     RensaVariable *const *ws, RensaVariable *const *bs, int n_weights, RensaVariable *const *xs,
                     int n_steps, RensaVariable **hy, RensaVariable **cy, RensaVariable **ys, GError **error)
{
  const NStep self = { .n_layers = n_layers, .dropout_ratio = dropout_ratio };

  return rensa_n_step_apply (&rensa_n_step_bilstm_class, &self, hx, cx, ws, bs, n_weights, xs, n_steps, hy, cy, ys,
                             error);
}

static const RensaSample birnn_samples[] = {
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

const RensaFunctionClass rensa_n_step_birnn_class = {
  .name = "n_step_birnn",
  N_STEP (birnn, 3),
  .title = N_ ("Bidirectional RNN Over Sequences"),
  .summary = N_ ("Simple recurrent network applied to whole sequences in both directions"),
  .formula = PLAIN_FORMULA,
  .reference = PLAIN_REFERENCE BOTH_REFERENCE,
  .label = "n_step_birnn",
  .inputs = RENSA_INPUTS ("hx", "ws*", "bs*", "xs*"),
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
  const NStep self = { .n_layers = n_layers, .dropout_ratio = dropout_ratio, .activation = relu ? 1 : 0 };

  return rensa_n_step_apply (&rensa_n_step_birnn_class, &self, hx, NULL, ws, bs, n_weights, xs, n_steps, hy, NULL, ys,
                             error);
}

static const RensaSample gru_samples[] = {
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

const RensaFunctionClass rensa_n_step_gru_class = {
  .name = "n_step_gru",
  N_STEP (gru, 2),
  .title = N_ ("GRU Over Sequences"),
  .summary = N_ ("Gated recurrent units applied to whole sequences"),
  .formula = GRU_FORMULA,
  .reference = GRU_REFERENCE,
  .label = "n_step_gru",
  .inputs = RENSA_INPUTS ("hx", "ws*", "bs*", "xs*"),
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
  const NStep self = { .n_layers = n_layers, .dropout_ratio = dropout_ratio };

  return rensa_n_step_apply (&rensa_n_step_gru_class, &self, hx, NULL, ws, bs, n_weights, xs, n_steps, hy, NULL, ys,
                             error);
}

static const RensaSample lstm_samples[] = {
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

const RensaFunctionClass rensa_n_step_lstm_class = {
  .name = "n_step_lstm",
  N_STEP (lstm, 2),
  .title = N_ ("LSTM Over Sequences"),
  .summary = N_ ("Long short-term memory applied to whole sequences"),
  .formula = LSTM_FORMULA,
  .reference = LSTM_REFERENCE,
  .label = "n_step_lstm",
  .inputs = RENSA_INPUTS ("hx", "cx", "ws*", "bs*", "xs*"),
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
  const NStep self = { .n_layers = n_layers, .dropout_ratio = dropout_ratio };

  return rensa_n_step_apply (&rensa_n_step_lstm_class, &self, hx, cx, ws, bs, n_weights, xs, n_steps, hy, cy, ys,
                             error);
}

static const RensaSample rnn_samples[] = {
  { "n_layers=1, dropout_ratio=0",
    "[[[1, -0.75], [-1, -0.5]]]; [[-1], [-0.25]]; [[-0.25, -0.25], [1.5, 2]]; [0.25, -1]; [-0.25, 0.5]; "
    "[[2], [2]]; [[-0.75]]",
    "[[[0.82822112739837354, -0.9972168826227171], [-0.92534622531174108, -0.99817789761119871]]]; "
    "[[-0.96818721657637058, -0.76159415595576489], [-0.92534622531174108, -0.99817789761119871]]; "
    "[[0.82822112739837354, -0.9972168826227171]]" },
  { "n_layers=2, dropout_ratio=0, activation='relu'",
    "[[[-0.75], [-0.5]], [[0], [1.5]]]; [[0.75, 0.5]]; [[-0.25]]; [[0.25]]; [[1.5]]; [0.5]; [1]; [-1]; "
    "[0]; [[-0.25, 0.25], [2, 0.75]]; [[-1, -0.75], [0.25, 0.5]]; [[0.25, 2]]",
    "[[[2.6875], [1.0625]], [[0.0], [2.453125]]]; [[0.0], [2.125]]; [[0.0], [2.453125]]; [[0.0]]" },
};

const RensaFunctionClass rensa_n_step_rnn_class = {
  .name = "n_step_rnn",
  N_STEP (rnn, 3),
  .title = N_ ("RNN Over Sequences"),
  .summary = N_ ("Simple recurrent network applied to whole sequences"),
  .formula = PLAIN_FORMULA,
  .reference = PLAIN_REFERENCE,
  .label = "n_step_rnn",
  .inputs = RENSA_INPUTS ("hx", "ws*", "bs*", "xs*"),
  RENSA_FORMS (
      { "chainer", "F.n_step_rnn({n_layers}, {dropout_ratio}, {hx}, {ws}, {bs}, {xs}, activation={activation})" }),
};

/**
 * rensa_n_step_rnn:
 * @n_layers: number of stacked layers
 * @dropout_ratio: probability, below 1, that an element between two layers is set to zero in
 *   training
 * @hx: initial states, of shape (n_layers, N, H)
 * @ws: the 2 weights of each layer, concatenated: 1 of shape (H, k) for x, then 1 of shape (H, H)
 *   for h; k is the number of columns of @xs for the first layer, H for those above
 * @bs: their biases, of shape (H,)
 * @n_weights: number of weights, and of biases
 * @xs: the elements of all sequences by step: xs[t], of shape (Nₜ, k), has those of the Nₜ
 *   sequences that are so long
 * @n_steps: number of steps
 * @relu: TRUE to use max (x, 0) as the activation instead of tanh (x)
 * @hy: receives the final states, in the same form as @hx; owned by the caller
 * @ys: receives the output of the last layer at each step, of shape (Nₜ, H); owned by the caller
 *
 * h' = act (W₀ x + b₀ + W₁ h + b₁), for each sequence separately; sequences are sorted by
 * decreasing length. The dropout mask between two layers differs from step to step. Returns FALSE
 * with an error, RENSA_ERROR_TYPE_CHECK if shapes, dtypes or numbers do not fit.
 *
 * Elman, "Finding Structure in Time", Cognitive Science 14(2), 1990.
 */
RENSA_API gboolean
rensa_n_step_rnn (gint64 n_layers, double dropout_ratio, RensaVariable *hx, RensaVariable *const *ws,
                  RensaVariable *const *bs, int n_weights, RensaVariable *const *xs, int n_steps, gboolean relu,
                  RensaVariable **hy, RensaVariable **ys, GError **error)
{
  const NStep self = { .n_layers = n_layers, .dropout_ratio = dropout_ratio, .activation = relu ? 1 : 0 };

  return rensa_n_step_apply (&rensa_n_step_rnn_class, &self, hx, NULL, ws, bs, n_weights, xs, n_steps, hy, NULL, ys,
                             error);
}
