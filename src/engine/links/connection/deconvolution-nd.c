/* deconvolution-nd.c: transposed convolution along any number of axes.
 * SPDX-License-Identifier: MIT */

#include "rensa-convolution-link-private.h"
#include "rensa-functions.h"
#include "rensa-links.h"

static const RensaAttrSpec attrs[] = {
  RENSA_CONVOLUTION_NDIM,    RENSA_CONVOLUTION_CHANNELS, RENSA_CONVOLUTION_KSIZE_OR_NONE,
  RENSA_CONVOLUTION_STEPS,   RENSA_CONVOLUTION_NOBIAS,   RENSA_CONVOLUTION_OUTSIZE,
  RENSA_CONVOLUTION_INITIAL, RENSA_CONVOLUTION_DILATE,   RENSA_CONVOLUTION_GROUPS,
};

static const RensaParamSpec params[] = RENSA_CONVOLUTION_PARAMS ("in_channels", "out_channels/groups", "ksize^ndim");

/* Computed by hand: each value is spread over two positions, adjacent or two apart. */
static const RensaSample samples[] = {
  { "ndim=2, in_channels=1, out_channels=1, ksize=(1, 2), initialW=One, initial_bias=Constant(fill_value=0.5)",
    "[[[[1, 2]]]]", "[[[[1.5, 3.5, 2.5]]]]" },
  { "ndim=1, in_channels=None, out_channels=1, ksize=2, nobias=True, initialW=One, dilate=2", "[[[1, 2]]]",
    "[[[1, 2, 1, 2]]]" },
};

static RensaVariable *
forward (RensaLink *link, RensaVariable *x, GError **error)
{
  return rensa_deconvolution_link_call (link, x, rensa_deconvolution_nd, error);
}

const RensaLinkClass rensa_deconvolution_nd_link_class = {
  .name = "DeconvolutionND",
  RENSA_CONVOLUTION_LINK,
  .title = N_ ("Deconvolution ND"),
  .summary = N_ ("Learned filters that enlarge along any number of axes"),
  .words = N_ ("deconv;transposed convolution;upsampling;decoder;n-dimensional"),
  .stem = "deconv",
  .formula = "y[n, o, s i + d u - p] += Σ W[c, o, u] x[n, c, i], then + b[o]",
  RENSA_CONVOLUTION_TAKES_CHANNELS,
  .output_axis = 1,
  .forward1 = forward,
  RENSA_FORMS ({ "chainer", "L.DeconvolutionND({ndim}, {in_channels}, {out_channels}, {ksize}, stride={stride}, "
                            "pad={pad}, nobias={nobias}, outsize={outsize:sequence}, initialW={initialW}, "
                            "initial_bias={initial_bias}, dilate={dilate}, groups={groups})" },
               { "torch", RENSA_DECONVOLUTION_LINK_TORCH ("{ndim:axes}") },
               { "torch_initial", "weight={initialW}, bias={initial_bias}" },
               { "torch_class", rensa_deconvolution_link_torch_class }, { "torch_needless", "{in_channels}" }),
};

/**
 * rensa_deconvolution_nd_link_new:
 * @ndim: number of axes that the filters slide along
 * @in_channels: %RENSA_INT_NONE to infer it from the first batch
 * @out_channels: filters
 * @ksize: extents of the filters, or one number for all of them
 * @stride: (nullable): step between windows; NULL for 1
 * @pad: (nullable): elements cropped from each side of the output; NULL for none
 *
 * A DeconvolutionND: filters W of shape (@in_channels, @out_channels, extents…) and b of shape
 * (@out_channels). Returns NULL with RENSA_ERROR_INVALID if a size is less than one.
 */
RENSA_API RensaLink *
rensa_deconvolution_nd_link_new (gint64 ndim, gint64 in_channels, gint64 out_channels, const RensaInts *ksize,
                                 const RensaInts *stride, const RensaInts *pad, gboolean nobias, GError **error)
{
  RensaConvolutionLink self = rensa_convolution_link_values (in_channels, out_channels, ksize, stride, pad, nobias);

  self.ndim = ndim;

  return rensa_link_new_from_values (&rensa_deconvolution_nd_link_class, &self, error);
}
