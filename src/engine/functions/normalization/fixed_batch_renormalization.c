/* fixed_batch_renormalization.c: batch renormalization with given statistics.
 * SPDX-License-Identifier: MIT */

#include "rensa-fixed-statistics-private.h"
#include "rensa-functions.h"

typedef struct
{
  double eps;
} FixedBatchRenormalization;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_FLOAT (FixedBatchRenormalization, eps, .initial = 2e-5, .min = 0, .max = 1, .title = N_ ("Epsilon"),
                    .hint = N_ ("Added to the variance to prevent division by zero")),
};

static const RensaSample samples[] = {
  { "eps=1", "[[1, 0], [5, 2]]; [1, 2]; [0.5, 3]; [2, 1]; [3, 0]", "[[0, 1], [2, 5]]" },
  { "eps=0", "[[[1, 2]]]; [10]; [1]; [1]; [4]", "[[[1, 6]]]" },
};

/* Selects all axes except those of gamma, which follow the first. */
static const RensaInts all_but_channels = { .n = RENSA_INTS_NONE };

static gboolean
infer (RensaInference *inference, GError **error)
{
  return rensa_fixed_statistics_infer (inference, &all_but_channels, error);
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const FixedBatchRenormalization *self = rensa_call_get_attrs (call);

  return rensa_fixed_statistics_forward (call, &all_but_channels, self->eps, error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const FixedBatchRenormalization *self = rensa_backward_get_attrs (backward);

  return rensa_fixed_statistics_backward (backward, &all_but_channels, self->eps, error);
}

const RensaFunctionClass rensa_fixed_batch_renormalization_class = {
  .name = "fixed_batch_renormalization",
  .group = &rensa_normalization_group,
  .title = N_ ("Fixed Batch Renormalization"),
  .summary = N_ ("Batch renormalization with given statistics, as used for prediction"),
  .formula = "y = γ (x - mean) / √(var + ε) + β",
  .reference =
      "Ioffe, \"Batch Renormalization: Towards Reducing Minibatch Dependence in Batch-Normalized Models\", NIPS 2017",
  .label = "FixedBatchNormalization",
  .inputs = RENSA_INPUTS ("x", "gamma", "beta", "mean", "var"),
  .n_outputs = 1,
  RENSA_ATTRS (FixedBatchRenormalization, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.fixed_batch_renormalization({x}, {gamma}, {beta}, {mean}, {var}, eps={eps})" },
               { "torch", "F.batch_norm({x}, {mean}, {var}, {gamma}, {beta}, eps={eps:always})" },
               { "onnx", "s = [shape (gamma), spread (1, ndim (x) - 1 - ndim (gamma))]; "
                         "(x - Reshape (mean, s)) / Sqrt (Reshape (var, s) + eps) * Reshape (gamma, s) + Reshape "
                         "(beta, s)" }),
};

/**
 * rensa_fixed_batch_renormalization:
 * @x: shape (N, C, …)
 * @gamma: shape (C,), or the extents of the axes of @x that are not normalized over
 * @beta: same shape as @gamma
 * @mean: same shape as @gamma
 * @var: same shape as @gamma
 * @eps: added to the variance (Chainer's default: 2e-5)
 *
 * y = γ (x - mean) / √(var + ε) + β, which is what rensa_fixed_batch_normalization () computes:
 * with running statistics there is nothing to correct. Has the shape and dtype of @x.
 * RENSA_ERROR_TYPE_CHECK if shapes or dtypes do not fit.
 *
 * Ioffe, "Batch Renormalization: Towards Reducing Minibatch Dependence in Batch-Normalized Models", NIPS 2017.
 */
RENSA_API RensaVariable *
rensa_fixed_batch_renormalization (RensaVariable *x, RensaVariable *gamma, RensaVariable *beta, RensaVariable *mean,
                                   RensaVariable *var, double eps, GError **error)
{
  const FixedBatchRenormalization self = { .eps = eps };
  RensaVariable *const inputs[] = { x, gamma, beta, mean, var };

  return rensa_fixed_statistics_apply (&rensa_fixed_batch_renormalization_class, &self, inputs, error);
}
