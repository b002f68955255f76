/* unpooling.c: spreads each value over a window of one, two, three or any number of spatial axes.
 * SPDX-License-Identifier: MIT */

#include "rensa-axes-private.h"
#include "rensa-functions.h"
#include "rensa-pooling-private.h"
#include "rensa-window-maps-private.h"

static const RensaAttrSpec attrs[] = { RENSA_UNPOOLING_ATTRS };

static gboolean
expect_output (RensaInference *inference, const RensaWindow *window, int i, gint64 size, gint64 outsize, GError **error)
{
  if (outsize < 1)
    return rensa_inference_fail_words (inference, error, N_ ("windows that extend beyond the padding"),
                                       "an output of %" G_GINT64_FORMAT " along axis %d", outsize, 2 + i);
  if (rensa_window_get_output_size (window, i, outsize) != size)
    return rensa_inference_fail_words (inference, error,
                                       N_ ("an x with one element per window of an output of "
                                           "this outsize"),
                                       "%" G_GINT64_FORMAT " != %" G_GINT64_FORMAT " along axis %d", size,
                                       rensa_window_get_output_size (window, i, outsize), 2 + i);
  return TRUE;
}

gboolean
rensa_unpooling_infer (RensaInference *inference, GError **error)
{
  const RensaPooling *self = rensa_inference_get_attrs (inference);
  const RensaType *x = rensa_inference_get_input (inference, 0);
  RensaShape y = x->shape;
  gint64 outsize[RENSA_MAX_NDIM];
  RensaWindow window;

  if (!rensa_pooling_infer_window (inference, &window, error))
    return FALSE;
  if (!rensa_ints_expand (&self->outsize, window.n, 0, "outsize", outsize, error))
    {
      g_prefix_error (error, "%s: ", rensa_inference_get_name (inference));
      return FALSE;
    }

  for (int i = 0; i < window.n; i++)
    {
      const gint64 size = x->shape.dims[2 + i];
      const gint64 spare = 2 * window.pad[i] + (window.cover_all ? window.stride[i] - 1 : 0);

      if (self->outsize.n == RENSA_INTS_NONE)
        outsize[i] = window.stride[i] * (size - 1) + window.kernel[i] - spare;
      if (!expect_output (inference, &window, i, size, outsize[i], error))
        return FALSE;
      y.dims[2 + i] = outsize[i];
    }

  rensa_inference_set_output_shape (inference, 0, x->dtype, &y);
  return TRUE;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const RensaShape *y = &rensa_call_get_output_type (call, 0)->shape;
  RensaArray *x = rensa_call_get_input (call, 0);
  RensaWindow window;

  if (!rensa_pooling_get_window (rensa_call_get_attrs (call), y->ndim - 2, &window, error))
    return FALSE;

  rensa_call_take_output (call, 0, rensa_pool_sum_backward (x, &window, 1, y, error));
  return rensa_call_succeeded (call);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const RensaType x = rensa_backward_get_input_type (backward, 0);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);
  RensaWindow window;

  if (!rensa_pooling_get_window (rensa_backward_get_attrs (backward), x.shape.ndim - 2, &window, error))
    return FALSE;

  rensa_backward_take_grad_input (backward, 0, rensa_sum_windows (gy, &window, 1, error));
  return rensa_backward_succeeded (backward);
}

/* Adds each element to its whole window: a transposed convolution with ones, channel by channel. */
#define ONNX                                                                                            \
  RENSA_POOLING_ONNX                                                                                    \
  "c = dim (x, 1); e = (slice (shape (x), 2, n + 2) - 1) * s + k - p - slice (shape (out), 2, n + 2); " \
  "w = Expand (numbers (1, dtype (x)), [c, 1, k]); "                                                    \
  "ConvTranspose (x, w, strides=s, pads=[p, max (e, 0)], output_padding=max (-e, 0), group=c)"

/* Fields shared by all ranks; @outsize: its place in Chainer's call. */
#define UNPOOLING(samples, n, rank, outsize)                                                                       \
  .group = &rensa_pooling_group, .inputs = RENSA_INPUTS ("x"), .n_outputs = 1, RENSA_ATTRS (RensaPooling, attrs),  \
  RENSA_SAMPLES (samples), .infer = rensa_unpooling_infer, .forward = forward, .backward = backward,               \
  .rule = &(const RensaPoolingRule){ .n_axes = (n) },                                                              \
  RENSA_FORMS ({ "chainer", "F.unpooling_" rank "({x}, {ksize}, stride={stride}, pad={pad}, outsize=" outsize ", " \
                            "cover_all={cover_all})" },                                                            \
               { "torch", RENSA_UNPOOLING_TORCH ("") }, { "torch_class", rensa_unpooling_torch_class },            \
               { "onnx", ONNX })

static RensaVariable *
apply (const RensaFunctionClass *class, RensaVariable *x, const RensaInts *ksize, const RensaInts *stride,
       const RensaInts *pad, const RensaInts *outsize, gboolean cover_all, GError **error)
{
  RensaPooling self = rensa_pooling_new (ksize, stride, pad);

  self.outsize = rensa_ints_or_none (outsize);
  self.cover_all = cover_all;
  return rensa_apply1 (class, &self, x, error);
}

static const RensaSample samples_1d[] = {
  { "ksize=2", "[[[1, 5, -2]]]", "[[[1, 1, 5, 5, -2]]]" },
  { "ksize=3, stride=2, pad=1, cover_all=false", "[[[1, 5, -2]]]", "[[[1, 6, 5, 3, -2]]]" },
  { "ksize=2, outsize=6", "[[[1, 5, -2]]]", "[[[1, 1, 5, 5, -2, -2]]]" },
};

const RensaFunctionClass rensa_unpooling_1d_class = {
  .name = "unpooling_1d",
  UNPOOLING (samples_1d, 1, "1d", "{outsize:sequence}"),
  .title = N_ ("Unpooling 1D"),
  .summary = N_ ("Spreads each value over its window along one spatial axis"),
  .formula = "y[n, c, si + u - p] += x[n, c, i]",
  .label = "UnpoolingND",
};

/**
 * rensa_unpooling_1d:
 * @x: shape (N, C, L)
 * @ksize: extent of the windows
 * @stride: (nullable): distance between windows; NULL means @ksize
 * @pad: (nullable): positions cut off on each side; NULL means 0
 * @outsize: (nullable): spatial extents of the result, for which pooling must give the extents of
 *   x; NULL for the extents implied by the windows
 * @cover_all: TRUE if the corresponding pooling covers all elements, so that the last window may
 *   extend beyond the result
 *
 * Adds each value to all elements of its window. Without @outsize, the extents are s (d - 1) +
 * k - 2p, reduced by s - 1 with @cover_all. Chainer accepts only a tuple for @outsize here; this
 * function also accepts an integer. RENSA_ERROR_TYPE_CHECK if x or @outsize does not fit,
 * RENSA_ERROR_INVALID if a tuple has the wrong length.
 */
RENSA_API RensaVariable *
rensa_unpooling_1d (RensaVariable *x, const RensaInts *ksize, const RensaInts *stride, const RensaInts *pad,
                    const RensaInts *outsize, gboolean cover_all, GError **error)
{
  return apply (&rensa_unpooling_1d_class, x, ksize, stride, pad, outsize, cover_all, error);
}

static const RensaSample samples_2d[] = {
  { "ksize=2", "[[[[1, 5], [2, -3]]]]", "[[[[1, 1, 5], [1, 1, 5], [2, 2, -3]]]]" },
  { "ksize=(3, 2), stride=(2, 1), pad=(1, 0), cover_all=false", "[[[[1, 5], [2, -3]]]]",
    "[[[[1, 6, 5], [3, 5, 2], [2, -1, -3]]]]" },
  { "ksize=2, outsize=(4, 3)", "[[[[1, 5], [2, -3]]]]", "[[[[1, 1, 5], [1, 1, 5], [2, 2, -3], [2, 2, -3]]]]" },
};

const RensaFunctionClass rensa_unpooling_2d_class = {
  .name = "unpooling_2d",
  UNPOOLING (samples_2d, 2, "2d", "{outsize}"),
  .title = N_ ("Unpooling 2D"),
  .summary = N_ ("Spreads each value over its window along two spatial axes"),
  .formula = "y[n, c, si + u - p, sj + v - p] += x[n, c, i, j]",
  .label = "Unpooling2D",
};

/**
 * rensa_unpooling_2d:
 * @x: shape (N, C, H, W)
 * @ksize: extent of the windows
 * @stride: (nullable): distance between windows; NULL means @ksize
 * @pad: (nullable): positions cut off on each side; NULL means 0
 * @outsize: (nullable): spatial extents of the result, for which pooling must give the extents of
 *   x; NULL for the extents implied by the windows
 * @cover_all: TRUE if the corresponding pooling covers all elements, so that the last window may
 *   extend beyond the result
 *
 * Adds each value to all elements of its window. Without @outsize, the extents are s (d - 1) +
 * k - 2p, reduced by s - 1 with @cover_all. RENSA_ERROR_TYPE_CHECK if x or @outsize does not
 * fit, RENSA_ERROR_INVALID if a tuple has the wrong length.
 */
RENSA_API RensaVariable *
rensa_unpooling_2d (RensaVariable *x, const RensaInts *ksize, const RensaInts *stride, const RensaInts *pad,
                    const RensaInts *outsize, gboolean cover_all, GError **error)
{
  return apply (&rensa_unpooling_2d_class, x, ksize, stride, pad, outsize, cover_all, error);
}

static const RensaSample samples_3d[] = {
  { "ksize=2", "[[[[[1, 5]], [[2, -3]]]]]", "[[[[[1, 1, 5]], [[1, 1, 5]], [[2, 2, -3]]]]]" },
  { "ksize=(1, 2, 1), cover_all=false", "[[[[[1, 5]], [[2, -3]]]]]", "[[[[[1, 5], [1, 5]], [[2, -3], [2, -3]]]]]" },
};

const RensaFunctionClass rensa_unpooling_3d_class = {
  .name = "unpooling_3d",
  UNPOOLING (samples_3d, 3, "3d", "{outsize}"),
  .title = N_ ("Unpooling 3D"),
  .summary = N_ ("Spreads each value over its window along three spatial axes"),
  .formula = "y[n, c, sh + t - p, si + u - p, sj + v - p] += x[n, c, h, i, j]",
  .label = "UnpoolingND",
};

/**
 * rensa_unpooling_3d:
 * @x: shape (N, C, D, H, W)
 * @ksize: extent of the windows
 * @stride: (nullable): distance between windows; NULL means @ksize
 * @pad: (nullable): positions cut off on each side; NULL means 0
 * @outsize: (nullable): spatial extents of the result, for which pooling must give the extents of
 *   x; NULL for the extents implied by the windows
 * @cover_all: TRUE if the corresponding pooling covers all elements, so that the last window may
 *   extend beyond the result
 *
 * Adds each value to all elements of its window. Without @outsize, the extents are s (d - 1) +
 * k - 2p, reduced by s - 1 with @cover_all. Chainer accepts only a tuple for @outsize here; this
 * function also accepts an integer. RENSA_ERROR_TYPE_CHECK if x or @outsize does not fit,
 * RENSA_ERROR_INVALID if a tuple has the wrong length.
 */
RENSA_API RensaVariable *
rensa_unpooling_3d (RensaVariable *x, const RensaInts *ksize, const RensaInts *stride, const RensaInts *pad,
                    const RensaInts *outsize, gboolean cover_all, GError **error)
{
  return apply (&rensa_unpooling_3d_class, x, ksize, stride, pad, outsize, cover_all, error);
}

static const RensaSample samples_nd[] = {
  { "ksize=2, outsize=(6,)", "[[[1, 5, -2]]]", "[[[1, 1, 5, 5, -2, -2]]]" },
  { "ksize=3, stride=2", "[[[[1, 5], [2, -3]]]]", "[[[[1, 1, 6, 5], [1, 1, 6, 5], [3, 3, 5, 2], [2, 2, -1, -3]]]]" },
  { "ksize=(2, 1), stride=1, cover_all=false", "[[[[1, 5], [2, -3]]]]", "[[[[1, 5], [3, 2], [2, -3]]]]" },
  { "ksize=(1, 1, 1, 2), outsize=(2, 1, 1, 2)", "[[[[[[1]]], [[[-2]]]]]]", "[[[[[[1, 1]]], [[[-2, -2]]]]]]" },
};

const RensaFunctionClass rensa_unpooling_nd_class = {
  .name = "unpooling_nd",
  UNPOOLING (samples_nd, 0, "nd", "{outsize}"),
  .title = N_ ("Unpooling ND"),
  .summary = N_ ("Spreads each value over its window along any number of spatial axes"),
  .formula = "y[n, c, s i + u - p] += x[n, c, i…]",
  .label = "UnpoolingND",
};

/**
 * rensa_unpooling_nd:
 * @x: shape (N, C, d₁, …)
 * @ksize: extent of the windows
 * @stride: (nullable): distance between windows; NULL means @ksize
 * @pad: (nullable): positions cut off on each side; NULL means 0
 * @outsize: (nullable): spatial extents of the result, for which pooling must give the extents of
 *   x; NULL for the extents implied by the windows
 * @cover_all: TRUE if the corresponding pooling covers all elements, so that the last window may
 *   extend beyond the result
 *
 * Adds each value to all elements of its window. Without @outsize, the extents are s (d - 1) +
 * k - 2p, reduced by s - 1 with @cover_all. x has one to six spatial axes. Chainer accepts only
 * a tuple for @outsize here; this function also accepts an integer. RENSA_ERROR_TYPE_CHECK if x
 * or @outsize does not fit, RENSA_ERROR_INVALID if a tuple has the wrong length.
 */
RENSA_API RensaVariable *
rensa_unpooling_nd (RensaVariable *x, const RensaInts *ksize, const RensaInts *stride, const RensaInts *pad,
                    const RensaInts *outsize, gboolean cover_all, GError **error)
{
  return apply (&rensa_unpooling_nd_class, x, ksize, stride, pad, outsize, cover_all, error);
}
