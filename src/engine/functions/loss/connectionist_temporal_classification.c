/* connectionist_temporal_classification.c: loss for label sequences of unknown alignment.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-composed-private.h"
#include "rensa-ctc-private.h"
#include "rensa-fault.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "rensa-labels-private.h"
#include "rensa-mean-private.h"
#include "rensa-total-private.h"

typedef struct
{
  gint64 blank_symbol;
  int reduce;
} Ctc;

/* Inputs after the list x, counted from the end. */
enum
{
  T,
  INPUT_LENGTH,
  LABEL_LENGTH,
};

enum
{
  KEPT_ALPHA,  /* (T, N, S), float64 */
  KEPT_PATH,   /* (N, S) */
  KEPT_LENGTH, /* (N, 2): frames, states */
};

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (Ctc, blank_symbol, .required = TRUE, .min = 0, .max = G_MAXINT32, .title = N_ ("Blank"),
                  .hint = N_ ("Class that represents the absence of a label")),
  RENSA_ATTR_CHOICE (Ctc, reduce, .initial = RENSA_TOTAL_IS_MEAN, .choices = rensa_total_mean_no,
                     .title = N_ ("Reduction"), .hint = N_ ("Mean, or loss of each sequence")),
};

/* Two frames of two equal scores: three of the four paths give label 1. With scores 0 and ln 2 its
 * probability is 2/3 in each frame, 8/9 in at least one. Of the nine paths of two frames and three
 * classes, one gives two labels. */
static const RensaSample samples[] = {
  { "blank_symbol=0", "[[0, 0]]; [[0, 0]]; [[1]]; ;", "0.287682072451780927" },
  { "blank_symbol=0, reduce='no'",
    "[[0, 0.693147180559945309], [0, 0]]; [[0, 0.693147180559945309], [3, 5]]; [[1, 1], [1, 0]]; [2, 1]; [1, 1]",
    "[0.117783035656383455, 0.693147180559945309]" },
  { "blank_symbol=2, reduce='no'", "[[0, 0, 0]]; [[0, 0, 0]]; [[0, 1]]; [2]; [2]", "[2.19722457733621938]" },
};

/* index kernel: ctc_path (int t, int lengths; int blank) -> y */
KERNEL real
ctc_path (const k_index *at, k_int_view t, k_int_view lengths, k_index blank)
{
  const k_index s = at[1];
  const k_index states = lengths.data[at[0] * lengths.strides[0] + lengths.strides[1]];

  /* blank, label, blank, label, blank; states after the last label are ignored. */
  return (real) (s % 2 == 1 && s < states ? t.data[at[0] * t.strides[0] + s / 2 * t.strides[1]] : blank);
}
/* end kernel */

/* index kernel: ctc_lengths (int input_length, int label_length) -> y */
KERNEL real
ctc_lengths (const k_index *at, k_int_view input_length, k_int_view label_length)
{
  return (real) (at[1] == 0 ? input_length.data[at[0] * input_length.strides[0]]
                            : 2 * label_length.data[at[0] * label_length.strides[0]] + 1);
}
/* end kernel */

/* index kernel: ctc_emission (log_p, int path) -> y */
KERNEL real
ctc_emission (const k_index *at, k_view log_p, k_int_view path)
{
  const k_index label = path.data[at[1] * path.strides[0] + at[2] * path.strides[1]];

  return log_p.data[at[0] * log_p.strides[0] + at[1] * log_p.strides[1] + label * log_p.strides[2]];
}
/* end kernel */

/* kernel: ctc_loss (likelihood; share) -> y */
KERNEL real
ctc_loss (real likelihood, real share)
{
  return -likelihood * share;
}
/* end kernel */

/* index kernel: ctc_weight (gy, likelihood, int lengths; share) -> y */
KERNEL real
ctc_weight (const k_index *at, k_view gy, k_view likelihood, k_int_view lengths, real share)
{
  const int is_possible = likelihood.data[at[1] * likelihood.strides[0]] != -K_INFINITY;

  if (!is_possible || at[0] >= lengths.data[at[1] * lengths.strides[0]])
    return 0;
  return gy.data[gy.ndim > 0 ? at[1] * gy.strides[0] : 0] * share;
}
/* end kernel */

/* kernel: ctc_grad (log_p, occupancy, weight) -> gx */
KERNEL real
ctc_grad (real log_p, real occupancy, real weight)
{
  return weight == 0 ? 0 : (k_exp (log_p) - occupancy) * weight;
}
/* end kernel */

/* The list x contains all inputs before the labels, which are the first integers; the lengths may
 * be omitted. */
static int
count_frames (RensaInference *inference)
{
  int n = 0;

  while (n < rensa_inference_get_n_inputs (inference) && rensa_inference_get_input (inference, n) != NULL
         && rensa_dtype_is_floating (rensa_inference_get_input (inference, n)->dtype))
    n++;
  return n;
}

static gboolean
infer_scores (RensaInference *inference, int n_frames, GError **error)
{
  const Ctc *self = rensa_inference_get_attrs (inference);
  const RensaType *x = rensa_inference_get_input (inference, 0);

  if (!RENSA_EXPECT (inference, n_frames, >, 0, error) || !RENSA_EXPECT (inference, x->shape.ndim, ==, 2, error)
      || !RENSA_EXPECT (inference, self->blank_symbol, <, x->shape.dims[1], error))
    return FALSE;
  for (int i = 1; i < n_frames; i++)
    if (!rensa_expect_same_dtype (inference, 0, i, error) || !rensa_expect_same_shape (inference, 0, i, error))
      return FALSE;
  return TRUE;
}

static gboolean
infer_labels (RensaInference *inference, int first, GError **error)
{
  const int n = rensa_inference_get_n_inputs (inference) - first;
  const RensaType *x = rensa_inference_get_input (inference, 0);
  const RensaType *t = n > 0 ? rensa_inference_get_input (inference, first) : NULL;

  if (t == NULL || n > LABEL_LENGTH + 1)
    return rensa_inference_fail_words (inference, error, N_ ("labels and at most two lengths after the scores"),
                                       "%d inputs after %d arrays of scores", n, first);
  if (!rensa_expect_integer (inference, first, error) || !RENSA_EXPECT (inference, t->shape.ndim, ==, 2, error)
      || !RENSA_EXPECT (inference, t->shape.dims[0], ==, x->shape.dims[0], error))
    return FALSE;

  for (int i = INPUT_LENGTH; i < n; i++)
    {
      const RensaType *length = rensa_inference_get_input (inference, first + i);

      if (length == NULL)
        continue;
      if (!rensa_expect_integer (inference, first + i, error)
          || !RENSA_EXPECT (inference, length->shape.ndim, ==, 1, error)
          || !RENSA_EXPECT (inference, length->shape.dims[0], ==, x->shape.dims[0], error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
infer (RensaInference *inference, GError **error)
{
  const Ctc *self = rensa_inference_get_attrs (inference);
  const RensaType *x = rensa_inference_get_input (inference, 0);
  const int n_frames = count_frames (inference);
  RensaShape y;

  if (!infer_scores (inference, n_frames, error) || !infer_labels (inference, n_frames, error))
    return FALSE;

  y = RENSA_SHAPE (x->shape.dims[0]);
  rensa_inference_set_output_shape (inference, 0, x->dtype,
                                    self->reduce == RENSA_TOTAL_IS_MEAN ? &RENSA_SHAPE_SCALAR : &y);
  return TRUE;
}

static void
explain_length (const RensaLateCheck *check, GError **error)
{
  double length;

  if (rensa_find_outside (check->values, &check->range, &length, error) >= 0)
    rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s: %s must be between 0 and %lld, but is %.0f"),
                     "connectionist_temporal_classification", check->name, (long long) check->range.most, length);
}

/* Returns the given lengths, checked to be in 0 … @most, or @most for every sequence. */
static RensaArray *
get_lengths (RensaArray *given, gint64 n_sequences, gint64 most, const char *name, GError **error)
{
  const RensaLateCheck check = { explain_length, name, .range = { 0, most, RENSA_INT_NONE } };

  return given != NULL ? rensa_confine (given, &check, error)
                       : rensa_array_full (RENSA_INT64, &RENSA_SHAPE (n_sequences), (double) most, error);
}

static gboolean
lattice_init_path (RensaCtc *self, RensaCall *call, int n_frames, GError **error)
{
  const Ctc *attrs_of_call = rensa_call_get_attrs (call);
  const double blank = (double) attrs_of_call->blank_symbol;
  RensaArray *t = rensa_call_get_input (call, n_frames + T);
  const gint64 n = rensa_array_get_dim (t, 0);
  const gint64 most = rensa_array_get_dim (t, 1);
  const gint64 n_classes = rensa_array_get_dim (rensa_call_get_input (call, 0), 1);
  g_autoptr (RensaArray) input_length =
      get_lengths (rensa_call_get_input (call, n_frames + INPUT_LENGTH), n, n_frames, "input_length", error);
  g_autoptr (RensaArray) path = NULL;
  g_autoptr (RensaArray) label_length =
      get_lengths (rensa_call_get_input (call, n_frames + LABEL_LENGTH), n, most, "label_length", error);

  self->lengths = rensa_ctc_map_integers (RENSA_KERNEL_CTC_LENGTHS, &RENSA_SHAPE (n, 2),
                                          (RensaArray *[]){ input_length, label_length }, NULL, error);
  path = rensa_ctc_map_integers (RENSA_KERNEL_CTC_PATH, &RENSA_SHAPE (n, 2 * most + 1),
                                 (RensaArray *[]){ t, self->lengths }, &blank, error);
  self->path = rensa_confine_labels ("connectionist_temporal_classification", path, RENSA_INT_NONE, n_classes, error);
  return self->path != NULL;
}

/* Returns the scores of all frames in one array, as log-probabilities. */
static RensaArray *
stack_scores (RensaArray *const *xs, int n_frames, GError **error)
{
  const RensaDtype dtype = rensa_dtype_promote (RENSA_FLOAT32, rensa_array_get_dtype (xs[0]));
  const RensaShape shape = RENSA_SHAPE (n_frames, rensa_array_get_dim (xs[0], 0), rensa_array_get_dim (xs[0], 1));
  g_autoptr (RensaArray) stack = rensa_array_new (dtype, &shape, error);

  for (int time = 0; stack != NULL && time < n_frames; time++)
    {
      g_autoptr (RensaArray) frame = rensa_array_view_range (stack, 0, time, 1);
      g_autoptr (RensaArray) scores = rensa_array_view_squeeze (frame, 1);

      if (!rensa_array_assign (scores, xs[time], error))
        return NULL;
    }

  return stack != NULL ? rensa_softmax_rows (stack, 2, TRUE, error) : NULL;
}

static gboolean
lattice_init_emission (RensaCtc *self, GError **error)
{
  const RensaShape *log_p = rensa_array_get_shape (self->log_p);
  const RensaShape shape = RENSA_SHAPE (log_p->dims[0], log_p->dims[1], rensa_array_get_dim (self->path, 1));
  g_autoptr (RensaArray) emission = rensa_index_map1 (RENSA_KERNEL_CTC_EMISSION, rensa_array_get_dtype (self->log_p),
                                                      &shape, (RensaArray *[]){ self->log_p, self->path }, NULL, error);

  self->emission = emission != NULL ? rensa_array_cast (emission, RENSA_FLOAT64, error) : NULL;
  return self->emission != NULL;
}

static RensaTotal
get_total (const Ctc *self, const RensaShape *rows)
{
  return self->reduce == RENSA_TOTAL_IS_MEAN ? rensa_total_mean (rows) : rensa_total_none ();
}

/* Returns the number of arrays before the labels; they are borrowed in @xs, which has room for all inputs. */
static int
get_scores (RensaCall *call, RensaArray **xs)
{
  int n = 0;

  for (; rensa_dtype_is_floating (rensa_array_get_dtype (rensa_call_get_input (call, n))); n++)
    xs[n] = rensa_call_get_input (call, n);
  return n;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const Ctc *self = rensa_call_get_attrs (call);
  g_autofree RensaArray **xs = g_new (RensaArray *, rensa_call_get_n_inputs (call));
  const int n_frames = get_scores (call, xs);
  g_auto (RensaCtc) lattice = { .log_p = stack_scores (xs, n_frames, error) };
  g_autoptr (RensaArray) alpha = NULL;
  g_autoptr (RensaArray) likelihood = NULL;
  g_autoptr (RensaArray) loss = NULL;
  RensaTotal total;

  if (lattice.log_p == NULL || !lattice_init_path (&lattice, call, n_frames, error)
      || !lattice_init_emission (&lattice, error))
    return FALSE;

  alpha = rensa_ctc_walk (&lattice, 1, error);
  likelihood = alpha != NULL ? rensa_ctc_get_likelihood (&lattice, alpha, error) : NULL;
  if (likelihood == NULL)
    return FALSE;

  for (int i = 0; i < rensa_call_get_n_inputs (call); i++)
    rensa_call_retain_input (call, i);
  total = get_total (self, rensa_array_get_shape (likelihood));
  loss = rensa_map1 (RENSA_KERNEL_CTC_LOSS, likelihood, &total.share, error);
  rensa_call_take_output (call, 0,
                          rensa_total_reduce (&total, loss, rensa_call_get_output_type (call, 0)->dtype, error));
  rensa_call_keep (call, KEPT_ALPHA, g_steal_pointer (&alpha));
  rensa_call_keep (call, KEPT_PATH, g_steal_pointer (&lattice.path));
  rensa_call_keep (call, KEPT_LENGTH, g_steal_pointer (&lattice.lengths));
  return rensa_call_succeeded (call);
}

/* gx = (softmax (x) - occupancy) gy, for all frames in one array. */
static RensaArray *
new_grads (RensaBackward *backward, const RensaCtc *lattice, GError **error)
{
  const Ctc *self = rensa_backward_get_attrs (backward);
  const RensaShape *log_p = rensa_array_get_shape (lattice->log_p);
  RensaArray *gy = rensa_variable_get_array (rensa_backward_get_grad_output (backward, 0));
  RensaArray *alpha = rensa_backward_get_kept (backward, KEPT_ALPHA);
  const RensaTotal total = get_total (self, &RENSA_SHAPE (log_p->dims[1]));
  g_autoptr (RensaArray) likelihood = rensa_ctc_get_likelihood (lattice, alpha, error);
  g_autoptr (RensaArray) occupancy =
      likelihood != NULL ? rensa_ctc_get_occupancy (lattice, alpha, likelihood, error) : NULL;
  g_autoptr (RensaArray) weight = rensa_index_map1 (
      RENSA_KERNEL_CTC_WEIGHT, rensa_array_get_dtype (lattice->log_p), &RENSA_SHAPE (log_p->dims[0], log_p->dims[1], 1),
      (RensaArray *[]){ gy, likelihood, lattice->lengths }, &total.share, error);
  g_autoptr (RensaArray) grads = rensa_map3 (RENSA_KERNEL_CTC_GRAD, lattice->log_p, occupancy, weight, NULL, error);

  return grads != NULL ? rensa_array_cast (grads, rensa_backward_get_input_type (backward, 0).dtype, error) : NULL;
}

static gboolean
backward_arrays (RensaBackward *backward, int n_frames, GError **error)
{
  g_autofree RensaArray **xs = g_new (RensaArray *, n_frames);
  g_auto (RensaCtc) lattice = {
    .lengths = rensa_array_ref (rensa_backward_get_kept (backward, KEPT_LENGTH)),
    .path = rensa_array_ref (rensa_backward_get_kept (backward, KEPT_PATH)),
  };
  g_autoptr (RensaArray) grads = NULL;

  for (int time = 0; time < n_frames; time++)
    xs[time] = rensa_variable_get_array (rensa_backward_get_input (backward, time));
  lattice.log_p = stack_scores (xs, n_frames, error);
  if (lattice.log_p != NULL && lattice_init_emission (&lattice, error))
    grads = new_grads (backward, &lattice, error);
  if (grads == NULL)
    return FALSE;

  for (int time = 0; time < n_frames; time++)
    {
      g_autoptr (RensaArray) frame = rensa_array_view_range (grads, 0, time, 1);

      rensa_backward_take_grad_array (backward, time, rensa_array_view_squeeze (frame, 1));
    }
  return rensa_backward_succeeded (backward);
}

/* The last two inputs are the path and the lengths computed by forward. */
static gboolean
compose (gconstpointer attrs_of_call, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs,
         GError **error)
{
  const Ctc *self = attrs_of_call;
  RensaArray *path = rensa_variable_get_array (inputs[n_inputs - 2]);
  RensaArray *lengths = rensa_variable_get_array (inputs[n_inputs - 1]);
  const RensaDtype dtype = rensa_variable_get_type (inputs[0]).dtype;
  g_autoptr (RensaVariable) losses = NULL;
  g_autoptr (RensaVariable) mean = NULL;
  int n_frames = 0;

  while (rensa_dtype_is_floating (rensa_variable_get_type (inputs[n_frames]).dtype))
    n_frames++;
  losses = rensa_ctc_compose (inputs, n_frames, path, lengths, error);
  if (self->reduce == RENSA_TOTAL_IS_MEAN && losses != NULL)
    mean = rensa_average (losses, NULL, NULL, FALSE, error);

  outputs[0] = losses != NULL ? rensa_cast (self->reduce == RENSA_TOTAL_IS_MEAN ? mean : losses, dtype, error) : NULL;
  return outputs[0] != NULL;
}

/* Without a recorded gradient, the gradients of all frames come from one backward pass over the paths. */
static gboolean
backward (RensaBackward *backward, GError **error)
{
  RensaArray *const further[] = { rensa_backward_get_kept (backward, KEPT_PATH),
                                  rensa_backward_get_kept (backward, KEPT_LENGTH) };
  RensaComposition composition = {
    .compose = compose,
    .further = further,
    .n_further = G_N_ELEMENTS (further),
    .attrs_size = sizeof (Ctc),
  };

  while (rensa_dtype_is_floating (rensa_backward_get_input_type (backward, composition.n_moving).dtype))
    composition.n_moving++;
  if (rensa_backward_is_recorded (backward) && rensa_array_get_dim (further[0], 0) > 0)
    return rensa_backward_composed (backward, &composition, error);
  return backward_arrays (backward, composition.n_moving, error);
}

const RensaFunctionClass rensa_connectionist_temporal_classification_class = {
  .name = "connectionist_temporal_classification",
  .group = &rensa_loss_group,
  .title = N_ ("CTC"),
  .summary = N_ ("Loss of label sequences without known alignment to the input, as in speech"),
  .formula = "L = -ln Σ Πₜ softmax(xₜ)[πₜ] over all paths π that spell the labels",
  .reference =
      "Graves et al., \"Connectionist Temporal Classification: Labelling Unsegmented Sequence Data with Recurrent "
      "Neural Networks\", ICML 2006",
  .label = "ConnectionistTemporalClassification",
  .inputs = RENSA_INPUTS ("x*", "t:int", "input_length?:int", "label_length?:int"),
  .n_outputs = 1,
  RENSA_ATTRS (Ctc, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer",
                 "F.connectionist_temporal_classification({x}, {t}, {blank_symbol}, {input_length}, {label_length}, "
                 "reduce={reduce})" }),
};

/**
 * rensa_connectionist_temporal_classification:
 * @x: scores of every frame before the softmax, @n_frames arrays of shape (N, C)
 * @t: integers from 0 to C-1, shape (N, L)
 * @input_length: (nullable): integers of shape (N,), number of frames of each sequence; NULL for
 *   all
 * @label_length: (nullable): integers of shape (N,), number of labels of each sequence; NULL for
 *   all
 * @blank_symbol: class of the blank
 *
 * Returns the mean over N sequences of -ln p (labels), where p sums the probabilities of all
 * alignments of the labels to the frames: each label may be repeated, blanks may separate labels,
 * and must separate equal ones. Sums are computed in logarithms in float64, so that sequences may
 * be long. Infinite if there are fewer frames than the labels need; the gradient is then zero.
 * Unlike in Chainer, the gradient is differentiable. A scalar of the dtype of
 * @x. RENSA_ERROR_INVALID if labels or lengths are out of range; RENSA_ERROR_TYPE_CHECK if shapes
 *   or dtypes do not fit.
 *
 * Graves et al., "Connectionist Temporal Classification: Labelling Unsegmented Sequence Data with
 * Recurrent Neural Networks", ICML 2006.
 */
RENSA_API RensaVariable *
rensa_connectionist_temporal_classification (RensaVariable *const *x, int n_frames, RensaVariable *t,
                                             RensaVariable *input_length, RensaVariable *label_length,
                                             gint64 blank_symbol, GError **error)
{
  const Ctc self = { .blank_symbol = blank_symbol, .reduce = RENSA_TOTAL_IS_MEAN };
  g_autofree RensaVariable **inputs = g_new (RensaVariable *, n_frames + LABEL_LENGTH + 1);
  RensaVariable *output = NULL;

  for (int i = 0; i < n_frames; i++)
    inputs[i] = x[i];
  inputs[n_frames + T] = t;
  inputs[n_frames + INPUT_LENGTH] = input_length;
  inputs[n_frames + LABEL_LENGTH] = label_length;
  for (int i = 0; i <= n_frames; i++)
    if (inputs[i] == NULL)
      return NULL;

  if (rensa_function_apply (&rensa_connectionist_temporal_classification_class, &self, inputs,
                            n_frames + LABEL_LENGTH + 1, &output, 1, error)
      != 1)
    return NULL;
  return output;
}
