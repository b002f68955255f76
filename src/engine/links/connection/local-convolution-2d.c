/* local-convolution-2d.c: convolution with separate filters at each position.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions.h"
#include "rensa-links.h"

typedef struct
{
  gint64 in_channels;
  gint64 out_channels;
  RensaInts in_size;
  RensaInts ksize;
  RensaInts stride;
  gboolean nobias;
  RensaAttrs *initialW;
  RensaAttrs *initial_bias;
} LocalConvolution2D;

enum
{
  W,
  B,
};

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_SIZE (LocalConvolution2D, in_channels, 1, .title = N_ ("Input Channels"),
                   .hint = N_ ("None infers it from the first batch")),
  RENSA_ATTR_INT (LocalConvolution2D, out_channels, .required = TRUE, .min = 1, .max = G_MAXDOUBLE,
                  .title = N_ ("Filters"), .hint = N_ ("Number of output channels")),
  RENSA_ATTR_INTS (LocalConvolution2D, in_size, .none = TRUE, .allow_none = TRUE, .min = 1, .max = G_MAXINT,
                   .unit = "px", .title = N_ ("Image Size"), .hint = N_ ("None infers it from the first batch")),
  RENSA_ATTR_INTS (LocalConvolution2D, ksize, .required = TRUE, .min = 1, .max = G_MAXINT, .unit = "px",
                   .title = N_ ("Filter Size")),
  RENSA_ATTR_INTS (LocalConvolution2D, stride, .initial = 1, .min = 1, .max = G_MAXINT, .unit = "px",
                   .title = N_ ("Stride")),
  RENSA_ATTR_NOBIAS (LocalConvolution2D),
  RENSA_ATTR_INITIALIZER (LocalConvolution2D, initialW, "LeCunNormal", N_ ("Initial Weights")),
  RENSA_ATTR_INITIALIZER (LocalConvolution2D, initial_bias, "Zero", N_ ("Initial Bias")),
};

/* Computes the number of positions along each axis; RENSA_INT_NONE while the image size is unknown. */
static gboolean
find_places (const LocalConvolution2D *self, const RensaShape *inputs, gint64 places[2], gint64 ksize[2],
             GError **error)
{
  gint64 stride[2];
  gint64 size[2] = { RENSA_INT_NONE, RENSA_INT_NONE };

  if (!rensa_ints_expand (&self->ksize, 2, 0, "ksize", ksize, error)
      || !rensa_ints_expand (&self->stride, 2, 0, "stride", stride, error))
    return FALSE;
  if (self->in_size.n != RENSA_INTS_NONE)
    {
      if (!rensa_ints_expand (&self->in_size, 2, 0, "in_size", size, error))
        return FALSE;
    }
  else if (inputs != NULL && inputs->ndim == 4)
    {
      size[0] = inputs->dims[2];
      size[1] = inputs->dims[3];
    }
  for (int i = 0; i < 2; i++)
    places[i] = size[i] == RENSA_INT_NONE ? RENSA_INT_NONE : MAX ((size[i] - ksize[i]) / stride[i] + 1, 0);
  return TRUE;
}

static gboolean
get_weight_shape (gconstpointer values, const RensaShape *inputs, RensaShape *shape, GError **error)
{
  const LocalConvolution2D *self = values;
  const gint64 channels =
      self->in_channels == RENSA_INT_NONE && inputs != NULL && inputs->ndim == 4 ? inputs->dims[1] : self->in_channels;
  gint64 places[2];
  gint64 ksize[2];

  if (!find_places (self, inputs, places, ksize, error))
    return FALSE;
  *shape = RENSA_SHAPE (self->out_channels, places[0], places[1], channels, ksize[0], ksize[1]);
  return TRUE;
}

static gboolean
get_bias_shape (gconstpointer values, const RensaShape *inputs, RensaShape *shape, GError **error)
{
  const LocalConvolution2D *self = values;
  gint64 places[2];
  gint64 ksize[2];

  if (!find_places (self, inputs, places, ksize, error))
    return FALSE;
  *shape = RENSA_SHAPE (self->out_channels, places[0], places[1]);
  return TRUE;
}

static const RensaParamSpec params[] = {
  [W] = { "W", .get_shape = get_weight_shape, .initializer = "initialW" },
  [B] = { "b", .get_shape = get_bias_shape, .initializer = "initial_bias", .unless = "nobias" },
};

/* Computed by hand: sums of two columns. */
static const RensaSample samples[] = {
  { "in_channels=1, out_channels=1, in_size=(1, 3), ksize=(1, 2), initialW=One, "
    "initial_bias=Constant(fill_value=0.5)",
    "[[[[1, 2, 4]]]]", "[[[[3.5, 6.5]]]]" },
  { "in_channels=None, out_channels=2, ksize=1, stride=2, nobias=True, initialW=One", "[[[[1, 2, 4]], [[8, 16, 32]]]]",
    "[[[[9, 36]], [[9, 36]]]]" },
};

static RensaVariable *
forward (RensaLink *link, RensaVariable *x, GError **error)
{
  const LocalConvolution2D *self = rensa_link_get_values (link);

  return rensa_local_convolution_2d (x, rensa_link_get_param (link, W), rensa_link_get_param (link, B), &self->stride,
                                     error);
}

const RensaLinkClass rensa_local_convolution_2d_link_class = {
  .name = "LocalConvolution2D",
  .group = &rensa_convolution_group,
  .title = N_ ("Local Convolution 2D"),
  .summary = N_ ("Learned filters that differ at each position"),
  .words = N_ ("locally connected;unshared convolution;image"),
  .stem = "conv",
  .formula = "y[o, i, j] = Σ W[o, i, j, c, u, v] x[c, s i + u, s j + v] + b[o, i, j]",
  RENSA_ATTRS (LocalConvolution2D, attrs),
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_PARAMS (params),
  RENSA_SAMPLES (samples),
  .forward1 = forward,
  RENSA_FORMS ({ "chainer", "L.LocalConvolution2D({in_channels}, {out_channels}, in_size={in_size}, ksize={ksize}, "
                            "stride={stride}, nobias={nobias}, initialW={initialW}, initial_bias={initial_bias})" }),
};

/**
 * rensa_local_convolution_2d_link_new:
 * @in_channels: %RENSA_INT_NONE to infer it from the first batch
 * @out_channels: filters
 * @in_size: (nullable): height and width of the images, or one number for both; NULL to infer it
 *   from the first batch
 * @ksize: height and width of the filters, or one number for both
 *
 * A LocalConvolution2D of stride 1: like Convolution2D, but with separate filters W[:, i, j] and
 * b[:, i, j] at each position. Returns NULL with RENSA_ERROR_INVALID if a size is less than one.
 */
RENSA_API RensaLink *
rensa_local_convolution_2d_link_new (gint64 in_channels, gint64 out_channels, const RensaInts *in_size,
                                     const RensaInts *ksize, gboolean nobias, GError **error)
{
  const LocalConvolution2D self = {
    in_channels,
    out_channels,
    in_size != NULL ? *in_size : (RensaInts){ .n = RENSA_INTS_NONE },
    *ksize,
    .stride = { .n = RENSA_INTS_SCALAR, .values = { 1 } },
    .nobias = nobias,
  };

  return rensa_link_new_from_values (&rensa_local_convolution_2d_link_class, &self, error);
}
