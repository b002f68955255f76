/* batch_normalization.c: normalization with the statistics of the batch.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-axes-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "rensa-primitives.h"
#include "rensa-statistics-private.h"

typedef struct
{
  double eps;
  double decay;
  RensaInts axis;
} BatchNormalization;

enum
{
  X,
  GAMMA,
  BETA,
  RUNNING_MEAN,
  RUNNING_VAR,
};

enum
{
  KEPT_MEAN,
  KEPT_INV_STD,
};

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_FLOAT (BatchNormalization, eps, .initial = 2e-5, .min = 0, .max = 1, .title = N_ ("Epsilon"),
                    .hint = N_ ("Added to the variance to prevent division by zero")),
  RENSA_ATTR_FLOAT (BatchNormalization, decay, .initial = 0.9, .min = 0, .max = 1, .title = N_ ("Decay"),
                    .hint = N_ ("Fraction of the running statistics kept at each call")),
  RENSA_ATTR_INTS (BatchNormalization, axis, .allow_none = TRUE, .none = TRUE, .title = N_ ("Axes"),
                   .hint = N_ ("Axes to average over; None uses all except those of gamma, which start at the "
                               "second axis")),
};

static const RensaSample samples[] = {
  { "eps=1", "[[1, 0], [5, 0]]; [1, 2]; [0.5, 3]", "[[-0.3944271909999159, 3], [1.3944271909999159, 3]]" },
  { "eps=1, axis=1", "[[1, 5], [0, 0]]; [1, 2]; [0.5, 3]", "[[-0.3944271909999159, 1.3944271909999159], [3, 3]]" },
};

/* kernel: running_statistic (running, batch; kept, added) -> y */
KERNEL real
running_statistic (real running, real batch, real kept, real added)
{
  return kept * running + added * batch;
}
/* end kernel */

static gboolean
infer (RensaInference *inference, GError **error)
{
  const BatchNormalization *self = rensa_inference_get_attrs (inference);

  if (!rensa_expect_statistics (inference, &self->axis, error)
      || !rensa_expect_same_dtype (inference, GAMMA, BETA, error))
    return FALSE;

  rensa_inference_set_output (inference, 0, rensa_inference_get_input (inference, X));
  return TRUE;
}

/* Returns the number of elements of x in each mean. */
static double
get_count (const RensaShape *x, guint mask)
{
  const RensaShape averaged = rensa_shape_reduce (x, ~mask, FALSE);

  return (double) rensa_shape_count (&averaged);
}

static gboolean
update (const BatchNormalization *self, RensaArray *running, RensaArray *batch, double factor, GError **error)
{
  const double params[] = { self->decay, (1 - self->decay) * factor };

  return running == NULL
         || rensa_map (RENSA_KERNEL_RUNNING_STATISTIC, (RensaArray *[]){ running, batch }, &running, params, error);
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const BatchNormalization *self = rensa_call_get_attrs (call);
  RensaArray *x = rensa_call_get_input (call, X);
  RensaArray *gamma = rensa_call_get_input (call, GAMMA);
  const RensaShape *shape = rensa_array_get_shape (x);
  const guint mask = rensa_statistics_get_mask (&self->axis, shape, rensa_array_get_shape (gamma));
  const double count = get_count (shape, mask);
  g_autoptr (RensaArray) mean = NULL;
  g_autoptr (RensaArray) var = NULL;
  RensaArray *inv_std = NULL;

  /* An empty batch has no statistics and does not change the running ones. */
  if (rensa_array_get_count (x) == 0)
    {
      rensa_call_take_output (call, 0, rensa_array_ref (x));
      return TRUE;
    }

  rensa_call_take_output (call, 0,
                          rensa_normalize_forward (x, gamma, rensa_call_get_input (call, BETA), mask, self->eps, &mean,
                                                   &var, &inv_std, error));
  if (!rensa_call_succeeded (call) || !update (self, rensa_call_get_input (call, RUNNING_MEAN), mean, 1, error)
      || !update (self, rensa_call_get_input (call, RUNNING_VAR), var, count / MAX (count - 1, 1), error))
    {
      g_clear_pointer (&inv_std, rensa_array_unref);
      return FALSE;
    }

  rensa_call_retain_input (call, X);
  rensa_call_retain_input (call, GAMMA);
  rensa_call_keep (call, KEPT_MEAN, g_steal_pointer (&mean));
  rensa_call_keep (call, KEPT_INV_STD, inv_std);
  return TRUE;
}

static gboolean
backward_arrays (RensaBackward *backward, guint mask, GError **error)
{
  RensaArray *x = rensa_variable_get_array (rensa_backward_get_input (backward, X));
  RensaArray *gamma = rensa_variable_get_array (rensa_backward_get_input (backward, GAMMA));
  RensaArray *gy = rensa_variable_get_array (rensa_backward_get_grad_output (backward, 0));
  RensaArray *gx = NULL;
  RensaArray *ggamma = NULL;
  RensaArray *gbeta = NULL;

  if (!rensa_normalize_backward (x, gamma, gy, rensa_backward_get_kept (backward, KEPT_MEAN),
                                 rensa_backward_get_kept (backward, KEPT_INV_STD), mask, &gx, &ggamma, &gbeta, error))
    return FALSE;

  rensa_backward_take_grad_array (backward, X, gx);
  rensa_backward_take_grad_array (backward, GAMMA, ggamma);
  rensa_backward_take_grad_array (backward, BETA, gbeta);
  return rensa_backward_succeeded (backward);
}

/* x̂ = (x - mean) / sqrt (var + eps), with statistics that depend on x. */
static RensaVariable *
standardize (RensaVariable *x, const RensaInts *axes, double eps, RensaVariable **inv_std, GError **error)
{
  g_autoptr (RensaVariable) mean = rensa_average (x, NULL, axes, TRUE, error);
  g_autoptr (RensaVariable) centred = rensa_subtract (x, mean, error);
  g_autoptr (RensaVariable) square = rensa_multiply (centred, centred, error);
  g_autoptr (RensaVariable) var = rensa_average (square, NULL, axes, TRUE, error);
  g_autoptr (RensaVariable) raised = rensa_add_scalar (var, eps, error);

  *inv_std = rensa_power_scalar (raised, -0.5, error);
  return rensa_multiply (centred, *inv_std, error);
}

/* gbeta = Σ gy, ggamma = Σ gy x̂, gx = gamma / sqrt (var + eps) (gy - (gbeta + x̂ ggamma) / count) */
static gboolean
backward_variables (RensaBackward *backward, guint mask, GError **error)
{
  const BatchNormalization *self = rensa_backward_get_attrs (backward);
  const RensaType x_type = rensa_backward_get_input_type (backward, X);
  const RensaDtype gamma_dtype = rensa_backward_get_input_type (backward, GAMMA).dtype;
  const RensaDtype dtype = rensa_dtype_promote (RENSA_FLOAT32, rensa_dtype_promote (x_type.dtype, gamma_dtype));
  const RensaShape shape = rensa_shape_reduce (&x_type.shape, mask, TRUE);
  const RensaInts axes = rensa_ints_from_mask (mask);
  g_autoptr (RensaVariable) x = rensa_cast (rensa_backward_get_input (backward, X), dtype, error);
  g_autoptr (RensaVariable) gy = rensa_cast (rensa_backward_get_grad_output (backward, 0), dtype, error);
  g_autoptr (RensaVariable) flat_gamma = rensa_cast (rensa_backward_get_input (backward, GAMMA), dtype, error);
  g_autoptr (RensaVariable) gamma = rensa_reshape (flat_gamma, &shape, error);
  g_autoptr (RensaVariable) inv_std = NULL;
  g_autoptr (RensaVariable) x_hat = standardize (x, &axes, self->eps, &inv_std, error);
  g_autoptr (RensaVariable) gbeta = rensa_sum (gy, &axes, TRUE, error);
  g_autoptr (RensaVariable) gy_x_hat = rensa_multiply (gy, x_hat, error);
  g_autoptr (RensaVariable) ggamma = rensa_sum (gy_x_hat, &axes, TRUE, error);

  if (rensa_backward_needs_grad (backward, X))
    {
      g_autoptr (RensaVariable) along_x_hat = rensa_multiply (x_hat, ggamma, error);
      g_autoptr (RensaVariable) by_statistics = rensa_add (along_x_hat, gbeta, error);
      g_autoptr (RensaVariable) mean = rensa_divide_scalar (by_statistics, get_count (&x_type.shape, mask), error);
      g_autoptr (RensaVariable) rest = rensa_subtract (gy, mean, error);
      g_autoptr (RensaVariable) scale = rensa_multiply (gamma, inv_std, error);
      g_autoptr (RensaVariable) gx = rensa_multiply (rest, scale, error);

      rensa_backward_take_statistic (backward, X, gx, error);
    }
  rensa_backward_take_statistic (backward, GAMMA, ggamma, error);
  rensa_backward_take_statistic (backward, BETA, gbeta, error);
  return rensa_backward_succeeded (backward);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const BatchNormalization *self = rensa_backward_get_attrs (backward);
  const RensaType x = rensa_backward_get_input_type (backward, X);
  const RensaType gamma = rensa_backward_get_input_type (backward, GAMMA);
  const guint mask = rensa_statistics_get_mask (&self->axis, &x.shape, &gamma.shape);

  if (rensa_array_get_count (rensa_variable_get_array (rensa_backward_get_grad_output (backward, 0))) == 0)
    return rensa_backward_nothing (backward, error);

  return rensa_backward_is_recorded (backward) ? backward_variables (backward, mask, error)
                                               : backward_arrays (backward, mask, error);
}

const RensaFunctionClass rensa_batch_normalization_class = {
  .name = "batch_normalization",
  .group = &rensa_normalization_group,
  .title = N_ ("Batch Normalization"),
  .summary = N_ ("Normalizes each channel of a batch to mean beta and standard deviation gamma"),
  .formula = "y = γ (x - μ) / √(σ² + ε) + β",
  .reference =
      "Ioffe and Szegedy, \"Batch Normalization: Accelerating Deep Network Training by Reducing Internal Covariate "
      "Shift\", ICML 2015",
  .label = "BatchNormalization",
  .inputs = RENSA_INPUTS ("x", "gamma", "beta", "running_mean?", "running_var?"),
  .updates = 1u << RUNNING_MEAN | 1u << RUNNING_VAR,
  .n_outputs = 1,
  RENSA_ATTRS (BatchNormalization, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS (
      { "chainer",
        "F.batch_normalization({x}, {gamma}, {beta}, eps={eps}, running_mean=chainer.as_array({running_mean}).copy(), "
        "running_var=chainer.as_array({running_var}).copy(), decay={decay}, axis={axis})" },
      { "torch",
        "F.batch_norm({x}, {running_mean}, {running_var}, {gamma}, {beta}, training=True, momentum=1 - {decay}, eps={eps:always})" },
      { "onnx", "k = given (axis) ? others (axis, ndim (x)) : range (1, ndim (gamma) + 1); "
                "s = keep (shape (x), k); a = others (k, ndim (x)); "
                "d = x - ReduceMean (x, axes=a, keepdims=1); "
                "d / Sqrt (ReduceMean (d * d, axes=a, keepdims=1) + eps) * Reshape (gamma, s) + Reshape "
                "(beta, s)" }),
};

/**
 * rensa_batch_normalization:
 * @x: shape (N, C, …)
 * @gamma: shape (C,), or the extents of the axes of @x that are not averaged over
 * @beta: same shape as @gamma
 * @running_mean: (nullable): same shape as @gamma; the array is updated in place: decay ·
 *   running_mean + (1 - decay) · μ
 * @running_var: (nullable): updated in the same way with σ² m / max (m - 1, 1), where m is the
 *   number of elements in each mean
 * @eps: added to the variance (Chainer's default: 2e-5)
 * @decay: fraction of the running statistics that is kept (Chainer's default: 0.9)
 * @axis: (nullable): the axes to average over; NULL means the first axis and all axes after those
 *   of @gamma
 *
 * y = γ (x - μ) / √(σ² + ε) + β with the mean μ and the population variance σ² of @x; has the shape
 * and dtype of @x. RENSA_ERROR_TYPE_CHECK if shapes or dtypes do not fit.
 *
 * Ioffe and Szegedy, "Batch Normalization: Accelerating Deep Network Training by Reducing Internal Covariate Shift",
 * ICML 2015.
 */
RENSA_API RensaVariable *
rensa_batch_normalization (RensaVariable *x, RensaVariable *gamma, RensaVariable *beta, RensaVariable *running_mean,
                           RensaVariable *running_var, double eps, double decay, const RensaInts *axis, GError **error)
{
  const BatchNormalization self = { .eps = eps, .decay = decay, .axis = rensa_ints_or_none (axis) };
  RensaVariable *const inputs[] = { x, gamma, beta, running_mean, running_var };
  RensaVariable *y = NULL;

  if (x == NULL || gamma == NULL || beta == NULL)
    return NULL;

  rensa_function_apply (&rensa_batch_normalization_class, &self, inputs, G_N_ELEMENTS (inputs), &y, 1, error);
  return y;
}
