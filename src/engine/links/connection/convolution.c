/* convolution.c: learned filters along sequences, over images, through volumes and along any number of axes.
 * SPDX-License-Identifier: MIT */

#include "rensa-convolution-link-private.h"
#include "rensa-functions.h"
#include "rensa-links.h"

static const RensaAttrSpec attrs[] = {
  RENSA_CONVOLUTION_CHANNELS, RENSA_CONVOLUTION_KSIZE,     RENSA_CONVOLUTION_STEPS,  RENSA_CONVOLUTION_NOBIAS,
  RENSA_CONVOLUTION_INITIAL,  RENSA_CONVOLUTION_COVER_ALL, RENSA_CONVOLUTION_DILATE, RENSA_CONVOLUTION_GROUPS,
};
static const RensaAttrSpec attrs_2d[] = {
  RENSA_CONVOLUTION_CHANNELS, RENSA_CONVOLUTION_KSIZE_OR_NONE, RENSA_CONVOLUTION_STEPS,  RENSA_CONVOLUTION_NOBIAS,
  RENSA_CONVOLUTION_INITIAL,  RENSA_CONVOLUTION_DILATE,        RENSA_CONVOLUTION_GROUPS,
};
static const RensaAttrSpec attrs_nd[] = {
  RENSA_CONVOLUTION_NDIM,      RENSA_CONVOLUTION_CHANNELS, RENSA_CONVOLUTION_KSIZE_OR_NONE,
  RENSA_CONVOLUTION_STEPS,     RENSA_CONVOLUTION_NOBIAS,   RENSA_CONVOLUTION_INITIAL,
  RENSA_CONVOLUTION_COVER_ALL, RENSA_CONVOLUTION_DILATE,   RENSA_CONVOLUTION_GROUPS,
};

#define PARAMS(spatial) RENSA_CONVOLUTION_PARAMS ("out_channels", "in_channels/groups", spatial)

static const RensaParamSpec params_1d[] = PARAMS ("ksize^1");
static const RensaParamSpec params_2d[] = PARAMS ("ksize^2");
static const RensaParamSpec params_3d[] = PARAMS ("ksize^3");
static const RensaParamSpec params_nd[] = PARAMS ("ksize^ndim");

/* Calls of PyTorch for @n axes. */
#define TORCH(n) "nn.Conv" n "d({in_channels:given}, {out_channels}, {ksize}, " TORCH_OPTIONS
#define TORCH_LAZY(n) "nn.LazyConv" n "d({out_channels}, {ksize}, " TORCH_OPTIONS
#define TORCH_OPTIONS "stride={stride}, padding={pad}, dilation={dilate}, groups={groups}, bias={nobias:not})"
#define TORCH_INITIAL "weight={initialW}, bias={initial_bias}"
/* Along one and three axes. */
#define FORMS(n)                                                                                                       \
  RENSA_FORMS ({ "chainer", "L.Convolution" n "D({in_channels}, {out_channels}, {ksize}, stride={stride}, pad={pad}, " \
                            "nobias={nobias}, initialW={initialW}, initial_bias={initial_bias}, "                      \
                            "cover_all={cover_all}, dilate={dilate}, groups={groups})" },                              \
               { "torch", TORCH (n) }, { "torch_more", TORCH_LAZY (n) },                                               \
               { "torch_most", RENSA_CONVOLUTION_LINK_TORCH (n) },                                                     \
               { "torch_class", rensa_convolution_link_torch_class }, { "torch_needless", "{in_channels}" },           \
               { "torch_initial", TORCH_INITIAL })

/* Computed by hand: sums of two neighbors; the last one has none. */
static const RensaSample samples_1d[] = {
  { "in_channels=1, out_channels=1, ksize=2, initialW=One, initial_bias=Constant(fill_value=0.5)", "[[[1, 2, 4]]]",
    "[[[3.5, 6.5]]]" },
  { "in_channels=None, out_channels=1, ksize=2, stride=2, nobias=True, initialW=One, cover_all=True", "[[[1, 2, 4]]]",
    "[[[3, 4]]]" },
};

static RensaVariable *
forward_1d (RensaLink *link, RensaVariable *x, GError **error)
{
  return rensa_convolution_link_call (link, x, rensa_convolution_1d, error);
}

const RensaLinkClass rensa_convolution_1d_link_class = {
  .name = "Convolution1D",
  RENSA_CONVOLUTION_LINK (attrs, params_1d, samples_1d),
  .title = N_ ("Convolution 1D"),
  .summary = N_ ("Learned filters that slide along sequences"),
  .words = N_ ("conv1d;temporal convolution;sequence;signal;filter"),
  .stem = "conv",
  .formula = "y[n, o, i] = Σ W[o, c, u] x[n, c, s i + d u - p] + b[o]",
  RENSA_CONVOLUTION_TAKES_CHANNELS,
  .forward1 = forward_1d,
  FORMS ("1"),
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

/* Computed by hand: sums over two rows and two columns, and of the last channel only. */
static const RensaSample samples_2d[] = {
  { "in_channels=1, out_channels=1, ksize=2, initialW=One, initial_bias=Constant(fill_value=0.5)",
    "[[[[1, 2, 3], [4, 5, 6]]]]", "[[[[12.5, 16.5]]]]" },
  { "in_channels=None, out_channels=2, ksize=1, initialW=Constant(fill_value=2), nobias=True, groups=2",
    "[[[[1, 2]], [[3, 4]]]]", "[[[[2, 4]], [[6, 8]]]]" },
};

static RensaVariable *
forward_2d (RensaLink *link, RensaVariable *x, GError **error)
{
  return rensa_convolution_link_call (link, x, rensa_convolution_2d, error);
}

const RensaLinkClass rensa_convolution_2d_link_class = {
  .name = "Convolution2D",
  RENSA_CONVOLUTION_LINK (attrs_2d, params_2d, samples_2d),
  .title = N_ ("Convolution 2D"),
  .summary = N_ ("Learned filters that slide over images"),
  .words = N_ ("conv;conv2d;cnn;filter;kernel;image"),
  .stem = "conv",
  .formula = "y[o, i, j] = Σ W[o, c, u, v] x[c, s i + d u - p, s j + d v - p] + b[o]",
  .reference = "LeCun et al., \"Gradient-Based Learning Applied to Document Recognition\", 1998",
  RENSA_CONVOLUTION_TAKES_IMAGES,
  .forward1 = forward_2d,
  RENSA_FORMS ({ "chainer",
                 "L.Convolution2D({in_channels}, {out_channels}, {ksize}, stride={stride}, pad={pad}, nobias={nobias}, "
                 "initialW={initialW}, initial_bias={initial_bias}, dilate={dilate}, groups={groups})" },
               { "torch", TORCH ("2") }, { "torch_more", TORCH_LAZY ("2") }, { "torch_initial", TORCH_INITIAL }),
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

/* Computed by hand: the sum over a cube, and twice each value. */
static const RensaSample samples_3d[] = {
  { "in_channels=1, out_channels=1, ksize=2, initialW=One, initial_bias=Constant(fill_value=0.5)",
    "[[[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]]]", "[[[[[36.5]]]]]" },
  { "in_channels=None, out_channels=2, ksize=1, nobias=True, initialW=Constant(fill_value=2), groups=2",
    "[[[[[1, 2]]], [[[3, 4]]]]]", "[[[[[2, 4]]], [[[6, 8]]]]]" },
};

static RensaVariable *
forward_3d (RensaLink *link, RensaVariable *x, GError **error)
{
  return rensa_convolution_link_call (link, x, rensa_convolution_3d, error);
}

const RensaLinkClass rensa_convolution_3d_link_class = {
  .name = "Convolution3D",
  RENSA_CONVOLUTION_LINK (attrs, params_3d, samples_3d),
  .title = N_ ("Convolution 3D"),
  .summary = N_ ("Learned filters that slide through volumes or videos"),
  .words = N_ ("conv3d;volumetric;voxel;video;filter"),
  .stem = "conv",
  .formula = "y[n, o, i] = Σ W[o, c, u] x[n, c, s i + d u - p] + b[o]",
  RENSA_CONVOLUTION_TAKES_CHANNELS,
  .forward1 = forward_3d,
  FORMS ("3"),
};

/**
 * rensa_convolution_3d_link_new:
 * @in_channels: %RENSA_INT_NONE to infer it from the first batch
 * @out_channels: filters
 * @ksize: extents of the filters, or one number for all of them
 * @stride: (nullable): step between windows; NULL for 1
 * @pad: (nullable): zeros on each side; NULL for none
 *
 * A Convolution3D: filters W of shape (@out_channels, @in_channels, depth, height, width) and b of
 * shape (@out_channels). Returns NULL with RENSA_ERROR_INVALID if a size is less than one.
 */
RENSA_API RensaLink *
rensa_convolution_3d_link_new (gint64 in_channels, gint64 out_channels, const RensaInts *ksize, const RensaInts *stride,
                               const RensaInts *pad, gboolean nobias, GError **error)
{
  const RensaConvolutionLink self =
      rensa_convolution_link_values (in_channels, out_channels, ksize, stride, pad, nobias);

  return rensa_link_new_from_values (&rensa_convolution_3d_link_class, &self, error);
}

/* Computed by hand: sums over two rows and two columns, and of values two positions apart. */
static const RensaSample samples_nd[] = {
  { "ndim=2, in_channels=1, out_channels=1, ksize=2, initialW=One, initial_bias=Constant(fill_value=0.5)",
    "[[[[1, 2, 3], [4, 5, 6]]]]", "[[[[12.5, 16.5]]]]" },
  { "ndim=1, in_channels=None, out_channels=1, ksize=2, nobias=True, initialW=One, dilate=2", "[[[1, 2, 4]]]",
    "[[[5]]]" },
};

static RensaVariable *
forward_nd (RensaLink *link, RensaVariable *x, GError **error)
{
  return rensa_convolution_link_call (link, x, rensa_convolution_nd, error);
}

const RensaLinkClass rensa_convolution_nd_link_class = {
  .name = "ConvolutionND",
  RENSA_CONVOLUTION_LINK (attrs_nd, params_nd, samples_nd),
  .title = N_ ("Convolution ND"),
  .summary = N_ ("Learned filters that slide along any number of axes"),
  .words = N_ ("convnd;n-dimensional convolution;filter"),
  .stem = "conv",
  .formula = "y[n, o, i] = Σ W[o, c, u] x[n, c, s i + d u - p] + b[o]",
  RENSA_CONVOLUTION_TAKES_CHANNELS,
  .forward1 = forward_nd,
  RENSA_FORMS ({ "chainer", "L.ConvolutionND({ndim}, {in_channels}, {out_channels}, {ksize}, stride={stride}, "
                            "pad={pad}, nobias={nobias}, initialW={initialW}, initial_bias={initial_bias}, "
                            "cover_all={cover_all}, dilate={dilate}, groups={groups})" },
               { "torch", RENSA_CONVOLUTION_LINK_TORCH ("{ndim:axes}") }, { "torch_initial", TORCH_INITIAL },
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
