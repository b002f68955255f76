/* dilated-convolution-2d.c: learned filters with gaps, over images.
 * SPDX-License-Identifier: MIT */

#include "rensa-convolution-link-private.h"
#include "rensa-functions.h"
#include "rensa-links.h"

static const RensaAttrSpec attrs[] = {
  RENSA_CONVOLUTION_CHANNELS, RENSA_CONVOLUTION_KSIZE_OR_NONE, RENSA_CONVOLUTION_STEPS,
  RENSA_CONVOLUTION_DILATE,   RENSA_CONVOLUTION_NOBIAS,        RENSA_CONVOLUTION_INITIAL,
};

static const RensaParamSpec params[] = RENSA_CONVOLUTION_PARAMS ("out_channels", "in_channels", "ksize^2");

/* Computed by hand: sums of values two columns apart. */
static const RensaSample samples[] = {
  { "in_channels=1, out_channels=1, ksize=(1, 2), dilate=2, initialW=One, initial_bias=Constant(fill_value=0.5)",
    "[[[[1, 2, 4]]]]", "[[[[5.5]]]]" },
  { "in_channels=None, out_channels=1, ksize=2, dilate=(1, 2), nobias=True, initialW=One", "[[[[1, 2, 3], [4, 5, 6]]]]",
    "[[[[14]]]]" },
};

static RensaVariable *
convolve (RensaVariable *x, RensaVariable *W, RensaVariable *b, const RensaInts *stride, const RensaInts *pad,
          gboolean cover_all, const RensaInts *dilate, gint64 groups, GError **error)
{
  return rensa_dilated_convolution_2d (x, W, b, stride, pad, dilate, cover_all, error);
}

static RensaVariable *
forward (RensaLink *link, RensaVariable *x, GError **error)
{
  return rensa_convolution_link_call (link, x, convolve, error);
}

const RensaLinkClass rensa_dilated_convolution_2d_link_class = {
  .name = "DilatedConvolution2D",
  RENSA_CONVOLUTION_LINK (attrs, params, samples),
  .title = N_ ("Dilated Convolution 2D"),
  .summary = N_ ("Learned filters with gaps, which cover a large area with few weights"),
  .words = N_ ("atrous convolution;dilation;dilated conv;receptive field;image"),
  .stem = "conv",
  .formula = "y[o, i, j] = Σ W[o, c, u, v] x[c, s i + d u - p, s j + d v - p] + b[o]",
  .reference = "Yu and Koltun, \"Multi-Scale Context Aggregation by Dilated Convolutions\", ICLR 2016",
  RENSA_CONVOLUTION_TAKES_IMAGES,
  .forward1 = forward,
  RENSA_FORMS (
      { "chainer", "L.DilatedConvolution2D({in_channels}, {out_channels}, {ksize}, stride={stride}, "
                   "pad={pad}, dilate={dilate}, nobias={nobias}, initialW={initialW}, "
                   "initial_bias={initial_bias})" },
      { "torch",
        "nn.Conv2d({in_channels:given}, {out_channels}, {ksize}, stride={stride}, padding={pad}, dilation={dilate}, bias={nobias:not})" },
      { "torch_more",
        "nn.LazyConv2d({out_channels}, {ksize}, stride={stride}, padding={pad}, dilation={dilate}, bias={nobias:not})" },
      { "torch_initial", "weight={initialW}, bias={initial_bias}" }),
};

/**
 * rensa_dilated_convolution_2d_link_new:
 * @in_channels: %RENSA_INT_NONE to infer it from the first batch
 * @out_channels: filters
 * @ksize: extents of the filters, or one number for all of them
 * @stride: (nullable): step between windows; NULL for 1
 * @pad: (nullable): zeros on each side; NULL for none
 *
 * A DilatedConvolution2D: filters W of shape (@out_channels, @in_channels, height, width) and b of
 * shape (@out_channels). Returns NULL with RENSA_ERROR_INVALID if a size is less than one.
 */
RENSA_API RensaLink *
rensa_dilated_convolution_2d_link_new (gint64 in_channels, gint64 out_channels, const RensaInts *ksize,
                                       const RensaInts *stride, const RensaInts *pad, gboolean nobias, GError **error)
{
  const RensaConvolutionLink self =
      rensa_convolution_link_values (in_channels, out_channels, ksize, stride, pad, nobias);

  return rensa_link_new_from_values (&rensa_dilated_convolution_2d_link_class, &self, error);
}
