/* accuracy.c: share of correctly classified examples.
 * SPDX-License-Identifier: MIT */

#include "accuracy.py.inc"
#include "k.h"
#include "rensa-function.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "rensa-mean-private.h"

typedef struct
{
  gint64 ignore_label;
} Accuracy;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (Accuracy, ignore_label, .allow_none = TRUE, .none = TRUE, .title = N_ ("Ignored Label"),
                  .hint = N_ ("Examples with this label are ignored")),
};

static const RensaSample samples[] = {
  { "", "[[1, 3, 2], [5, 4, 4], [0, 0, 1]]; [1, 0, 0]", "0.6666666666666666" },
  { "ignore_label=0", "[[1, 3, 2], [5, 4, 4], [0, 0, 1]]; [1, 0, 2]", "1" },
  { "ignore_label=1", "[[1, 3]]; [1]", "0" },
};

/* index kernel: accuracy_hit (y, int t; int ignore) -> (hit, valid) */
KERNEL void
accuracy_hit (const k_index *at, k_view y, k_int_view t, k_index ignore, real *hit, real *valid)
{
  k_index from = at[0] * y.strides[0];
  k_index label = at[0] * t.strides[0];
  k_index best = 0;
  real largest;

  for (int axis = 1; axis < t.ndim; axis++)
    {
      from += at[axis] * y.strides[axis + 1];
      label += at[axis] * t.strides[axis];
    }
  label = t.data[label];

  /* Chooses the first maximum, or the first NaN, as numpy.argmax () does. */
  largest = y.data[from];
  for (k_index c = 1; c < y.shape[1]; c++)
    {
      const real score = y.data[from + c * y.strides[1]];

      if (!(score <= largest) && largest == largest)
        {
          largest = score;
          best = c;
        }
    }

  *valid = label != ignore;
  *hit = label != ignore && label == best;
}
/* end kernel */

static gboolean
infer (RensaInference *inference, GError **error)
{
  const RensaType *y = rensa_inference_get_input (inference, 0);
  const RensaType *t = rensa_inference_get_input (inference, 1);

  if (!rensa_expect_floating (inference, 0, error) || !rensa_expect_integer (inference, 1, error)
      || !RENSA_EXPECT (inference, t->shape.ndim, >=, 1, error)
      || !RENSA_EXPECT (inference, y->shape.ndim, >=, t->shape.ndim + 1, error)
      || !RENSA_EXPECT (inference, y->shape.dims[0], ==, t->shape.dims[0], error)
      || !RENSA_EXPECT (inference, y->shape.dims[1], >, 0, error))
    return FALSE;

  for (int axis = 2; axis < y->shape.ndim; axis++)
    {
      const gint64 wanted = axis <= t->shape.ndim ? t->shape.dims[axis - 1] : 1;
      g_autofree char *expect = NULL;

      if (y->shape.dims[axis] != wanted)
        {
          expect = axis <= t->shape.ndim ? g_strdup_printf ("y.shape[%d] == t.shape[%d]", axis, axis - 1)
                                         : g_strdup_printf ("y.shape[%d] == 1", axis);
          return rensa_inference_fail_text (inference, error, expect, "%" G_GINT64_FORMAT " != %" G_GINT64_FORMAT,
                                            y->shape.dims[axis], wanted);
        }
    }

  rensa_inference_set_output_shape (inference, 0, y->dtype, &RENSA_SHAPE_SCALAR);
  return TRUE;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const Accuracy *self = rensa_call_get_attrs (call);
  RensaArray *y = rensa_call_get_input (call, 0);
  RensaArray *t = rensa_call_get_input (call, 1);
  const RensaDtype dtype = rensa_array_get_dtype (y);
  const double ignore = (double) self->ignore_label;
  RensaArray *results[2] = { NULL, NULL };
  g_autoptr (RensaArray) hit = NULL;
  g_autoptr (RensaArray) valid = NULL;
  g_autoptr (RensaArray) count = NULL;

  if (!rensa_index_map (RENSA_KERNEL_ACCURACY_HIT, rensa_dtype_promote (RENSA_FLOAT32, dtype),
                        rensa_array_get_shape (t), (RensaArray *[]){ y, t }, results, &ignore, error))
    return FALSE;

  hit = results[0];
  valid = results[1];
  count = rensa_sum_all (valid, error);
  rensa_call_take_output (call, 0, rensa_sum_over (hit, count, dtype, error));
  return rensa_call_succeeded (call);
}

const RensaFunctionClass rensa_accuracy_class = {
  .name = "accuracy",
  .group = &rensa_evaluation_group,
  .title = N_ ("Accuracy"),
  .summary = N_ ("Fraction of examples whose highest score belongs to the correct class"),
  .formula = "a = |{i : argmax y[i] = t[i]}| / n",
  .label = "Accuracy",
  .inputs = RENSA_INPUTS ("y", "t:int"),
  .n_outputs = 1,
  RENSA_ATTRS (Accuracy, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  RENSA_FORMS ({ "chainer", "F.accuracy({y}, {t}, ignore_label={ignore_label})" },
               { "torch", "({y}.argmax(1) == {t}).to({y}.dtype).mean()" },
               { "torch_more", "accuracy({y}, {t}, ignore_label={ignore_label})" }, { "torch_class", torch_class },
               { "onnx", "h = Cast (Reshape (ArgMax (y, axis=1, keepdims=0), shape (t)) == Cast (t, to=7), to=dtype "
                         "(y)); m = Cast (t != (given (ignore_label) ? ignore_label : -1), to=dtype (y)); "
                         "given (ignore_label) ? ReduceSum (h * m, keepdims=0) / Max (ReduceSum (m, keepdims=0), 1) "
                         ": ReduceMean (h, keepdims=0)" }),
};

/**
 * rensa_accuracy:
 * @y: scores, shape (N, C, d…), optionally followed by axes of extent 1
 * @t: labels, integers of shape (N, d…)
 * @ignore_label: examples with this label are ignored; RENSA_INT_NONE for none
 *
 * Returns the share of the labels, ignored ones excluded, that have the largest score along axis 1;
 * a scalar of the dtype of @y; 0 if all labels are ignored. It has no gradient.
 * RENSA_ERROR_TYPE_CHECK if shapes or dtypes do not fit.
 */
RENSA_API RensaVariable *
rensa_accuracy (RensaVariable *y, RensaVariable *t, gint64 ignore_label, GError **error)
{
  const Accuracy self = { .ignore_label = ignore_label };

  return rensa_apply2 (&rensa_accuracy_class, &self, y, t, error);
}
