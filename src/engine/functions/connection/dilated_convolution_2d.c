/* dilated_convolution_2d.c: convolution with spaced filter taps.
 * SPDX-License-Identifier: MIT */

#include "rensa-convolution-private.h"
#include "rensa-functions.h"

/* groups is not an attribute here. */
static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INTS (RensaConvolution, stride, .initial = 1, .min = 1, .max = RENSA_WINDOW_MAX, .unit = "px",
                   .title = N_ ("Stride"), .hint = N_ ("Step between windows")),
  RENSA_ATTR_INTS (RensaConvolution, pad, .initial = 0, .min = 0, .max = RENSA_WINDOW_MAX, .unit = "px",
                   .title = N_ ("Padding"), .hint = N_ ("Zeros added around the image on each side")),
  RENSA_ATTR_INTS (RensaConvolution, dilate, .initial = 1, .min = 1, .max = RENSA_WINDOW_MAX, .title = N_ ("Dilation"),
                   .hint = N_ ("Step between the pixels of a window")),
  RENSA_ATTR_BOOL (RensaConvolution, cover_all, .title = N_ ("Cover All"),
                   .hint = N_ ("Add a window if the last one would leave out pixels")),
};

static const RensaSample samples[] = {
  { "dilate=2", "[[[[1, 2, 3], [4, 5, 6], [7, 8, 9]]]]; [[[[1, 0], [0, -1]]]]; [0.5]", "[[[[-7.5]]]]" },
  { "stride=(1, 2), pad=(1, 0), dilate=(2, 1), cover_all=true", "[[[[1, 2, 3], [4, 5, 6]]]]; [[[[1, 10], [0, 1]]]]",
    "[[[[5, 0], [21, 3]]]]" },
};

static RensaConvolution
with_one_group (const RensaConvolution *given)
{
  RensaConvolution self = *given;

  self.groups = 1;
  return self;
}

static gboolean
infer (RensaInference *inference, GError **error)
{
  const RensaConvolution self = with_one_group (rensa_inference_get_attrs (inference));

  return rensa_convolution_infer (inference, &self, 2, error);
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const RensaConvolution self = with_one_group (rensa_call_get_attrs (call));

  return rensa_convolution_run (call, &self, error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const RensaConvolution self = with_one_group (rensa_backward_get_attrs (backward));

  return rensa_convolution_run_back (backward, &self, error);
}

const RensaFunctionClass rensa_dilated_convolution_2d_class = {
  .name = "dilated_convolution_2d",
  .group = &rensa_connection_group,
  .title = N_ ("Dilated Convolution 2D"),
  .summary = N_ ("Slides filters with gaps between their elements over images"),
  .formula = "y[n, o, i, j] = Σ W[o, c, u, v] x[n, c, si + du - p, sj + dv - p] + b[o]",
  .reference = "Yu and Koltun, \"Multi-Scale Context Aggregation by Dilated Convolutions\", ICLR 2016",
  .label = "DilatedConvolution2DFunction",
  .inputs = RENSA_INPUTS ("x", "W", "b?"),
  .n_outputs = 1,
  RENSA_ATTRS (RensaConvolution, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.dilated_convolution_2d({x}, {W}, {b}, stride={stride}, pad={pad}, dilate={dilate}, "
                            "cover_all={cover_all})" },
               { "torch", "F.conv2d({x}, {W}, {b}, stride={stride}, padding={pad}, dilation={dilate})" },
               { "torch_more", RENSA_CONVOLUTION_TORCH ("groups=1") }, { "torch_class", rensa_convolution_torch_class },
               { "onnx", RENSA_CONVOLUTION_ONNX ("group=1") }),
};

/**
 * rensa_dilated_convolution_2d:
 * @x: images, shape (N, C, H, W)
 * @W: filters, shape (O, C, kH, kW)
 * @b: (nullable): shape (O,)
 * @stride: (nullable): distance between windows; NULL means 1
 * @pad: (nullable): zeros added on each side; NULL means 0
 * @dilate: (nullable): distance between pixels within a window; NULL means 1
 * @cover_all: adds a window if the last one would leave pixels uncovered
 *
 * rensa_convolution_2d () with one group: y[n, o, i, j] = Σ W[o, c, u, v] x[n, c, s i + d u - p, s
 * j + d v - p] + b[o], of shape (N, O, H', W') with H' = ⌊(H + 2p - d (kH - 1) - 1) / s⌋ + 1
 * (rounded up with @cover_all). RENSA_ERROR_TYPE_CHECK if shapes or dtypes do not fit.
 *
 * Yu and Koltun, "Multi-Scale Context Aggregation by Dilated Convolutions", ICLR 2016.
 */
RENSA_API RensaVariable *
rensa_dilated_convolution_2d (RensaVariable *x, RensaVariable *W, RensaVariable *b, const RensaInts *stride,
                              const RensaInts *pad, const RensaInts *dilate, gboolean cover_all, GError **error)
{
  const RensaConvolution self = rensa_convolution_new (stride, pad, cover_all, dilate, 1);

  return rensa_apply3 (&rensa_dilated_convolution_2d_class, &self, x, W, b, error);
}
