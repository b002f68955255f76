/* black_out.c: softmax over the correct word and a few samples.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-composed-forward-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "rensa-labels-private.h"
#include "rensa-sampled-private.h"
#include "rensa-total-private.h"

typedef struct
{
  int reduce;
} BlackOut;

enum
{
  X,
  T,
  WEIGHTS,
  SAMPLES,
};

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_CHOICE (BlackOut, reduce, .initial = RENSA_TOTAL_IS_MEAN, .choices = rensa_total_mean_no,
                     .title = N_ ("Reduction"), .hint = N_ ("Mean, or loss of each example")),
};

/* Computed independently with 30 digits: the scores are 1 and 2, 4 and 3; then 1, 2 and 0. */
static const RensaSample worked[] = {
  { "", "[[1, 2], [3, 4]]; [0, 1]; [[1, 0], [0, 1]]; [[1], [0]]", "1.62652337503644567" },
  { "reduce='no'", "[[1, 2]]; [0]; [[1, 0], [0, 1], [0, 0]]; [[1, 2]]", "[2.59629451829669525]" },
};

/* index kernel: black_out_classes (int t, int samples) -> y */
KERNEL real
black_out_classes (const k_index *at, k_int_view t, k_int_view samples)
{
  return (real) (at[1] == 0 ? t.data[at[0] * t.strides[0]]
                            : samples.data[at[0] * samples.strides[0] + (at[1] - 1) * samples.strides[1]]);
}
/* end kernel */

static gboolean
infer (RensaInference *inference, GError **error)
{
  const BlackOut *self = rensa_inference_get_attrs (inference);
  const RensaType *x = rensa_inference_get_input (inference, X);
  const RensaType *t = rensa_inference_get_input (inference, T);
  const RensaType *given = rensa_inference_get_input (inference, SAMPLES);

  if (!rensa_sampled_infer (inference, given->shape.dims[1], error))
    return FALSE;

  rensa_inference_set_output_shape (inference, 0, x->dtype,
                                    self->reduce == RENSA_TOTAL_IS_MEAN ? &RENSA_SHAPE_SCALAR : &t->shape);
  return TRUE;
}

/* Returns each label followed by its samples. */
static RensaArray *
join_classes (RensaArray *t, RensaArray *given, GError **error)
{
  const RensaShape shape = RENSA_SHAPE (rensa_array_get_count (t), 1 + rensa_array_get_dim (given, 1));
  g_autoptr (RensaArray) classes = rensa_index_map1 (RENSA_KERNEL_BLACK_OUT_CLASSES, RENSA_FLOAT64, &shape,
                                                     (RensaArray *[]){ t, given }, NULL, error);

  return classes != NULL ? rensa_array_cast (classes, RENSA_INT64, error) : NULL;
}

/* Returns -ln p[0] - Σ ln (1 - p[k]) of each row, from logarithms of probabilities. */
static RensaVariable *
get_losses (RensaVariable *log_p, GError **error)
{
  const RensaInts first = { .n = 1, .values = { 1 } };
  const RensaInts columns = { .n = 1, .values = { 1 } };
  RensaVariable *parts[2];

  if (log_p == NULL || rensa_split_axis (log_p, &first, 1, parts, 2, error) != 2)
    return NULL;

  g_autoptr (RensaVariable) right = parts[0];
  g_autoptr (RensaVariable) wrong = parts[1];
  /* expm1 () keeps the digits of 1 - p if p is close to 1. */
  g_autoptr (RensaVariable) minus_rest = rensa_expm1 (wrong, error);
  g_autoptr (RensaVariable) rest = rensa_negate (minus_rest, error);
  g_autoptr (RensaVariable) log_rest = rensa_log (rest, error);
  g_autoptr (RensaVariable) of_wrong = rensa_sum (log_rest, &columns, FALSE, error);
  g_autoptr (RensaVariable) of_right = rensa_sum (right, &columns, FALSE, error);
  g_autoptr (RensaVariable) sum = rensa_add (of_right, of_wrong, error);

  return rensa_negate (sum, error);
}

static gboolean
compose (gconstpointer attrs_of_call, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs,
         GError **error)
{
  const BlackOut *self = attrs_of_call;
  const RensaDtype dtype = rensa_variable_get_type (inputs[X]).dtype;
  g_autoptr (RensaArray) classes =
      join_classes (rensa_variable_get_array (inputs[T]), rensa_variable_get_array (inputs[SAMPLES]), error);
  g_autoptr (RensaVariable) scores =
      classes != NULL ? rensa_sampled_scores (inputs[X], inputs[WEIGHTS], classes, error) : NULL;
  g_autoptr (RensaVariable) log_p = rensa_log_softmax (scores, 1, error);
  g_autoptr (RensaVariable) losses = get_losses (log_p, error);
  g_autoptr (RensaVariable) loss =
      losses != NULL && self->reduce == RENSA_TOTAL_IS_MEAN ? rensa_average (losses, NULL, NULL, FALSE, error) : NULL;

  outputs[0] = losses != NULL ? rensa_cast (self->reduce == RENSA_TOTAL_IS_MEAN ? loss : losses, dtype, error) : NULL;
  return outputs[0] != NULL;
}

static const RensaComposition composition = { .compose = compose, .attrs_size = sizeof (BlackOut) };

static gboolean
forward (RensaCall *call, GError **error)
{
  const gint64 n_classes = rensa_array_get_dim (rensa_call_get_input (call, WEIGHTS), 0);

  return rensa_check_labels ("black_out", rensa_call_get_input (call, T), RENSA_INT_NONE, n_classes, error)
         && rensa_check_labels ("black_out", rensa_call_get_input (call, SAMPLES), RENSA_INT_NONE, n_classes, error)
         && rensa_forward_composed (call, &composition, error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  return rensa_backward_composed (backward, &composition, error);
}

const RensaFunctionClass rensa_black_out_class = {
  .name = "black_out",
  .group = &rensa_loss_group,
  .title = N_ ("BlackOut"),
  .summary = N_ ("Softmax cross entropy over the correct word and a few sampled words"),
  .formula = "L = -Σ (ln p₀ + Σₖ ln(1 - pₖ)) / N, p = softmax(x·W[t, s])",
  .reference =
      "Ji et al., \"BlackOut: Speeding up Recurrent Neural Network Language Models with very Large Vocabularies\", "
      "ICLR 2016",
  .inputs = RENSA_INPUTS ("x", "t:int", "W", "samples:int"),
  .n_outputs = 1,
  RENSA_ATTRS (BlackOut, attrs),
  RENSA_SAMPLES (worked),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.black_out({x}, {t}, {W}, {samples}, reduce={reduce})" }),
};

/**
 * rensa_black_out:
 * @x: shape (N, D)
 * @t: integers of shape (N,), each a row index of @W
 * @W: shape (V, D)
 * @samples: integers of shape (N, k), each a row index of @W: negative samples, as drawn by
 *   rensa_draw_classes ()
 *
 * L = -Σ (ln p_0 + Σ_k ln (1 - p_k)) / N, where p is the softmax over the scores of the correct
 * word, p_0, and of the samples; a scalar. RENSA_ERROR_INVALID if a label or sample is outside 0 …
 * V-1; RENSA_ERROR_TYPE_CHECK if shapes or dtypes do not fit.
 *
 * Ji et al., "BlackOut: Speeding up Recurrent Neural Network Language Models with very Large
 * Vocabularies", ICLR 2016.
 */
RENSA_API RensaVariable *
rensa_black_out (RensaVariable *x, RensaVariable *t, RensaVariable *W, RensaVariable *samples, GError **error)
{
  const BlackOut self = { .reduce = RENSA_TOTAL_IS_MEAN };
  RensaVariable *const inputs[] = { x, t, W, samples };
  RensaVariable *output = NULL;

  if (x == NULL || t == NULL || W == NULL || samples == NULL)
    return NULL;

  return rensa_function_apply (&rensa_black_out_class, &self, inputs, 4, &output, 1, error) == 1 ? output : NULL;
}
