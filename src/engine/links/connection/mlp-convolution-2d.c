/* mlp-convolution-2d.c: convolution followed by a small network at each pixel.
 * SPDX-License-Identifier: MIT */

#include "mlp-convolution-2d.py.inc"
#include "rensa-functions.h"
#include "rensa-links.h"

typedef struct
{
  gint64 in_channels;
  RensaInts out_channels;
  RensaInts ksize;
  RensaInts stride;
  RensaInts pad;
  RensaAttrs *activation;
  RensaAttrs *conv_init;
  RensaAttrs *bias_init;
} MLPConvolution2D;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_SIZE (MLPConvolution2D, in_channels, 1, .title = N_ ("Input Channels"),
                   .hint = N_ ("None infers it from the first batch")),
  RENSA_ATTR_INTS (MLPConvolution2D, out_channels, .required = TRUE, .min = 1, .max = G_MAXDOUBLE,
                   .title = N_ ("Filters"),
                   .hint = N_ ("Number of filters in each layer of the small network, in "
                               "order")),
  RENSA_ATTR_INTS (MLPConvolution2D, ksize, .required = TRUE, .min = 1, .max = G_MAXINT, .unit = "px",
                   .title = N_ ("Filter Size"),
                   .hint = N_ ("Filter size of the first layer; the others process "
                               "single pixels")),
  RENSA_ATTR_INTS (MLPConvolution2D, stride, .initial = 1, .min = 1, .max = G_MAXINT, .unit = "px",
                   .title = N_ ("Stride")),
  RENSA_ATTR_INTS (MLPConvolution2D, pad, .initial = 0, .min = 0, .max = G_MAXINT, .unit = "px",
                   .title = N_ ("Padding")),
  RENSA_ATTR_COMPONENT (MLPConvolution2D, activation, .component_kind = RENSA_COMPONENT_FUNCTION,
                        .initial_text = "relu", .title = N_ ("Activation"),
                        .hint = N_ ("Activation function "
                                    "between the layers")),
  RENSA_ATTR_INITIALIZER (MLPConvolution2D, conv_init, "LeCunNormal", N_ ("Initial Weights")),
  RENSA_ATTR_INITIALIZER (MLPConvolution2D, bias_init, "Zero", N_ ("Initial Bias")),
};

/* Layers after the first have 1x1 filters over the channels of the previous layer. */
static char *
describe (gconstpointer values, int i)
{
  const MLPConvolution2D *self = values;
  const gint64 out = self->out_channels.values[i];

  if (i == 0)
    return g_strdup_printf ("out_channels=%" G_GINT64_FORMAT, out);
  return g_strdup_printf ("in_channels=%" G_GINT64_FORMAT ", out_channels=%" G_GINT64_FORMAT
                          ", ksize=1, stride=1, pad=0",
                          self->out_channels.values[i - 1], out);
}

static const RensaChildSpec children[] = {
  { "{}", &rensa_convolution_2d_link_class,
    "in_channels={in_channels}, ksize={ksize}, stride={stride}, pad={pad}, initialW={conv_init}, "
    "initial_bias={bias_init}",
    .describe = describe, .count = "out_channels", .learns = TRUE },
};

/* Computed by hand: the sums of two pixels, one of them negative, then twice that plus one. */
static const RensaSample samples[] = {
  { "in_channels=1, out_channels=(1, 2), ksize=(1, 2), conv_init=Constant(fill_value=2), bias_init=One",
    "[[[[1, 2, -5]]]]", "[[[[15, 1]], [[15, 1]]]]" },
  { "in_channels=None, out_channels=(1,), ksize=1, stride=2, pad=1, conv_init=One", "[[[[4]]]]",
    "[[[[0, 0], [0, 0]]]]" },
};

static RensaVariable *
forward (RensaLink *link, RensaVariable *x, GError **error)
{
  const MLPConvolution2D *self = rensa_link_get_values (link);
  const int n = rensa_link_count_children_of (link, 0);
  g_autoptr (RensaVariable) h = rensa_variable_ref (x);

  for (int i = 0; h != NULL && i < n; i++)
    {
      g_autoptr (RensaVariable) sum = rensa_link_call (rensa_link_get_child_of (link, 0, i), h, error);

      rensa_variable_unref (h);
      h = rensa_apply_attrs (i < n - 1 ? self->activation : NULL, sum, error);
    }
  return g_steal_pointer (&h);
}

const RensaLinkClass rensa_mlp_convolution_2d_link_class = {
  .name = "MLPConvolution2D",
  .group = &rensa_convolution_group,
  .title = N_ ("MLP Convolution 2D"),
  .summary = N_ ("Filters followed by a small network at each pixel"),
  .words = N_ ("network in network;nin;1x1 convolution;mlpconv;image"),
  .stem = "mlpconv",
  .formula = "y = Wn * a(… a(W1 * x + b1) …) + bn",
  .reference = "Lin, Chen and Yan, \"Network In Network\", ICLR 2014",
  RENSA_ATTRS (MLPConvolution2D, attrs),
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_CHILDREN (children),
  .numbers_children = TRUE,
  RENSA_SAMPLES (samples),
  .learns = "in_channels",
  .forward1 = forward,
  RENSA_FORMS (
      { "chainer", "L.MLPConvolution2D({in_channels}, {out_channels}, {ksize}, stride={stride}, pad={pad}, "
                   "activation={activation}, conv_init={conv_init}, bias_init={bias_init})" },
      { "torch",
        "MLPConvolution2D({out_channels}, {ksize}, stride={stride}, pad={pad}, activation={activation}, conv_init={conv_init}, bias_init={bias_init})" },
      { "torch_class", torch_class }, { "torch_uses", "drawn" }, { "torch_needless", "{in_channels}" }),
};

/**
 * rensa_mlp_convolution_2d_link_new:
 * @in_channels: %RENSA_INT_NONE to infer it from the first batch
 * @out_channels: filters of each layer, in order
 * @ksize: height and width of the first layer's filters, or one number for both
 *
 * An MLPConvolution2D with relu between the layers: a Convolution2D, then one of filter size 1 for
 * each further entry of
 * @out_channels. Returns NULL with RENSA_ERROR_INVALID if a size is less than one.
 */
RENSA_API RensaLink *
rensa_mlp_convolution_2d_link_new (gint64 in_channels, const RensaInts *out_channels, const RensaInts *ksize,
                                   GError **error)
{
  const MLPConvolution2D self = {
    in_channels,
    *out_channels,
    *ksize,
    .stride = { .n = RENSA_INTS_SCALAR, .values = { 1 } },
    .pad = { .n = RENSA_INTS_SCALAR, .values = { 0 } },
  };

  return rensa_link_new_from_values (&rensa_mlp_convolution_2d_link_class, &self, error);
}
