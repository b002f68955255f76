/* inv.c: inverse of a matrix.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions.h"
#include "rensa-square-private.h"

static const RensaSample samples[] = {
  { "", "[[2, 1], [1, 1]]", "[[1, -1], [-1, 2]]" },
  { "", "[[4, 7, 2], [0, 2, 1], [0, 0, 8]]", "[[0.25, -0.875, 0.046875], [0, 0.5, -0.0625], [0, 0, 0.125]]" },
};

static gboolean
infer (RensaInference *inference, GError **error)
{
  return rensa_inverse_infer (inference, 2, error);
}

static gboolean
forward (RensaCall *call, GError **error)
{
  return rensa_inverse_forward (call, "inv", error);
}

const RensaFunctionClass rensa_inv_class = {
  .name = "inv",
  .group = &rensa_math_group,
  .title = N_ ("Inverse"),
  .summary = N_ ("The inverse of a square matrix"),
  .formula = "y = a⁻¹",
  .label = "Inv",
  .inputs = RENSA_INPUTS ("a"),
  .n_outputs = 1,
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = rensa_inverse_backward,
  RENSA_FORMS ({ "chainer", "F.inv({a})" }, { "torch", "torch.linalg.inv({a})" }),
};

/**
 * rensa_inv:
 *
 * Returns the inverse of @a (n, n). RENSA_ERROR_INVALID if it is singular, RENSA_ERROR_TYPE_CHECK
 * if it is not a square matrix.
 */
RENSA_API RensaVariable *
rensa_inv (RensaVariable *a, GError **error)
{
  return rensa_apply1 (&rensa_inv_class, NULL, a, error);
}
