/* max_pooling.c: the largest element of each window along one, two, three or any number of spatial axes.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions.h"
#include "rensa-pooling-private.h"
#include "rensa-window-maps-private.h"

#define RETURN_INDICES                                                           \
  RENSA_ATTR_BOOL (RensaPooling, return_indices, .title = N_ ("Return Indices"), \
                   .hint = N_ ("Also returns the position of each maximum within its window"))

static const RensaAttrSpec attrs[] = {
  RENSA_POOLING_KSIZE,
  RENSA_POOLING_STRIDE,
  RENSA_POOLING_PAD (N_ ("Padding on both sides of each spatial axis; never chosen as the maximum")),
  RENSA_POOLING_COVER_ALL (N_ ("Add a window if the last one would leave out pixels")),
  RETURN_INDICES,
};

static const RensaAttrSpec attrs_2d[] = {
  RENSA_POOLING_KSIZE,
  RENSA_POOLING_STRIDE,
  RENSA_POOLING_PAD (N_ ("Padding on each side of the image; never chosen as the maximum")),
  RENSA_POOLING_COVER_ALL (N_ ("Add a window if the last one would leave out pixels")),
  RETURN_INDICES,
};

static gboolean
infer (RensaInference *inference, GError **error)
{
  const RensaPooling *self = rensa_inference_get_attrs (inference);
  const RensaType *x = rensa_inference_get_input (inference, 0);
  RensaShape y = x->shape;
  RensaWindow window;

  if (!rensa_pooling_infer_window (inference, &window, error)
      || !rensa_expect_window_fits (inference, &window, &x->shape, &y, error))
    return FALSE;

  rensa_inference_set_output_shape (inference, 0, x->dtype, &y);
  if (self->return_indices)
    rensa_inference_set_output_shape (inference, 1, RENSA_INT64, &y);
  return TRUE;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const RensaPooling *self = rensa_call_get_attrs (call);
  const gboolean needs_index = self->return_indices || rensa_call_needs_grad (call, 0);
  RensaArray *x = rensa_call_get_input (call, 0);
  g_autoptr (RensaArray) index = NULL;
  RensaWindow window;

  if (!rensa_pooling_get_window (self, rensa_array_get_ndim (x) - 2, &window, error))
    return FALSE;

  rensa_call_take_output (call, 0, rensa_pool_max (x, &window, needs_index ? &index : NULL, error));
  if (index != NULL)
    rensa_call_keep (call, 0, rensa_array_ref (index));
  if (self->return_indices)
    rensa_call_take_output (call, 1, g_steal_pointer (&index));
  return rensa_call_succeeded (call);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const RensaType x = rensa_backward_get_input_type (backward, 0);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);
  g_autoptr (RensaVariable) index = rensa_variable_new_constant (rensa_backward_get_kept (backward, 0));
  RensaWindow window;

  if (!rensa_pooling_get_window (rensa_backward_get_attrs (backward), x.shape.ndim - 2, &window, error))
    return FALSE;

  /* The indices alone have no gradient. */
  if (gy != NULL)
    rensa_backward_take_grad_input (backward, 0, rensa_scatter_places (gy, index, &window, &x.shape, error));
  return rensa_backward_succeeded (backward);
}

#define TORCH                                                                                    \
  "pool_windows({x}, 'max', {ksize}, stride={stride}, pad={pad}, cover_all={cover_all:always}, " \
  "return_indices={return_indices:tuple})"
#define ONNX                                                                                     \
  RENSA_POOLING_ONNX                                                                             \
  "e = max ((slice (shape (out), 2, n + 2) - 1) * s + k - slice (shape (x), 2, n + 2) - p, 0); " \
  "return_indices ? refuse ('return_indices') : MaxPool (x, kernel_shape=k, strides=s, pads=[p, e])"

/* Fields shared by all ranks. */
#define MAX_POOLING(attrs, samples, n)                                                                                 \
  .group = &rensa_pooling_group, .inputs = RENSA_INPUTS ("x"), RENSA_ATTRS (RensaPooling, attrs),                      \
  RENSA_SAMPLES (samples), .rule = &(const RensaPoolingRule){ .n_axes = (n), .needs_elements = TRUE }, .infer = infer, \
  .forward = forward, .backward = backward
#define CHAINER(rank)                                                                        \
  "F.max_pooling_" rank "({x}, {ksize}, stride={stride}, pad={pad}, cover_all={cover_all}, " \
  "return_indices={return_indices:tuple})"
/* In one, two and three dimensions. */
#define FORMS(rank)                                                                           \
  RENSA_FORMS ({ "chainer", CHAINER (rank) },                                                 \
               { "torch", "F.max_pool" rank "({x}, {ksize}, stride={stride}, padding={pad}, " \
                          "ceil_mode={cover_all:always})" },                                  \
               { "torch_more", TORCH }, { "torch_class", rensa_pooling_torch_class }, { "onnx", ONNX })

static RensaVariable *
apply (const RensaFunctionClass *class, RensaVariable *x, const RensaInts *ksize, const RensaInts *stride,
       const RensaInts *pad, gboolean cover_all, GError **error)
{
  RensaPooling self = rensa_pooling_new (ksize, stride, pad);

  self.cover_all = cover_all;
  return rensa_apply1 (class, &self, x, error);
}

static const RensaSample samples_1d[] = {
  { "ksize=2", "[[[1, 5, 2, 4, 3]]]", "[[[5, 4, 3]]]" },
  { "ksize=2, cover_all=false", "[[[1, 5, 2, 4, 3]]]", "[[[5, 4]]]" },
  { "ksize=3, stride=2, pad=1, return_indices=true", "[[[1, 5, 2, 4, 3]]]", "[[[5, 5, 4]]]; [[[2, 0, 0]]]" },
};

const RensaFunctionClass rensa_max_pooling_1d_class = {
  .name = "max_pooling_1d",
  MAX_POOLING (attrs, samples_1d, 1),
  .title = N_ ("Max Pooling 1D"),
  .summary = N_ ("Keeps the largest value of each window along one spatial axis"),
  .formula = "y[n, c, i] = max x[n, c, si + u - p] over u",
  .label = "MaxPoolingND",
  FORMS ("1d"),
};

/**
 * rensa_max_pooling_1d:
 * @x: shape (N, C, L), with at least one element
 * @ksize: extent of the windows
 * @stride: (nullable): distance between windows; NULL means @ksize
 * @pad: (nullable): positions added on each side, which are never the largest; NULL means 0
 * @cover_all: adds a window if the last one would leave elements uncovered (Chainer's default)
 *
 * Returns the largest element of each window, of extent ⌊(d + 2p - k) / s⌋ + 1 along each
 * spatial axis (rounded up with @cover_all). NaN takes precedence. RENSA_ERROR_TYPE_CHECK if x
 * does not fit, RENSA_ERROR_INVALID if a tuple does not.
 */
RENSA_API RensaVariable *
rensa_max_pooling_1d (RensaVariable *x, const RensaInts *ksize, const RensaInts *stride, const RensaInts *pad,
                      gboolean cover_all, GError **error)
{
  return apply (&rensa_max_pooling_1d_class, x, ksize, stride, pad, cover_all, error);
}

static const RensaSample samples_2d[] = {
  { "ksize=2", "[[[[1, 5, 2], [4, 3, 0], [-1, -2, -3]]]]", "[[[[5, 2], [-1, -3]]]]" },
  { "ksize=2, cover_all=false", "[[[[1, 5, 2], [4, 3, 0], [-1, -2, -3]]]]", "[[[[5]]]]" },
  { "ksize=2, stride=1, cover_all=false, return_indices=true", "[[[[1, 5, 2], [4, 3, 6]]]]",
    "[[[[5, 6]]]]; [[[[1, 3]]]]" },
};

const RensaFunctionClass rensa_max_pooling_2d_class = {
  .name = "max_pooling_2d",
  MAX_POOLING (attrs_2d, samples_2d, 2),
  .title = N_ ("Max Pooling 2D"),
  .summary = N_ ("Keeps the largest value of each window of an image"),
  .words = N_ ("maxpool;cnn;downsample;subsample"),
  .stem = "pool",
  .formula = "y[n, c, i, j] = max x[n, c, si + u - p, sj + v - p] over u, v",
  .label = "MaxPooling2D",
  FORMS ("2d"),
};

/**
 * rensa_max_pooling_2d:
 * @x: shape (N, C, H, W), with at least one element
 * @ksize: height and width of the windows
 * @stride: (nullable): distance between windows; NULL means @ksize
 * @pad: (nullable): pixels added on each side, which are never the largest; NULL means 0
 * @cover_all: adds a window if the last one would leave elements uncovered (Chainer's default)
 *
 * y[n, c, i, j] = max x[n, c, s i + u - p, s j + v - p] over the window, of shape (N, C, H', W')
 * with H' = ⌊(H + 2p - k) / s⌋ + 1 (rounded up with @cover_all). NaN takes precedence.
 * RENSA_ERROR_TYPE_CHECK if x does not fit, RENSA_ERROR_INVALID if a tuple does not.
 */
RENSA_API RensaVariable *
rensa_max_pooling_2d (RensaVariable *x, const RensaInts *ksize, const RensaInts *stride, const RensaInts *pad,
                      gboolean cover_all, GError **error)
{
  return apply (&rensa_max_pooling_2d_class, x, ksize, stride, pad, cover_all, error);
}

static const RensaSample samples_3d[] = {
  { "ksize=2", "[[[[[1, 5], [2, 4]], [[3, 0], [8, -1]]]]]", "[[[[[8]]]]]" },
  { "ksize=(1, 2, 1), stride=1, cover_all=false", "[[[[[1, 5], [2, 4]], [[3, 0], [8, -1]]]]]",
    "[[[[[2, 5]], [[8, 0]]]]]" },
  { "ksize=(2, 1, 2), pad=(1, 0, 0), cover_all=false, return_indices=true", "[[[[[1, 5], [2, 4]], [[3, 0], [8, -1]]]]]",
    "[[[[[5], [4]], [[3], [8]]]]]; [[[[[3], [3]], [[0], [0]]]]]" },
};

const RensaFunctionClass rensa_max_pooling_3d_class = {
  .name = "max_pooling_3d",
  MAX_POOLING (attrs, samples_3d, 3),
  .title = N_ ("Max Pooling 3D"),
  .summary = N_ ("Keeps the largest value of each window over three spatial axes"),
  .formula = "y[n, c, h, i, j] = max x[n, c, sh + t - p, si + u - p, sj + v - p] over t, u, v",
  .label = "MaxPoolingND",
  FORMS ("3d"),
};

/**
 * rensa_max_pooling_3d:
 * @x: shape (N, C, D, H, W), with at least one element
 * @ksize: extent of the windows
 * @stride: (nullable): distance between windows; NULL means @ksize
 * @pad: (nullable): positions added on each side, which are never the largest; NULL means 0
 * @cover_all: adds a window if the last one would leave elements uncovered (Chainer's default)
 *
 * Returns the largest element of each window, of extent ⌊(d + 2p - k) / s⌋ + 1 along each
 * spatial axis (rounded up with @cover_all). NaN takes precedence. RENSA_ERROR_TYPE_CHECK if x
 * does not fit, RENSA_ERROR_INVALID if a tuple does not.
 */
RENSA_API RensaVariable *
rensa_max_pooling_3d (RensaVariable *x, const RensaInts *ksize, const RensaInts *stride, const RensaInts *pad,
                      gboolean cover_all, GError **error)
{
  return apply (&rensa_max_pooling_3d_class, x, ksize, stride, pad, cover_all, error);
}

static const RensaSample samples_nd[] = {
  { "ksize=2", "[[[1, 5, 2, 4, 3]]]", "[[[5, 4, 3]]]" },
  { "ksize=(1, 2), stride=1, cover_all=false", "[[[[1, 5, 2], [4, 3, 0], [-1, -2, -3]]]]",
    "[[[[5, 5], [4, 3], [-1, -2]]]]" },
  { "ksize=2, stride=1, cover_all=false, return_indices=true", "[[[[1, -2, 3], [4, -5, 6]]]]",
    "[[[[4, 6]]]]; [[[[2, 3]]]]" },
  { "ksize=(2, 1, 1, 2), stride=1, cover_all=false, return_indices=true",
    "[[[[[[1, 2], [-1, 3]]], [[[0, 4], [-2, 5]]]]]]", "[[[[[[4], [5]]]]]]; [[[[[[3], [3]]]]]]" },
};

const RensaFunctionClass rensa_max_pooling_nd_class = {
  .name = "max_pooling_nd",
  MAX_POOLING (attrs, samples_nd, 0),
  .title = N_ ("Max Pooling ND"),
  .summary = N_ ("Keeps the largest value of each window over any number of spatial axes"),
  .formula = "y[n, c, i…] = max x[n, c, s i + u - p] over u",
  .label = "MaxPoolingND",
  RENSA_FORMS ({ "chainer", CHAINER ("nd") }, { "torch", TORCH }, { "torch_class", rensa_pooling_torch_class },
               { "onnx", ONNX }),
};

/**
 * rensa_max_pooling_nd:
 * @x: shape (N, C, d₁, …), with at least one element
 * @ksize: extent of the windows
 * @stride: (nullable): distance between windows; NULL means @ksize
 * @pad: (nullable): positions added on each side, which are never the largest; NULL means 0
 * @cover_all: adds a window if the last one would leave elements uncovered (Chainer's default)
 *
 * Returns the largest element of each window, of extent ⌊(d + 2p - k) / s⌋ + 1 along each
 * spatial axis (rounded up with @cover_all). NaN takes precedence. x has one to six spatial
 * axes. RENSA_ERROR_TYPE_CHECK if x does not fit, RENSA_ERROR_INVALID if a tuple does not.
 */
RENSA_API RensaVariable *
rensa_max_pooling_nd (RensaVariable *x, const RensaInts *ksize, const RensaInts *stride, const RensaInts *pad,
                      gboolean cover_all, GError **error)
{
  return apply (&rensa_max_pooling_nd_class, x, ksize, stride, pad, cover_all, error);
}
