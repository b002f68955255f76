/* convolution-2d.c: learned filters over images.
 * SPDX-License-Identifier: MIT */

#include "rensa-convolution-link-private.h"
#include "rensa-functions.h"
#include "rensa-links.h"

static const RensaAttrSpec attrs[] = {
  RENSA_CONVOLUTION_CHANNELS, RENSA_CONVOLUTION_KSIZE_OR_NONE, RENSA_CONVOLUTION_STEPS,  RENSA_CONVOLUTION_NOBIAS,
  RENSA_CONVOLUTION_INITIAL,  RENSA_CONVOLUTION_DILATE,        RENSA_CONVOLUTION_GROUPS,
};

static const RensaParamSpec params[] = RENSA_CONVOLUTION_PARAMS ("out_channels", "in_channels/groups", "ksize^2");

/* Computed by hand: sums over two rows and two columns, and of the last channel only. */
static const RensaSample samples[] = {
  { "in_channels=1, out_channels=1, ksize=2, initialW=One, initial_bias=Constant(fill_value=0.5)",
    "[[[[1, 2, 3], [4, 5, 6]]]]", "[[[[12.5, 16.5]]]]" },
  { "in_channels=None, out_channels=2, ksize=1, initialW=Constant(fill_value=2), nobias=True, groups=2",
    "[[[[1, 2]], [[3, 4]]]]", "[[[[2, 4]], [[6, 8]]]]" },
};

static RensaVariable *
forward (RensaLink *link, RensaVariable *x, GError **error)
{
  return rensa_convolution_link_call (link, x, rensa_convolution_2d, error);
}

const RensaLinkClass rensa_convolution_2d_link_class = {
  .name = "Convolution2D",
  RENSA_CONVOLUTION_LINK,
  .title = N_ ("Convolution 2D"),
  .summary = N_ ("Learned filters that slide over images"),
  .words = N_ ("conv;conv2d;cnn;filter;kernel;image"),
  .stem = "conv",
  .formula = "y[o, i, j] = Σ W[o, c, u, v] x[c, s i + d u - p, s j + d v - p] + b[o]",
  .reference = "LeCun et al., \"Gradient-Based Learning Applied to Document Recognition\", 1998",
  RENSA_CONVOLUTION_TAKES_IMAGES,
  .forward1 = forward,
  RENSA_FORMS (
      { "chainer",
        "L.Convolution2D({in_channels}, {out_channels}, {ksize}, stride={stride}, pad={pad}, nobias={nobias}, "
        "initialW={initialW}, initial_bias={initial_bias}, dilate={dilate}, groups={groups})" },
      { "torch",
        "nn.Conv2d({in_channels:given}, {out_channels}, {ksize}, stride={stride}, padding={pad}, dilation={dilate}, groups={groups}, bias={nobias:not})" },
      { "torch_more",
        "nn.LazyConv2d({out_channels}, {ksize}, stride={stride}, padding={pad}, dilation={dilate}, groups={groups}, bias={nobias:not})" },
      { "torch_initial", "weight={initialW}, bias={initial_bias}" }),
};

/**
 * rensa_convolution_2d_link_new:
 * @in_channels: %RENSA_INT_NONE to infer it from the first batch
 * @out_channels: filters
 * @ksize: height and width of the filters, or one number for both
 *
 * A Convolution2D: filters W of shape (@out_channels, @in_channels, height, width) and b of shape
 * (@out_channels). Returns NULL with RENSA_ERROR_INVALID if a size is less than one.
 */
RENSA_API RensaLink *
rensa_convolution_2d_link_new (gint64 in_channels, gint64 out_channels, const RensaInts *ksize, const RensaInts *stride,
                               const RensaInts *pad, gboolean nobias, GError **error)
{
  const RensaConvolutionLink self =
      rensa_convolution_link_values (in_channels, out_channels, ksize, stride, pad, nobias);

  return rensa_link_new_from_values (&rensa_convolution_2d_link_class, &self, error);
}
