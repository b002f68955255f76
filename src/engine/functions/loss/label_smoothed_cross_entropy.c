/* label_smoothed_cross_entropy.c: softmax cross entropy with label smoothing.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-composed-forward-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "rensa-labels-private.h"
#include "rensa-mean-private.h"
#include "rensa-total-private.h"

typedef struct
{
  double smoothing;
  gint64 ignore_label;
  int reduce;
} LabelSmoothedCrossEntropy;

enum
{
  X,
  T,
};

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_FLOAT (LabelSmoothedCrossEntropy, smoothing, .initial = 0.1, .min = 0, .max = 1, .title = N_ ("Smoothing"),
                    .hint = N_ ("Probability distributed equally among all classes")),
  RENSA_ATTR_INT (LabelSmoothedCrossEntropy, ignore_label, .initial = -1, .allow_none = TRUE,
                  .title = N_ ("Ignored Label"), .hint = N_ ("Examples with this label are ignored")),
  RENSA_ATTR_CHOICE (LabelSmoothedCrossEntropy, reduce, .initial = RENSA_TOTAL_IS_MEAN, .choices = rensa_total_mean_no,
                     .title = N_ ("Reduction"), .hint = N_ ("Mean, or loss of each example")),
};

/* Computed independently with 30 digits. */
static const RensaSample samples[] = {
  { "", "[[0, 0, 0, 0], [1, 2, 3, 4]]; [2, 3]", "0.988242029840542979" },
  { "smoothing=0.3", "[[1, 2, 3], [0, 1, -1], [2, 0, 0]]; [0, -1, 2]", "2.07357536533313241" },
  { "reduce='no'", "[[0, 0, 0, 0], [1, 2, 3, 4]]; [2, 3]", "[1.38629436111989062, 0.590189698561195339]" },
};

/* kernel: label_counts (t; ignore) -> y */
KERNEL real
label_counts (real t, real ignore)
{
  return t != ignore ? 1 : 0;
}
/* end kernel */

/* kernel: smoothed_target (t, label, divisor; ignore, right, other) -> y */
KERNEL real
smoothed_target (real t, real label, real divisor, real ignore, real right, real other)
{
  const real share = label == t ? right : other;

  return t == ignore ? 0 : share / k_max (divisor, 1);
}
/* end kernel */

static gboolean
infer (RensaInference *inference, GError **error)
{
  const LabelSmoothedCrossEntropy *self = rensa_inference_get_attrs (inference);
  const RensaType *x = rensa_inference_get_input (inference, X);
  const RensaType *t = rensa_inference_get_input (inference, T);
  RensaShape rows;

  if (!rensa_expect_floating (inference, X, error) || !rensa_expect_integer (inference, T, error)
      || !RENSA_EXPECT (inference, x->shape.ndim, >=, 2, error)
      || !RENSA_EXPECT (inference, t->shape.ndim, ==, x->shape.ndim - 1, error)
      || !RENSA_EXPECT (inference, x->shape.dims[0], ==, t->shape.dims[0], error))
    return FALSE;
  for (int axis = 1; axis < t->shape.ndim; axis++)
    if (!RENSA_EXPECT (inference, x->shape.dims[axis + 1], ==, t->shape.dims[axis], error))
      return FALSE;

  rows = rensa_shape_reduce (&x->shape, 1u << 1, FALSE);
  rensa_inference_set_output_shape (inference, 0, x->dtype,
                                    self->reduce == RENSA_TOTAL_IS_MEAN ? &RENSA_SHAPE_SCALAR : &rows);
  return TRUE;
}

/* Returns 0, 1, … along axis 1, with the number of axes of x. */
static RensaArray *
number_classes (RensaArray *x, GError **error)
{
  const RensaShape shape = rensa_shape_reduce (rensa_array_get_shape (x), ~(1u << 1), TRUE);
  g_autoptr (RensaArray) numbers = rensa_array_range (rensa_array_get_dtype (x), shape.dims[1], error);

  return numbers != NULL ? rensa_array_reshape (numbers, &shape, error) : NULL;
}

/* Returns the number of examples that are not ignored; 1 if the mean is not requested. */
static RensaArray *
count_examples (const LabelSmoothedCrossEntropy *self, RensaArray *t, RensaDtype dtype, GError **error)
{
  const double ignore = (double) self->ignore_label;

  if (self->reduce != RENSA_TOTAL_IS_MEAN)
    return rensa_array_new_scalar (dtype, 1, error);

  g_autoptr (RensaArray) wide = rensa_array_cast (t, RENSA_FLOAT64, error);
  g_autoptr (RensaArray) counts = rensa_map1 (RENSA_KERNEL_LABEL_COUNTS, wide, &ignore, error);
  g_autoptr (RensaArray) sum = rensa_sum_all (counts, error);

  return sum != NULL ? rensa_array_cast (sum, dtype, error) : NULL;
}

/* Returns the target probabilities of the classes, divided by the number of examples if the mean is
 * requested. */
static RensaArray *
new_target (const LabelSmoothedCrossEntropy *self, RensaArray *x, RensaArray *t, GError **error)
{
  const double other = self->smoothing / (double) rensa_array_get_dim (x, 1);
  const double params[] = { (double) self->ignore_label, other + (1 - self->smoothing), other };
  const RensaShape rows = rensa_shape_reduce (rensa_array_get_shape (x), 1u << 1, TRUE);
  g_autoptr (RensaArray) labels = rensa_array_reshape (t, &rows, error);
  g_autoptr (RensaArray) classes = number_classes (x, error);
  g_autoptr (RensaArray) divisor = count_examples (self, t, rensa_array_get_dtype (x), error);

  return rensa_map3 (RENSA_KERNEL_SMOOTHED_TARGET, labels, classes, divisor, params, error);
}

/* L = -Σ target ln softmax (x) */
static gboolean
compose (gconstpointer attrs_of_call, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs,
         GError **error)
{
  const LabelSmoothedCrossEntropy *self = attrs_of_call;
  const RensaInts classes = { .n = 1, .values = { 1 } };
  const RensaDtype dtype = rensa_variable_get_type (inputs[X]).dtype;
  g_autoptr (RensaVariable) x = rensa_cast (inputs[X], rensa_dtype_promote (RENSA_FLOAT32, dtype), error);
  g_autoptr (RensaArray) target =
      x != NULL ? new_target (self, rensa_variable_get_array (x), rensa_variable_get_array (inputs[T]), error) : NULL;
  g_autoptr (RensaVariable) weight = rensa_variable_new_constant (target);
  g_autoptr (RensaVariable) log_p = rensa_log_softmax (x, 1, error);
  g_autoptr (RensaVariable) terms = rensa_multiply (log_p, weight, error);
  g_autoptr (RensaVariable) sum =
      rensa_sum (terms, self->reduce == RENSA_TOTAL_IS_MEAN ? NULL : &classes, FALSE, error);

  g_autoptr (RensaVariable) loss = rensa_negate (sum, error);

  outputs[0] = rensa_cast (loss, dtype, error);
  return outputs[0] != NULL;
}

static const RensaComposition composition = { .compose = compose, .attrs_size = sizeof (LabelSmoothedCrossEntropy) };

static gboolean
forward (RensaCall *call, GError **error)
{
  const LabelSmoothedCrossEntropy *self = rensa_call_get_attrs (call);
  const gint64 n_classes = rensa_array_get_dim (rensa_call_get_input (call, X), 1);

  return rensa_check_labels ("label_smoothed_cross_entropy", rensa_call_get_input (call, T), self->ignore_label,
                             n_classes, error)
         && rensa_forward_composed (call, &composition, error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  return rensa_backward_composed (backward, &composition, error);
}

const RensaFunctionClass rensa_label_smoothed_cross_entropy_class = {
  .name = "label_smoothed_cross_entropy",
  .group = &rensa_loss_group,
  .title = N_ ("Label-Smoothed Cross Entropy"),
  .summary = N_ ("Softmax cross entropy with smoothed labels"),
  .formula = "L = -Σ ((1 - ε) ln pₜ + ε Σₖ ln pₖ / C) / n, p = softmax(x)",
  .reference = "Szegedy et al., \"Rethinking the Inception Architecture for Computer Vision\", CVPR 2016",
  .label = "LabelSmoothedCrossEntropy",
  .prediction = RENSA_PREDICTION_SOFTMAX,
  .inputs = RENSA_INPUTS ("x", "t:int"),
  .n_outputs = 1,
  RENSA_ATTRS (LabelSmoothedCrossEntropy, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS (
      { "torch", "F.cross_entropy({x}, {t}, ignore_index={ignore_label:always}, label_smoothing={smoothing:always})" },
      { "torch_more",
        "F.cross_entropy({x}, {t}, ignore_index={ignore_label:always}, label_smoothing={smoothing:always}, reduction={reduce:reduction})" },
      { "onnx", "q = LogSoftmax (x, axis=1); k = t != ignore_label; m = Cast (k, to=dtype (x)); "
                "g = Squeeze (GatherElements (q, Unsqueeze (Where (k, t, 0), [1]), axis=1), [1]); "
                "l = -m * (g * (1 - smoothing) + ReduceMean (q, axes=[1], keepdims=0) * smoothing); "
                "reduce == 'no' ? l : ReduceSum (l, keepdims=0) / Max (ReduceSum (m, keepdims=0), 1)" }),
};

/**
 * rensa_label_smoothed_cross_entropy:
 * @x: scores, shape (N, C, d…)
 * @t: integers from 0 to C-1, shape (N, d…), -1 to ignore the example
 * @smoothing: ε, from 0 to 1
 *
 * L = -Σ ((1 - ε) ln p[t] + ε Σ_k ln p[k] / C) / n over the n labels that are not ignored, with p =
 * softmax (x) along axis 1; a scalar, 0 if all labels are ignored. RENSA_ERROR_INVALID if a label
 * is outside 0 … C-1; RENSA_ERROR_TYPE_CHECK if shapes or dtypes do not fit. Not in Chainer.
 *
 * Szegedy et al., "Rethinking the Inception Architecture for Computer Vision", CVPR 2016.
 */
RENSA_API RensaVariable *
rensa_label_smoothed_cross_entropy (RensaVariable *x, RensaVariable *t, double smoothing, GError **error)
{
  const LabelSmoothedCrossEntropy self = {
    .smoothing = smoothing,
    .ignore_label = -1,
    .reduce = RENSA_TOTAL_IS_MEAN,
  };

  return rensa_apply2 (&rensa_label_smoothed_cross_entropy_class, &self, x, t, error);
}
