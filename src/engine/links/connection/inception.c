/* inception.c: parallel filters of several sizes.
 * SPDX-License-Identifier: MIT */

#include "inception.py.inc"
#include "rensa-functions.h"
#include "rensa-links.h"

typedef struct
{
  gint64 in_channels;
  gint64 out1;
  gint64 proj3;
  gint64 out3;
  gint64 proj5;
  gint64 out5;
  gint64 proj_pool;
  RensaAttrs *conv_init;
  RensaAttrs *bias_init;
} Inception;

enum
{
  CONV1,
  PROJ3,
  CONV3,
  PROJ5,
  CONV5,
  PROJP,
};

#define FILTERS(field, ...) \
  RENSA_ATTR_INT (Inception, field, .required = TRUE, .min = 1, .max = G_MAXDOUBLE, __VA_ARGS__)

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_SIZE (Inception, in_channels, 1, .title = N_ ("Input Channels"),
                   .hint = N_ ("None infers it from the first batch")),
  FILTERS (out1, .title = N_ ("1×1 Filters")),
  FILTERS (proj3, .title = N_ ("Channels Before 3×3"),
           .hint = N_ ("Number of channels to which 1×1 filters reduce "
                       "the input")),
  FILTERS (out3, .title = N_ ("3×3 Filters")),
  FILTERS (proj5, .title = N_ ("Channels Before 5×5"),
           .hint = N_ ("Number of channels to which 1×1 filters reduce "
                       "the input")),
  FILTERS (out5, .title = N_ ("5×5 Filters")),
  FILTERS (proj_pool, .title = N_ ("Filters After Pooling")),
  RENSA_ATTR_INITIALIZER (Inception, conv_init, "LeCunNormal", N_ ("Initial Weights")),
  RENSA_ATTR_INITIALIZER (Inception, bias_init, "Zero", N_ ("Initial Bias")),
};

#define CONVOLUTION(name, in, out, rest)                                                                          \
  {                                                                                                               \
    name, &rensa_convolution_2d_link_class,                                                                       \
        "in_channels={" in "}, out_channels={" out "}, " rest ", initialW={conv_init}, initial_bias={bias_init}", \
        .learns = TRUE,                                                                                           \
  }

static const RensaChildSpec children[] = {
  [CONV1] = CONVOLUTION ("conv1", "in_channels", "out1", "ksize=1"),
  [PROJ3] = CONVOLUTION ("proj3", "in_channels", "proj3", "ksize=1"),
  [CONV3] = CONVOLUTION ("conv3", "proj3", "out3", "ksize=3, pad=1"),
  [PROJ5] = CONVOLUTION ("proj5", "in_channels", "proj5", "ksize=1"),
  [CONV5] = CONVOLUTION ("conv5", "proj5", "out5", "ksize=5, pad=2"),
  [PROJP] = CONVOLUTION ("projp", "in_channels", "proj_pool", "ksize=1"),
};

/* Computed by hand: a single pixel has no neighbors. */
static const RensaSample samples[] = {
  { "in_channels=1, out1=1, proj3=2, out3=1, proj5=1, out5=1, proj_pool=1, conv_init=One, bias_init=One", "[[[[2]]]]",
    "[[[[3]], [[7]], [[4]], [[3]]]]" },
  { "in_channels=None, out1=1, proj3=1, out3=1, proj5=1, out5=1, proj_pool=1, conv_init=One", "[[[[1, 2]]]]",
    "[[[[1, 2]], [[3, 3]], [[3, 3]], [[2, 2]]]]" },
};

/* 1x1 filters, relu, then larger filters. */
static RensaVariable *
call_reduced (RensaLink *link, int projection, int convolution, RensaVariable *x, GError **error)
{
  g_autoptr (RensaVariable) fewer = rensa_link_call (rensa_link_get_child (link, projection), x, error);
  g_autoptr (RensaVariable) positive = rensa_relu (fewer, error);

  return rensa_link_call (rensa_link_get_child (link, convolution), positive, error);
}

static RensaVariable *
call_pooled (RensaLink *link, RensaVariable *x, GError **error)
{
  const RensaInts three = { .n = RENSA_INTS_SCALAR, .values = { 3 } };
  const RensaInts one = { .n = RENSA_INTS_SCALAR, .values = { 1 } };
  g_autoptr (RensaVariable) pooled = rensa_max_pooling_2d (x, &three, &one, &one, TRUE, error);

  return rensa_link_call (rensa_link_get_child (link, PROJP), pooled, error);
}

static RensaVariable *
forward (RensaLink *link, RensaVariable *x, GError **error)
{
  g_autoptr (RensaVariable) y1 = rensa_link_call (rensa_link_get_child (link, CONV1), x, error);
  g_autoptr (RensaVariable) y3 = call_reduced (link, PROJ3, CONV3, x, error);
  g_autoptr (RensaVariable) y5 = call_reduced (link, PROJ5, CONV5, x, error);
  g_autoptr (RensaVariable) pooled = call_pooled (link, x, error);
  RensaVariable *const parts[] = { y1, y3, y5, pooled };
  g_autoptr (RensaVariable) y = rensa_concat (parts, G_N_ELEMENTS (parts), 1, error);

  return rensa_relu (y, error);
}

const RensaLinkClass rensa_inception_link_class = {
  .name = "Inception",
  .group = &rensa_convolution_group,
  .title = N_ ("Inception"),
  .summary = N_ ("Parallel filters of several sizes, as in GoogLeNet"),
  .words = N_ ("googlenet;multi-scale;parallel convolutions;module"),
  .stem = "inception",
  .formula = "y = relu([conv1(x), conv3(relu(proj3(x))), conv5(relu(proj5(x))), projp(maxpool(x))])",
  .reference = "Szegedy et al., \"Going Deeper with Convolutions\", CVPR 2015",
  RENSA_ATTRS (Inception, attrs),
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_CHILDREN (children),
  RENSA_SAMPLES (samples),
  .learns = "in_channels",
  .forward1 = forward,
  RENSA_FORMS (
      { "chainer", "L.Inception({in_channels}, {out1}, {proj3}, {out3}, {proj5}, {out5}, {proj_pool}, "
                   "conv_init={conv_init}, bias_init={bias_init})" },
      { "torch",
        "Inception({in_channels}, {out1}, {proj3}, {out3}, {proj5}, {out5}, {proj_pool}, conv_init={conv_init}, bias_init={bias_init})" },
      { "torch_class", torch_class }, { "torch_uses", "drawn" }),
};

/**
 * rensa_inception_link_new:
 * @in_channels: %RENSA_INT_NONE to infer it from the first batch
 * @out1: 1x1 filters
 * @proj3: channels to which 1x1 filters reduce the input before the @out3 3x3 filters
 * @proj5: the same before the @out5 5x5 filters
 * @proj_pool: 1x1 filters after 3x3 max pooling
 *
 * An Inception: all branches in parallel, then relu; has @out1 + @out3 + @out5 + @proj_pool
 * channels with the input's height and width. Returns NULL with RENSA_ERROR_INVALID if a size is
 * less than one.
 */
RENSA_API RensaLink *
rensa_inception_link_new (gint64 in_channels, gint64 out1, gint64 proj3, gint64 out3, gint64 proj5, gint64 out5,
                          gint64 proj_pool, GError **error)
{
  const Inception self = { in_channels, out1, proj3, out3, proj5, out5, proj_pool };

  return rensa_link_new_from_values (&rensa_inception_link_class, &self, error);
}
