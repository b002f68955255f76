/* binary_accuracy.c: accuracy of binary classification.
 * SPDX-License-Identifier: MIT */

#include "binary_accuracy.py.inc"
#include "k.h"
#include "rensa-function.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "rensa-mean-private.h"

static const RensaSample samples[] = {
  { "", "[-2, 3, 0, 1]; [0, 1, 1, 0]", "0.75" },
  { "", "[[-2, 3], [0, 1]]; [[0, -1], [-1, 0]]", "0.5" },
  { "", "[1]; [-1]", "0" },
};

/* kernel: binary_hit (y, t) -> (hit, valid) */
KERNEL void
binary_hit (real y, real t, real *hit, real *valid)
{
  *valid = t != -1;
  *hit = (y >= 0) == t;
}
/* end kernel */

static gboolean
infer (RensaInference *inference, GError **error)
{
  const RensaType *y = rensa_inference_get_input (inference, 0);

  if (!rensa_expect_floating (inference, 0, error) || !rensa_expect_integer (inference, 1, error)
      || !rensa_expect_same_shape (inference, 1, 0, error))
    return FALSE;

  rensa_inference_set_output_shape (inference, 0, y->dtype, &RENSA_SHAPE_SCALAR);
  return TRUE;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  RensaArray *y = rensa_call_get_input (call, 0);
  g_autoptr (RensaArray) wide = rensa_array_widen (y, error);
  RensaArray *results[2] = { NULL, NULL };
  g_autoptr (RensaArray) hit = NULL;
  g_autoptr (RensaArray) valid = NULL;
  g_autoptr (RensaArray) count = NULL;

  if (!rensa_map (RENSA_KERNEL_BINARY_HIT, (RensaArray *[]){ wide, rensa_call_get_input (call, 1) }, results, NULL,
                  error))
    return FALSE;

  hit = results[0];
  valid = results[1];
  count = rensa_sum_all (valid, error);
  rensa_call_take_output (call, 0, rensa_sum_over (hit, count, rensa_array_get_dtype (y), error));
  return rensa_call_succeeded (call);
}

const RensaFunctionClass rensa_binary_accuracy_class = {
  .name = "binary_accuracy",
  .group = &rensa_evaluation_group,
  .title = N_ ("Binary Accuracy"),
  .summary = N_ ("Fraction of elements on the correct side of zero; elements with label -1 are ignored"),
  .formula = "a = |{i : (y[i] ≥ 0) = t[i]}| / |{i : t[i] ≠ -1}|",
  .label = "BinaryAccuracy",
  .inputs = RENSA_INPUTS ("y", "t:int"),
  .n_outputs = 1,
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  RENSA_FORMS ({ "chainer", "F.binary_accuracy({y}, {t})" }, { "torch", "binary_accuracy({y}, {t})" },
               { "torch_class", torch_class },
               { "onnx", "m = Cast (t != -1, to=dtype (y)); "
                         "h = Cast (Cast (y >= 0, to=dtype (t)) == t, to=dtype (y)); "
                         "ReduceSum (h * m, keepdims=0) / Max (ReduceSum (m, keepdims=0), 1)" }),
};

/**
 * rensa_binary_accuracy:
 * @y: scores of any shape
 * @t: integers of the same shape: 1 if @y should be at least 0, 0 if it should be negative, -1 to
 *   ignore the element
 *
 * Returns the share of the labels, ignored ones excluded, that @y matches; a scalar of the dtype of
 * @y; 0 if all labels are ignored. It has no gradient. RENSA_ERROR_TYPE_CHECK if shapes or dtypes
 * do not fit.
 */
RENSA_API RensaVariable *
rensa_binary_accuracy (RensaVariable *y, RensaVariable *t, GError **error)
{
  return rensa_apply2 (&rensa_binary_accuracy_class, NULL, y, t, error);
}
