/* det.c: determinant of a matrix.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions.h"
#include "rensa-square-private.h"

static const RensaSample samples[] = {
  { "", "[[1, 2], [3, 4]]", "-2" },
  { "", "[[6, 1, 1], [4, -2, 5], [2, 8, 7]]", "-306" },
};

static gboolean
infer (RensaInference *inference, GError **error)
{
  return rensa_determinant_infer (inference, 2, error);
}

const RensaFunctionClass rensa_det_class = {
  .name = "det",
  .group = &rensa_math_group,
  .title = N_ ("Determinant"),
  .summary = N_ ("The determinant of a square matrix"),
  .formula = "y = det a",
  .label = "Det",
  .inputs = RENSA_INPUTS ("a"),
  .n_outputs = 1,
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = rensa_determinant_forward,
  .backward = rensa_determinant_backward,
  RENSA_FORMS ({ "chainer", "F.det({a})" }, { "torch", "torch.linalg.det({a})" }, { "onnx", "Det (a)" }),
};

/**
 * rensa_det:
 *
 * Returns the determinant of @a (n, n), 0 if the matrix is singular; its first derivative (the
 * matrix of cofactors) and second derivative are correct for singular matrices, too, while
 * derivatives from the third on need an inverse. RENSA_ERROR_TYPE_CHECK if it is not a square
 * matrix.
 */
RENSA_API RensaVariable *
rensa_det (RensaVariable *a, GError **error)
{
  return rensa_apply1 (&rensa_det_class, NULL, a, error);
}
