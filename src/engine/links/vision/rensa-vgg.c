/* rensa-vgg.c: many layers of small filters.
 * SPDX-License-Identifier: MIT */

#include "rensa-layer-set-private.h"
#include "rensa-links.h"

#define CONV(name, in, out)                                                                         \
  {                                                                                                 \
    name, &rensa_convolution_2d_link_class,                                                         \
        "in_channels=" #in ", out_channels=" #out ", ksize=3, stride=1, pad=1, initialW={initialW}" \
  }
#define FC(name, in, out)                                                                     \
  {                                                                                           \
    name, &rensa_linear_link_class, "in_size=" #in ", out_size=" #out ", initialW={initialW}" \
  }

/* Both sets; the larger one has a fourth convolution in the last three of five blocks. */
#define FIRST CONV ("conv1_1", 3, 64), CONV ("conv1_2", 64, 64), CONV ("conv2_1", 64, 128), CONV ("conv2_2", 128, 128)
#define BLOCK(n, in, out) CONV ("conv" n "_1", in, out), CONV ("conv" n "_2", out, out), CONV ("conv" n "_3", out, out)
#define LAST FC ("fc6", 25088, 4096), FC ("fc7", 4096, 4096), FC ("fc8", 4096, 1000)

static const RensaChildSpec children_of_16[] = {
  FIRST, BLOCK ("3", 128, 256), BLOCK ("4", 256, 512), BLOCK ("5", 512, 512), LAST,
};

static const RensaChildSpec children_of_19[] = {
  FIRST,
  BLOCK ("3", 128, 256),
  CONV ("conv3_4", 256, 256),
  BLOCK ("4", 256, 512),
  CONV ("conv4_4", 512, 512),
  BLOCK ("5", 512, 512),
  CONV ("conv5_4", 512, 512),
  LAST,
};

#define LAYER(name)     \
  {                     \
    name, name "; relu" \
  }
#define POOL(n)                         \
  {                                     \
    "pool" n, "max_pooling_2d(ksize=2)" \
  }
#define FIRST_LAYERS LAYER ("conv1_1"), LAYER ("conv1_2"), POOL ("1"), LAYER ("conv2_1"), LAYER ("conv2_2"), POOL ("2")
#define BLOCK_LAYERS(n) LAYER ("conv" n "_1"), LAYER ("conv" n "_2"), LAYER ("conv" n "_3")
#define LAST_LAYERS \
  { "fc6", "fc6; relu; dropout" }, { "fc7", "fc7; relu; dropout" }, { "fc8", "fc8" }, { "prob", "softmax" }

static const RensaLayer layers_of_16[] = {
  FIRST_LAYERS, BLOCK_LAYERS ("3"), POOL ("3"), BLOCK_LAYERS ("4"),
  POOL ("4"),   BLOCK_LAYERS ("5"), POOL ("5"), LAST_LAYERS,
};

static const RensaLayer layers_of_19[] = {
  FIRST_LAYERS, BLOCK_LAYERS ("3"), LAYER ("conv3_4"), POOL ("3"), BLOCK_LAYERS ("4"), LAYER ("conv4_4"),
  POOL ("4"),   BLOCK_LAYERS ("5"), LAYER ("conv5_4"), POOL ("5"), LAST_LAYERS,
};

static const RensaLinkClass class_of_16 = RENSA_LAYER_SET_CLASS ("VGG16Layers", children_of_16);
static const RensaLinkClass class_of_19 = RENSA_LAYER_SET_CLASS ("VGG19Layers", children_of_19);

const RensaLayerSetKind rensa_vgg_kinds[2] = {
  { &class_of_16, layers_of_16, G_N_ELEMENTS (layers_of_16), "Normal(scale=0.01)", { 103.939, 116.779, 123.68 } },
  { &class_of_19, layers_of_19, G_N_ELEMENTS (layers_of_19), "Normal(scale=0.01)", { 103.939, 116.779, 123.68 } },
};
