/* decov.c: decorrelation penalty of features.
 * SPDX-License-Identifier: MIT */

#include "decov.py.inc"
#include "rensa-covariance-private.h"
#include "rensa-functions.h"

typedef struct
{
  int reduce;
} Decov;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_CHOICE (Decov, reduce, .initial = RENSA_COVARIANCE_HALF_SQUARED_SUM,
                     .choices = rensa_covariance_reductions, .title = N_ ("Reduction"),
                     .hint = N_ ("Half the sum of squares, or the matrix itself")),
};

/* The covariances are 5 / 3, 4 / 3 and 13 / 3; 70 / 3 is the sum of their squares. */
static const RensaSample samples[] = {
  { "", "[[1, 2, 0], [0, 1, 1], [2, 6, 5]]", "23.3333333333333333" },
  { "reduce='no'", "[[1, 2], [3, 1]]", "[[0, -0.5], [-0.5, 0]]" },
};

static gboolean
infer (RensaInference *inference, GError **error)
{
  const Decov *self = rensa_inference_get_attrs (inference);

  return rensa_covariance_infer (inference, self->reduce, error);
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const Decov *self = rensa_call_get_attrs (call);

  return rensa_covariance_forward (call, self->reduce, error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const Decov *self = rensa_backward_get_attrs (backward);

  return rensa_covariance_backward (backward, self->reduce, error);
}

const RensaFunctionClass rensa_decov_class = {
  .name = "decov",
  .group = &rensa_loss_group,
  .title = N_ ("DeCov"),
  .summary = N_ ("Penalizes redundancy among the features of a representation"),
  .formula = "L = Σ C[i, j]² / 2 over i ≠ j, C = (h - mean(h))ᵀ (h - mean(h)) / N",
  .reference = "Cogswell et al., \"Reducing Overfitting in Deep Networks by Decorrelating Representations\", ICLR 2016",
  .label = "DeCov",
  .inputs = RENSA_INPUTS ("h"),
  .n_outputs = 1,
  RENSA_ATTRS (Decov, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.decov({h}, reduce={reduce})" }, { "torch", "decov({h}, reduce={reduce})" },
               { "torch_class", torch_class }),
};

/**
 * rensa_decov:
 * @h: shape (N, D)
 *
 * L = Σ C[i, j]² / 2 over i ≠ j, where C is the covariance of the D features over N examples; a
 * scalar. Unlike in Chainer, the gradient is differentiable. RENSA_ERROR_TYPE_CHECK if h is not a
 * floating matrix.
 *
 * Cogswell et al., "Reducing Overfitting in Deep Networks by Decorrelating Representations", ICLR
 * 2016.
 */
RENSA_API RensaVariable *
rensa_decov (RensaVariable *h, GError **error)
{
  const Decov self = { .reduce = RENSA_COVARIANCE_HALF_SQUARED_SUM };

  return rensa_apply1 (&rensa_decov_class, &self, h, error);
}
