/* convolution-nd.c: learned filters along any number of axes.
 * SPDX-License-Identifier: MIT */

#include "rensa-convolution-link-private.h"
#include "rensa-functions.h"
#include "rensa-links.h"

static const RensaAttrSpec attrs[] = {
  RENSA_CONVOLUTION_NDIM,      RENSA_CONVOLUTION_CHANNELS, RENSA_CONVOLUTION_KSIZE_OR_NONE,
  RENSA_CONVOLUTION_STEPS,     RENSA_CONVOLUTION_NOBIAS,   RENSA_CONVOLUTION_INITIAL,
  RENSA_CONVOLUTION_COVER_ALL, RENSA_CONVOLUTION_DILATE,   RENSA_CONVOLUTION_GROUPS,
};

static const RensaParamSpec params[] = RENSA_CONVOLUTION_PARAMS ("out_channels", "in_channels/groups", "ksize^ndim");

/* Computed by hand: sums over two rows and two columns, and of values two positions apart. */
static const RensaSample samples[] = {
  { "ndim=2, in_channels=1, out_channels=1, ksize=2, initialW=One, initial_bias=Constant(fill_value=0.5)",
    "[[[[1, 2, 3], [4, 5, 6]]]]", "[[[[12.5, 16.5]]]]" },
  { "ndim=1, in_channels=None, out_channels=1, ksize=2, nobias=True, initialW=One, dilate=2", "[[[1, 2, 4]]]",
    "[[[5]]]" },
};

static RensaVariable *
forward (RensaLink *link, RensaVariable *x, GError **error)
{
  return rensa_convolution_link_call (link, x, rensa_convolution_nd, error);
}

const RensaLinkClass rensa_convolution_nd_link_class = {
  .name = "ConvolutionND",
  RENSA_CONVOLUTION_LINK,
  .title = N_ ("Convolution ND"),
  .summary = N_ ("Learned filters that slide along any number of axes"),
  .words = N_ ("convnd;n-dimensional convolution;filter"),
  .stem = "conv",
  .formula = "y[n, o, i] = Σ W[o, c, u] x[n, c, s i + d u - p] + b[o]",
  RENSA_CONVOLUTION_TAKES_CHANNELS,
  .forward1 = forward,
  RENSA_FORMS ({ "chainer", "L.ConvolutionND({ndim}, {in_channels}, {out_channels}, {ksize}, stride={stride}, "
                            "pad={pad}, nobias={nobias}, initialW={initialW}, initial_bias={initial_bias}, "
                            "cover_all={cover_all}, dilate={dilate}, groups={groups})" },
               { "torch", RENSA_CONVOLUTION_LINK_TORCH ("{ndim:axes}") },
               { "torch_initial", "weight={initialW}, bias={initial_bias}" },
               { "torch_class", rensa_convolution_link_torch_class }, { "torch_needless", "{in_channels}" }),
};

/**
 * rensa_convolution_nd_link_new:
 * @ndim: number of axes that the filters slide along
 * @in_channels: %RENSA_INT_NONE to infer it from the first batch
 * @out_channels: filters
 * @ksize: extents of the filters, or one number for all of them
 * @stride: (nullable): step between windows; NULL for 1
 * @pad: (nullable): zeros on each side; NULL for none
 *
 * A ConvolutionND: filters W of shape (@out_channels, @in_channels, extents…) and b of shape
 * (@out_channels). Returns NULL with RENSA_ERROR_INVALID if a size is less than one.
 */
RENSA_API RensaLink *
rensa_convolution_nd_link_new (gint64 ndim, gint64 in_channels, gint64 out_channels, const RensaInts *ksize,
                               const RensaInts *stride, const RensaInts *pad, gboolean nobias, GError **error)
{
  RensaConvolutionLink self = rensa_convolution_link_values (in_channels, out_channels, ksize, stride, pad, nobias);

  self.ndim = ndim;

  return rensa_link_new_from_values (&rensa_convolution_nd_link_class, &self, error);
}
