/* convolution-1d.c: learned filters along sequences.
 * SPDX-License-Identifier: MIT */

#include "rensa-convolution-link-private.h"
#include "rensa-functions.h"
#include "rensa-links.h"

static const RensaAttrSpec attrs[] = {
  RENSA_CONVOLUTION_CHANNELS, RENSA_CONVOLUTION_KSIZE,     RENSA_CONVOLUTION_STEPS,  RENSA_CONVOLUTION_NOBIAS,
  RENSA_CONVOLUTION_INITIAL,  RENSA_CONVOLUTION_COVER_ALL, RENSA_CONVOLUTION_DILATE, RENSA_CONVOLUTION_GROUPS,
};

static const RensaParamSpec params[] = RENSA_CONVOLUTION_PARAMS ("out_channels", "in_channels/groups", "ksize^1");

/* Computed by hand: sums of two neighbors; the last one has none. */
static const RensaSample samples[] = {
  { "in_channels=1, out_channels=1, ksize=2, initialW=One, initial_bias=Constant(fill_value=0.5)", "[[[1, 2, 4]]]",
    "[[[3.5, 6.5]]]" },
  { "in_channels=None, out_channels=1, ksize=2, stride=2, nobias=True, initialW=One, cover_all=True", "[[[1, 2, 4]]]",
    "[[[3, 4]]]" },
};

static RensaVariable *
forward (RensaLink *link, RensaVariable *x, GError **error)
{
  return rensa_convolution_link_call (link, x, rensa_convolution_1d, error);
}

const RensaLinkClass rensa_convolution_1d_link_class = {
  .name = "Convolution1D",
  RENSA_CONVOLUTION_LINK,
  .title = N_ ("Convolution 1D"),
  .summary = N_ ("Learned filters that slide along sequences"),
  .words = N_ ("conv1d;temporal convolution;sequence;signal;filter"),
  .stem = "conv",
  .formula = "y[n, o, i] = Σ W[o, c, u] x[n, c, s i + d u - p] + b[o]",
  RENSA_CONVOLUTION_TAKES_CHANNELS,
  .forward1 = forward,
  RENSA_FORMS (
      { "chainer", "L.Convolution1D({in_channels}, {out_channels}, {ksize}, stride={stride}, pad={pad}, "
                   "nobias={nobias}, initialW={initialW}, initial_bias={initial_bias}, "
                   "cover_all={cover_all}, dilate={dilate}, groups={groups})" },
      { "torch",
        "nn.Conv1d({in_channels:given}, {out_channels}, {ksize}, stride={stride}, padding={pad}, dilation={dilate}, groups={groups}, bias={nobias:not})" },
      { "torch_more",
        "nn.LazyConv1d({out_channels}, {ksize}, stride={stride}, padding={pad}, dilation={dilate}, groups={groups}, bias={nobias:not})" },
      { "torch_most", RENSA_CONVOLUTION_LINK_TORCH ("1") }, { "torch_class", rensa_convolution_link_torch_class },
      { "torch_needless", "{in_channels}" }, { "torch_initial", "weight={initialW}, bias={initial_bias}" }),
};

/**
 * rensa_convolution_1d_link_new:
 * @in_channels: %RENSA_INT_NONE to infer it from the first batch
 * @out_channels: filters
 * @ksize: extents of the filters, or one number for all of them
 * @stride: (nullable): step between windows; NULL for 1
 * @pad: (nullable): zeros on each side; NULL for none
 *
 * A Convolution1D: filters W of shape (@out_channels, @in_channels, length) and b of shape
 * (@out_channels). Returns NULL with RENSA_ERROR_INVALID if a size is less than one.
 */
RENSA_API RensaLink *
rensa_convolution_1d_link_new (gint64 in_channels, gint64 out_channels, const RensaInts *ksize, const RensaInts *stride,
                               const RensaInts *pad, gboolean nobias, GError **error)
{
  const RensaConvolutionLink self =
      rensa_convolution_link_values (in_channels, out_channels, ksize, stride, pad, nobias);

  return rensa_link_new_from_values (&rensa_convolution_1d_link_class, &self, error);
}
