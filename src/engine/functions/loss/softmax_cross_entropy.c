/* softmax_cross_entropy.c: cross entropy of a softmax.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "k.h"
#include "rensa-fault.h"
#include "rensa-function.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "rensa-labels-private.h"
#include "rensa-mean-private.h"
#include "softmax_cross_entropy.py.inc"

typedef struct
{
  gboolean normalize;
  gboolean cache_score;
  gint64 ignore_label;
  int reduce;
  gboolean enable_double_backprop;
  int soft_target_loss;
} SoftmaxCrossEntropy;

enum
{
  X,
  T,
  CLASS_WEIGHT,
};

enum
{
  KEPT_DIVISOR,
  KEPT_LOG_P,
};

enum
{
  REDUCE_MEAN,
  REDUCE_NO,
};

enum
{
  SOFT_CROSS_ENTROPY,
  SOFT_KL_DIVERGENCE,
};

static const char *const reductions[] = { "mean", "no", NULL };
static const char *const soft_target_losses[] = { "cross-entropy", "kl-divergence", NULL };

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_BOOL (SoftmaxCrossEntropy, normalize, .initial = TRUE, .title = N_ ("Normalize"),
                   .hint = N_ ("Divides by the number of labels that are not ignored instead of the batch size")),
  RENSA_ATTR_BOOL (SoftmaxCrossEntropy, cache_score, .initial = TRUE, .title = N_ ("Cache Score"),
                   .hint = N_ ("Keeps the softmax for the backward pass; faster, but needs more memory")),
  RENSA_ATTR_INT (SoftmaxCrossEntropy, ignore_label, .initial = -1, .allow_none = TRUE, .title = N_ ("Ignored Label"),
                  .hint = N_ ("Examples with this label are ignored")),
  RENSA_ATTR_CHOICE (SoftmaxCrossEntropy, reduce, .initial = REDUCE_MEAN, .choices = reductions,
                     .title = N_ ("Reduction"), .hint = N_ ("Mean, or loss of each example")),
  RENSA_ATTR_BOOL (SoftmaxCrossEntropy, enable_double_backprop, .title = N_ ("Double Backprop"),
                   .hint = N_ ("Used only by Chainer; gradients are always differentiable here")),
  RENSA_ATTR_CHOICE (SoftmaxCrossEntropy, soft_target_loss, .initial = SOFT_CROSS_ENTROPY,
                     .choices = soft_target_losses, .title = N_ ("Soft Target Loss"),
                     .hint = N_ ("Loss to use if the labels are probabilities")),
};

/* Computed independently with 30 digits. */
static const RensaSample samples[] = {
  { "", "[[0, 0, 0, 0], [1, 2, 3, 4]]; [2, 3]", "0.913242029840542975" },
  { "ignore_label=2, reduce='no'", "[[0, 0, 0, 0], [1, 2, 3, 4]]; [2, 3]", "[0, 0.44018969856119533]" },
  { "reduce='no'", "[[1, 2, 3, 4]]; [[0.5, 0, 0, 0.5]]", "[1.94018969856119533]" },
};

/* index kernel: label_loss (log_p, int t, class_weight; int ignore, int weighted) -> (loss, valid) */
KERNEL void
label_loss (const k_index *at, k_view log_p, k_int_view t, k_view class_weight, k_index ignore, k_index weighted,
            real *loss, real *valid)
{
  k_index from = at[0] * log_p.strides[0];
  k_index label = at[0] * t.strides[0];

  for (int axis = 1; axis < t.ndim; axis++)
    {
      from += at[axis] * log_p.strides[axis + 1];
      label += at[axis] * t.strides[axis];
    }
  label = t.data[label];

  *loss = 0;
  *valid = label != ignore;
  if (label == ignore)
    return;

  /* NaN in the count of valid labels reports a label out of range at no cost. */
  if (label < 0 || label >= log_p.shape[1])
    *valid = K_NAN;
  else
    *loss = -log_p.data[from + label * log_p.strides[1]]
            * (weighted ? class_weight.data[label * class_weight.strides[0]] : 1);
}
/* end kernel */

/* index kernel: label_row (int t, class_weight, gy, divisor; int ignore, int weighted) -> (label, factor) */
KERNEL void
label_row (const k_index *at, k_int_view t, k_view class_weight, k_view gy, k_view divisor, k_index ignore,
           k_index weighted, real *label, real *factor)
{
  k_index found = at[0] * t.strides[0];
  k_index row = 0;

  for (int axis = 1; axis < t.ndim; axis++)
    found += at[axis + 1] * t.strides[axis];
  for (int axis = 0; axis < gy.ndim; axis++)
    row += at[axis > 0 ? axis + 1 : 0] * gy.strides[axis];
  found = t.data[found];

  *label = (real) found;
  /* The check of the labels may not have been evaluated yet. */
  const int is_wild = found < 0 || (weighted && found >= class_weight.shape[0]);

  *factor = found == ignore ? 0
                            : gy.data[row] / k_max (divisor.data[0], 1)
                                  * (weighted && !is_wild ? class_weight.data[found * class_weight.strides[0]] : 1);
}
/* end kernel */

/* kernel: label_grad (log_p, number, label, factor) -> gx */
KERNEL real
label_grad (real log_p, real number, real label, real factor)
{
  return (k_exp (log_p) - (number == label ? (real) 1 : (real) 0)) * factor;
}
/* end kernel */

/* kernel: label_target (number, label, factor) -> target */
KERNEL real
label_target (real number, real label, real factor)
{
  return number == label ? factor : 0;
}
/* end kernel */

/* kernel: soft_cross_entropy (t, log_p) -> y */
KERNEL real
soft_cross_entropy (real t, real log_p)
{
  return -t * log_p;
}
/* end kernel */

/* kernel: soft_kl_divergence (t, log_p) -> y */
KERNEL real
soft_kl_divergence (real t, real log_p)
{
  /* Keeps the logarithm of a zero target finite. */
  return t * (k_log (t + (real) 1e-7) - log_p);
}
/* end kernel */

/* kernel: soft_grad (log_p, t, mass, gy, divisor) -> gx */
KERNEL real
soft_grad (real log_p, real t, real mass, real gy, real divisor)
{
  return (k_exp (log_p) * mass - t) * gy / k_max (divisor, 1);
}
/* end kernel */

static gboolean
infer_labels (RensaInference *inference, GError **error)
{
  const RensaType *x = rensa_inference_get_input (inference, X);
  const RensaType *t = rensa_inference_get_input (inference, T);

  if (!rensa_expect_integer (inference, T, error)
      || !RENSA_EXPECT (inference, t->shape.ndim, ==, x->shape.ndim - 1, error)
      || !RENSA_EXPECT (inference, x->shape.dims[0], ==, t->shape.dims[0], error))
    return FALSE;

  for (int axis = 2; axis < x->shape.ndim; axis++)
    if (x->shape.dims[axis] != t->shape.dims[axis - 1])
      {
        g_autofree char *x_shape = rensa_shape_to_string (&x->shape);
        g_autofree char *t_shape = rensa_shape_to_string (&t->shape);

        return rensa_inference_fail_text (inference, error, "x.shape[2:] == t.shape[1:]", "x.shape %s, t.shape %s",
                                          x_shape, t_shape);
      }

  return TRUE;
}

static gboolean
infer_class_weight (RensaInference *inference, gboolean is_soft, GError **error)
{
  const RensaType *x = rensa_inference_get_input (inference, X);
  const RensaType *class_weight = rensa_inference_get_input (inference, CLASS_WEIGHT);

  if (class_weight == NULL)
    return TRUE;
  if (is_soft)
    return rensa_inference_fail_text (inference, error, "no class_weight with soft targets", "both are given");

  return rensa_expect_floating (inference, CLASS_WEIGHT, error)
         && RENSA_EXPECT (inference, class_weight->shape.ndim, ==, 1, error)
         && RENSA_EXPECT (inference, class_weight->shape.dims[0], ==, x->shape.dims[1], error);
}

static gboolean
infer (RensaInference *inference, GError **error)
{
  const SoftmaxCrossEntropy *self = rensa_inference_get_attrs (inference);
  const RensaType *x = rensa_inference_get_input (inference, X);
  const gboolean is_soft = rensa_dtype_is_floating (rensa_inference_get_input (inference, T)->dtype);
  RensaShape rows;

  if (!rensa_expect_floating (inference, X, error) || !RENSA_EXPECT (inference, x->shape.ndim, >=, 2, error)
      || !(is_soft ? rensa_expect_same_shape (inference, X, T, error) : infer_labels (inference, error))
      || !infer_class_weight (inference, is_soft, error))
    return FALSE;

  rows = rensa_shape_reduce (&x->shape, 1u << 1, FALSE);
  rensa_inference_set_output_shape (inference, 0, x->dtype, self->reduce == REDUCE_NO ? &rows : &RENSA_SHAPE_SCALAR);
  return TRUE;
}

static void
explain_label (const RensaLateCheck *check, GError **error)
{
  RensaArray *t = check->values;
  double label;
  const gint64 place = rensa_find_outside (t, &check->range, &label, error);

  if (place >= 0)
    rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s: label %.0f of example %lld is outside 0 … %lld"), check->name,
                     label, (long long) (place / (rensa_array_get_count (t) / rensa_array_get_dim (t, 0))),
                     (long long) check->range.most);
}

/* Returns the divisor of the sum of the losses, which have shape @rows. */
static RensaArray *
new_divisor (const SoftmaxCrossEntropy *self, RensaArray *rows, RensaArray *count, GError **error)
{
  const RensaDtype dtype = rensa_array_get_dtype (rows);

  if (self->reduce == REDUCE_NO)
    return rensa_array_new_scalar (dtype, 1, error);
  if (count == NULL)
    return rensa_array_new_scalar (dtype, (double) rensa_array_get_count (rows), error);
  if (self->normalize)
    return rensa_array_ref (count);
  return rensa_array_new_scalar (dtype, (double) rensa_array_get_dim (rows, 0), error);
}

/* Finishes forward: @rows are the losses of the examples, @count is the number of examples that are
 * not ignored, or NULL if none are. */
static gboolean
take_losses (RensaCall *call, RensaArray *rows, RensaArray *count, GError **error)
{
  const SoftmaxCrossEntropy *self = rensa_call_get_attrs (call);
  const RensaDtype dtype = rensa_call_get_output_type (call, 0)->dtype;
  g_autoptr (RensaArray) divisor = new_divisor (self, rows, count, error);

  if (divisor == NULL)
    return FALSE;

  rensa_call_retain_input (call, X);
  rensa_call_retain_input (call, T);
  if (rensa_call_get_input (call, CLASS_WEIGHT) != NULL)
    rensa_call_retain_input (call, CLASS_WEIGHT);
  rensa_call_take_output (call, 0,
                          self->reduce == REDUCE_NO ? rensa_array_cast (rows, dtype, error)
                                                    : rensa_sum_over (rows, divisor, dtype, error));
  rensa_call_keep (call, KEPT_DIVISOR, g_steal_pointer (&divisor));
  return rensa_call_succeeded (call);
}

static gboolean
forward_labels (RensaCall *call, RensaArray *log_p, GError **error)
{
  const SoftmaxCrossEntropy *self = rensa_call_get_attrs (call);
  RensaArray *t = rensa_call_get_input (call, T);
  RensaArray *class_weight = rensa_call_get_input (call, CLASS_WEIGHT);
  const RensaDtype dtype = rensa_dtype_promote (RENSA_FLOAT32, rensa_array_get_dtype (log_p));
  const double params[] = { (double) self->ignore_label, class_weight != NULL };
  const RensaLateCheck check = {
    explain_label,
    rensa_softmax_cross_entropy_class.name,
    t,
    { 0, rensa_array_get_dim (log_p, 1) - 1, self->ignore_label },
  };
  /* Without weights the kernel does not read that argument. */
  RensaArray *const inputs[] = { log_p, t, class_weight != NULL ? class_weight : log_p };
  RensaArray *results[2] = { NULL, NULL };
  g_autoptr (RensaArray) rows = NULL;
  g_autoptr (RensaArray) valid = NULL;
  g_autoptr (RensaArray) count = NULL;

  if (!rensa_index_map (RENSA_KERNEL_LABEL_LOSS, dtype, rensa_array_get_shape (t), inputs, results, params, error))
    return FALSE;

  rows = results[0];
  valid = results[1];
  count = rensa_sum_all (valid, error);
  return rensa_late_check (count, &check, error) && take_losses (call, rows, count, error);
}

static gboolean
forward_soft (RensaCall *call, RensaArray *log_p, GError **error)
{
  const SoftmaxCrossEntropy *self = rensa_call_get_attrs (call);
  const gboolean is_kl = self->soft_target_loss == SOFT_KL_DIVERGENCE;
  const RensaKernel *kernel = is_kl ? RENSA_KERNEL_SOFT_KL_DIVERGENCE : RENSA_KERNEL_SOFT_CROSS_ENTROPY;
  g_autoptr (RensaArray) wide = rensa_array_widen (log_p, error);
  g_autoptr (RensaArray) terms = rensa_map2 (kernel, rensa_call_get_input (call, T), wide, NULL, error);
  g_autoptr (RensaArray) rows = rensa_reduce (RENSA_REDUCE_SUM, terms, 1u << 1, FALSE, error);

  return rows != NULL && take_losses (call, rows, NULL, error);
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const SoftmaxCrossEntropy *self = rensa_call_get_attrs (call);
  const gboolean is_soft = rensa_dtype_is_floating (rensa_array_get_dtype (rensa_call_get_input (call, T)));
  g_autoptr (RensaArray) log_p = rensa_softmax_rows (rensa_call_get_input (call, X), 1, TRUE, error);

  if (log_p == NULL || !(is_soft ? forward_soft (call, log_p, error) : forward_labels (call, log_p, error)))
    return FALSE;

  if (self->cache_score)
    rensa_call_keep (call, KEPT_LOG_P, g_steal_pointer (&log_p));
  return TRUE;
}

/* Inputs of backward as plain arrays. */
typedef struct
{
  RensaType x;
  RensaArray *t;
  RensaArray *class_weight;
  RensaArray *divisor;
  double params[2];
} Facts;

static Facts
get_facts (RensaBackward *backward)
{
  const SoftmaxCrossEntropy *self = rensa_backward_get_attrs (backward);
  RensaVariable *class_weight = rensa_backward_get_input (backward, CLASS_WEIGHT);

  return (Facts){
    .x = rensa_backward_get_input_type (backward, X),
    .t = rensa_variable_get_array (rensa_backward_get_input (backward, T)),
    .class_weight = class_weight != NULL ? rensa_variable_get_array (class_weight) : NULL,
    .divisor = rensa_backward_get_kept (backward, KEPT_DIVISOR),
    .params = { (double) self->ignore_label, class_weight != NULL },
  };
}

static RensaArray *
get_log_p (RensaBackward *backward, GError **error)
{
  RensaArray *kept = rensa_backward_get_kept (backward, KEPT_LOG_P);
  RensaArray *x = rensa_variable_get_array (rensa_backward_get_input (backward, X));

  return kept != NULL ? rensa_array_ref (kept) : rensa_softmax_rows (x, 1, TRUE, error);
}

/* Common values of the gradients of a row, and the class indices, in shapes that broadcast to that of x. */
typedef struct
{
  RensaArray *label;
  RensaArray *factor; /* weight gy / divisor */
  RensaArray *number;
} LabelRows;

static void
label_rows_clear (LabelRows *rows)
{
  g_clear_pointer (&rows->label, rensa_array_unref);
  g_clear_pointer (&rows->factor, rensa_array_unref);
  g_clear_pointer (&rows->number, rensa_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LabelRows, label_rows_clear)

static gboolean
label_rows_init (LabelRows *rows, const Facts *facts, RensaArray *gy, GError **error)
{
  const RensaDtype dtype = rensa_array_get_dtype (facts->divisor);
  const RensaShape *x = &facts->x.shape;
  const RensaShape row_shape = rensa_shape_reduce (x, 1u << 1, TRUE);
  const RensaShape class_shape = rensa_shape_reduce (x, ~(1u << 1), TRUE);
  g_autoptr (RensaArray) numbers = rensa_array_range (dtype, x->dims[1], error);
  RensaArray *const inputs[] = { facts->t, facts->class_weight != NULL ? facts->class_weight : gy, gy, facts->divisor };
  RensaArray *results[2] = { NULL, NULL };

  if (numbers == NULL
      || !rensa_index_map (RENSA_KERNEL_LABEL_ROW, dtype, &row_shape, inputs, results, facts->params, error))
    return FALSE;

  rows->label = results[0];
  rows->factor = results[1];
  rows->number = rensa_array_reshape (numbers, &class_shape, error);
  return rows->number != NULL;
}

/* gx = (softmax (x) - [label]) weight gy / divisor */
static RensaArray *
new_label_grad (const Facts *facts, RensaArray *log_p, RensaArray *gy, GError **error)
{
  g_auto (LabelRows) rows = { NULL };
  g_autoptr (RensaArray) gx = NULL;

  if (log_p == NULL || !label_rows_init (&rows, facts, gy, error))
    return NULL;

  rensa_map (RENSA_KERNEL_LABEL_GRAD, (RensaArray *[]){ log_p, rows.number, rows.label, rows.factor }, &gx, NULL,
             error);
  return gx != NULL ? rensa_array_cast (gx, facts->x.dtype, error) : NULL;
}

/* gx = (softmax (x) Σ t - t) gy / divisor */
static RensaArray *
new_soft_grad (const Facts *facts, RensaArray *log_p, RensaArray *gy, GError **error)
{
  const gboolean is_scalar = rensa_array_get_ndim (gy) == 0;
  g_autoptr (RensaArray) mass = rensa_reduce (RENSA_REDUCE_SUM, facts->t, 1u << 1, TRUE, error);
  g_autoptr (RensaArray) rows = is_scalar ? rensa_array_ref (gy) : rensa_array_view_expand (gy, 1u << 1);
  RensaArray *const inputs[] = { log_p, facts->t, mass, rows, facts->divisor };
  g_autoptr (RensaArray) gx = NULL;

  rensa_map (RENSA_KERNEL_SOFT_GRAD, inputs, &gx, NULL, error);
  return gx != NULL ? rensa_array_cast (gx, facts->x.dtype, error) : NULL;
}

/* Returns the factor of the softmax and the array to subtract then, which give the gradient with
 * respect to x for gy = 1. */
static gboolean
get_label_target (const Facts *facts, RensaArray **mass, RensaArray **target, GError **error)
{
  g_auto (LabelRows) rows = { NULL };
  g_autoptr (RensaArray) one = rensa_array_new_scalar (facts->x.dtype, 1, error);
  g_autoptr (RensaArray) wide = NULL;

  if (one == NULL || !label_rows_init (&rows, facts, one, error))
    return FALSE;

  wide = rensa_map3 (RENSA_KERNEL_LABEL_TARGET, rows.number, rows.label, rows.factor, NULL, error);
  *target = wide != NULL ? rensa_array_cast (wide, facts->x.dtype, error) : NULL;
  *mass = rensa_array_cast (rows.factor, facts->x.dtype, error);
  return *target != NULL && *mass != NULL;
}

static RensaArray *
divide_as (RensaArray *array, RensaArray *divisor, RensaDtype dtype, GError **error)
{
  g_autoptr (RensaArray) quotient = rensa_map2 (RENSA_KERNEL_OVER_AT_LEAST_ONE, array, divisor, NULL, error);

  return quotient != NULL ? rensa_array_cast (quotient, dtype, error) : NULL;
}

static gboolean
get_soft_target (const Facts *facts, RensaArray **mass, RensaArray **target, GError **error)
{
  g_autoptr (RensaArray) total = rensa_reduce (RENSA_REDUCE_SUM, facts->t, 1u << 1, TRUE, error);

  *mass = divide_as (total, facts->divisor, facts->x.dtype, error);
  *target = divide_as (facts->t, facts->divisor, facts->x.dtype, error);
  return *mass != NULL && *target != NULL;
}

static gboolean
backward_variables (RensaBackward *backward, gboolean is_soft, const Facts *facts, GError **error)
{
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);
  const RensaShape rows = rensa_shape_reduce (&facts->x.shape, 1u << 1, TRUE);
  const gboolean is_scalar = rensa_array_get_ndim (rensa_variable_get_array (gy)) == 0;
  g_autoptr (RensaArray) mass = NULL;
  g_autoptr (RensaArray) target = NULL;

  if (!(is_soft ? get_soft_target : get_label_target) (facts, &mass, &target, error))
    return FALSE;

  g_autoptr (RensaVariable) factor = rensa_variable_new_constant (mass);
  g_autoptr (RensaVariable) subtrahend = rensa_variable_new_constant (target);
  g_autoptr (RensaVariable) y = rensa_softmax (rensa_backward_get_input (backward, X), 1, error);
  g_autoptr (RensaVariable) scaled = rensa_multiply (y, factor, error);
  g_autoptr (RensaVariable) slope = rensa_subtract (scaled, subtrahend, error);
  g_autoptr (RensaVariable) gy_rows = is_scalar ? rensa_variable_ref (gy) : rensa_reshape (gy, &rows, error);

  rensa_backward_take_grad_input (backward, X, rensa_multiply (slope, gy_rows, error));
  return rensa_backward_succeeded (backward);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const Facts facts = get_facts (backward);
  const gboolean is_soft = rensa_dtype_is_floating (rensa_array_get_dtype (facts.t));
  RensaArray *gy = rensa_variable_get_array (rensa_backward_get_grad_output (backward, 0));
  g_autoptr (RensaArray) log_p = NULL;

  if (rensa_backward_is_recorded (backward))
    return backward_variables (backward, is_soft, &facts, error);

  log_p = get_log_p (backward, error);
  rensa_backward_take_grad_array (backward, X, (is_soft ? new_soft_grad : new_label_grad) (&facts, log_p, gy, error));
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_softmax_cross_entropy_class = {
  .name = "softmax_cross_entropy",
  .group = &rensa_loss_group,
  .title = N_ ("Softmax Cross Entropy"),
  .summary = N_ ("Cross entropy of logits for classification into several classes"),
  .words = N_ ("classification;nll;log loss;categorical"),
  .formula = "L = -Σ w[t[i]] ln softmax(x[i])[t[i]] / n",
  .label = "SoftmaxCrossEntropy",
  .prediction = RENSA_PREDICTION_SOFTMAX,
  .inputs = RENSA_INPUTS ("x", "t:int", "class_weight?"),
  .n_outputs = 1,
  RENSA_ATTRS (SoftmaxCrossEntropy, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS (
      { "chainer", "F.softmax_cross_entropy({x}, {t}, normalize={normalize}, cache_score={cache_score}, "
                   "class_weight={class_weight}, ignore_label={ignore_label}, reduce={reduce}, "
                   "enable_double_backprop={enable_double_backprop}, soft_target_loss={soft_target_loss})" },
      { "torch", "F.cross_entropy({x}, {t}, ignore_index={ignore_label:always})" },
      { "torch_more",
        "softmax_cross_entropy({x}, {t}, ignore_label={ignore_label}, normalize={normalize}, reduce={reduce})" },
      { "torch_class", torch_class }, { "torch_needless", "{cache_score} {enable_double_backprop}" },
      { "onnx", "dtype (t) == dtype (x) ? refuse ('soft_target_loss') : none; "
                "m = Cast (t != ignore_label, to=dtype (x)); "
                "l = SoftmaxCrossEntropyLoss (x, t, class_weight, ignore_index=ignore_label, "
                "reduction='none'); "
                "reduce == 'no' ? l : ReduceSum (l, keepdims=0) / (normalize ? Max (ReduceSum (m, "
                "keepdims=0), 1) : dim (x, 0))" }),
};

/**
 * rensa_softmax_cross_entropy:
 * @x: scores, shape (N, C, d…)
 * @t: labels, integers of shape (N, d…), -1 to ignore the example; or probabilities of the shape of
 *   @x
 *
 * L = -Σ ln softmax (x)[label] / n over the n labels that are not ignored, with the softmax along
 * axis 1; for probabilities L = -Σ t ln softmax (x) / n over all n rows. A scalar of the dtype of
 * @x; 0 if all labels are ignored. RENSA_ERROR_INVALID, with label and example, if one is outside 0
 * … C-1; RENSA_ERROR_TYPE_CHECK if shapes or dtypes do not fit.
 */
RENSA_API RensaVariable *
rensa_softmax_cross_entropy (RensaVariable *x, RensaVariable *t, GError **error)
{
  const SoftmaxCrossEntropy self = {
    .normalize = TRUE,
    .cache_score = TRUE,
    .ignore_label = -1,
    .reduce = REDUCE_MEAN,
    .soft_target_loss = SOFT_CROSS_ENTROPY,
  };

  return rensa_apply2 (&rensa_softmax_cross_entropy_class, &self, x, t, error);
}
