/* op_matmul.c: a @ b.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions.h"
#include "rensa-operator-private.h"

static const RensaSample samples[] = {
  { "", "[[1, 2], [3, 4]]; [[5], [6]]", "[[17], [39]]" },
  { "", "[1, 2, 3]; [4, 5, 6]", "32" },
};

static const RensaMatmul as_they_are = { .transa = FALSE, .transb = FALSE };

static gboolean
infer (RensaInference *inference, GError **error)
{
  return rensa_matmul_infer (inference, &as_they_are, error);
}

static gboolean
forward (RensaCall *call, GError **error)
{
  return rensa_matmul_forward (call, &as_they_are, error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  return rensa_matmul_backward (backward, &as_they_are, error);
}

const RensaFunctionClass rensa_op_matmul_class = {
  .name = "op_matmul",
  .group = &rensa_operator_group,
  .title = N_ ("Matrix Product"),
  .summary = N_ ("The matrix product of two arrays"),
  .stem = "matmul",
  .formula = "y = a b",
  .label = "_ @ _",
  .inputs = RENSA_INPUTS ("a", "b"),
  .n_outputs = 1,
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "{a} @ {b}" }, { "torch", "{a} @ {b}" }, { "onnx", "MatMul (a, b)" }),
};
