/* rensa-vgg-private.h: VGG: many layers of small filters.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-layer-set-private.h"
#include "rensa-links.h"

#define RENSA_VGG_CONV(name, in, out)                                                                       \
  {                                                                                                         \
    name, &rensa_convolution_2d_link_class,                                                                 \
        "in_channels=" #in ", out_channels=" #out ", ksize=3, stride=1, pad=1, initialW=Normal(scale=0.01)" \
  }
#define RENSA_VGG_FC(name, in, out)                                                                   \
  {                                                                                                   \
    name, &rensa_linear_link_class, "in_size=" #in ", out_size=" #out ", initialW=Normal(scale=0.01)" \
  }

/* Both networks; the larger one has a fourth convolution in each of the last three of its five blocks. */
#define RENSA_VGG_FIRST                                                                                       \
  RENSA_VGG_CONV ("conv1_1", 3, 64), RENSA_VGG_CONV ("conv1_2", 64, 64), RENSA_VGG_CONV ("conv2_1", 64, 128), \
      RENSA_VGG_CONV ("conv2_2", 128, 128)
#define RENSA_VGG_BLOCK(n, in, out)                                                  \
  RENSA_VGG_CONV ("conv" n "_1", in, out), RENSA_VGG_CONV ("conv" n "_2", out, out), \
      RENSA_VGG_CONV ("conv" n "_3", out, out)
#define RENSA_VGG_LAST \
  RENSA_VGG_FC ("fc6", 25088, 4096), RENSA_VGG_FC ("fc7", 4096, 4096), RENSA_VGG_FC ("fc8", 4096, 1000)

#define RENSA_VGG_LAYER(L, name) L (name, name "; relu")
#define RENSA_VGG_POOL(L, n) L ("pool" n, "max_pooling_2d(ksize=2)")
#define RENSA_VGG_FIRST_LAYERS(L) \
  RENSA_VGG_LAYER (L, "conv1_1")  \
  RENSA_VGG_LAYER (L, "conv1_2")  \
  RENSA_VGG_POOL (L, "1")         \
  RENSA_VGG_LAYER (L, "conv2_1") RENSA_VGG_LAYER (L, "conv2_2") RENSA_VGG_POOL (L, "2")
#define RENSA_VGG_BLOCK_LAYERS(L, n) \
  RENSA_VGG_LAYER (L, "conv" n "_1") RENSA_VGG_LAYER (L, "conv" n "_2") RENSA_VGG_LAYER (L, "conv" n "_3")
#define RENSA_VGG_LAST_LAYERS(L)  \
  L ("fc6", "fc6; relu; dropout") \
  L ("fc7", "fc7; relu; dropout") \
  L ("fc8", "fc8")                \
  L ("prob", "softmax")

/* @n: number of convolutions in each of the last three blocks. */
#define RENSA_VGG_TORCH_CLASS(depth, n)                                                  \
  "class VGG" depth "Layers(nn.Module):\n"                                               \
  "    \"\"\"" depth " layers of small filters for pictures; gives one of them.\"\"\"\n" \
  "\n"                                                                                   \
  "    BLOCKS = [(2, 64), (2, 128), (" #n ", 256), (" #n ", 512), (" #n ", 512)]\n"      \
  "\n"                                                                                   \
  "    def __init__(self, layer):\n"                                                     \
  "        super().__init__()\n"                                                         \
  "        self.layer = layer\n"                                                         \
  "\n"                                                                                   \
  "        def draw(weight):\n"                                                          \
  "            nn.init.normal_(weight, std=0.01)\n"                                      \
  "\n"                                                                                   \
  "        size = 3\n"                                                                   \
  "        for i, (n, width) in enumerate(self.BLOCKS):\n"                               \
  "            for k in range(n):\n"                                                     \
  "                filters = nn.Conv2d(size, width, 3, padding=1)\n"                     \
  "                name = f'conv{i + 1}_{k + 1}'\n"                                      \
  "                self.add_module(name, drawn(filters, weight=draw))\n"                 \
  "                size = width\n"                                                       \
  "        self.fc6 = drawn(nn.Linear(25088, 4096), weight=draw)\n"                      \
  "        self.fc7 = drawn(nn.Linear(4096, 4096), weight=draw)\n"                       \
  "        self.fc8 = drawn(nn.Linear(4096, 1000), weight=draw)\n"                       \
  "\n"                                                                                   \
  "    def run(self, x):\n"                                                              \
  "        for i, (n, _) in enumerate(self.BLOCKS):\n"                                   \
  "            for k in range(n):\n"                                                     \
  "                name = f'conv{i + 1}_{k + 1}'\n"                                      \
  "                x = F.relu(getattr(self, name)(x))\n"                                 \
  "                yield name, x\n"                                                      \
  "            x = F.max_pool2d(x, 2, ceil_mode=True)\n"                                 \
  "            yield f'pool{i + 1}', x\n"                                                \
  "        x = x.flatten(1)\n"                                                           \
  "        for name in ('fc6', 'fc7'):\n"                                                \
  "            x = F.relu(getattr(self, name)(x))\n"                                     \
  "            x = F.dropout(x, training=self.training)\n"                               \
  "            yield name, x\n"                                                          \
  "        x = self.fc8(x)\n"                                                            \
  "        yield 'fc8', x\n"                                                             \
  "        yield 'prob', F.softmax(x, 1)\n"                                              \
  "\n"                                                                                   \
  "    def forward(self, x):\n"                                                          \
  "        return next(y for name, y in self.run(x) if name == self.layer)\n"

#define RENSA_VGG_FIELDS(depth, n)                                                                                 \
  .name = "VGG" depth "Layers", RENSA_LAYER_SET_FIELDS (children, attrs, kind),                                    \
  .summary = N_ ("Network of small filters that classifies images of 224 × 224 pixels into 1000 classes"),         \
  .words = N_ ("imagenet;pretrained;transfer learning;feature extraction;photographs"), .stem = "vgg",             \
  .formula = "y = prob(…pool1(relu(conv1_2(relu(conv1_1(x)))))…)",                                                 \
  .reference =                                                                                                     \
      "Simonyan and Zisserman, \"Very Deep Convolutional Networks for Large-Scale Image Recognition\", ICLR 2015", \
  RENSA_FORMS ({ "chainer", "VGG" depth "Layers({layer})" },                                                       \
               { "chainer_class", RENSA_LAYER_SET_CLASS ("VGG" depth "Layers", "", "") },                          \
               { "torch", "VGG" depth "Layers({layer})" }, { "torch_class", RENSA_VGG_TORCH_CLASS (depth, n) },    \
               { "torch_uses", "drawn" })
