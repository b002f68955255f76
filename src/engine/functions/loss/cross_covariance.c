/* cross_covariance.c: cross-covariance penalty of two representations.
 * SPDX-License-Identifier: MIT */

#include "cross_covariance.py.inc"
#include "rensa-covariance-private.h"
#include "rensa-functions.h"

typedef struct
{
  int reduce;
} CrossCovariance;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_CHOICE (CrossCovariance, reduce, .initial = RENSA_COVARIANCE_HALF_SQUARED_SUM,
                     .choices = rensa_covariance_reductions, .title = N_ ("Reduction"),
                     .hint = N_ ("Half the sum of squares, or the matrix itself")),
};

/* 34 / 9; the covariances are 2 / 3 and 8 / 3. */
static const RensaSample samples[] = {
  { "", "[[1, 2], [0, 1], [2, 6]]; [[1], [3], [5]]", "3.77777777777777778" },
  { "reduce='no'", "[[1, 2], [0, 1], [2, 6]]; [[1], [3], [5]]", "[[0.666666666666666667], [2.66666666666666667]]" },
};

static gboolean
infer (RensaInference *inference, GError **error)
{
  const CrossCovariance *self = rensa_inference_get_attrs (inference);

  return rensa_covariance_infer (inference, self->reduce, error);
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const CrossCovariance *self = rensa_call_get_attrs (call);

  return rensa_covariance_forward (call, self->reduce, error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const CrossCovariance *self = rensa_backward_get_attrs (backward);

  return rensa_covariance_backward (backward, self->reduce, error);
}

const RensaFunctionClass rensa_cross_covariance_class = {
  .name = "cross_covariance",
  .group = &rensa_loss_group,
  .title = N_ ("Cross-Covariance"),
  .summary = N_ ("Penalizes redundancy between two representations"),
  .formula = "L = Σ C² / 2, C = (y - mean(y))ᵀ (z - mean(z)) / N",
  .reference = "Cheung et al., \"Discovering Hidden Factors of Variation in Deep Networks\", arXiv:1412.6583, 2014",
  .label = "CrossCovariance",
  .inputs = RENSA_INPUTS ("y", "z"),
  .n_outputs = 1,
  RENSA_ATTRS (CrossCovariance, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.cross_covariance({y}, {z}, reduce={reduce})" },
               { "torch", "cross_covariance({y}, {z}, reduce={reduce})" }, { "torch_class", torch_class }),
};

/**
 * rensa_cross_covariance:
 * @y: shape (N, K)
 * @z: shape (N, L)
 *
 * L = Σ C² / 2 with C = (y - mean (y))ᵀ (z - mean (z)) / N, with means over the examples; a scalar.
 * RENSA_ERROR_TYPE_CHECK if shapes or dtypes do not fit.
 *
 * Cheung et al., "Discovering Hidden Factors of Variation in Deep Networks", arXiv:1412.6583, 2014.
 */
RENSA_API RensaVariable *
rensa_cross_covariance (RensaVariable *y, RensaVariable *z, GError **error)
{
  const CrossCovariance self = { .reduce = RENSA_COVARIANCE_HALF_SQUARED_SUM };

  return rensa_apply2 (&rensa_cross_covariance_class, &self, y, z, error);
}
