/* batch_renormalization.c: batch normalization corrected towards the running statistics.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-composed-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "rensa-primitives.h"
#include "rensa-statistics-private.h"

typedef struct
{
  double rmax;
  double dmax;
  double eps;
  double decay;
  gboolean update_statistics;
} BatchRenormalization;

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
  KEPT_R,
  KEPT_D,
};

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_FLOAT (BatchRenormalization, rmax, .required = TRUE, .min = 1, .max = 1e6, .title = N_ ("Maximum Ratio"),
                    .hint = N_ ("Maximum ratio of the batch standard deviation to the running one")),
  RENSA_ATTR_FLOAT (BatchRenormalization, dmax, .required = TRUE, .min = 0, .max = 1e6, .title = N_ ("Maximum Shift"),
                    .hint = N_ ("Maximum distance of the batch mean from the running mean, in standard deviations")),
  RENSA_ATTR_FLOAT (BatchRenormalization, eps, .initial = 2e-5, .min = 0, .max = 1, .title = N_ ("Epsilon"),
                    .hint = N_ ("Added to the variances to prevent division by zero")),
  RENSA_ATTR_FLOAT (BatchRenormalization, decay, .initial = 0.9, .min = 0, .max = 1, .title = N_ ("Decay"),
                    .hint = N_ ("Fraction of the running statistics kept at each call")),
  RENSA_ATTR_BOOL (BatchRenormalization, update_statistics, .title = N_ ("Update Statistics"),
                   .hint = N_ ("Updates the running statistics from the batch")),
};

/* Computed by hand. All corrections reach their limits: otherwise they depend on x, and the
 * gradient is not the derivative. */
static const RensaSample samples[] = {
  { "rmax=2, dmax=0.5, eps=0", "[[0], [2]]; [2]; [0.5]; [100]; [100]", "[[-1.5], [0.5]]" },
  { "rmax=1.5, dmax=3, eps=0", "[[[10, 14], [-5, -11]]]; [1, 2]; [0, 1]", "[[[1.5, 4.5], [-2, -8]]]" },
};

/* kernel: renormalize_corrections (mean, inv_std, running_mean, running_var; rmin, rmax, dmax, eps) -> (r, d) */
KERNEL void
renormalize_corrections (real mean, real inv_std, real running_mean, real running_var, real rmin, real rmax, real dmax,
                         real eps, real *r, real *d)
{
  const real running_inv_std = 1 / k_sqrt (running_var + eps);

  *r = k_min (k_max (running_inv_std / inv_std, rmin), rmax);
  *d = k_min (k_max ((mean - running_mean) * running_inv_std, -dmax), dmax);
}
/* end kernel */

/* kernel: renormalize_factors (gamma, beta, r, d) -> (scale, shift) */
KERNEL void
renormalize_factors (real gamma, real beta, real r, real d, real *scale, real *shift)
{
  *scale = gamma * r;
  *shift = gamma * d + beta;
}
/* end kernel */

/* kernel: renormalize_apply (x_hat, scale, shift) -> y */
KERNEL real
renormalize_apply (real x_hat, real scale, real shift)
{
  return x_hat * scale + shift;
}
/* end kernel */

/* kernel: renormalize_gamma_grad (gscale, gshift, r, d) -> ggamma */
KERNEL real
renormalize_gamma_grad (real gscale, real gshift, real r, real d)
{
  return gscale * r + gshift * d;
}
/* end kernel */

static const RensaInts all_but_channels = { .n = RENSA_INTS_NONE };

static gboolean
infer (RensaInference *inference, GError **error)
{
  if (!rensa_expect_statistics (inference, &all_but_channels, error)
      || !rensa_expect_same_dtype (inference, GAMMA, BETA, error))
    return FALSE;

  rensa_inference_set_output (inference, 0, rensa_inference_get_input (inference, X));
  return TRUE;
}

/* The values r and d of one call, which are treated as constants from then on. */
static gboolean
find_corrections (const BatchRenormalization *self, RensaCall *call, RensaArray *mean, RensaArray *inv_std,
                  RensaArray *corrections[2], GError **error)
{
  const double params[] = { 1 / self->rmax, self->rmax, self->dmax, self->eps };
  const RensaDtype dtype = rensa_array_get_dtype (mean);
  RensaArray *running_mean = rensa_call_get_input (call, RUNNING_MEAN);
  RensaArray *running_var = rensa_call_get_input (call, RUNNING_VAR);
  g_autoptr (RensaArray) zero = rensa_array_new_scalar (dtype, 0, error);
  g_autoptr (RensaArray) one = zero != NULL ? rensa_array_new_scalar (dtype, 1, error) : NULL;
  RensaArray *inputs[] = { mean, inv_std, running_mean != NULL ? running_mean : zero,
                           running_var != NULL ? running_var : one };

  return one != NULL && rensa_map (RENSA_KERNEL_RENORMALIZE_CORRECTIONS, inputs, corrections, params, error);
}

static gboolean
update (const BatchRenormalization *self, RensaArray *running, RensaArray *batch, double factor, GError **error)
{
  const double params[] = { self->decay, (1 - self->decay) * factor };

  return running == NULL || !self->update_statistics
         || rensa_map (RENSA_KERNEL_RUNNING_STATISTIC, (RensaArray *[]){ running, batch }, &running, params, error);
}

static gboolean
update_both (const BatchRenormalization *self, RensaCall *call, RensaArray *mean, RensaArray *var, GError **error)
{
  RensaArray *x = rensa_call_get_input (call, X);
  const double count = (double) rensa_array_get_count (x) / (double) rensa_array_get_count (mean);

  return update (self, rensa_call_get_input (call, RUNNING_MEAN), mean, 1, error)
         && update (self, rensa_call_get_input (call, RUNNING_VAR), var, count / MAX (count - 1, 1), error);
}

/* Computes x̂ r gamma + (d gamma + beta); takes ownership of @x_hat. */
static RensaArray *
apply_factors (RensaCall *call, RensaArray *x_hat, RensaArray *const corrections[2], guint mask, GError **error)
{
  const RensaShape shape = rensa_shape_reduce (rensa_array_get_shape (x_hat), mask, TRUE);
  const RensaDtype dtype = rensa_array_get_dtype (x_hat);
  RensaArray *const inputs[] = { rensa_call_get_input (call, GAMMA), rensa_call_get_input (call, BETA), corrections[0],
                                 corrections[1] };
  RensaArray *factors[2] = { NULL };
  g_autoptr (RensaArray) owned = x_hat;

  if (!rensa_map (RENSA_KERNEL_RENORMALIZE_FACTORS, inputs, factors, NULL, error))
    return NULL;

  g_autoptr (RensaArray) flat_scale = factors[0];
  g_autoptr (RensaArray) flat_shift = factors[1];
  g_autoptr (RensaArray) scale = rensa_array_reshape (flat_scale, &shape, error);
  g_autoptr (RensaArray) shift = scale != NULL ? rensa_array_reshape (flat_shift, &shape, error) : NULL;
  g_autoptr (RensaArray) y = rensa_map3 (RENSA_KERNEL_RENORMALIZE_APPLY, owned, scale, shift, NULL, error);

  return y != NULL ? rensa_array_cast (y, dtype, error) : NULL;
}

/* Computes x̂ as in batch normalization. */
static RensaArray *
standardize (RensaCall *call, guint mask, double eps, RensaArray **mean, RensaArray **var, RensaArray **inv_std,
             GError **error)
{
  RensaArray *gamma = rensa_call_get_input (call, GAMMA);
  const RensaDtype dtype = rensa_array_get_dtype (gamma);
  g_autoptr (RensaArray) ones = rensa_array_full (dtype, rensa_array_get_shape (gamma), 1, error);
  g_autoptr (RensaArray) zeros = ones != NULL ? rensa_array_zeros (dtype, rensa_array_get_shape (gamma), error) : NULL;

  return rensa_normalize_forward (rensa_call_get_input (call, X), ones, zeros, mask, eps, mean, var, inv_std, error);
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const BatchRenormalization *self = rensa_call_get_attrs (call);
  RensaArray *x = rensa_call_get_input (call, X);
  const guint mask = rensa_statistics_get_mask (&all_but_channels, rensa_array_get_shape (x),
                                                rensa_array_get_shape (rensa_call_get_input (call, GAMMA)));
  RensaArray *corrections[2] = { NULL };
  g_autoptr (RensaArray) mean = NULL;
  g_autoptr (RensaArray) var = NULL;
  g_autoptr (RensaArray) inv_std = NULL;
  g_autoptr (RensaArray) x_hat = NULL;

  for (int i = 0; i < rensa_call_get_n_inputs (call); i++)
    rensa_call_retain_input (call, i);
  /* An empty batch has no statistics and does not change the running ones. */
  if (rensa_array_get_count (x) == 0)
    {
      rensa_call_take_output (call, 0, rensa_array_ref (x));
      return TRUE;
    }

  x_hat = standardize (call, mask, self->eps, &mean, &var, &inv_std, error);
  if (x_hat == NULL || !find_corrections (self, call, mean, inv_std, corrections, error))
    return FALSE;

  rensa_call_take_output (call, 0, apply_factors (call, g_steal_pointer (&x_hat), corrections, mask, error));
  rensa_call_keep (call, KEPT_R, corrections[0]);
  rensa_call_keep (call, KEPT_D, corrections[1]);
  if (!rensa_call_succeeded (call) || !update_both (self, call, mean, var, error))
    return FALSE;

  rensa_call_keep (call, KEPT_MEAN, g_steal_pointer (&mean));
  rensa_call_keep (call, KEPT_INV_STD, g_steal_pointer (&inv_std));
  return TRUE;
}

/* Same as batch normalization with gamma r and gamma d + beta. */
static gboolean
backward_arrays (RensaBackward *backward, guint mask, GError **error)
{
  RensaArray *x = rensa_variable_get_array (rensa_backward_get_input (backward, X));
  RensaArray *gamma = rensa_variable_get_array (rensa_backward_get_input (backward, GAMMA));
  RensaArray *gy = rensa_variable_get_array (rensa_backward_get_grad_output (backward, 0));
  RensaArray *r = rensa_backward_get_kept (backward, KEPT_R);
  RensaArray *d = rensa_backward_get_kept (backward, KEPT_D);
  RensaArray *gx = NULL;
  RensaArray *made_gscale = NULL;
  RensaArray *made_gshift = NULL;
  RensaArray *ggamma = NULL;
  g_autoptr (RensaArray) scale = rensa_map2 (RENSA_KERNEL_OP_MUL, gamma, r, NULL, error);

  if (!rensa_normalize_backward (x, scale, gy, rensa_backward_get_kept (backward, KEPT_MEAN),
                                 rensa_backward_get_kept (backward, KEPT_INV_STD), mask, &gx, &made_gscale,
                                 &made_gshift, error))
    return FALSE;

  g_autoptr (RensaArray) gscale = made_gscale;
  g_autoptr (RensaArray) gshift = made_gshift;

  rensa_backward_take_grad_array (backward, X, gx);
  rensa_map (RENSA_KERNEL_RENORMALIZE_GAMMA_GRAD, (RensaArray *[]){ gscale, gshift, r, d }, &ggamma, NULL, error);
  rensa_backward_take_grad_array (backward, GAMMA, ggamma);
  rensa_backward_take_grad_array (backward, BETA, g_steal_pointer (&gshift));
  return rensa_backward_succeeded (backward);
}

/* r and d are the last ones. */
static gboolean
compose (gconstpointer values, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, GError **error)
{
  const BatchRenormalization *self = values;
  g_autoptr (RensaVariable) scale = rensa_multiply (inputs[GAMMA], inputs[n_inputs - 2], error);
  g_autoptr (RensaVariable) product = rensa_multiply (inputs[GAMMA], inputs[n_inputs - 1], error);
  g_autoptr (RensaVariable) shift = rensa_add (product, inputs[BETA], error);

  outputs[0] = rensa_batch_normalization (inputs[X], scale, shift, NULL, NULL, self->eps, self->decay, NULL, error);
  return outputs[0] != NULL;
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const BatchRenormalization *self = rensa_backward_get_attrs (backward);
  const RensaType x = rensa_backward_get_input_type (backward, X);
  const RensaType gamma = rensa_backward_get_input_type (backward, GAMMA);
  RensaArray *const corrections[] = { rensa_backward_get_kept (backward, KEPT_R),
                                      rensa_backward_get_kept (backward, KEPT_D) };
  const RensaComposition composition = {
    .compose = compose,
    .n_moving = BETA + 1,
    .further = corrections,
    .n_further = 2,
    .attrs = self,
    .attrs_size = sizeof *self,
  };

  if (rensa_shape_count (&x.shape) == 0)
    return rensa_backward_nothing (backward, error);
  if (rensa_backward_is_recorded (backward))
    return rensa_backward_composed (backward, &composition, error);

  return backward_arrays (backward, rensa_statistics_get_mask (&all_but_channels, &x.shape, &gamma.shape), error);
}

const RensaFunctionClass rensa_batch_renormalization_class = {
  .name = "batch_renormalization",
  .group = &rensa_normalization_group,
  .title = N_ ("Batch Renormalization"),
  .summary = N_ ("Batch normalization corrected toward the running statistics within limits"),
  .formula = "y = γ (r (x - μ) / √(σ² + ε) + d) + β",
  .reference =
      "Ioffe, \"Batch Renormalization: Towards Reducing Minibatch Dependence in Batch-Normalized Models\", NIPS 2017",
  .label = "BatchRenormalizationFunction",
  .inputs = RENSA_INPUTS ("x", "gamma", "beta", "running_mean?", "running_var?"),
  .updates = 1u << RUNNING_MEAN | 1u << RUNNING_VAR,
  .n_outputs = 1,
  RENSA_ATTRS (BatchRenormalization, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS (
      { "chainer",
        "F.batch_renormalization({x}, {gamma}, {beta}, {rmax}, {dmax}, eps={eps}, running_mean=chainer.as_array({running_mean}).copy(), "
        "running_var=chainer.as_array({running_var}).copy(), decay={decay}, update_statistics={update_statistics})" }),
};

/**
 * rensa_batch_renormalization:
 * @x: shape (N, C, …)
 * @gamma: shape (C,), or the extents of the axes of @x after the first that are not averaged over
 * @beta: same shape as @gamma
 * @running_mean: (nullable): same shape as @gamma; NULL means 0
 * @running_var: (nullable): same shape as @gamma; NULL means 1
 * @rmax: limit of r, at least 1
 * @dmax: limit of d
 * @eps: added to the variances (Chainer's default: 2e-5)
 * @decay: fraction of the running statistics that is kept (Chainer's default: 0.9)
 * @update_statistics: TRUE to update the arrays of @running_mean and @running_var in place, like
 *   rensa_batch_normalization ()
 *
 * y = γ (r (x - μ) / √(σ² + ε) + d) + β, where r is the ratio of the standard deviation of the
 * batch to the running one, between 1 / rmax and rmax, and d the distance between the means in
 * running standard deviations, between -dmax and dmax. The gradient treats r and d as constants, as
 * in the paper, so it is not the derivative. Unlike in Chainer, it can be differentiated again.
 * RENSA_ERROR_TYPE_CHECK if shapes or dtypes do not fit.
 *
 * Ioffe, "Batch Renormalization: Towards Reducing Minibatch Dependence in Batch-Normalized Models", NIPS 2017.
 */
RENSA_API RensaVariable *
rensa_batch_renormalization (RensaVariable *x, RensaVariable *gamma, RensaVariable *beta, RensaVariable *running_mean,
                             RensaVariable *running_var, double rmax, double dmax, double eps, double decay,
                             gboolean update_statistics, GError **error)
{
  const BatchRenormalization self = {
    .rmax = rmax, .dmax = dmax, .eps = eps, .decay = decay, .update_statistics = update_statistics
  };
  RensaVariable *const inputs[] = { x, gamma, beta, running_mean, running_var };
  RensaVariable *y = NULL;

  if (x == NULL || gamma == NULL || beta == NULL)
    return NULL;

  rensa_function_apply (&rensa_batch_renormalization_class, &self, inputs, G_N_ELEMENTS (inputs), &y, 1, error);
  return y;
}
