/* fixed_batch_normalization.c: normalization with given statistics.
 * SPDX-License-Identifier: MIT */

#include "rensa-axes-private.h"
#include "rensa-fixed-statistics-private.h"
#include "rensa-functions.h"

typedef struct
{
  double eps;
  RensaInts axis;
} FixedBatchNormalization;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_FLOAT (FixedBatchNormalization, eps, .initial = 2e-5, .min = 0, .max = 1, .title = N_ ("Epsilon"),
                    .hint = N_ ("Added to the variance to prevent division by zero")),
  RENSA_ATTR_INTS (
      FixedBatchNormalization, axis, .allow_none = TRUE, .none = TRUE, .title = N_ ("Axes"),
      .hint = N_ ("Axes to normalize over; None uses all except those of gamma, which start at the second axis")),
};

static const RensaSample samples[] = {
  { "eps=1", "[[1, 0], [5, 2]]; [1, 2]; [0.5, 3]; [2, 1]; [3, 0]", "[[0, 1], [2, 5]]" },
  { "eps=0", "[[[1, 2]]]; [10]; [1]; [1]; [4]", "[[[1, 6]]]" },
};

static gboolean
infer (RensaInference *inference, GError **error)
{
  const FixedBatchNormalization *self = rensa_inference_get_attrs (inference);

  return rensa_fixed_statistics_infer (inference, &self->axis, error);
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const FixedBatchNormalization *self = rensa_call_get_attrs (call);

  return rensa_fixed_statistics_forward (call, &self->axis, self->eps, error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const FixedBatchNormalization *self = rensa_backward_get_attrs (backward);

  return rensa_fixed_statistics_backward (backward, &self->axis, self->eps, error);
}

const RensaFunctionClass rensa_fixed_batch_normalization_class = {
  .name = "fixed_batch_normalization",
  .group = &rensa_normalization_group,
  .title = N_ ("Fixed Batch Normalization"),
  .summary = N_ ("Batch normalization with given statistics, as used for prediction"),
  .formula = "y = γ (x - mean) / √(var + ε) + β",
  .reference =
      "Ioffe and Szegedy, \"Batch Normalization: Accelerating Deep Network Training by Reducing Internal Covariate "
      "Shift\", ICML 2015",
  .label = "FixedBatchNormalization",
  .inputs = RENSA_INPUTS ("x", "gamma", "beta", "mean", "var"),
  .n_outputs = 1,
  RENSA_ATTRS (FixedBatchNormalization, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS (
      { "chainer", "F.fixed_batch_normalization({x}, {gamma}, {beta}, {mean}, {var}, eps={eps}, axis={axis})" },
      { "torch", "F.batch_norm({x}, {mean}, {var}, {gamma}, {beta}, eps={eps:always})" },
      { "onnx", "k = given (axis) ? others (axis, ndim (x)) : range (1, ndim (gamma) + 1); "
                "s = keep (shape (x), k); "
                "count (k) == 1 ? at (k, 0) == 1 ? BatchNormalization (x, gamma, beta, mean, var, "
                "epsilon=eps) : (x - Reshape (mean, s)) / Sqrt (Reshape (var, s) + eps) * Reshape (gamma, "
                "s) + Reshape (beta, s) : (x - Reshape (mean, s)) / Sqrt (Reshape (var, s) + eps) * "
                "Reshape (gamma, s) + Reshape (beta, s)" }),
};

/**
 * rensa_fixed_batch_normalization:
 * @x: shape (N, C, …)
 * @gamma: shape (C,), or the extents of the axes of @x that are not normalized over
 * @beta: same shape as @gamma
 * @mean: same shape as @gamma
 * @var: same shape as @gamma
 * @eps: added to the variance (Chainer's default: 2e-5)
 * @axis: (nullable): the axes to normalize over; NULL means the first axis and all axes after those
 *   of @gamma
 *
 * y = γ (x - mean) / √(var + ε) + β; has the shape and dtype of @x. RENSA_ERROR_TYPE_CHECK if
 * shapes or dtypes do not fit.
 *
 * Ioffe and Szegedy, "Batch Normalization: Accelerating Deep Network Training by Reducing Internal Covariate Shift",
 * ICML 2015.
 */
RENSA_API RensaVariable *
rensa_fixed_batch_normalization (RensaVariable *x, RensaVariable *gamma, RensaVariable *beta, RensaVariable *mean,
                                 RensaVariable *var, double eps, const RensaInts *axis, GError **error)
{
  const FixedBatchNormalization self = { .eps = eps, .axis = rensa_ints_or_none (axis) };
  RensaVariable *const inputs[] = { x, gamma, beta, mean, var };

  return rensa_fixed_statistics_apply (&rensa_fixed_batch_normalization_class, &self, inputs, error);
}
