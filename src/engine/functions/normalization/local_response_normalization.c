/* local_response_normalization.c: normalization across neighbouring channels.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-composed-private.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "rensa-mean-private.h"
#include "rensa-windows-private.h"

typedef struct
{
  gint64 n;
  double k;
  double alpha;
  double beta;
} LocalResponseNormalization;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (LocalResponseNormalization, n, .initial = 5, .min = 1, .max = RENSA_WINDOW_MAX,
                  .title = N_ ("Channels"),
                  .hint = N_ ("Number of neighboring channels, including the channel itself")),
  RENSA_ATTR_FLOAT (LocalResponseNormalization, k, .initial = 2, .title = N_ ("Offset"),
                    .hint = N_ ("Constant added to the weighted sum of squares")),
  RENSA_ATTR_FLOAT (LocalResponseNormalization, alpha, .initial = 1e-4, .title = N_ ("Alpha"),
                    .hint = N_ ("Weight of the sum of squares")),
  RENSA_ATTR_FLOAT (LocalResponseNormalization, beta, .initial = 0.75, .title = N_ ("Beta"),
                    .hint = N_ ("Exponent of the divisor")),
};

/* Uses squares, and powers of them, that are easy to compute by hand. */
static const RensaSample samples[] = {
  { "n=1, k=0, alpha=1, beta=1", "[[[2, 4], [-1, 0.5]]]", "[[[0.5, 0.25], [-1, 2]]]" },
  { "k=1, alpha=1, beta=1", "[[[1], [1], [2]], [[0], [1], [0]]]",
    "[[[0.14285714285714286], [0.14285714285714286], [0.28571428571428571]], [[0], [0.5], [0]]]" },
  { "n=3, k=1, alpha=1, beta=0.5", "[[1, 2, 3, 4]]",
    "[[0.40824829046386302, 0.51639777949432226, 0.54772255750516611, 0.78446454055273617]]" },
};

/* kernel: lrn_square (x) -> y */
KERNEL real
lrn_square (real x)
{
  return x * x;
}
/* end kernel */

/* kernel: lrn (x, sum; k, alpha, power) -> y */
KERNEL real
lrn (real x, real sum, real k, real alpha, real power)
{
  return x * k_pow (k + alpha * sum, power);
}
/* end kernel */

/* Term summed over the window in the backward pass. */
/* kernel: lrn_spread (x, gy, sum; k, alpha, less_power) -> y */
KERNEL real
lrn_spread (real x, real gy, real sum, real k, real alpha, real less_power)
{
  return x * gy * k_pow (k + alpha * sum, less_power);
}
/* end kernel */

/* kernel: lrn_grad (x, gy, sum, spread; k, alpha, power, slope) -> gx */
KERNEL real
lrn_grad (real x, real gy, real sum, real spread, real k, real alpha, real power, real slope)
{
  return gy * k_pow (k + alpha * sum, power) + slope * x * spread;
}
/* end kernel */

static gboolean
infer (RensaInference *inference, GError **error)
{
  const LocalResponseNormalization *self = rensa_inference_get_attrs (inference);
  const RensaType *x = rensa_inference_get_input (inference, 0);
  const gint64 n = self->n;

  if (!rensa_expect_floating (inference, 0, error) || !RENSA_EXPECT (inference, x->shape.ndim, >=, 2, error)
      || !RENSA_EXPECT (inference, n, >=, 1, error) || !RENSA_EXPECT (inference, n, <=, RENSA_WINDOW_MAX, error))
    return FALSE;

  rensa_inference_set_output (inference, 0, x);
  return TRUE;
}

/* Views x as images (N, 1, C, S), in which a window covers channels only. */
static RensaShape
get_images_shape (const RensaShape *x)
{
  gint64 rest = 1;

  for (int axis = 2; axis < x->ndim; axis++)
    rest *= x->dims[axis];
  return RENSA_SHAPE (x->dims[0], 1, x->dims[1], rest);
}

/* Number of channels on either side. */
static gint64
get_half (gint64 n)
{
  return n / 2;
}

/* Sums over the window around each channel. */
static RensaArray *
sum_window (RensaArray *array, gint64 n, GError **error)
{
  const gint64 half = get_half (n);
  const RensaWindow window = {
    .n = 2, .kernel = { 2 * half + 1, 1 }, .stride = { 1, 1 }, .pad = { half, 0 }, .dilate = { 1, 1 }, .groups = 1
  };
  const RensaShape shape = get_images_shape (rensa_array_get_shape (array));
  g_autoptr (RensaArray) images = rensa_array_reshape (array, &shape, error);
  g_autoptr (RensaArray) sums = rensa_pool_sum (images, &window, 1, error);

  return sums != NULL ? rensa_array_reshape (sums, rensa_array_get_shape (array), error) : NULL;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const LocalResponseNormalization *self = rensa_call_get_attrs (call);
  RensaArray *x = rensa_call_get_input (call, 0);
  const double params[] = { self->k, self->alpha, -self->beta };

  rensa_call_retain_input (call, 0);
  if (rensa_array_get_count (x) == 0)
    {
      rensa_call_take_output (call, 0, rensa_array_ref (x));
      return TRUE;
    }

  g_autoptr (RensaArray) wide = rensa_array_widen (x, error);
  g_autoptr (RensaArray) squares = rensa_map1 (RENSA_KERNEL_LRN_SQUARE, wide, NULL, error);
  g_autoptr (RensaArray) sum = squares != NULL ? sum_window (squares, self->n, error) : NULL;
  g_autoptr (RensaArray) y = rensa_map2 (RENSA_KERNEL_LRN, x, sum, params, error);

  if (y == NULL)
    return FALSE;
  rensa_call_keep (call, 0, g_steal_pointer (&sum));
  rensa_call_take_output (call, 0, rensa_array_cast (y, rensa_array_get_dtype (x), error));
  return rensa_call_succeeded (call);
}

/* With u = k + alpha Σ x²: gx = gy u^-beta - 2 alpha beta x Σ x gy u^(-beta - 1), where both
 * sums are over the window. */
static gboolean
backward_arrays (RensaBackward *backward, GError **error)
{
  const LocalResponseNormalization *self = rensa_backward_get_attrs (backward);
  RensaArray *x = rensa_variable_get_array (rensa_backward_get_input (backward, 0));
  RensaArray *gy = rensa_variable_get_array (rensa_backward_get_grad_output (backward, 0));
  RensaArray *sum = rensa_backward_get_kept (backward, 0);
  const double spread_params[] = { self->k, self->alpha, -self->beta - 1 };
  const double params[] = { self->k, self->alpha, -self->beta, -2 * self->alpha * self->beta };
  g_autoptr (RensaArray) products = rensa_map3 (RENSA_KERNEL_LRN_SPREAD, x, gy, sum, spread_params, error);
  g_autoptr (RensaArray) spread = products != NULL ? sum_window (products, self->n, error) : NULL;
  g_autoptr (RensaArray) gx = NULL;

  rensa_map (RENSA_KERNEL_LRN_GRAD, (RensaArray *[]){ x, gy, sum, spread }, &gx, params, error);
  if (gx == NULL)
    return FALSE;

  rensa_backward_take_grad_array (backward, 0, rensa_array_cast (gx, rensa_array_get_dtype (x), error));
  return rensa_backward_succeeded (backward);
}

static gboolean
compose (gconstpointer values, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, GError **error)
{
  const LocalResponseNormalization *self = values;
  const gint64 half = get_half (self->n);
  const RensaInts ksize = { .n = 2, .values = { 2 * half + 1, 1 } };
  const RensaInts stride = { .n = RENSA_INTS_SCALAR, .values = { 1 } };
  const RensaInts pad = { .n = 2, .values = { half, 0 } };
  const RensaType type = rensa_variable_get_type (inputs[0]);
  const RensaShape shape = get_images_shape (&type.shape);
  g_autoptr (RensaVariable) squares = rensa_multiply (inputs[0], inputs[0], error);
  g_autoptr (RensaVariable) images = rensa_reshape (squares, &shape, error);
  g_autoptr (RensaVariable) means = rensa_average_pooling_2d (images, &ksize, &stride, &pad, error);
  g_autoptr (RensaVariable) mean = rensa_reshape (means, &type.shape, error);
  g_autoptr (RensaVariable) scaled = rensa_multiply_scalar (mean, self->alpha * (2 * half + 1), error);
  g_autoptr (RensaVariable) unit = rensa_add_scalar (scaled, self->k, error);
  g_autoptr (RensaVariable) factor = rensa_power_scalar (unit, -self->beta, error);

  outputs[0] = rensa_multiply (inputs[0], factor, error);
  return outputs[0] != NULL;
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const LocalResponseNormalization *self = rensa_backward_get_attrs (backward);
  const RensaType x = rensa_backward_get_input_type (backward, 0);
  const RensaComposition composition = { .compose = compose, .attrs = self, .attrs_size = sizeof *self };

  if (rensa_shape_count (&x.shape) == 0)
    {
      rensa_backward_take_grad_input (backward, 0, rensa_variable_ref (rensa_backward_get_grad_output (backward, 0)));
      return TRUE;
    }

  return rensa_backward_is_recorded (backward) ? rensa_backward_composed (backward, &composition, error)
                                               : backward_arrays (backward, error);
}

const RensaFunctionClass rensa_local_response_normalization_class = {
  .name = "local_response_normalization",
  .group = &rensa_normalization_group,
  .title = N_ ("Local Response Normalization"),
  .summary = N_ ("Divides each channel by a power of the sum of squares of its neighbors"),
  .formula = "yᵢ = xᵢ / (k + α Σⱼ xⱼ²)^β, |i - j| ≤ n / 2",
  .reference = "Krizhevsky et al., \"ImageNet Classification with Deep Convolutional Neural Networks\", NIPS 2012",
  .label = "LocalResponseNormalization",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_ATTRS (LocalResponseNormalization, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.local_response_normalization({x}, n={n}, k={k}, alpha={alpha}, beta={beta})" },
               { "torch", "F.local_response_norm({x}, {n} // 2 * 2 + 1, alpha={alpha:always} * ({n} // 2 * 2 + 1), "
                          "beta={beta}, k={k:always})" },
               { "onnx", "n == 2 * floor (n / 2) ? refuse ('n') : ndim (x) == 4 ? LRN (x, size=n, alpha=alpha * n, "
                         "beta=beta, bias=k) : Reshape (LRN (Reshape (x, [0, dim (x, 1), -1, 1]), size=n, "
                         "alpha=alpha * n, beta=beta, bias=k), [0, slice (shape (x), 1, ndim (x))])" }),
};

/**
 * rensa_local_response_normalization:
 * @x: shape (N, C, …)
 * @n: number of neighbouring channels, n / 2, rounded down, on either side (Chainer's default: 5)
 * @k: the constant that the sum is added to (Chainer's default: 2)
 * @alpha: the weight of the sum, which is not divided by @n (Chainer's default: 1e-4)
 * @beta: the power of the divisor (Chainer's default: 0.75)
 *
 * yᵢ = xᵢ / (k + α Σⱼ xⱼ²)^β over the channels j around i; has the shape and dtype of @x. Unlike in
 * Chainer, it is twice differentiable. RENSA_ERROR_TYPE_CHECK if @x has fewer than two axes.
 *
 * Krizhevsky et al., "ImageNet Classification with Deep Convolutional Neural Networks", NIPS 2012.
 */
RENSA_API RensaVariable *
rensa_local_response_normalization (RensaVariable *x, gint64 n, double k, double alpha, double beta, GError **error)
{
  const LocalResponseNormalization self = { .n = n, .k = k, .alpha = alpha, .beta = beta };

  return rensa_apply1 (&rensa_local_response_normalization_class, &self, x, error);
}
