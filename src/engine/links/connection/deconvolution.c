/* deconvolution.c: transposed convolution that enlarges sequences, images, volumes and data with any number of axes.
 * SPDX-License-Identifier: MIT */

#include "rensa-convolution-link-private.h"
#include "rensa-functions.h"
#include "rensa-links.h"

static const RensaAttrSpec attrs[] = {
  RENSA_CONVOLUTION_CHANNELS, RENSA_CONVOLUTION_KSIZE,   RENSA_CONVOLUTION_STEPS,  RENSA_CONVOLUTION_NOBIAS,
  RENSA_CONVOLUTION_OUTSIZE,  RENSA_CONVOLUTION_INITIAL, RENSA_CONVOLUTION_DILATE, RENSA_CONVOLUTION_GROUPS,
};
static const RensaAttrSpec attrs_2d[] = {
  RENSA_CONVOLUTION_CHANNELS, RENSA_CONVOLUTION_KSIZE_OR_NONE, RENSA_CONVOLUTION_STEPS,  RENSA_CONVOLUTION_NOBIAS,
  RENSA_CONVOLUTION_OUTSIZE,  RENSA_CONVOLUTION_INITIAL,       RENSA_CONVOLUTION_DILATE, RENSA_CONVOLUTION_GROUPS,
};
static const RensaAttrSpec attrs_nd[] = {
  RENSA_CONVOLUTION_NDIM,    RENSA_CONVOLUTION_CHANNELS, RENSA_CONVOLUTION_KSIZE_OR_NONE,
  RENSA_CONVOLUTION_STEPS,   RENSA_CONVOLUTION_NOBIAS,   RENSA_CONVOLUTION_OUTSIZE,
  RENSA_CONVOLUTION_INITIAL, RENSA_CONVOLUTION_DILATE,   RENSA_CONVOLUTION_GROUPS,
};

#define PARAMS(spatial) RENSA_CONVOLUTION_PARAMS ("in_channels", "out_channels/groups", spatial)

static const RensaParamSpec params_1d[] = PARAMS ("ksize^1");
static const RensaParamSpec params_2d[] = PARAMS ("ksize^2");
static const RensaParamSpec params_3d[] = PARAMS ("ksize^3");
static const RensaParamSpec params_nd[] = PARAMS ("ksize^ndim");

#define TORCH_OPTIONS "stride={stride}, padding={pad}, dilation={dilate}, groups={groups}, bias={nobias:not})"
#define TORCH_INITIAL "weight={initialW}, bias={initial_bias}"
/* Along one, two and three axes; @outsize: its place in Chainer's call. */
#define FORMS(n, outsize)                                                                                          \
  RENSA_FORMS ({ "chainer", "L.Deconvolution" n "D({in_channels}, {out_channels}, {ksize}, stride={stride}, "      \
                            "pad={pad}, nobias={nobias}, outsize=" outsize ", initialW={initialW}, "               \
                            "initial_bias={initial_bias}, dilate={dilate}, groups={groups})" },                    \
               { "torch", "nn.ConvTranspose" n "d({in_channels:given}, {out_channels}, {ksize}, " TORCH_OPTIONS }, \
               { "torch_more", "nn.LazyConvTranspose" n "d({out_channels}, {ksize}, " TORCH_OPTIONS },             \
               { "torch_most", RENSA_DECONVOLUTION_LINK_TORCH (n) },                                               \
               { "torch_class", rensa_deconvolution_link_torch_class }, { "torch_needless", "{in_channels}" },     \
               { "torch_initial", TORCH_INITIAL })

/* Computed by hand: each value is spread over two positions. */
static const RensaSample samples_1d[] = {
  { "in_channels=1, out_channels=1, ksize=2, initialW=One, initial_bias=Constant(fill_value=0.5)", "[[[1, 2]]]",
    "[[[1.5, 3.5, 2.5]]]" },
  { "in_channels=None, out_channels=1, ksize=2, stride=2, nobias=True, outsize=5, initialW=One", "[[[1, 2]]]",
    "[[[1, 1, 2, 2, 0]]]" },
};

static RensaVariable *
forward_1d (RensaLink *link, RensaVariable *x, GError **error)
{
  return rensa_deconvolution_link_call (link, x, rensa_deconvolution_1d, error);
}

const RensaLinkClass rensa_deconvolution_1d_link_class = {
  .name = "Deconvolution1D",
  RENSA_CONVOLUTION_LINK (attrs, params_1d, samples_1d),
  .title = N_ ("Deconvolution 1D"),
  .summary = N_ ("Learned filters that make sequences longer"),
  .words = N_ ("deconv;transposed convolution;upsampling;decoder;sequence"),
  .stem = "deconv",
  .formula = "y[n, o, s i + d u - p] += Σ W[c, o, u] x[n, c, i], then + b[o]",
  RENSA_CONVOLUTION_TAKES_CHANNELS,
  .output_axis = 1,
  .forward1 = forward_1d,
  FORMS ("1", "{outsize:sequence}"),
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

/* Computed by hand: each value is spread over two columns; then over four positions, with three of
 * the first value's cropped by padding. */
static const RensaSample samples_2d[] = {
  { "in_channels=1, out_channels=1, ksize=(1, 2), initialW=One, initial_bias=Constant(fill_value=0.5)", "[[[[1, 2]]]]",
    "[[[[1.5, 3.5, 2.5]]]]" },
  { "in_channels=None, out_channels=1, ksize=2, stride=2, pad=1, nobias=True, outsize=(1, 2), initialW=One",
    "[[[[1, 2]]]]", "[[[[1, 2]]]]" },
};

static RensaVariable *
forward_2d (RensaLink *link, RensaVariable *x, GError **error)
{
  return rensa_deconvolution_link_call (link, x, rensa_deconvolution_2d, error);
}

const RensaLinkClass rensa_deconvolution_2d_link_class = {
  .name = "Deconvolution2D",
  RENSA_CONVOLUTION_LINK (attrs_2d, params_2d, samples_2d),
  .title = N_ ("Deconvolution 2D"),
  .summary = N_ ("Learned filters that make images larger"),
  .words = N_ ("deconv;transposed convolution;upsampling;decoder;generator;image"),
  .stem = "deconv",
  .formula = "y[o, s i + d u - p, s j + d v - p] += Σ W[c, o, u, v] x[c, i, j], then + b[o]",
  RENSA_CONVOLUTION_TAKES_IMAGES,
  .output_axis = 1,
  .forward1 = forward_2d,
  FORMS ("2", "{outsize}"),
};

/**
 * rensa_deconvolution_2d_link_new:
 * @in_channels: %RENSA_INT_NONE to infer it from the first batch
 * @out_channels: filters
 * @ksize: extents of the filters, or one number for all of them
 * @stride: (nullable): step between windows; NULL for 1
 * @pad: (nullable): elements cropped from each side of the output; NULL for none
 *
 * A Deconvolution2D: filters W of shape (@in_channels, @out_channels, height, width) and b of shape
 * (@out_channels). Returns NULL with RENSA_ERROR_INVALID if a size is less than one.
 */
RENSA_API RensaLink *
rensa_deconvolution_2d_link_new (gint64 in_channels, gint64 out_channels, const RensaInts *ksize,
                                 const RensaInts *stride, const RensaInts *pad, gboolean nobias, GError **error)
{
  const RensaConvolutionLink self =
      rensa_convolution_link_values (in_channels, out_channels, ksize, stride, pad, nobias);

  return rensa_link_new_from_values (&rensa_deconvolution_2d_link_class, &self, error);
}

/* Computed by hand: a value is spread over a cube; the others are spaced out. */
static const RensaSample samples_3d[] = {
  { "in_channels=1, out_channels=1, ksize=2, initialW=One, initial_bias=Constant(fill_value=0.5)", "[[[[[3]]]]]",
    "[[[[[3.5, 3.5], [3.5, 3.5]], [[3.5, 3.5], [3.5, 3.5]]]]]" },
  { "in_channels=None, out_channels=1, ksize=1, stride=2, nobias=True, initialW=One", "[[[[[1, 2]]]]]",
    "[[[[[1, 0, 2]]]]]" },
};

static RensaVariable *
forward_3d (RensaLink *link, RensaVariable *x, GError **error)
{
  return rensa_deconvolution_link_call (link, x, rensa_deconvolution_3d, error);
}

const RensaLinkClass rensa_deconvolution_3d_link_class = {
  .name = "Deconvolution3D",
  RENSA_CONVOLUTION_LINK (attrs, params_3d, samples_3d),
  .title = N_ ("Deconvolution 3D"),
  .summary = N_ ("Learned filters that make volumes larger"),
  .words = N_ ("deconv;transposed convolution;upsampling;decoder;volumetric;voxel;video"),
  .stem = "deconv",
  .formula = "y[n, o, s i + d u - p] += Σ W[c, o, u] x[n, c, i], then + b[o]",
  RENSA_CONVOLUTION_TAKES_CHANNELS,
  .output_axis = 1,
  .forward1 = forward_3d,
  FORMS ("3", "{outsize:sequence}"),
};

/**
 * rensa_deconvolution_3d_link_new:
 * @in_channels: %RENSA_INT_NONE to infer it from the first batch
 * @out_channels: filters
 * @ksize: extents of the filters, or one number for all of them
 * @stride: (nullable): step between windows; NULL for 1
 * @pad: (nullable): elements cropped from each side of the output; NULL for none
 *
 * A Deconvolution3D: filters W of shape (@in_channels, @out_channels, depth, height, width) and b
 * of shape (@out_channels). Returns NULL with RENSA_ERROR_INVALID if a size is less than one.
 */
RENSA_API RensaLink *
rensa_deconvolution_3d_link_new (gint64 in_channels, gint64 out_channels, const RensaInts *ksize,
                                 const RensaInts *stride, const RensaInts *pad, gboolean nobias, GError **error)
{
  const RensaConvolutionLink self =
      rensa_convolution_link_values (in_channels, out_channels, ksize, stride, pad, nobias);

  return rensa_link_new_from_values (&rensa_deconvolution_3d_link_class, &self, error);
}

/* Computed by hand: each value is spread over two positions, adjacent or two apart. */
static const RensaSample samples_nd[] = {
  { "ndim=2, in_channels=1, out_channels=1, ksize=(1, 2), initialW=One, initial_bias=Constant(fill_value=0.5)",
    "[[[[1, 2]]]]", "[[[[1.5, 3.5, 2.5]]]]" },
  { "ndim=1, in_channels=None, out_channels=1, ksize=2, nobias=True, initialW=One, dilate=2", "[[[1, 2]]]",
    "[[[1, 2, 1, 2]]]" },
};

static RensaVariable *
forward_nd (RensaLink *link, RensaVariable *x, GError **error)
{
  return rensa_deconvolution_link_call (link, x, rensa_deconvolution_nd, error);
}

const RensaLinkClass rensa_deconvolution_nd_link_class = {
  .name = "DeconvolutionND",
  RENSA_CONVOLUTION_LINK (attrs_nd, params_nd, samples_nd),
  .title = N_ ("Deconvolution ND"),
  .summary = N_ ("Learned filters that enlarge along any number of axes"),
  .words = N_ ("deconv;transposed convolution;upsampling;decoder;n-dimensional"),
  .stem = "deconv",
  .formula = "y[n, o, s i + d u - p] += Σ W[c, o, u] x[n, c, i], then + b[o]",
  RENSA_CONVOLUTION_TAKES_CHANNELS,
  .output_axis = 1,
  .forward1 = forward_nd,
  RENSA_FORMS ({ "chainer", "L.DeconvolutionND({ndim}, {in_channels}, {out_channels}, {ksize}, stride={stride}, "
                            "pad={pad}, nobias={nobias}, outsize={outsize:sequence}, initialW={initialW}, "
                            "initial_bias={initial_bias}, dilate={dilate}, groups={groups})" },
               { "torch", RENSA_DECONVOLUTION_LINK_TORCH ("{ndim:axes}") }, { "torch_initial", TORCH_INITIAL },
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
