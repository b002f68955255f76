/* rensa-resnet.c: blocks that learn what is to be added to their input.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions.h"
#include "rensa-layer-set-private.h"
#include "rensa-links.h"

/* 1x1 filters, 3x3 filters, 1x1 filters, each with batch normalization; what is added to their result is the input, or in the first
 * bottleneck of a block, which changes its shape, fourth filters over it. */

typedef struct
{
  gint64 in_channels;
  gint64 mid_channels;
  gint64 out_channels;
  gint64 stride1;
  gint64 stride3;
  gboolean projects;
  RensaAttrs *initialW;
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
  SIZE (Bottleneck, in_channels),
  SIZE (Bottleneck, mid_channels),
  SIZE (Bottleneck, out_channels),
  SIZE (Bottleneck, stride1),
  SIZE (Bottleneck, stride3),
  RENSA_ATTR_BOOL (Bottleneck, projects),
  RENSA_ATTR_INITIALIZER (Bottleneck, initialW, "LeCunNormal", NULL),
};

/* The stride of the input is that of both filters together: one of them is 1. */
#define FILTERS(name, in, out, window, ...)                                                                       \
  {                                                                                                               \
    name, &rensa_convolution_2d_link_class,                                                                       \
        "in_channels={" in "}, out_channels={" out "}, " window ", nobias=True, initialW={initialW}", __VA_ARGS__ \
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
};

/* Bottlenecks one after the other. */

typedef struct
{
  gint64 n_more;
  gint64 in_channels;
  gint64 mid_channels;
  gint64 out_channels;
  gint64 stride;
  gboolean downsample_fb;
  RensaAttrs *initialW;
} Block;

enum
{
  A,
  B,
};

static const RensaAttrSpec block_attrs[] = {
  SIZE (Block, n_more),
  SIZE (Block, in_channels),
  SIZE (Block, mid_channels),
  SIZE (Block, out_channels),
  SIZE (Block, stride),
  RENSA_ATTR_BOOL (Block, downsample_fb),
  RENSA_ATTR_INITIALIZER (Block, initialW, "LeCunNormal", NULL),
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
          "in_channels={in_channels}, mid_channels={mid_channels}, out_channels={out_channels}, projects=True, "
          "initialW={initialW}",
          .describe = describe_strides },
  [B] = { "b{}", &bottleneck_class,
          "in_channels={out_channels}, mid_channels={mid_channels}, out_channels={out_channels}, stride1=1, stride3=1, "
          "initialW={initialW}",
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

static const RensaLinkClass block_class = {
  .name = "BuildingBlock",
  RENSA_ATTRS (Block, block_attrs),
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_CHILDREN (block_children),
  .forward1 = call_block,
};

/* The networks. */

#define BLOCK(name, n_more, in, mid, out, by)                                                                \
  {                                                                                                          \
    name, &block_class,                                                                                      \
        "n_more=" #n_more ", in_channels=" #in ", mid_channels=" #mid ", out_channels=" #out ", stride=" #by \
        ", downsample_fb={downsample_fb}, initialW={initialW}"                                               \
  }
/* @n3, @n4: how many bottlenecks follow the first one in the blocks res3 and res4. */
#define CHILDREN(n3, n4)                                                                                \
  {                                                                                                     \
    { "conv1", &rensa_convolution_2d_link_class,                                                        \
      "in_channels=3, out_channels=64, ksize=7, stride=2, pad=3, initialW={initialW}" },                \
        { "bn1", &rensa_batch_normalization_link_class, "size=64" }, BLOCK ("res2", 2, 64, 64, 256, 1), \
        BLOCK ("res3", n3, 256, 128, 512, 2), BLOCK ("res4", n4, 512, 256, 1024, 2),                    \
        BLOCK ("res5", 2, 1024, 512, 2048, 2),                                                          \
    {                                                                                                   \
      "fc6", &rensa_linear_link_class, "in_size=2048, out_size=1000"                                    \
    }                                                                                                   \
  }

static const RensaChildSpec children_of_50[] = CHILDREN (3, 5);
static const RensaChildSpec children_of_101[] = CHILDREN (3, 22);
static const RensaChildSpec children_of_152[] = CHILDREN (7, 35);

static const RensaLayer layers[] = {
  { "conv1", "conv1; bn1; relu" },
  { "pool1", "max_pooling_2d(ksize=3, stride=2)" },
  { "res2", "res2" },
  { "res3", "res3" },
  { "res4", "res4" },
  { "res5", "res5" },
  { "pool5", "average(axis=(2, 3))" },
  { "fc6", "fc6" },
  { "prob", "softmax" },
};

static const RensaLinkClass class_of_50 = RENSA_LAYER_SET_CLASS ("ResNet50Layers", children_of_50);
static const RensaLinkClass class_of_101 = RENSA_LAYER_SET_CLASS ("ResNet101Layers", children_of_101);
static const RensaLinkClass class_of_152 = RENSA_LAYER_SET_CLASS ("ResNet152Layers", children_of_152);

#define KIND(klass)                                                                           \
  {                                                                                           \
    &klass, layers, G_N_ELEMENTS (layers), "HeNormal(scale=1)", { 103.063, 115.903, 123.152 } \
  }
const RensaLayerSetKind rensa_resnet_kinds[3] = { KIND (class_of_50), KIND (class_of_101), KIND (class_of_152) };
