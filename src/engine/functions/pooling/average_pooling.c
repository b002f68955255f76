/* average_pooling.c: the mean of each window along one, two, three or any number of spatial axes.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions.h"
#include "rensa-pooling-private.h"

static const RensaAttrSpec attrs[] = { RENSA_AVERAGE_POOLING_ATTRS };

/* As in Chainer, padding always counts in two dimensions. */
static const RensaAttrSpec attrs_2d[] = {
  RENSA_POOLING_KSIZE,
  RENSA_POOLING_STRIDE,
  RENSA_POOLING_PAD (N_ ("Zeros added on each side of the image; they are included in the mean")),
};

/* Fields shared by all ranks. */
#define AVERAGE_POOLING(attrs, samples)                                                                           \
  .group = &rensa_pooling_group, .inputs = RENSA_INPUTS ("x"), .n_outputs = 1, RENSA_ATTRS (RensaPooling, attrs), \
  RENSA_SAMPLES (samples), .infer = rensa_average_pooling_infer, .forward = rensa_average_pooling_forward,        \
  .backward = rensa_average_pooling_backward
#define CHAINER(rank) "F.average_pooling_" rank "({x}, {ksize}, stride={stride}, pad={pad}, pad_value={pad_value})"
/* In one and three dimensions. */
#define FORMS(rank)                                                                                         \
  RENSA_FORMS ({ "chainer", CHAINER (rank) },                                                               \
               { "torch", "F.avg_pool" rank "({x}, {ksize}, stride={stride}, padding={pad})" },             \
               { "torch_more", RENSA_AVERAGE_POOLING_TORCH }, { "torch_class", rensa_pooling_torch_class }, \
               { "onnx", RENSA_AVERAGE_POOLING_ONNX ("given (pad_value)") })

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
               { "torch", "F.avg_pool2d({x}, {ksize}, stride={stride}, padding={pad})" },
               { "onnx", RENSA_AVERAGE_POOLING_ONNX ("1") }),
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
  RENSA_FORMS ({ "chainer", CHAINER ("nd") }, { "torch", RENSA_AVERAGE_POOLING_TORCH },
               { "torch_class", rensa_pooling_torch_class },
               { "onnx", RENSA_AVERAGE_POOLING_ONNX ("given (pad_value)") }),
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
