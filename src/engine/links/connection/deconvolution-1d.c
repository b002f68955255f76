/* deconvolution-1d.c: transposed convolution that lengthens sequences.
 * SPDX-License-Identifier: MIT */

#include "rensa-convolution-link-private.h"
#include "rensa-functions.h"
#include "rensa-links.h"

static const RensaAttrSpec attrs[] = {
  RENSA_CONVOLUTION_CHANNELS, RENSA_CONVOLUTION_KSIZE,   RENSA_CONVOLUTION_STEPS,  RENSA_CONVOLUTION_NOBIAS,
  RENSA_CONVOLUTION_OUTSIZE,  RENSA_CONVOLUTION_INITIAL, RENSA_CONVOLUTION_DILATE, RENSA_CONVOLUTION_GROUPS,
};

static const RensaParamSpec params[] = RENSA_CONVOLUTION_PARAMS ("in_channels", "out_channels/groups", "ksize^1");

/* Computed by hand: each value is spread over two positions. */
static const RensaSample samples[] = {
  { "in_channels=1, out_channels=1, ksize=2, initialW=One, initial_bias=Constant(fill_value=0.5)", "[[[1, 2]]]",
    "[[[1.5, 3.5, 2.5]]]" },
  { "in_channels=None, out_channels=1, ksize=2, stride=2, nobias=True, outsize=5, initialW=One", "[[[1, 2]]]",
    "[[[1, 1, 2, 2, 0]]]" },
};

static RensaVariable *
forward (RensaLink *link, RensaVariable *x, GError **error)
{
  return rensa_deconvolution_link_call (link, x, rensa_deconvolution_1d, error);
}

const RensaLinkClass rensa_deconvolution_1d_link_class = {
  .name = "Deconvolution1D",
  RENSA_CONVOLUTION_LINK,
  .title = N_ ("Deconvolution 1D"),
  .summary = N_ ("Learned filters that make sequences longer"),
  .words = N_ ("deconv;transposed convolution;upsampling;decoder;sequence"),
  .stem = "deconv",
  .formula = "y[n, o, s i + d u - p] += Σ W[c, o, u] x[n, c, i], then + b[o]",
  RENSA_CONVOLUTION_TAKES_CHANNELS,
  .output_axis = 1,
  .forward1 = forward,
  RENSA_FORMS (
      { "chainer", "L.Deconvolution1D({in_channels}, {out_channels}, {ksize}, stride={stride}, pad={pad}, "
                   "nobias={nobias}, outsize={outsize:sequence}, initialW={initialW}, initial_bias={initial_bias}, "
                   "dilate={dilate}, groups={groups})" },
      { "torch",
        "nn.ConvTranspose1d({in_channels:given}, {out_channels}, {ksize}, stride={stride}, padding={pad}, dilation={dilate}, groups={groups}, bias={nobias:not})" },
      { "torch_more",
        "nn.LazyConvTranspose1d({out_channels}, {ksize}, stride={stride}, padding={pad}, dilation={dilate}, groups={groups}, bias={nobias:not})" },
      { "torch_most", RENSA_DECONVOLUTION_LINK_TORCH ("1") }, { "torch_class", rensa_deconvolution_link_torch_class },
      { "torch_needless", "{in_channels}" }, { "torch_initial", "weight={initialW}, bias={initial_bias}" }),
};

/**
 * rensa_deconvolution_1d_link_new:
 * @in_channels: %RENSA_INT_NONE to infer it from the first batch
 * @out_channels: filters
 * @ksize: extents of the filters, or one number for all of them
 * @stride: (nullable): step between windows; NULL for 1
 * @pad: (nullable): elements cropped from each side of the output; NULL for none
 *
 * A Deconvolution1D: filters W of shape (@in_channels, @out_channels, length) and b of shape
 * (@out_channels). Returns NULL with RENSA_ERROR_INVALID if a size is less than one.
 */
RENSA_API RensaLink *
rensa_deconvolution_1d_link_new (gint64 in_channels, gint64 out_channels, const RensaInts *ksize,
                                 const RensaInts *stride, const RensaInts *pad, gboolean nobias, GError **error)
{
  const RensaConvolutionLink self =
      rensa_convolution_link_values (in_channels, out_channels, ksize, stride, pad, nobias);

  return rensa_link_new_from_values (&rensa_deconvolution_1d_link_class, &self, error);
}
