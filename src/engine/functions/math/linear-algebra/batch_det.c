/* batch_det.c: determinants of a stack of matrices.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions.h"
#include "rensa-square-private.h"

static const RensaSample samples[] = {
  { "", "[[[1, 2], [3, 4]]]", "[-2]" },
  { "", "[[[2, 0], [1, 3]], [[1, 2], [2, 4]], [[0, 1], [1, 0]]]", "[6, 0, -1]" },
};

static gboolean
infer (RensaInference *inference, GError **error)
{
  return rensa_determinant_infer (inference, 3, error);
}

const RensaFunctionClass rensa_batch_det_class = {
  .name = "batch_det",
  .group = &rensa_math_group,
  .title = N_ ("Determinants"),
  .summary = N_ ("Determinant of each matrix in a batch"),
  .formula = "y[i] = det a[i]",
  .label = "BatchDet",
  .inputs = RENSA_INPUTS ("a"),
  .n_outputs = 1,
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = rensa_determinant_forward,
  .backward = rensa_determinant_backward,
  RENSA_FORMS ({ "chainer", "F.batch_det({a})" }, { "torch", "torch.linalg.det({a})" }, { "onnx", "Det (a)" }),
};

/**
 * rensa_batch_det:
 *
 * Returns the determinants of the matrices of @a (N, n, n), as rensa_det () computes them.
 * RENSA_ERROR_TYPE_CHECK if they are not square.
 */
RENSA_API RensaVariable *
rensa_batch_det (RensaVariable *a, GError **error)
{
  return rensa_apply1 (&rensa_batch_det_class, NULL, a, error);
}
