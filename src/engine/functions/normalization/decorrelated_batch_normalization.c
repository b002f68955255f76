/* decorrelated_batch_normalization.c: whitening with the statistics of the batch.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-composed-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "rensa-whitening-private.h"

typedef struct
{
  gint64 groups;
  double eps;
  double decay;
} DecorrelatedBatchNormalization;

/* State of a group; the covariances of all groups are decomposed together. */
#define MAX_CHANNELS 16384

enum
{
  X,
  RUNNING_MEAN,
  RUNNING_PROJECTION,
};

enum
{
  KEPT_CENTRED, /* (groups, K, m) */
  KEPT_VALUES,  /* eigenvalues of the covariance, (groups, K) */
  KEPT_VECTORS, /* its eigenvectors by rows, (groups, K, K) */
};

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (DecorrelatedBatchNormalization, groups, .initial = 16, .min = 1, .max = G_MAXINT32,
                  .title = N_ ("Groups"), .hint = N_ ("Number of equal groups into which the channels are divided")),
  RENSA_ATTR_FLOAT (DecorrelatedBatchNormalization, eps, .initial = 2e-5, .min = 0, .max = 1, .title = N_ ("Epsilon"),
                    .hint = N_ ("Added to the variances to prevent division by zero")),
  RENSA_ATTR_FLOAT (DecorrelatedBatchNormalization, decay, .initial = 0.9, .min = 0, .max = 1, .title = N_ ("Decay"),
                    .hint = N_ ("Fraction of the running statistics kept at each call")),
};

/* Computed independently of this code, with 30 digits. */
static const RensaSample samples[] = {
  { "groups=1, eps=1", "[[1, 2], [3, -1], [0, 0.5], [-2, 1]]",
    "[[0.40073475422022762, 1.0385389039531824], [1.092061215868533, -0.8958686845873592], "
    "[-0.26667408433307981, -0.14316196213652488], [-1.2261218857556808, 0.00049174277070164414]]" },
  { "groups=2, eps=1", "[[[1, 2, 6], [0, -1, 2]]]",
    "[[[-0.84016805041680588, -0.42008402520840294, 1.2602520756252088], "
    "[-0.20851441405707476, -0.83405765622829905, 1.0425720702853738]]]" },
};

/* kernel: whitening_scale (x; factor) -> y */
KERNEL real
whitening_scale (real x, real factor)
{
  return factor * x;
}
/* end kernel */

/* index kernel: whitening_covariance (products; factor, eps) -> covariance */
KERNEL real
whitening_covariance (const k_index *at, k_view products, real factor, real eps)
{
  const real sum =
      products.data[at[0] * products.strides[0] + at[1] * products.strides[1] + at[2] * products.strides[2]];

  return factor * sum + (at[1] == at[2] ? eps : 0);
}
/* end kernel */

/* kernel: whitening_inverse_norm (square) -> y */
KERNEL real
whitening_inverse_norm (real square)
{
  return square > 0 ? 1 / k_sqrt (square) : 1;
}
/* end kernel */

/* kernel: whitening_weigh (vector, value) -> y */
KERNEL real
whitening_weigh (real vector, real value)
{
  return vector / k_sqrt (value);
}
/* end kernel */

/* The derivative of 1 / sqrt (A) in the basis of its eigenvectors: element (i, j) is multiplied
 * by (1 / sᵢ - 1 / sⱼ) / (sᵢ² - sⱼ²) = -1 / (sᵢ sⱼ (sᵢ + sⱼ)), where s² are the eigenvalues. */
/* index kernel: whitening_spectrum (g, values; factor) -> y */
KERNEL real
whitening_spectrum (const k_index *at, k_view g, k_view values, real factor)
{
  const real *of_group = values.data + at[0] * values.strides[0];
  const real si = k_sqrt (of_group[at[1] * values.strides[1]]);
  const real sj = k_sqrt (of_group[at[2] * values.strides[1]]);
  const real *gs = g.data + at[0] * g.strides[0];
  const real sum = gs[at[1] * g.strides[1] + at[2] * g.strides[2]] + gs[at[2] * g.strides[1] + at[1] * g.strides[2]];

  return -factor * sum / (si * sj * (si + sj));
}
/* end kernel */

static gboolean
infer (RensaInference *inference, GError **error)
{
  const DecorrelatedBatchNormalization *self = rensa_inference_get_attrs (inference);
  const RensaType *x = rensa_inference_get_input (inference, X);
  const gint64 groups = self->groups;

  if (!rensa_expect_whitening (inference, groups, RUNNING_MEAN, RUNNING_PROJECTION, error)
      || !RENSA_EXPECT (inference, x->shape.dims[1] / groups, <=, MAX_CHANNELS, error))
    return FALSE;

  rensa_inference_set_output (inference, 0, rensa_inference_get_input (inference, X));
  return TRUE;
}

/* Returns the mean over the last axis, which is kept with extent 1. */
static RensaArray *
average (RensaArray *vectors, GError **error)
{
  const double factor = 1 / (double) rensa_array_get_dim (vectors, 2);
  g_autoptr (RensaArray) sum = rensa_reduce (RENSA_REDUCE_SUM, vectors, 1u << 2, TRUE, error);

  return rensa_map1 (RENSA_KERNEL_WHITENING_SCALE, sum, &factor, error);
}

/* Eigenvalues and eigenvectors of the covariance of @centred. */
static gboolean
decompose (RensaArray *centred, double eps, RensaArray **values, RensaArray **vectors, GError **error)
{
  const double params[] = { 1 / (double) rensa_array_get_dim (centred, 2), eps };
  g_autoptr (RensaArray) products = rensa_matmul_arrays (centred, centred, FALSE, TRUE, error);
  g_autoptr (RensaArray) covariance =
      products != NULL ? rensa_index_map1 (RENSA_KERNEL_WHITENING_COVARIANCE, RENSA_FLOAT64,
                                           rensa_array_get_shape (products), &products, params, error)
                       : NULL;

  return rensa_decompose_symmetric (covariance, values, vectors, error);
}

/* Computes Σ eᵢ eᵢᵀ / sqrt (vᵢ) from the eigenvectors eᵢ and the eigenvalues vᵢ. */
static RensaArray *
make_projection (RensaArray *values, RensaArray *vectors, RensaDtype dtype, GError **error)
{
  g_autoptr (RensaArray) column = rensa_array_view_expand (values, 1u << 2);
  g_autoptr (RensaArray) weighed = rensa_map2 (RENSA_KERNEL_WHITENING_WEIGH, vectors, column, NULL, error);
  g_autoptr (RensaArray) projection = rensa_matmul_arrays (vectors, weighed, TRUE, FALSE, error);

  return projection != NULL ? rensa_array_cast (projection, dtype, error) : NULL;
}

static gboolean
update (const DecorrelatedBatchNormalization *self, RensaArray *running, RensaArray *batch, double factor,
        GError **error)
{
  const double params[] = { self->decay, (1 - self->decay) * factor };

  return running == NULL
         || rensa_map (RENSA_KERNEL_RUNNING_STATISTIC, (RensaArray *[]){ running, batch }, &running, params, error);
}

static gboolean
update_both (RensaCall *call, RensaArray *mean, RensaArray *projection, double count, GError **error)
{
  const DecorrelatedBatchNormalization *self = rensa_call_get_attrs (call);
  g_autoptr (RensaArray) flat = rensa_array_view_squeeze (mean, 1u << 2);

  return update (self, rensa_call_get_input (call, RUNNING_MEAN), flat, 1, error)
         && update (self, rensa_call_get_input (call, RUNNING_PROJECTION), projection, count / MAX (count - 1, 1),
                    error);
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const DecorrelatedBatchNormalization *self = rensa_call_get_attrs (call);
  RensaArray *x = rensa_call_get_input (call, X);
  const RensaDtype dtype = rensa_array_get_dtype (x);
  const RensaDtype work = rensa_dtype_promote (RENSA_FLOAT32, dtype);
  RensaArray *values = NULL;
  RensaArray *vectors = NULL;

  for (int i = 0; i < rensa_call_get_n_inputs (call); i++)
    rensa_call_retain_input (call, i);
  /* An empty batch has no statistics and does not change the running ones. */
  if (rensa_array_get_count (x) == 0)
    {
      rensa_call_take_output (call, 0, rensa_array_ref (x));
      return TRUE;
    }

  g_autoptr (RensaArray) wide = rensa_array_cast (x, work, error);
  g_autoptr (RensaArray) arranged = wide != NULL ? rensa_whitening_arrange (wide, self->groups, error) : NULL;
  g_autoptr (RensaArray) mean = arranged != NULL ? average (arranged, error) : NULL;
  g_autoptr (RensaArray) centred = rensa_map2 (RENSA_KERNEL_OP_SUB, arranged, mean, NULL, error);

  if (centred == NULL || !decompose (centred, self->eps, &values, &vectors, error))
    return FALSE;

  g_autoptr (RensaArray) projection = make_projection (values, vectors, work, error);
  g_autoptr (RensaArray) whitened = rensa_matmul_arrays (projection, centred, FALSE, FALSE, error);
  g_autoptr (RensaArray) y =
      whitened != NULL ? rensa_whitening_restore (whitened, rensa_array_get_shape (x), error) : NULL;
  const gboolean ok =
      y != NULL && update_both (call, mean, projection, (double) rensa_array_get_dim (centred, 2), error);

  rensa_call_keep (call, KEPT_VALUES, values);
  rensa_call_keep (call, KEPT_VECTORS, vectors);
  rensa_call_keep (call, KEPT_CENTRED, g_steal_pointer (&centred));
  if (ok)
    rensa_call_take_output (call, 0, rensa_array_cast (y, dtype, error));
  return ok && rensa_call_succeeded (call);
}

/* With A = q qᵀ / m + eps and y = q / sqrt (A), the contribution of A to the gradient of q is
 * (gA + gAᵀ) q / m: this is the matrix that is multiplied by q, computed in the basis of the
 * eigenvectors. */
static RensaArray *
find_covariance_part (RensaBackward *backward, RensaArray *gy, RensaArray *centred, GError **error)
{
  RensaArray *values = rensa_backward_get_kept (backward, KEPT_VALUES);
  RensaArray *vectors = rensa_backward_get_kept (backward, KEPT_VECTORS);
  const double factor = 1 / (double) rensa_array_get_dim (centred, 2);
  g_autoptr (RensaArray) gprojection = rensa_matmul_arrays (gy, centred, FALSE, TRUE, error);
  g_autoptr (RensaArray) wide = gprojection != NULL ? rensa_array_cast (gprojection, RENSA_FLOAT64, error) : NULL;
  g_autoptr (RensaArray) left = rensa_matmul_arrays (vectors, wide, FALSE, FALSE, error);
  g_autoptr (RensaArray) turned = rensa_matmul_arrays (left, vectors, FALSE, TRUE, error);

  if (turned == NULL)
    return NULL;

  g_autoptr (RensaArray) weighed =
      rensa_index_map1 (RENSA_KERNEL_WHITENING_SPECTRUM, RENSA_FLOAT64, rensa_array_get_shape (turned),
                        (RensaArray *[]){ turned, values }, &factor, error);
  g_autoptr (RensaArray) back = rensa_matmul_arrays (vectors, weighed, TRUE, FALSE, error);
  g_autoptr (RensaArray) part = rensa_matmul_arrays (back, vectors, FALSE, FALSE, error);

  return part != NULL ? rensa_array_cast (part, rensa_array_get_dtype (centred), error) : NULL;
}

static gboolean
backward_arrays (RensaBackward *backward, GError **error)
{
  const DecorrelatedBatchNormalization *self = rensa_backward_get_attrs (backward);
  const RensaType type = rensa_backward_get_input_type (backward, X);
  RensaArray *centred = rensa_backward_get_kept (backward, KEPT_CENTRED);
  const RensaDtype work = rensa_array_get_dtype (centred);
  g_autoptr (RensaArray) wide =
      rensa_array_cast (rensa_variable_get_array (rensa_backward_get_grad_output (backward, 0)), work, error);
  g_autoptr (RensaArray) gy = wide != NULL ? rensa_whitening_arrange (wide, self->groups, error) : NULL;
  g_autoptr (RensaArray) part = gy != NULL ? find_covariance_part (backward, gy, centred, error) : NULL;
  g_autoptr (RensaArray) projection =
      part != NULL ? make_projection (rensa_backward_get_kept (backward, KEPT_VALUES),
                                      rensa_backward_get_kept (backward, KEPT_VECTORS), work, error)
                   : NULL;
  g_autoptr (RensaArray) gcentred = rensa_matmul_arrays (projection, gy, FALSE, FALSE, error);
  g_autoptr (RensaArray) by_covariance = rensa_matmul_arrays (part, centred, FALSE, FALSE, error);

  if (gcentred == NULL || by_covariance == NULL || !rensa_array_accumulate (gcentred, by_covariance, error))
    return FALSE;

  g_autoptr (RensaArray) mean = average (gcentred, error);
  g_autoptr (RensaArray) gvectors = rensa_map2 (RENSA_KERNEL_OP_SUB, gcentred, mean, NULL, error);
  g_autoptr (RensaArray) gx = gvectors != NULL ? rensa_whitening_restore (gvectors, &type.shape, error) : NULL;

  if (gx == NULL)
    return FALSE;
  rensa_backward_take_grad_array (backward, X, rensa_array_cast (gx, type.dtype, error));
  return rensa_backward_succeeded (backward);
}

/* Number of steps of the Newton iteration for 1 / sqrt (A) that suffices for a condition number
 * of 1e12. */
#define N_STEPS 40

/* The inverse norm of each of @matrices; the norm is at least the largest eigenvalue. */
static RensaVariable *
find_scale (RensaArray *matrices, GError **error)
{
  g_autoptr (RensaArray) squares = rensa_reduce (RENSA_REDUCE_SUM_SQUARE, matrices, 3u << 1, TRUE, error);
  g_autoptr (RensaArray) inverse = rensa_map1 (RENSA_KERNEL_WHITENING_INVERSE_NORM, squares, NULL, error);

  return rensa_variable_new_constant (inverse);
}

static RensaVariable *
new_identity (RensaArray *like, GError **error)
{
  const double params[] = { 0, 1 };
  g_autoptr (RensaArray) identity = rensa_index_map1 (RENSA_KERNEL_WHITENING_COVARIANCE, rensa_array_get_dtype (like),
                                                      rensa_array_get_shape (like), &like, params, error);

  return rensa_variable_new_constant (identity);
}

/* One step of the coupled iteration T = (3 - Z Y) / 2, Y' = Y T, Z' = T Z. */
static gboolean
iterate (RensaVariable **Y, RensaVariable **Z, RensaVariable *three, GError **error)
{
  g_autoptr (RensaVariable) product = rensa_matmul (*Z, *Y, FALSE, FALSE, error);
  g_autoptr (RensaVariable) rest = rensa_subtract (three, product, error);
  g_autoptr (RensaVariable) T = rensa_multiply_scalar (rest, 0.5, error);
  g_autoptr (RensaVariable) old_Y = g_steal_pointer (Y);
  g_autoptr (RensaVariable) old_Z = g_steal_pointer (Z);

  *Y = rensa_matmul (old_Y, T, FALSE, FALSE, error);
  *Z = rensa_matmul (T, old_Z, FALSE, FALSE, error);
  return *Y != NULL && *Z != NULL;
}

/* Computes 1 / sqrt (A). A factor c, which cancels out, makes the eigenvalues less than 1: 1 /
 * sqrt (A) = sqrt (c) / sqrt (c A). */
static RensaVariable *
compose_inverse_root (RensaVariable *A, GError **error)
{
  RensaArray *array = A != NULL ? rensa_variable_get_array (A) : NULL;
  g_autoptr (RensaVariable) identity = array != NULL ? new_identity (array, error) : NULL;
  g_autoptr (RensaVariable) scale = identity != NULL ? find_scale (array, error) : NULL;
  g_autoptr (RensaVariable) root = rensa_sqrt (scale, error);
  g_autoptr (RensaVariable) three = rensa_multiply_scalar (identity, 3, error);
  g_autoptr (RensaVariable) Y = rensa_multiply (A, scale, error);
  g_autoptr (RensaVariable) Z = identity != NULL ? rensa_variable_ref (identity) : NULL;

  for (int i = 0; i < N_STEPS; i++)
    if (!iterate (&Y, &Z, three, error))
      return NULL;

  return rensa_multiply (Z, root, error);
}

static gboolean
compose (gconstpointer values, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, GError **error)
{
  const DecorrelatedBatchNormalization *self = values;
  const RensaType type = rensa_variable_get_type (inputs[X]);
  const RensaInts last = { .n = 1, .values = { 2 } };
  g_autoptr (RensaVariable) wide = rensa_cast (inputs[X], RENSA_FLOAT64, error);
  g_autoptr (RensaVariable) vectors =
      wide != NULL ? rensa_whitening_arrange_variable (wide, self->groups, error) : NULL;
  g_autoptr (RensaVariable) mean = rensa_average (vectors, NULL, &last, TRUE, error);
  g_autoptr (RensaVariable) centred = rensa_subtract (vectors, mean, error);
  g_autoptr (RensaVariable) products = rensa_matmul (centred, centred, FALSE, TRUE, error);

  if (products == NULL)
    return FALSE;

  const double count = (double) rensa_variable_get_type (centred).shape.dims[2];
  g_autoptr (RensaVariable) covariance = rensa_divide_scalar (products, count, error);
  g_autoptr (RensaVariable) identity = new_identity (rensa_variable_get_array (products), error);
  g_autoptr (RensaVariable) ridge = rensa_multiply_scalar (identity, self->eps, error);
  g_autoptr (RensaVariable) A = rensa_add (covariance, ridge, error);
  g_autoptr (RensaVariable) projection = compose_inverse_root (A, error);
  g_autoptr (RensaVariable) whitened = rensa_matmul (projection, centred, FALSE, FALSE, error);
  g_autoptr (RensaVariable) y = rensa_whitening_restore_variable (whitened, &type.shape, error);

  outputs[0] = rensa_cast (y, type.dtype, error);
  return outputs[0] != NULL;
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const RensaComposition composition = {
    .compose = compose,
    .n_moving = X + 1,
    .attrs_size = sizeof (DecorrelatedBatchNormalization),
  };
  const RensaType x = rensa_backward_get_input_type (backward, X);

  if (rensa_shape_count (&x.shape) == 0)
    {
      rensa_backward_take_grad_input (backward, X, rensa_variable_ref (rensa_backward_get_grad_output (backward, 0)));
      return TRUE;
    }

  return rensa_backward_is_recorded (backward) ? rensa_backward_composed (backward, &composition, error)
                                               : backward_arrays (backward, error);
}

const RensaFunctionClass rensa_decorrelated_batch_normalization_class = {
  .name = "decorrelated_batch_normalization",
  .group = &rensa_normalization_group,
  .title = N_ ("Decorrelated Batch Normalization"),
  .summary = N_ ("Normalizes and decorrelates the channels of each group"),
  .formula = "y = Σ^(-1/2) (x - μ)",
  .reference = "Huang et al., \"Decorrelated Batch Normalization\", CVPR 2018",
  .label = "DecorrelatedBatchNormalization",
  .inputs = RENSA_INPUTS ("x", "running_mean?", "running_projection?"),
  .updates = 1u << RUNNING_MEAN | 1u << RUNNING_PROJECTION,
  .n_outputs = 1,
  RENSA_ATTRS (DecorrelatedBatchNormalization, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS (
      { "chainer",
        "F.decorrelated_batch_normalization({x}, groups={groups}, eps={eps}, running_mean=chainer.as_array({running_mean}).copy(), "
        "running_projection=chainer.as_array({running_projection}).copy(), decay={decay})" }),
};

/**
 * rensa_decorrelated_batch_normalization:
 * @x: shape (N, C, …)
 * @running_mean: (nullable): shape (groups, C / groups); the array is updated in place: decay ·
 *   running_mean + (1 - decay) · μ
 * @running_projection: (nullable): shape (groups, C / groups, C / groups); updated in the same way
 *   with Σ^(-1/2) m / max (m - 1, 1), where m is the number of vectors
 * @groups: number of equal groups into which the channels are divided (Chainer's default: 16)
 * @eps: added to the variances (Chainer's default: 2e-5)
 * @decay: fraction of the running statistics that is kept (Chainer's default: 0.9)
 *
 * y = Σ^(-1/2) (x - μ) for each group of channels, with the mean μ and the covariance Σ of the
 * batch, to whose diagonal @eps is added; has the shape and dtype of @x. The symmetric root keeps y
 * as close to x as possible (ZCA). Unlike in Chainer, it is twice differentiable; for this purpose,
 * the root is computed by Newton's iteration. RENSA_ERROR_TYPE_CHECK if shapes or dtypes do not
 * fit.
 *
 * Huang et al., "Decorrelated Batch Normalization", CVPR 2018.
 */
RENSA_API RensaVariable *
rensa_decorrelated_batch_normalization (RensaVariable *x, RensaVariable *running_mean,
                                        RensaVariable *running_projection, gint64 groups, double eps, double decay,
                                        GError **error)
{
  const DecorrelatedBatchNormalization self = { .groups = groups, .eps = eps, .decay = decay };
  RensaVariable *const inputs[] = { x, running_mean, running_projection };
  RensaVariable *y = NULL;

  if (x == NULL)
    return NULL;

  rensa_function_apply (&rensa_decorrelated_batch_normalization_class, &self, inputs, G_N_ELEMENTS (inputs), &y, 1,
                        error);
  return y;
}
