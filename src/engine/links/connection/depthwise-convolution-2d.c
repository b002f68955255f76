/* depthwise-convolution-2d.c: convolution that filters each channel separately.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions.h"
#include "rensa-links.h"

typedef struct
{
  gint64 in_channels;
  gint64 channel_multiplier;
  RensaInts ksize;
  RensaInts stride;
  RensaInts pad;
  gboolean nobias;
  RensaAttrs *initialW;
  RensaAttrs *initial_bias;
} DepthwiseConvolution2D;

enum
{
  W,
  B,
};

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_SIZE (DepthwiseConvolution2D, in_channels, 1, .title = N_ ("Input Channels"),
                   .hint = N_ ("None infers it from the first batch")),
  RENSA_ATTR_INT (DepthwiseConvolution2D, channel_multiplier, .required = TRUE, .min = 1, .max = G_MAXDOUBLE,
                  .title = N_ ("Filters per Channel")),
  RENSA_ATTR_INTS (DepthwiseConvolution2D, ksize, .required = TRUE, .min = 1, .max = G_MAXINT, .unit = "px",
                   .title = N_ ("Filter Size")),
  RENSA_ATTR_INTS (DepthwiseConvolution2D, stride, .initial = 1, .min = 1, .max = G_MAXINT, .unit = "px",
                   .title = N_ ("Stride")),
  RENSA_ATTR_INTS (DepthwiseConvolution2D, pad, .initial = 0, .min = 0, .max = G_MAXINT, .unit = "px",
                   .title = N_ ("Padding")),
  RENSA_ATTR_NOBIAS (DepthwiseConvolution2D),
  RENSA_ATTR_INITIALIZER (DepthwiseConvolution2D, initialW, "LeCunNormal", N_ ("Initial Weights")),
  RENSA_ATTR_INITIALIZER (DepthwiseConvolution2D, initial_bias, "Zero", N_ ("Initial Bias")),
};

static const RensaParamSpec params[] = {
  [W] = { "W", { "channel_multiplier", "in_channels", "ksize^2" }, .initializer = "initialW" },
  [B] = { "b", { "channel_multiplier*in_channels" }, .initializer = "initial_bias", .unless = "nobias" },
};

/* Computed by hand: sums of two columns, separately for each channel. */
static const RensaSample samples[] = {
  { "in_channels=2, channel_multiplier=2, ksize=(1, 2), initialW=One, initial_bias=Constant(fill_value=0.5)",
    "[[[[1, 2]], [[3, 4]]]]", "[[[[3.5]], [[3.5]], [[7.5]], [[7.5]]]]" },
  { "in_channels=None, channel_multiplier=1, ksize=1, stride=(1, 2), nobias=True, initialW=One", "[[[[1, 2, 3]]]]",
    "[[[[1, 3]]]]" },
};

static gint64
count (gconstpointer values, const RensaShape *inputs)
{
  return inputs->ndim == 4 ? inputs->dims[1] : RENSA_INT_NONE;
}

static RensaVariable *
forward (RensaLink *link, RensaVariable *x, GError **error)
{
  const DepthwiseConvolution2D *self = rensa_link_get_values (link);

  return rensa_depthwise_convolution_2d (x, rensa_link_get_param (link, W), rensa_link_get_param (link, B),
                                         &self->stride, &self->pad, error);
}

const RensaLinkClass rensa_depthwise_convolution_2d_link_class = {
  .name = "DepthwiseConvolution2D",
  .group = &rensa_convolution_group,
  .title = N_ ("Depthwise Convolution 2D"),
  .summary = N_ ("Learned filters that each process one channel"),
  .words = N_ ("depthwise conv;separable;mobilenet;channelwise;image"),
  .stem = "conv",
  .formula = "y[c m + q, i, j] = Σ W[q, c, u, v] x[c, s i + u - p, s j + v - p] + b[c m + q]",
  .reference = "Chollet, \"Xception\", CVPR 2017",
  RENSA_ATTRS (DepthwiseConvolution2D, attrs),
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_PARAMS (params),
  RENSA_SAMPLES (samples),
  .learns = "in_channels",
  .count = count,
  .takes = { N_ ("images of {} channel"), N_ ("images of {} channels") },
  .forward1 = forward,
  RENSA_FORMS ({ "chainer", "L.DepthwiseConvolution2D({in_channels}, {channel_multiplier}, {ksize}, stride={stride}, "
                            "pad={pad}, nobias={nobias}, initialW={initialW}, initial_bias={initial_bias})" }),
};

/**
 * rensa_depthwise_convolution_2d_link_new:
 * @in_channels: %RENSA_INT_NONE to infer it from the first batch
 * @channel_multiplier: filters per channel
 * @ksize: height and width of the filters, or one number for both
 *
 * A DepthwiseConvolution2D with stride 1 and no padding: @in_channels times @channel_multiplier
 * output channels, each computed from one input channel. Returns NULL with RENSA_ERROR_INVALID if a
 * size is less than one.
 */
RENSA_API RensaLink *
rensa_depthwise_convolution_2d_link_new (gint64 in_channels, gint64 channel_multiplier, const RensaInts *ksize,
                                         gboolean nobias, GError **error)
{
  const DepthwiseConvolution2D self = {
    in_channels,
    channel_multiplier,
    *ksize,
    .stride = { .n = RENSA_INTS_SCALAR, .values = { 1 } },
    .pad = { .n = RENSA_INTS_SCALAR },
    .nobias = nobias,
  };

  return rensa_link_new_from_values (&rensa_depthwise_convolution_2d_link_class, &self, error);
}
