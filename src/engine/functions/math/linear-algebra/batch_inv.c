/* batch_inv.c: inverses of a stack of matrices.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions.h"
#include "rensa-square-private.h"

static const RensaSample samples[] = {
  { "", "[[[2, 1], [1, 1]]]", "[[[1, -1], [-1, 2]]]" },
  { "", "[[[4, 7], [2, 6]], [[-1, 0], [3, 2]], [[1, 2], [3, 5]]]",
    "[[[0.6, -0.7], [-0.2, 0.4]], [[-1, 0], [1.5, 0.5]], [[-5, 2], [3, -1]]]" },
};

static gboolean
infer (RensaInference *inference, GError **error)
{
  return rensa_inverse_infer (inference, 3, error);
}

static gboolean
forward (RensaCall *call, GError **error)
{
  return rensa_inverse_forward (call, "batch_inv", error);
}

const RensaFunctionClass rensa_batch_inv_class = {
  .name = "batch_inv",
  .group = &rensa_math_group,
  .title = N_ ("Inverses"),
  .summary = N_ ("Inverse of each matrix in a batch"),
  .formula = "y[i] = a[i]⁻¹",
  .label = "BatchInv",
  .inputs = RENSA_INPUTS ("a"),
  .n_outputs = 1,
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = rensa_inverse_backward,
  RENSA_FORMS ({ "chainer", "F.batch_inv({a})" }, { "torch", "torch.linalg.inv({a})" }),
};

/**
 * rensa_batch_inv:
 *
 * Returns the inverses of the matrices of @a (N, n, n). RENSA_ERROR_INVALID with the index of the
 * first singular matrix, RENSA_ERROR_TYPE_CHECK if they are not square.
 */
RENSA_API RensaVariable *
rensa_batch_inv (RensaVariable *a, GError **error)
{
  return rensa_apply1 (&rensa_batch_inv_class, NULL, a, error);
}
