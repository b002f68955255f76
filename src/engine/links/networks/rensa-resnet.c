/* rensa-resnet.c: residual blocks.
 * SPDX-License-Identifier: MIT */

#include "rensa-resnet-private.h"

#include "rensa-functions.h"
#include "rensa-resnet.py.inc"

/* 1x1 filters, 3x3 filters, 1x1 filters, each with batch normalization; added to the result is the
 * input, or in the first bottleneck of a block, which changes the shape, a fourth convolution of
 * the input. */

typedef struct
{
  gint64 in_channels;
  gint64 mid_channels;
  gint64 out_channels;
  gint64 stride1;
  gint64 stride3;
  gboolean projects;
} Bottleneck;

enum
{
  CONV1,
  BN1,
  CONV2,
  BN2,
  CONV3,
  BN3,
  CONV4,
  BN4,
};

#define SIZE(Struct, field) RENSA_ATTR_INT (Struct, field, .min = 1, .max = G_MAXINT32)

static const RensaAttrSpec bottleneck_attrs[] = {
  SIZE (Bottleneck, in_channels), SIZE (Bottleneck, mid_channels), SIZE (Bottleneck, out_channels),
  SIZE (Bottleneck, stride1),     SIZE (Bottleneck, stride3),      RENSA_ATTR_BOOL (Bottleneck, projects),
};

/* The stride of the shortcut is the product of both strides, one of which is 1. */
#define FILTERS(name, in, out, window, ...)                                                                  \
  {                                                                                                          \
    name, &rensa_convolution_2d_link_class,                                                                  \
        "in_channels={" in "}, out_channels={" out "}, " window ", nobias=True, initialW=HeNormal(scale=1)", \
        __VA_ARGS__                                                                                          \
  }
#define NORMALIZATION(name, n, ...)                                          \
  {                                                                          \
    name, &rensa_batch_normalization_link_class, "size={" n "}", __VA_ARGS__ \
  }

static const RensaChildSpec bottleneck_children[] = {
  [CONV1] = FILTERS ("conv1", "in_channels", "mid_channels", "ksize=1, stride={stride1}"),
  [BN1] = NORMALIZATION ("bn1", "mid_channels"),
  [CONV2] = FILTERS ("conv2", "mid_channels", "mid_channels", "ksize=3, stride={stride3}, pad=1"),
  [BN2] = NORMALIZATION ("bn2", "mid_channels"),
  [CONV3] = FILTERS ("conv3", "mid_channels", "out_channels", "ksize=1"),
  [BN3] = NORMALIZATION ("bn3", "out_channels"),
  [CONV4] =
      FILTERS ("conv4", "in_channels", "out_channels", "ksize=1, stride={stride1*stride3}", .only_if = "projects"),
  [BN4] = NORMALIZATION ("bn4", "out_channels", .only_if = "projects"),
};

static RensaVariable *
filter (RensaLink *link, int convolution, RensaVariable *x, GError **error)
{
  g_autoptr (RensaVariable) h = rensa_link_call (rensa_link_get_child (link, (guint) convolution), x, error);

  return rensa_link_call (rensa_link_get_child (link, (guint) convolution + 1), h, error);
}

static RensaVariable *
call_bottleneck (RensaLink *link, RensaVariable *x, GError **error)
{
  const Bottleneck *self = rensa_link_get_values (link);
  g_autoptr (RensaVariable) h1 = filter (link, CONV1, x, error);
  g_autoptr (RensaVariable) a1 = rensa_relu (h1, error);
  g_autoptr (RensaVariable) h2 = filter (link, CONV2, a1, error);
  g_autoptr (RensaVariable) a2 = rensa_relu (h2, error);
  g_autoptr (RensaVariable) h3 = filter (link, CONV3, a2, error);
  g_autoptr (RensaVariable) shortcut = self->projects ? filter (link, CONV4, x, error) : rensa_variable_ref (x);
  g_autoptr (RensaVariable) sum = rensa_add (h3, shortcut, error);

  return rensa_relu (sum, error);
}

static const RensaLinkClass bottleneck_class = {
  .name = "Bottleneck",
  RENSA_ATTRS (Bottleneck, bottleneck_attrs),
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_CHILDREN (bottleneck_children),
  .forward1 = call_bottleneck,
  RENSA_FORMS ({ "torch_class", bottleneck_torch_class }, { "torch_uses", "drawn" }),
};

/* Consecutive bottlenecks. */

typedef struct
{
  gint64 n_more;
  gint64 in_channels;
  gint64 mid_channels;
  gint64 out_channels;
  gint64 stride;
  gboolean downsample_fb;
} Block;

enum
{
  A,
  B,
};

static const RensaAttrSpec block_attrs[] = {
  SIZE (Block, n_more),       SIZE (Block, in_channels), SIZE (Block, mid_channels),
  SIZE (Block, out_channels), SIZE (Block, stride),      RENSA_ATTR_BOOL (Block, downsample_fb),
};

static char *
describe_strides (gconstpointer values, int i)
{
  const Block *self = values;

  return g_strdup_printf ("stride1=%" G_GINT64_FORMAT ", stride3=%" G_GINT64_FORMAT,
                          self->downsample_fb ? 1 : self->stride, self->downsample_fb ? self->stride : 1);
}

static const RensaChildSpec block_children[] = {
  [A] = { "a", &bottleneck_class,
          "in_channels={in_channels}, mid_channels={mid_channels}, out_channels={out_channels}, projects=True",
          .describe = describe_strides },
  [B] = { "b{}", &bottleneck_class,
          "in_channels={out_channels}, mid_channels={mid_channels}, out_channels={out_channels}, stride1=1, stride3=1",
          .count = "n_more", .first = 1 },
};

static RensaVariable *
call_block (RensaLink *link, RensaVariable *x, GError **error)
{
  RensaVariable *h = rensa_link_call (rensa_link_get_child (link, A), x, error);

  for (int i = 0; h != NULL && i < rensa_link_count_children_of (link, B); i++)
    {
      g_autoptr (RensaVariable) before = h;

      h = rensa_link_call (rensa_link_get_child_of (link, B, i), before, error);
    }
  return h;
}

const RensaLinkClass rensa_resnet_block_class = {
  .name = "BuildingBlock",
  RENSA_ATTRS (Block, block_attrs),
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_CHILDREN (block_children),
  .forward1 = call_block,
  RENSA_FORMS ({ "torch_class", block_torch_class }),
};

/* The networks. */

#define LAYERS(L)                                  \
  L ("conv1", "conv1; bn1; relu")                  \
  L ("pool1", "max_pooling_2d(ksize=3, stride=2)") \
  L ("res2", "res2")                               \
  L ("res3", "res3")                               \
  L ("res4", "res4")                               \
  L ("res5", "res5")                               \
  L ("pool5", "average(axis=(2, 3))")              \
  L ("fc6", "fc6")                                 \
  L ("prob", "softmax")

RENSA_LAYER_TABLES (LAYERS);

const RensaLayerSetKind rensa_resnet_kind = { layers, G_N_ELEMENTS (layers), { 103.063, 115.903, 123.152 } };

const RensaAttrSpec rensa_resnet_attrs[2] = {
  RENSA_ATTR_LAYER (G_N_ELEMENTS (layers) - 2),
  RENSA_ATTR_BOOL (RensaLayerSet, downsample_fb, .title = N_ ("Downsample in 3×3 Filters"),
                   .hint = N_ ("If off, the preceding 1×1 filters downsample the images")),
};
