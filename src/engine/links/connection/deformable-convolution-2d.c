/* deformable-convolution-2d.c: convolution with learned sampling offsets.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions.h"
#include "rensa-links.h"

typedef struct
{
  gint64 in_channels;
  gint64 out_channels;
  RensaInts ksize;
  RensaInts stride;
  RensaInts pad;
  gboolean offset_nobias;
  RensaAttrs *offset_initialW;
  RensaAttrs *offset_initial_bias;
  gboolean deform_nobias;
  RensaAttrs *deform_initialW;
  RensaAttrs *deform_initial_bias;
} DeformableConvolution2D;

enum
{
  OFFSET_CONV,
  DEFORM_CONV,
};

/* Internal link with the filters, called with the image and the offsets; it does not occur in documents. */
typedef struct
{
  gint64 in_channels;
  gint64 out_channels;
  RensaInts ksize;
  RensaInts stride;
  RensaInts pad;
  gboolean nobias;
  RensaAttrs *initialW;
  RensaAttrs *initial_bias;
} Sampler;

static const RensaAttrSpec sampler_attrs[] = {
  RENSA_ATTR_SIZE (Sampler, in_channels, 1),
  RENSA_ATTR_INT (Sampler, out_channels, .min = 1, .max = G_MAXDOUBLE),
  RENSA_ATTR_INTS (Sampler, ksize),
  RENSA_ATTR_INTS (Sampler, stride),
  RENSA_ATTR_INTS (Sampler, pad),
  RENSA_ATTR_NOBIAS (Sampler),
  RENSA_ATTR_INITIALIZER (Sampler, initialW, "LeCunNormal", NULL),
  RENSA_ATTR_INITIALIZER (Sampler, initial_bias, "Zero", NULL),
};

static const RensaParamSpec sampler_params[] = {
  { "W", { "out_channels", "in_channels", "ksize^2" }, .initializer = "initialW" },
  { "b", { "out_channels" }, .initializer = "initial_bias", .unless = "nobias" },
};

static gint64
sampler_count (gconstpointer values, const RensaShape *inputs)
{
  return inputs->ndim == 4 ? inputs->dims[1] : RENSA_INT_NONE;
}

static int
sampler_forward (RensaLink *link, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, int max_outputs,
                 GError **error)
{
  const Sampler *self = rensa_link_get_values (link);

  outputs[0] =
      rensa_deformable_convolution_2d_sampler (inputs[0], inputs[1], rensa_link_get_param (link, 0),
                                               rensa_link_get_param (link, 1), &self->stride, &self->pad, error);
  return outputs[0] != NULL ? 1 : -1;
}

static const RensaLinkClass sampler_class = {
  .name = "DeformableConvolution2DSampler",
  RENSA_ATTRS (Sampler, sampler_attrs),
  .inputs = RENSA_INPUTS ("x", "offset"),
  .n_outputs = 1,
  RENSA_PARAMS (sampler_params),
  .learns = "in_channels",
  .count = sampler_count,
  .takes = { N_ ("images of {} channel"), N_ ("images of {} channels") },
  .forward = sampler_forward,
};

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_SIZE (DeformableConvolution2D, in_channels, 1, .title = N_ ("Input Channels"),
                   .hint = N_ ("None infers it from the first batch")),
  RENSA_ATTR_INT (DeformableConvolution2D, out_channels, .required = TRUE, .min = 1, .max = G_MAXDOUBLE,
                  .title = N_ ("Filters"), .hint = N_ ("Number of output channels")),
  RENSA_ATTR_INTS (DeformableConvolution2D, ksize, .required = TRUE, .min = 1, .max = G_MAXINT, .unit = "px",
                   .title = N_ ("Filter Size")),
  RENSA_ATTR_INTS (DeformableConvolution2D, stride, .initial = 1, .min = 1, .max = G_MAXINT, .unit = "px",
                   .title = N_ ("Stride")),
  RENSA_ATTR_INTS (DeformableConvolution2D, pad, .initial = 0, .min = 0, .max = G_MAXINT, .unit = "px",
                   .title = N_ ("Padding")),
  RENSA_ATTR_BOOL (DeformableConvolution2D, offset_nobias, .title = N_ ("No Offset Bias")),
  RENSA_ATTR_INITIALIZER (DeformableConvolution2D, offset_initialW, "LeCunNormal", N_ ("Initial Offset Weights")),
  RENSA_ATTR_INITIALIZER (DeformableConvolution2D, offset_initial_bias, "Zero", N_ ("Initial Offset Bias")),
  RENSA_ATTR_BOOL (DeformableConvolution2D, deform_nobias, .title = N_ ("No Bias")),
  RENSA_ATTR_INITIALIZER (DeformableConvolution2D, deform_initialW, "LeCunNormal", N_ ("Initial Weights")),
  RENSA_ATTR_INITIALIZER (DeformableConvolution2D, deform_initial_bias, "Zero", N_ ("Initial Bias")),
};

/* One horizontal and one vertical offset per filter element. */
static char *
describe_offsets (gconstpointer values, int i)
{
  const RensaInts *ksize = &((const DeformableConvolution2D *) values)->ksize;
  gint64 n = ksize->values[0];

  n *= ksize->n == RENSA_INTS_SCALAR ? n : ksize->n > 1 ? ksize->values[1] : 1;
  return g_strdup_printf ("out_channels=%" G_GINT64_FORMAT, 2 * n);
}

static const RensaChildSpec children[] = {
  [OFFSET_CONV] = { "offset_conv", &rensa_convolution_2d_link_class,
                    "in_channels={in_channels}, ksize={ksize}, stride={stride}, pad={pad}, nobias={offset_nobias}, "
                    "initialW={offset_initialW}, initial_bias={offset_initial_bias}",
                    .describe = describe_offsets, .learns = TRUE },
  [DEFORM_CONV] = { "deform_conv", &sampler_class,
                    "in_channels={in_channels}, out_channels={out_channels}, ksize={ksize}, stride={stride}, "
                    "pad={pad}, nobias={deform_nobias}, initialW={deform_initialW}, "
                    "initial_bias={deform_initial_bias}",
                    .learns = TRUE },
};

/* Computed by hand: without offsets, it is a convolution. */
static const RensaSample samples[] = {
  { "in_channels=1, out_channels=1, ksize=1, offset_initialW=Zero, deform_initialW=Constant(fill_value=2), "
    "deform_initial_bias=One",
    "[[[[1, 2], [3, 4]]]]", "[[[[3, 5], [7, 9]]]]" },
  { "in_channels=None, out_channels=1, ksize=(1, 2), offset_nobias=True, offset_initialW=Zero, deform_nobias=True, "
    "deform_initialW=One",
    "[[[[1, 2, 4], [8, 16, 32]]]]", "[[[[3, 6], [24, 48]]]]" },
};

static RensaVariable *
forward (RensaLink *link, RensaVariable *x, GError **error)
{
  g_autoptr (RensaVariable) offset = rensa_link_call (rensa_link_get_child (link, OFFSET_CONV), x, error);
  RensaVariable *const inputs[] = { x, offset };
  RensaVariable *y = NULL;

  return rensa_link_call_n (rensa_link_get_child (link, DEFORM_CONV), inputs, 2, &y, 1, error) == 1 ? y : NULL;
}

const RensaLinkClass rensa_deformable_convolution_2d_link_class = {
  .name = "DeformableConvolution2D",
  .group = &rensa_convolution_group,
  .title = N_ ("Deformable Convolution 2D"),
  .summary = N_ ("Learned filters whose sampling positions are set by other learned filters"),
  .words = N_ ("deformable conv;offsets;sampling;image"),
  .stem = "conv",
  .formula = "y[o, i, j] = Σ W[o, c, u, v] x[c, s i + u - p + Δi, s j + v - p + Δj] + b[o], Δ = conv(x)",
  .reference = "Dai et al., \"Deformable Convolutional Networks\", ICCV 2017",
  RENSA_ATTRS (DeformableConvolution2D, attrs),
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_CHILDREN (children),
  RENSA_SAMPLES (samples),
  .learns = "in_channels",
  .forward1 = forward,
  RENSA_FORMS ({ "chainer",
                 "L.DeformableConvolution2D({in_channels}, {out_channels}, ksize={ksize}, stride={stride}, pad={pad}, "
                 "offset_nobias={offset_nobias}, offset_initialW={offset_initialW}, "
                 "offset_initial_bias={offset_initial_bias}, deform_nobias={deform_nobias}, "
                 "deform_initialW={deform_initialW}, deform_initial_bias={deform_initial_bias})" }),
};

/**
 * rensa_deformable_convolution_2d_link_new:
 * @in_channels: %RENSA_INT_NONE to infer it from the first batch
 * @out_channels: filters
 * @ksize: height and width of the filters, or one number for both
 * @pad: zeros around the image, on each side
 *
 * A DeformableConvolution2D of stride 1: filters that sample the image at offsets computed from it
 * by a Convolution2D. Returns NULL with RENSA_ERROR_INVALID if a size is less than one.
 */
RENSA_API RensaLink *
rensa_deformable_convolution_2d_link_new (gint64 in_channels, gint64 out_channels, const RensaInts *ksize,
                                          const RensaInts *pad, GError **error)
{
  const DeformableConvolution2D self = {
    in_channels, out_channels, *ksize, .stride = { .n = RENSA_INTS_SCALAR, .values = { 1 } }, .pad = *pad,
  };

  return rensa_link_new_from_values (&rensa_deformable_convolution_2d_link_class, &self, error);
}
