/* average_pooling.c: the mean of each window along one, two, three or any number of spatial axes.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "rensa-mean-private.h"
#include "rensa-pooling-private.h"
#include "rensa-registry-faults.h"
#include "rensa-window-maps-private.h"

static const RensaAttrSpec attrs[] = {
  RENSA_POOLING_KSIZE,
  RENSA_POOLING_STRIDE,
  RENSA_POOLING_PAD (N_ ("Padding on both sides of each spatial axis")),
  RENSA_ATTR_INT (RensaPooling, pad_value, .allow_none = TRUE, .initial = 0, .title = N_ ("Padding Value"),
                  .hint = N_ ("0 includes padding in the mean as zeros; None excludes it")),
};

/* As in Chainer, padding always counts in two dimensions. */
static const RensaAttrSpec attrs_2d[] = {
  RENSA_POOLING_KSIZE,
  RENSA_POOLING_STRIDE,
  RENSA_POOLING_PAD (N_ ("Zeros added on each side of the image; they are included in the mean")),
};

/* Returns TRUE if the divisor is the same for all windows. */
static gboolean
has_fixed_divisor (const RensaPooling *self, const RensaWindow *window)
{
  gboolean padded = FALSE;

  for (int i = 0; i < window->n; i++)
    padded = padded || window->pad[i] > 0;

  return self->pad_value != RENSA_INT_NONE || !padded;
}

/* Returns the number of positions of each window inside x, for one image of one channel; x has
 * @shape. */
static RensaArray *
count_places (RensaDtype dtype, const RensaShape *shape, const RensaWindow *window, GError **error)
{
  RensaShape plane = *shape;

  plane.dims[0] = 1;
  plane.dims[1] = 1;

  g_autoptr (RensaArray) ones = rensa_array_full (dtype, &plane, 1, error);

  return rensa_pool_sum (ones, window, 1, error);
}

/* Ignores padding. */
static RensaArray *
average_within (RensaArray *x, const RensaWindow *window, GError **error)
{
  g_autoptr (RensaArray) wide = rensa_array_widen (x, error);
  g_autoptr (RensaArray) sum = rensa_pool_sum (wide, window, 1, error);
  g_autoptr (RensaArray) count =
      sum != NULL ? count_places (rensa_array_get_dtype (sum), rensa_array_get_shape (x), window, error) : NULL;
  g_autoptr (RensaArray) mean = count != NULL ? rensa_map2 (RENSA_KERNEL_OP_DIV, sum, count, NULL, error) : NULL;

  return mean != NULL ? rensa_array_cast (mean, rensa_array_get_dtype (x), error) : NULL;
}

static gboolean
infer (RensaInference *inference, GError **error)
{
  const RensaPooling *self = rensa_inference_get_attrs (inference);
  const RensaType *x = rensa_inference_get_input (inference, 0);
  RensaShape y = x->shape;
  RensaWindow window;

  if (self->pad_value != 0 && self->pad_value != RENSA_INT_NONE)
    {
      rensa_refuse_value (error, "pad_value", N_ ("0 or None"), "%" G_GINT64_FORMAT, self->pad_value);
      g_prefix_error (error, "%s: ", rensa_inference_get_name (inference));
      return FALSE;
    }
  if (!rensa_pooling_infer_window (inference, &window, error)
      || !rensa_expect_window_fits (inference, &window, &x->shape, &y, error))
    return FALSE;

  rensa_inference_set_output_shape (inference, 0, x->dtype, &y);
  return TRUE;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const RensaPooling *self = rensa_call_get_attrs (call);
  RensaArray *x = rensa_call_get_input (call, 0);
  RensaWindow window;

  if (!rensa_pooling_get_window (self, rensa_array_get_ndim (x) - 2, &window, error))
    return FALSE;

  rensa_call_take_output (call, 0,
                          has_fixed_divisor (self, &window) ? rensa_pool_average (x, &window, error)
                                                            : average_within (x, &window, error));
  return rensa_call_succeeded (call);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const RensaPooling *self = rensa_backward_get_attrs (backward);
  const RensaType x = rensa_backward_get_input_type (backward, 0);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);
  double size = 1;
  RensaWindow window;

  if (!rensa_pooling_get_window (self, x.shape.ndim - 2, &window, error))
    return FALSE;

  for (int i = 0; i < window.n; i++)
    size *= (double) window.kernel[i];

  if (has_fixed_divisor (self, &window))
    rensa_backward_take_grad_input (backward, 0, rensa_spread_windows (gy, &window, 1 / size, &x.shape, error));
  else
    {
      g_autoptr (RensaArray) count = count_places (x.dtype, &x.shape, &window, error);
      g_autoptr (RensaVariable) divisor = rensa_variable_new_constant (count);
      g_autoptr (RensaVariable) share = rensa_divide (gy, divisor, error);

      rensa_backward_take_grad_input (backward, 0, rensa_spread_windows (share, &window, 1, &x.shape, error));
    }
  return rensa_backward_succeeded (backward);
}

#define TORCH "pool_windows({x}, 'mean', {ksize}, stride={stride}, pad={pad}, pad_value={pad_value})"
#define ONNX(counts_padding) \
  RENSA_POOLING_ONNX "AveragePool (x, kernel_shape=k, strides=s, pads=[p, p], count_include_pad=" counts_padding ")"

/* Fields shared by all ranks. */
#define AVERAGE_POOLING(attrs, samples)                                                                           \
  .group = &rensa_pooling_group, .inputs = RENSA_INPUTS ("x"), .n_outputs = 1, RENSA_ATTRS (RensaPooling, attrs), \
  RENSA_SAMPLES (samples), .infer = infer, .forward = forward, .backward = backward
#define CHAINER(rank) "F.average_pooling_" rank "({x}, {ksize}, stride={stride}, pad={pad}, pad_value={pad_value})"
/* In one and three dimensions. */
#define FORMS(rank)                                                                                                   \
  RENSA_FORMS (                                                                                                       \
      { "chainer", CHAINER (rank) }, { "torch", "F.avg_pool" rank "({x}, {ksize}, stride={stride}, padding={pad})" }, \
      { "torch_more", TORCH }, { "torch_class", rensa_pooling_torch_class }, { "onnx", ONNX ("given (pad_value)") })

static RensaVariable *
apply (const RensaFunctionClass *class, RensaVariable *x, const RensaInts *ksize, const RensaInts *stride,
       const RensaInts *pad, gint64 pad_value, GError **error)
{
  RensaPooling self = rensa_pooling_new (ksize, stride, pad);

  self.pad_value = pad_value;
  return rensa_apply1 (class, &self, x, error);
}

static const RensaSample samples_1d[] = {
  { "ksize=2", "[[[1, 5, 2, 4, 3]]]", "[[[3, 3]]]" },
  { "ksize=3, stride=2, pad=1", "[[[1, 5, 2, 4, 3]]]", "[[[2, 3.6666666666666665, 2.3333333333333335]]]" },
  { "ksize=3, stride=2, pad=1, pad_value=None", "[[[1, 5, 2, 4, 3]]]", "[[[3, 3.6666666666666665, 3.5]]]" },
};

const RensaFunctionClass rensa_average_pooling_1d_class = {
  .name = "average_pooling_1d",
  AVERAGE_POOLING (attrs, samples_1d),
  .title = N_ ("Average Pooling 1D"),
  .summary = N_ ("Replaces each window along one spatial axis by its mean"),
  .formula = "y[n, c, i] = Σ x[n, c, si + u - p] / k",
  .label = "AveragePoolingND",
  .rule = &(const RensaPoolingRule){ .n_axes = 1, .needs_elements = TRUE },
  FORMS ("1d"),
};

/**
 * rensa_average_pooling_1d:
 * @x: shape (N, C, L), with at least one element
 * @ksize: extent of the windows
 * @stride: (nullable): distance between windows; NULL means @ksize
 * @pad: (nullable): positions added on each side; NULL means 0
 * @pad_value: 0, or %RENSA_INT_NONE for None
 *
 * Returns the mean of each window, of extent ⌊(d + 2p - k) / s⌋ + 1 along each spatial axis.
 * With @pad_value 0, padding counts as zeros; with None, the sum is divided by the number of
 * positions inside x. RENSA_ERROR_TYPE_CHECK if x does not fit, RENSA_ERROR_INVALID if a tuple
 * does not.
 */
RENSA_API RensaVariable *
rensa_average_pooling_1d (RensaVariable *x, const RensaInts *ksize, const RensaInts *stride, const RensaInts *pad,
                          gint64 pad_value, GError **error)
{
  return apply (&rensa_average_pooling_1d_class, x, ksize, stride, pad, pad_value, error);
}

static const RensaSample samples_2d[] = {
  { "ksize=2", "[[[[1, 2, 3], [4, 5, 6]]]]", "[[[[3]]]]" },
  { "ksize=2, stride=1", "[[[[1, 2, 3], [4, 5, 6]]]]", "[[[[3, 4]]]]" },
  { "ksize=(1, 2), pad=(0, 1)", "[[[[1, 2]]]]", "[[[[0.5, 1]]]]" },
};

const RensaFunctionClass rensa_average_pooling_2d_class = {
  .name = "average_pooling_2d",
  AVERAGE_POOLING (attrs_2d, samples_2d),
  .title = N_ ("Average Pooling 2D"),
  .summary = N_ ("Replaces each window of an image by its mean"),
  .words = N_ ("avgpool;mean pooling;cnn;downsample"),
  .stem = "pool",
  .formula = "y[n, c, i, j] = Σ x[n, c, si + u - p, sj + v - p] / (kH kW)",
  .label = "AveragePooling2D",
  .rule = &(const RensaPoolingRule){ .n_axes = 2 },
  RENSA_FORMS ({ "chainer", "F.average_pooling_2d({x}, {ksize}, stride={stride}, pad={pad})" },
               { "torch", "F.avg_pool2d({x}, {ksize}, stride={stride}, padding={pad})" }, { "onnx", ONNX ("1") }),
};

/**
 * rensa_average_pooling_2d:
 * @x: shape (N, C, H, W)
 * @ksize: height and width of the windows
 * @stride: (nullable): distance between windows; NULL means @ksize
 * @pad: (nullable): zeros added on each side, which count in the mean; NULL means 0
 *
 * y[n, c, i, j] = Σ x[n, c, s i + u - p, s j + v - p] / (kH kW), of shape (N, C, H', W') with
 * H' = ⌊(H + 2p - k) / s⌋ + 1. RENSA_ERROR_TYPE_CHECK if x does not fit, RENSA_ERROR_INVALID if
 * a tuple does not.
 */
RENSA_API RensaVariable *
rensa_average_pooling_2d (RensaVariable *x, const RensaInts *ksize, const RensaInts *stride, const RensaInts *pad,
                          GError **error)
{
  return apply (&rensa_average_pooling_2d_class, x, ksize, stride, pad, 0, error);
}

static const RensaSample samples_3d[] = {
  { "ksize=2", "[[[[[1, 5], [2, 4]], [[3, 0], [8, -1]]]]]", "[[[[[2.75]]]]]" },
  { "ksize=(1, 2, 1), stride=(1, 2, 2), pad=(0, 1, 0)", "[[[[[1, 5], [2, 4]], [[3, 0], [8, -1]]]]]",
    "[[[[[0.5], [1]], [[1.5], [4]]]]]" },
  { "ksize=2, pad=(0, 1, 1), pad_value=None", "[[[[[1, 5], [2, 4]], [[3, 0], [8, -1]]]]]",
    "[[[[[2, 2.5], [5, 1.5]]]]]" },
};

const RensaFunctionClass rensa_average_pooling_3d_class = {
  .name = "average_pooling_3d",
  AVERAGE_POOLING (attrs, samples_3d),
  .title = N_ ("Average Pooling 3D"),
  .summary = N_ ("Replaces each window over three spatial axes by its mean"),
  .formula = "y[n, c, h, i, j] = Σ x[n, c, sh + t - p, si + u - p, sj + v - p] / (kD kH kW)",
  .label = "AveragePoolingND",
  .rule = &(const RensaPoolingRule){ .n_axes = 3, .needs_elements = TRUE },
  FORMS ("3d"),
};

/**
 * rensa_average_pooling_3d:
 * @x: shape (N, C, D, H, W), with at least one element
 * @ksize: extent of the windows
 * @stride: (nullable): distance between windows; NULL means @ksize
 * @pad: (nullable): positions added on each side; NULL means 0
 * @pad_value: 0, or %RENSA_INT_NONE for None
 *
 * Returns the mean of each window, of extent ⌊(d + 2p - k) / s⌋ + 1 along each spatial axis.
 * With @pad_value 0, padding counts as zeros; with None, the sum is divided by the number of
 * positions inside x. RENSA_ERROR_TYPE_CHECK if x does not fit, RENSA_ERROR_INVALID if a tuple
 * does not.
 */
RENSA_API RensaVariable *
rensa_average_pooling_3d (RensaVariable *x, const RensaInts *ksize, const RensaInts *stride, const RensaInts *pad,
                          gint64 pad_value, GError **error)
{
  return apply (&rensa_average_pooling_3d_class, x, ksize, stride, pad, pad_value, error);
}

static const RensaSample samples_nd[] = {
  { "ksize=2, stride=1", "[[[1, 5, 2, 4, 3]]]", "[[[3, 3.5, 3, 3.5]]]" },
  { "ksize=(1, 2), pad=(0, 1)", "[[[[1, 2, 3], [4, 5, 6]]]]", "[[[[0.5, 2.5], [2, 5.5]]]]" },
  { "ksize=2, stride=1, pad=1, pad_value=None", "[[[[1, 2, 3], [4, 5, 6]]]]",
    "[[[[1, 1.5, 2.5, 3], [2.5, 3, 4, 4.5], [4, 4.5, 5.5, 6]]]]" },
  { "ksize=(2, 1, 1, 2), stride=1, pad=(0, 0, 0, 1), pad_value=None", "[[[[[[1, 2], [-1, 3]]], [[[0, 4], [-2, 5]]]]]]",
    "[[[[[[0.5, 1.75, 3], [-1.5, 1.25, 4]]]]]]" },
};

const RensaFunctionClass rensa_average_pooling_nd_class = {
  .name = "average_pooling_nd",
  AVERAGE_POOLING (attrs, samples_nd),
  .title = N_ ("Average Pooling ND"),
  .summary = N_ ("Replaces each window over any number of spatial axes by its mean"),
  .formula = "y[n, c, i…] = Σ x[n, c, s i + u - p] / Π k",
  .label = "AveragePoolingND",
  .rule = &(const RensaPoolingRule){ .needs_elements = TRUE },
  RENSA_FORMS ({ "chainer", CHAINER ("nd") }, { "torch", TORCH }, { "torch_class", rensa_pooling_torch_class },
               { "onnx", ONNX ("given (pad_value)") }),
};

/**
 * rensa_average_pooling_nd:
 * @x: shape (N, C, d₁, …), with at least one element
 * @ksize: extent of the windows
 * @stride: (nullable): distance between windows; NULL means @ksize
 * @pad: (nullable): positions added on each side; NULL means 0
 * @pad_value: 0, or %RENSA_INT_NONE for None
 *
 * Returns the mean of each window, of extent ⌊(d + 2p - k) / s⌋ + 1 along each spatial axis.
 * With @pad_value 0, padding counts as zeros; with None, the sum is divided by the number of
 * positions inside x. x has one to six spatial axes. RENSA_ERROR_TYPE_CHECK if x does not fit,
 * RENSA_ERROR_INVALID if a tuple does not.
 */
RENSA_API RensaVariable *
rensa_average_pooling_nd (RensaVariable *x, const RensaInts *ksize, const RensaInts *stride, const RensaInts *pad,
                          gint64 pad_value, GError **error)
{
  return apply (&rensa_average_pooling_nd_class, x, ksize, stride, pad, pad_value, error);
}
